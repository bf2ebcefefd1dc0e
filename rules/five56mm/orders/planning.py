"""Plans in 5.56mm: its people with what their sheets make of them, and the lists of orders by which they do a task."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rules.battle.orders.giving import fights
from rules.battle.orders.standing import StandingOrders
from rules.battle.plans.planning import planning
from rules.battle.plans.table import Destination, KnownEnemy, PlanTable, TaskKind, UnitInPlan, UnitTask
from rules.five56mm.actions.orders import GiveOrders
from rules.five56mm.book.injury import move_left
from rules.five56mm.book.profile import Gear, Skill
from rules.five56mm.orders.offered import BESIDE, in_need
from rules.five56mm.orders.signs import somebody_may_come
from rules.five56mm.state import Character, State
from rules.kernel.action import Action, SideId
from rules.kernel.violation import RuleViolation
from rules.seam.planning import BattleAim, Boldness, Intent, Planning, UnitRole
from rules.table.measure import between
from rules.table.reference import Surroundings, place, point_text

RIFLE = 24.0
"""Inches to which fire is worth something."""
THERE = 2.0
"""Inches from a place within which somebody is there."""
_HALTS = {Boldness.CAREFUL: 25, Boldness.STEADY: 35, Boldness.BOLD: 50}
"""The chance to hit, in per cent, for which somebody halts on his way."""
_LEAST = {Boldness.CAREFUL: 10, Boldness.STEADY: 10, Boldness.BOLD: None}
"""The chance from which whoever stays where he is fires."""
_NEAR = {Boldness.CAREFUL: 14.0, Boldness.STEADY: 10.0, Boldness.BOLD: 6.0}
"""Inches from an enemy at which those in support go no nearer."""
_STEPS = ("first", "then", "third", "last")
_SUPPORTS = frozenset({Skill.SNIPER, Skill.SHARPSHOOTER, Skill.MACHINE_GUNNER, Skill.HEAVY_WEAPONS})
_CREW = frozenset({"driver", "gunner", "pilot", "co-pilot"})
_GOES = {TaskKind.TAKE, TaskKind.HOLD, TaskKind.APPROACH, TaskKind.SUPPORT, TaskKind.BRING, TaskKind.LEAVE}


def planning_of(orders: StandingOrders[State]) -> Planning[State]:
    """For the seam."""

    return planning(
        PlanTable(
            pieces=_pieces,
            foes=_foes,
            board=lambda state: state.board,
            write=_written,
            goals=_goals,
            lawful=orders.may,
            answer=_nothing,
            slot=lambda action: action.name(),
            fights=fights,
        )
    )


def _nothing(state: State, side: SideId, aims: Sequence[BattleAim], intent: Intent) -> Action | None:
    """Questions of this book are answered by their own defaults."""
    return None


# ── Who is there ──────────────────────────────────────────────────────────────────────────────────────────────────


def _pieces(state: State, side: SideId) -> list[UnitInPlan]:
    return [
        UnitInPlan(
            unit=who.id,
            name=who.name,
            at=state.position(who),
            reach=move_left(who.wounds) * (1 if who.one_action else 2),
            range=RIFLE,
            worth=1.0,
            roles=_roles(state, who),
            people=(who.squad,),
        )
        for who in state.living(side)
        if who.able
    ]


def _roles(state: State, who: Character) -> tuple[UnitRole, ...]:
    """What his place, his skills and his gear make of him; the radio counts where there is something to call for."""
    fights = (UnitRole.ASSAULT, UnitRole.FIRE, UnitRole.RESERVE, UnitRole.HOLD, UnitRole.ESCORT)
    if who.vehicle is not None and who.place in _CREW:
        return UnitRole.CREW, UnitRole.FIRE
    if who.has(Skill.MEDIC):
        return (UnitRole.MEDIC, *fights)
    if who.traits.leader:
        return (UnitRole.COMMAND, *fights)
    if who.wears(Gear.RADIO) and any(task.side in (None, who.side) for task in state.radio):
        return (UnitRole.SIGNALS, *fights)
    if _SUPPORTS & set(who.traits.skills):
        return UnitRole.FIRE, UnitRole.HOLD, UnitRole.ASSAULT
    return fights


def _foes(state: State, side: SideId) -> list[KnownEnemy]:
    """Enemies who stand on the table: figures are there for all to see, their sheets are not."""
    return [
        KnownEnemy(at, 1.0, enemy.id, (enemy.squad,))
        for enemy in state.enemies(side)
        if enemy.able and (at := state.position(enemy)) is not None
    ]


def _hurt(state: State, who: UnitInPlan) -> Character | None:
    """The nearest of his side who bleeds and has not been helped, he himself first. MM-3.5.1"""
    own = [friend for friend in state.living(state.character(who.unit).side) if in_need(friend)]
    own.sort(key=lambda friend: between(at, who.at) if (at := friend.at) is not None and who.at is not None else 0.0)
    return own[0] if own else None


# ── What is ordered ───────────────────────────────────────────────────────────────────────────────────────────────


def _written(state: State, side: SideId, piece: UnitInPlan, task: UnitTask, boldness: Boldness) -> Iterator[Action]:
    steps, more = _list(state, side, piece, task, boldness)
    hurt = _hurt(state, piece)
    if hurt is not None and task.kind is not TaskKind.TREAT and _beside(piece, hurt):
        steps = ["treat the wounded", *steps]
    listed = dict(zip(_STEPS, dict.fromkeys(steps), strict=False))
    yield GiveOrders.model_validate({**listed, **more, "units": (piece.unit,), "lasts": "turn"})


def _beside(piece: UnitInPlan, hurt: Character) -> bool:
    return piece.at is not None and hurt.at is not None and between(piece.at, hurt.at) <= BESIDE


def _list(
    state: State, side: SideId, piece: UnitInPlan, task: UnitTask, boldness: Boldness
) -> tuple[list[str], dict[str, Any]]:
    """The list for a task, and what its steps are about."""
    who = state.character(piece.unit)
    where = _where(state, piece, task)
    there = piece.at is not None and task.at is not None and between(piece.at, task.at) <= THERE
    if who.vehicle is not None:
        return _aboard(who, task, where if task.kind in _GOES and not there else "", boldness)
    waits = _waits(state, who)
    match task.kind:
        case TaskKind.BRING if where and not there:
            return ["sprint to", "advance to", "take cover"], {"to": where}
        case TaskKind.BRING:
            return ["stealth", "hold"], {}
        case TaskKind.TAKE | TaskKind.LEAVE if where and not there:
            shot, at = _shot(state, side, task)
            goes = "sprint to" if _far(state, piece, task) else "advance to"
            first = [goes, shot] if not at and _bounds(state, who) else [shot, goes]
            return [*first, "best attack", "take cover"], {
                "to": where,
                "least": _HALTS[boldness],
                **at,
            }
        case TaskKind.HOLD if where and not there:
            return ["best attack", "advance to", *waits], {"to": where, "least": _HALTS[boldness]}
        case TaskKind.APPROACH if where and not there:
            return ["best attack", "advance to", *waits], {
                "to": where,
                "least": _HALTS[boldness],
                "within": _NEAR[boldness],
            }
        case TaskKind.SUPPORT if where and not (piece.at and task.at and between(piece.at, task.at) <= piece.range / 2):
            return ["best attack", "advance to", *waits], {
                "to": where,
                "least": _LEAST[boldness],
                "within": _NEAR[boldness],
            }
        case TaskKind.TREAT if (patient := _hurt(state, piece)) is not None:
            after = ["follow"] if patient.id != piece.unit else []
            return ["treat the wounded", *after, "best attack", "take cover"], {
                "target": patient.id if after else None,
                "least": _LEAST[boldness],
            }
        case TaskKind.CALL if _to_call(state, who):
            return ["use the radio", "best attack", "take cover"], {"least": _LEAST[boldness]}
        case TaskKind.FOLLOW | TaskKind.TREAT if task.unit and task.unit != piece.unit:
            return ["best attack", "follow", *waits], {"target": task.unit, "least": _HALTS[boldness]}
        case TaskKind.BREAK_OFF:
            return ["draw back", "take cover"], {}
        case TaskKind.SHELTER:
            return ["take cover", "hold"], {}
        case _:
            return ["best attack", *waits], {"least": _LEAST[boldness]}


def _aboard(who: Character, task: UnitTask, where: str, boldness: Boldness) -> tuple[list[str], dict[str, Any]]:
    """Whoever drives or flies goes there; the others fire from where they sit. MM-4.6.3, MM-4.7.3"""
    drives = who.place in ("driver", "pilot")
    if drives and where:
        return ["drive to", "best attack"], {"to": where, "least": _LEAST[boldness]}
    if not drives and who.place not in _CREW and task.kind in _GOES and not where:
        return ["get out", "best attack"], {"least": _LEAST[boldness]}
    return ["best attack"], {"least": _LEAST[boldness]}


def _shot(state: State, side: SideId, task: UnitTask) -> tuple[str, dict[str, Any]]:
    """At the one whom the aim is about, else at whoever is likeliest to be hit."""
    target = state.find(task.unit)
    if target is not None and target.side != side:
        return "fire at", {"target": target.id}
    return "best attack", {}


def _bounds(state: State, who: Character) -> bool:
    """Whether it is for him to go on this turn while the others fire: half of an assault by turns, so that it never
    stops for good where there is always somebody to fire at."""
    own = [each.id for each in state.characters if each.side == who.side]
    return (state.turn + own.index(who.id)) % 2 == 0


def _far(state: State, piece: UnitInPlan, task: UnitTask) -> bool:
    """Whether he runs: more than a go from the place, and out of the worst of the fire. MM-4.1.1"""
    if piece.at is None or task.at is None or between(piece.at, task.at) <= piece.reach:
        return False
    here, side = piece.at, state.character(piece.unit).side
    return all(between(here, foe.at) > RIFLE / 2 for foe in _foes(state, side))


def _waits(state: State, who: Character) -> list[str]:
    """Covering Fire where somebody may come, else his head down. MM-3.6.1"""
    return ["covering fire", "take cover"] if somebody_may_come(state, who) else ["take cover"]


def _to_call(state: State, who: Character) -> bool:
    """Whether a call of his side has not been answered yet, and he has a radio for it. MM-4.9.1, MM-R60"""
    wanted = any(task.side in (None, who.side) and task.once and not task.called for task in state.radio)
    return wanted and who.wears(Gear.RADIO)


def _where(state: State, piece: UnitInPlan, task: UnitTask) -> str:
    """The place as orders name it; over an edge, the nearest point of it."""
    if task.kind is TaskKind.LEAVE and piece.at is not None and state.board is not None:
        (x, y), board = piece.at, state.board
        ends = {"north": (x, board.depth), "south": (x, 0.0), "east": (board.width, y), "west": (0.0, y)}
        return point_text(ends[task.edge]) if task.edge in ends else ""
    if task.place:
        return task.place
    return point_text(task.at) if task.at is not None else ""


def _goals(state: State, side: SideId, action: Action) -> Iterator[Destination]:
    if not isinstance(action, GiveOrders):
        return
    at = None
    goes = {"advance to", "sprint to", "drive to"} & {action.first, action.then, action.third, action.last}
    if goes and action.to is not None and state.board is not None:
        try:
            at = place(action.to, Surroundings(state.board))
        except RuleViolation:
            return  # told where the line is refused
    for unit in action.units or tuple(who.id for who in state.living(side) if who.able):
        yield Destination(unit, at)
