"""Plans in Infantry Action: its groups, the enemies that a side has located, and the orders and fire for each task."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rules.battle.deed import lawful
from rules.battle.plans.planning import planning
from rules.battle.plans.table import Destination, KnownEnemy, PlanTable, TaskKind, UnitInPlan, UnitTask
from rules.infantry_action.actions.command import Instruct, SealAhead
from rules.infantry_action.actions.fire import Fire
from rules.infantry_action.actions.movement import (
    CarryOn,
    FormationName,
    GiveTask,
    Join,
    OnFoot,
    OrderGroup,
    PlaceMan,
    SendRunner,
    Split,
)
from rules.infantry_action.book.kinds import Rank, Weapon
from rules.infantry_action.deeds import DEEDS
from rules.infantry_action.groups import FREE, Group
from rules.infantry_action.knowledge import as_shown, last_seen, on_known_ground, sees
from rules.infantry_action.play.command.reach import awaits_first_order, in_touch
from rules.infantry_action.play.command.writing import goes_on, orderable
from rules.infantry_action.play.fire.planning import offers_of
from rules.infantry_action.play.ground.kinds import DEFENCES
from rules.infantry_action.play.ground.lines import ERECT, PRONE, Eye
from rules.infantry_action.play.ground.places import features_at, in_line
from rules.infantry_action.play.movement.messengers import runs_yet
from rules.infantry_action.play.movement.obeying import homeward
from rules.infantry_action.play.movement.order_judging import surroundings
from rules.infantry_action.state import PeriodStep, State
from rules.kernel.action import Action, Actor, SideId
from rules.kernel.violation import RuleViolation
from rules.seam.planning import BattleAim, Boldness, Intent, Planning, UnitRole
from rules.seam.viewing import Viewer
from rules.table.board import Point
from rules.table.measure import bearing, between, step
from rules.table.reference import place, point_text

WALK, DASH, DRIVE = 50.0, 30.0, 100.0
"""Metres of a period on foot and on the road. IA-foot.walk, IA-foot.dash"""
THERE = 8.0
"""Metres from the middle of a place within which a group is there."""
_ASSAULT = 60.0
"""Metres from a known enemy within which an assault dashes."""
_CRAWLS = {Boldness.CAREFUL: 150.0, Boldness.STEADY: 0.0, Boldness.BOLD: 0.0}
"""Metres from a known enemy within which whoever does not assault goes on hands and knees."""
_EXPOSED = {Boldness.CAREFUL: 250.0, Boldness.STEADY: 150.0, Boldness.BOLD: 0.0}
"""Metres from a known enemy who can fire at its way within which a group does not walk erect."""
_COVERS = {Boldness.CAREFUL: 150.0, Boldness.STEADY: 100.0, Boldness.BOLD: 50.0}
"""Metres of the place that is held within which troops in works stay where they are."""
_OPENS_FIRE = {Boldness.CAREFUL: 60.0, Boldness.STEADY: 100.0, Boldness.BOLD: 150.0}
"""Metres of the nearest located enemy at which whoever lies hidden opens fire."""
_BEHIND, _CLOSE_BEHIND = 30.0, 45.0
"""Metres that a group keeps behind another, and from which on it goes up to it."""
_STANDS_OFF = {Boldness.CAREFUL: 180.0, Boldness.STEADY: 120.0, Boldness.BOLD: 60.0}
"""Metres from a known enemy at which whoever supports goes no nearer."""
_BACK = 60.0
_SUPPORT = (Weapon.TRIPOD_MG, Weapon.LIGHT_MORTAR, Weapon.MORTAR_60, Weapon.MEDIUM_MORTAR)
_SLOTS: dict[type[Action], str] = {
    OrderGroup: "move", SendRunner: "move", CarryOn: "move", GiveTask: "task", PlaceMan: "place", Split: "split",
    Join: "split", Fire: "fire", Instruct: "instruct", SealAhead: "ahead",
}  # fmt: skip


def _lawful(state: State, side: SideId, action: Action) -> bool:
    return lawful(DEEDS.judge, state, action, Actor.player(side))


def _nothing(state: State, side: SideId, aims: Sequence[BattleAim], intent: Intent) -> Action | None:
    """Questions of this book are seals, and choices of a scenario: they have answers of their own."""
    return None


def slot(action: Action) -> str:
    """Orders to go somewhere replace each other, so does fire. Of tasks each stands beside the move."""
    return _SLOTS.get(type(action), action.name())


# ── What there is ─────────────────────────────────────────────────────────────────────────────────────────────────


def _pieces(state: State, side: SideId) -> list[UnitInPlan]:
    """Not the runners on their way: an order of their own would call them off. IA-R248"""
    if all(each.key != side for each in state.sides):
        return []
    running = {message.group for message in state.messages if runs_yet(state, message)}
    return [_piece(state, state.group(id_)) for id_ in orderable(state, side) if id_ not in running]


def _piece(state: State, group: Group) -> UnitInPlan:
    men, driven = list(state.men(group.id)), state.vehicles_of(group.id)
    roles = roles_of(state, group)
    return UnitInPlan(
        unit=group.id,
        name=group.name,
        at=state.anchor(group.id),
        reach=DRIVE if driven else WALK,
        range=200.0 if roles[0] in (UnitRole.FIRE, UnitRole.CREW) else 100.0,
        worth=float(len(men)) * (3.0 if state.armour_of(group.id) is not None else 1.0),
        roles=roles,
        people=tuple(man.id for man in men),
    )


def roles_of(state: State, group: Group) -> tuple[UnitRole, ...]:
    """What a group is for, by its weapons and its leader, the proposed role first."""
    guns = state.guns_of(group.id)
    if guns:
        support = any(gun.kind in _SUPPORT for gun in guns)
        return (UnitRole.FIRE, UnitRole.HOLD) if support else (UnitRole.CREW, UnitRole.FIRE, UnitRole.HOLD)
    if state.armour_of(group.id) is not None:
        return UnitRole.ASSAULT, UnitRole.FIRE, UnitRole.RESERVE, UnitRole.HOLD
    men = list(state.men(group.id))
    if not any(man.weapons for man in men):
        return (UnitRole.SAFE,)
    if state.vehicles_of(group.id):
        return UnitRole.RESERVE, UnitRole.ASSAULT, UnitRole.SAFE
    senior = state.senior(group.id)
    if senior is not None and senior.rank is Rank.OFFICER:
        return UnitRole.COMMAND, UnitRole.RESERVE, UnitRole.ASSAULT, UnitRole.HOLD
    return UnitRole.ASSAULT, UnitRole.FIRE, UnitRole.RESERVE, UnitRole.HOLD


def _foes(state: State, side: SideId) -> list[KnownEnemy]:
    """Enemies that the side has located, where they are; of those it sees no more, where it saw them last, for half.
    IA-R157"""
    shown = as_shown(state, Viewer(side))
    found: list[KnownEnemy] = []
    for group in shown.groups:
        if group.side == side or group.kind == "prisoners":
            continue
        at, men = shown.anchor(group.id), len(list(shown.men(group.id)))
        if sees(shown, side, group.id):
            if at is not None and men:
                found.append(KnownEnemy(at, float(men), group.id))
        elif (seen := last_seen(shown, side, group.id)) is not None:
            found.append(KnownEnemy(seen.at, seen.men / 2, group.id))
    return found


# ── What is written ───────────────────────────────────────────────────────────────────────────────────────────────


def _written(state: State, side: SideId, piece: UnitInPlan, task: UnitTask, boldness: Boldness) -> Iterable[Action]:
    group = state.group(piece.unit)
    if state.step is PeriodStep.DECLARATION:
        return _fires(state, side, group, task, boldness)
    if state.step is not PeriodStep.ORDERS or piece.at is None:
        return ()
    return (*_instructed(state, side, group, task, boldness), *_ordered(state, side, piece, task, boldness))


def _threat(state: State, side: SideId, at: Point) -> float:
    return min((between(at, foe.at) for foe in _foes(state, side)), default=float("inf"))


def _pays(state: State, side: SideId, group: Group, boldness: Boldness) -> bool:
    """Whether whoever lies hidden opens fire: an enemy that the side has located is near enough."""
    at = state.anchor(group.id)
    seen = [foe.at for foe in _foes(state, side) if sees(state, side, foe.unit)]
    return at is not None and any(between(at, foe) <= _OPENS_FIRE[boldness] for foe in seen)


def _instructed(state: State, side: SideId, group: Group, task: UnitTask, boldness: Boldness) -> Iterator[Action]:
    """Fire for good, where a period is not asked for: a hidden group opens fire once it pays, who is kept safe does not
    fire at all."""
    fire = group.instructions.fire
    if task.kind in (TaskKind.SHELTER, TaskKind.BRING):
        if fire != "return":
            yield Instruct(unit=group.id, fire="return")
    elif group.hidden:
        wanted = "at will" if _pays(state, side, group, boldness) else "return"
        if fire != wanted and not (wanted == "return" and not fire):
            yield Instruct(unit=group.id, fire=wanted)
    elif fire in ("hold", "return"):
        yield Instruct(unit=group.id, fire="at will")


def _fires(state: State, side: SideId, group: Group, task: UnitTask, boldness: Boldness) -> Iterator[Action]:
    """All weapons at the enemy on whom they score most; who lies hidden holds fire until it pays."""
    offers = [offer.action for offer in offers_of(state, side, group.id) if isinstance(offer.action, Fire)]
    if not offers:
        return
    holds = task.kind is TaskKind.SHELTER or (group.hidden and not _pays(state, side, group, boldness))
    best = next((action for action in offers if action.how == ("hold" if holds else "fire")), None)
    if best is not None:
        yield best


def _ordered(state: State, side: SideId, piece: UnitInPlan, task: UnitTask, boldness: Boldness) -> Iterator[Action]:
    """Whoever may not go on erect crawls; whoever may not do that either lies down instead of standing in the fire."""
    group = state.group(piece.unit)
    to = _whither(state, side, piece, task, boldness)
    if to is None:
        yield from _stays(state, side, group, task)
    elif in_touch(state, group) is not None or awaits_first_order(group):
        pace, text, formation = _goes(state, side, piece, task, to, boldness)
        goes = OrderGroup(unit=group.id, pace=pace, to=text, formation=formation)
        walks, crawls = (goes.model_copy(update={"pace": each}) for each in ("walk", "crawl"))
        if group.bound == FREE or state.vehicles_of(group.id):
            # A burden may keep men from a dash.
            yield walks if pace == "dash" and not _lawful(state, side, goes) else goes
        elif (first := next((each for each in (goes, crawls) if _lawful(state, side, each)), None)) is not None:
            yield first
        else:
            yield from _stays(state, side, group, task)
    elif len(piece.people) > 1 and not _on_its_way(state, group, to):  # no second man runs to a lost one
        pace, text, formation = _goes(state, side, piece, task, to, boldness)
        yield SendRunner(unit=group.id, pace=pace, to=text, formation=formation)


def _on_its_way(state: State, group: Group, to: Point) -> bool:
    """Whether a group that nobody reaches goes there by its last order."""
    order = group.order
    return order is not None and bool(order.path) and between(order.path[-1], to) <= WALK / 2


def _stays(state: State, side: SideId, group: Group, task: UnitTask) -> Iterator[Action]:
    """It stops where it goes somewhere; men in the open lie down; guns are made ready."""
    if any(gun.ready_from is None and gun.towed_by is None for gun in state.guns_of(group.id)):
        yield GiveTask(unit=group.id, what="prepare")
    order = group.order
    if state.vehicles_of(group.id):
        if order is not None and order.path:
            yield OrderGroup(unit=group.id, pace="halt")
        return
    down = _in_the_open(state, side, group) and not all(man.posture.value == "prone" for man in state.men(group.id))
    if down or (order is not None and order.path):
        yield OrderGroup(unit=group.id, pace="halt", posture="prone" if down else None)


def _in_the_open(state: State, side: SideId, group: Group) -> bool:
    at = state.anchor(group.id)
    known = on_known_ground(state, Viewer(side))
    return at is not None and not any(
        feature.kind in DEFENCES or feature.kind == "building" for feature in features_at(known, at)
    )


def _whither(state: State, side: SideId, piece: UnitInPlan, task: UnitTask, boldness: Boldness) -> Point | None:
    """Where the task leads the group now; None: it stays."""
    at = piece.at
    assert at is not None
    match task.kind:
        case TaskKind.TAKE | TaskKind.APPROACH | TaskKind.BRING:
            return task.at if task.at is not None and between(at, task.at) > THERE else None
        case TaskKind.HOLD:
            dug_in = not _in_the_open(state, side, state.group(piece.unit))
            near = _COVERS[boldness] if dug_in else THERE
            return task.at if task.at is not None and between(at, task.at) > near else None
        case TaskKind.SUPPORT:
            far = task.at is not None and between(at, task.at) > piece.range
            return task.at if far and _threat(state, side, at) > _STANDS_OFF[boldness] else None
        case TaskKind.FOLLOW | TaskKind.TREAT:
            lead = state.anchor(task.unit) if state.find_group(task.unit) is not None else None
            if lead is None or between(at, lead) <= _CLOSE_BEHIND or _threat(state, side, at) <= _STANDS_OFF[boldness]:
                return None
            return _on_table(state, step(lead, bearing(lead, at), _BEHIND))
        case TaskKind.BREAK_OFF | TaskKind.LEAVE:
            foes = sorted(_foes(state, side), key=lambda foe: between(at, foe.at))
            away = (
                bearing(foes[0].at, at) if foes and foes[0].at != at else homeward(state.board, state.group(piece.unit))
            )
            back = _on_table(state, step(at, away, _BACK))
            return back if between(at, back) > 1.0 else None
        case _:
            return None


def _on_table(state: State, at: Point) -> Point:
    x, y = state.on_table(at)
    return float(round(x)), float(round(y))


def _goes(
    state: State, side: SideId, piece: UnitInPlan, task: UnitTask, to: Point, boldness: Boldness
) -> tuple[OnFoot, str, FormationName | None]:
    """Pace, place and formation: a walk while nobody is near, which lets men fire; the last metres of an assault at a
    dash; along the trench or hedge where the way ends in one."""
    text = task.place if task.place and to == task.at else point_text(to)
    if state.vehicles_of(piece.unit):
        return "drive", text, None
    assert piece.at is not None
    threat = _threat(state, side, piece.at)
    attacks = task.kind in (TaskKind.TAKE, TaskKind.HOLD)
    pace: OnFoot = "walk"
    if attacks and threat <= _ASSAULT:
        pace = "dash"
    elif not attacks and threat <= _CRAWLS[boldness]:
        pace = "crawl"
    elif _exposed(state, side, piece.at, to, boldness):
        pace = "dash"
    known = on_known_ground(state, Viewer(side))
    lined = any(feature.kind in ("trench", "hedge", "wall") for feature in features_at(known, to))
    return pace, text, "along" if lined else None


def _exposed(state: State, side: SideId, at: Point, to: Point, boldness: Boldness) -> bool:
    """Whether an enemy that the side knows of sees the next of its way, near enough to hit."""
    known = on_known_ground(state, Viewer(side))
    ahead = step(at, bearing(at, to), min(between(at, to), DASH)) if at != to else at
    near = [foe.at for foe in _foes(state, side) if between(at, foe.at) <= _EXPOSED[boldness]]
    return any(in_line(known, Eye(foe, PRONE), Eye(here, ERECT)) for foe in near for here in (at, ahead))


# ── Where it leads ────────────────────────────────────────────────────────────────────────────────────────────────


def _goals(state: State, side: SideId, action: Action) -> Iterator[Destination]:
    if isinstance(action, OrderGroup | SendRunner):
        group = state.find_group(action.unit)
        if group is None:
            return
        at = None
        if action.to is not None:
            try:
                at = place(action.to, surroundings(state, side, state.anchor(group.id)))
            except RuleViolation:
                return  # told where the line is refused
        yield Destination(group.id, at)
    elif isinstance(action, CarryOn):
        for id_ in (action.unit,) if action.unit is not None else orderable(state, side):
            group = state.find_group(id_)
            if group is not None:
                order = group.order
                yield Destination(group.id, order.path[-1] if order is not None and order.path else None)


PLANNED_AHEAD = SealAhead(periods=3, ends="contact")
"""A plan is good for three periods, or until something happens that asks for another. IA-R252"""


def _lasting(state: State, side: SideId) -> Iterator[Action]:
    """Orders are sealed ahead; the fire of a period is declared for that period."""
    if state.step is PeriodStep.ORDERS and not goes_on(state, side):
        yield PLANNED_AHEAD


PLANNING: Planning[State] = planning(
    PlanTable(
        pieces=_pieces,
        foes=_foes,
        board=lambda state: state.board,
        write=_written,
        goals=_goals,
        lawful=_lawful,
        answer=_nothing,
        slot=slot,
        fights=lambda action: not (isinstance(action, Instruct) and action.fire == "hold"),
        lasting=_lasting,
    )
)
