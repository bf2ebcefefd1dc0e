"""Orders as they are written: judged before anything is sealed, with the way that they would lead. IA-orders.content"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.battle.deed import lawful
from rules.infantry_action.actions.movement import CarryOn, GiveTask, OrderGroup, PlaceMan
from rules.infantry_action.book.clearing import lifting_periods
from rules.infantry_action.book.driving import Driven, judge_pace
from rules.infantry_action.book.foot import FOOT as FIGURES
from rules.infantry_action.book.foot import (
    MANHANDLED,
    judge_double,
    judge_manhandle,
    judge_shares,
    judge_silent,
    too_heavy,
)
from rules.infantry_action.book.kinds import Light, Pace, Posture
from rules.infantry_action.book.mines import MinedSquare
from rules.infantry_action.book.reaction_results import band_of
from rules.infantry_action.book.smoke import bar_projectors
from rules.infantry_action.book.speech import Touch
from rules.infantry_action.events.orders import OrderWritten
from rules.infantry_action.figures import LONG_AGO, Point, Vehicle
from rules.infantry_action.groups import Group, GroupOrder, Task
from rules.infantry_action.knowledge import on_known_ground
from rules.infantry_action.play.command.reach import halting, in_touch, require_reach, speaks
from rules.infantry_action.play.command.writing import SEALING, require_writing, require_written_for
from rules.infantry_action.play.ground.passage import MAN, known_gate
from rules.infantry_action.play.movement.escorts import captured_near
from rules.infantry_action.play.movement.finding import found_way
from rules.infantry_action.play.movement.moving import carriers
from rules.infantry_action.play.movement.obeying import barred
from rules.infantry_action.play.movement.runaways import as_bound
from rules.infantry_action.play.movement.ways import chassis, hacked
from rules.infantry_action.play.movement.workers import WORK, doer, require_worker, work_square
from rules.infantry_action.state import PeriodStep, State
from rules.kernel.action import Actor, SideId
from rules.kernel.changing import replace
from rules.kernel.event import Event
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.seam.asking import Offer
from rules.seam.viewing import Viewer
from rules.table.reference import Surroundings, route

FOOT: tuple[Pace, ...] = (Pace.WALK, Pace.DASH, Pace.CRAWL, Pace.DOUBLE, Pace.MANHANDLE)
WHEELS: tuple[Pace, ...] = (Pace.DRIVE, Pace.RUSH, Pace.REVERSE, Pace.SWIM)
_PACES = {
    "halt": Pace.HALT, "walk": Pace.WALK, "dash": Pace.DASH, "crawl": Pace.CRAWL, "double": Pace.DOUBLE,
    "manhandle": Pace.MANHANDLE, "drive": Pace.DRIVE, "rush": Pace.RUSH, "reverse": Pace.REVERSE, "swim": Pace.SWIM,
}  # fmt: skip
_WORDS = {pace: word for word, pace in _PACES.items()}


@dataclass(frozen=True, slots=True)
class JudgedOrder:
    """A judged order of one group."""

    side: SideId
    group: Group
    order: GroupOrder
    touch: Touch | None
    note: str = ""
    """Of the way that it finds by itself. IA-R246"""


# ── Judging ───────────────────────────────────────────────────────────────────────────────────────────────────────


def judge_order(state: State, action: OrderGroup, by: Actor) -> JudgedOrder:
    """Raises RuleViolation for an order that cannot reach the group, or that its load, its build, its last reaction
    test or the ground forbids. IA-orders.communication, IA-foot.double, IA-foot.silent, IA-reaction.next-period"""
    side, group = require_written_for(state, by, PeriodStep.ORDERS, action.unit)
    touch = in_touch(state, group) if _PACES[action.pace] is Pace.HALT else require_reach(state, group)
    order, note = read_order(state, group, action)
    _require_unbound(state, group, order)
    return JudgedOrder(side, group, order, touch, note)


def read_order(state: State, group: Group, action: OrderGroup) -> tuple[GroupOrder, str]:
    """The order in the book's terms, however it reaches the group, and what is to be said of its way. Raises
    RuleViolation for what its men or vehicles cannot do. IA-orders.content, IA-R246"""
    pace = _PACES[action.pace]
    vehicles = state.vehicles_of(group.id)
    found = found_way(state, group, state.anchor(group.id), () if action.to is None else _path(state, group, action.to))
    path = found.path
    if path and pace is Pace.HALT:
        raise RuleViolation("no-pace", "A halt leads nowhere.", remedy="Name a pace, or leave the place out.")
    if not path and pace is not Pace.HALT:
        raise RuleViolation(Why.NO_PLACE, "The order does not say where to.", remedy="Name a place, or order a halt.")
    before = state.draft_of(group.id)
    order = GroupOrder(
        pace=pace,
        path=path,
        facing=action.facing,
        posture=None if action.posture is None else Posture(action.posture),
        silent=action.silent,
        closed=action.closed,
        turret=action.turret,
        tasks=before.tasks if before is not None else (),
        given=state.period,
        formation=action.formation or "",
        posted=before.posted if before is not None else (),
    )
    if vehicles and pace is not Pace.HALT:
        for vehicle in vehicles:
            _require_drivable(vehicle, Driven(pace, Light.DAY, bool(action.closed)))
            if not vehicle.mobile:
                raise RuleViolation(
                    Why.IMMOBILE, f"{vehicle.name} cannot move.", citation="IA-mine.at-hard", remedy="Order a halt."
                )
    elif not vehicles:
        _require_able(state, group, order)
    if order.silent:
        known, at = on_known_ground(state, Viewer(group.side)), state.anchor(group.id)
        through = hacked(known.board, (at, *path)) if at is not None and known.board is not None else ()
        judge_silent(pace, () if vehicles else through, speaks=speaks(state, group))
    return order, found.note


def _require_drivable(vehicle: Vehicle, driven: Driven) -> None:
    """RuleViolation for a pace at which it cannot go; aircraft fly as they were planned to. IA-air.flight-plan"""
    if vehicle.type.kind.aircraft:
        raise RuleViolation(
            "flies",
            f"{vehicle.name} flies the way that was written before the battle.",
            citation="IA-air.flight-plan",
            remedy="Order a halt, or give its men orders of their own.",
        )
    judge_pace(chassis(vehicle.type), driven)


def _path(state: State, group: Group, text: str) -> tuple[Point, ...]:
    assert state.board is not None
    start = state.anchor(group.id)
    return route(text, surroundings(state, group.side, start))


def surroundings(state: State, side: SideId, start: Point | None) -> Surroundings:
    """What a place may be named by: the side's own groups and those enemies that it sees or has seen."""
    state = on_known_ground(state, Viewer(side))
    assert state.board is not None
    places: dict[str, Point] = {}
    for group in state.groups:
        at = state.anchor(group.id)
        if group.side == side and at is not None:
            places[group.name] = at
    for glimpse in state.glimpses:
        if glimpse.side == side:
            places[state.group(glimpse.target).name] = glimpse.at
    return Surroundings(board=state.board, start=start, places=places)


def _require_able(state: State, group: Group, order: GroupOrder) -> None:
    """Whether its men can go so. IA-foot.double, IA-foot.double-limit, IA-foot.manhandle, IA-foot.carry-shares"""
    if order.pace in WHEELS:
        raise RuleViolation(
            "on-foot", f"{group.name} is on foot.", citation="IA-foot.walk", remedy="Order a pace on foot."
        )
    guns = [gun for gun in state.guns_of(group.id) if gun.towed_by is None and gun.at is not None]
    if order.pace is Pace.DOUBLE:
        for man in state.men(group.id):
            heavy = too_heavy(man.weapons, man.gear, man.charges, share=bool(man.serves))
            judge_double(None if man.doubled_in == LONG_AGO else man.doubled_in, state.period, heavy, man.name)
    if order.pace is Pace.MANHANDLE:
        gun = next((gun for gun in guns if gun.kind in MANHANDLED), None)
        if gun is None:
            raise RuleViolation(
                Why.NO_GUN,
                f"{group.name} has no gun to manhandle.",
                citation="IA-foot.manhandle",
                remedy="Order a walk.",
            )
        judge_manhandle(gun.kind, len(state.crew(gun.id)))
    elif order.pace is not Pace.HALT:
        for gun in guns:
            crew = state.crew(gun.id)
            if crew and gun.kind in MANHANDLED:
                raise RuleViolation(
                    "gun-stays",
                    f"{gun.name} does not move at a {order.pace.value}.",
                    citation="IA-foot.manhandle",
                    remedy="Order to manhandle it, limber it, or split off the men who are to go.",
                )
            if crew and not carriers(gun, crew):
                judge_shares(gun.kind, len(crew))


def _require_unbound(state: State, group: Group, order: GroupOrder) -> None:
    """RuleViolation for a way that the last reaction test forbids. IA-reaction.cumulative"""
    at = state.anchor(group.id)
    group = as_bound(state, group)
    if at is None or group.bound.score is None or state.vehicles_of(group.id):
        return
    band = band_of(group.bound.score)
    if band.panics or group.bound.retire:
        raise RuleViolation(
            "reaction",
            f"{group.name} runs in this period, whatever it is ordered.",
            citation="IA-reaction.result.under-minus-5" if band.panics else "IA-reaction.result.under-5-intermingled",
            remedy="Order it again in the next one.",
        )
    found = barred(state, group, order, at, band)
    if isinstance(found, RuleViolation):
        raise found


def write(state: State, ready: JudgedOrder) -> list[Event]:
    return [
        OrderWritten(
            side=ready.side,
            group=ready.group.id,
            order=ready.order,
            audience=(ready.side,),
            citations=("IA-orders.written", "IA-orders.content"),
        )
    ]


def judge_post(state: State, action: PlaceMan, by: Actor) -> JudgedOrder:
    """A man's own place beside the group's order of this period, or beside its standing still. Raises RuleViolation for
    one who is not of the group or not on foot, and for a place to which no way on foot leads. IA-R240"""
    side, group = require_written_for(state, by, PeriodStep.ORDERS, action.unit)
    touch = require_reach(state, group)
    man = next((man for man in state.men(group.id) if man.id == action.figure), None)
    if man is None or man.at is None:
        raise RuleViolation(
            Why.UNKNOWN_FIGURE, f"There is no such man on foot in {group.name}.", remedy="Choose one of its own men."
        )
    written = state.draft_of(group.id) or group.order or GroupOrder()
    posted = {id_: at for id_, at in written.posted if id_ != man.id}
    if action.to is not None:
        spot = route(action.to, surroundings(state, side, man.at))[-1]
        stop = known_gate(state, side).way(MAN, (man.at, spot)).stop
        if stop is not None:
            raise RuleViolation(
                Why.WAY_CLOSED,
                f"{man.name} does not get there in a straight line: {stop.why} is in his way.",
                citation="IA-R240",
                remedy="Choose a place that is open to him, or order the group there first.",
            )
        posted[man.id] = spot
    pace = Pace.WALK if posted and written.pace is Pace.HALT else written.pace
    order = replace(written, pace=pace, posted=tuple(posted.items()), given=state.period)
    return JudgedOrder(side, group, order, touch)


# ── Tasks, and carrying on ────────────────────────────────────────────────────────────────────────────────────────


def judge_task(state: State, action: GiveTask, by: Actor) -> JudgedOrder:
    """A task beside the group's order of this period, or beside its standing still. Raises RuleViolation."""
    side, group = require_written_for(state, by, PeriodStep.ORDERS, action.unit)
    touch = require_reach(state, group)
    spot: Point | None = None
    if action.at is not None:
        spot = route(action.at, surroundings(state, side, state.anchor(group.id)))[-1]
    if action.figure is not None and all(man.id != action.figure for man in state.men(group.id)):
        raise RuleViolation(
            Why.UNKNOWN_FIGURE, f"There is no such man in {group.name}.", remedy="Choose one of its own men."
        )
    _require_subject(state, group, action)
    written = state.draft_of(group.id) or group.order or GroupOrder()
    task = Task(action.what, action.subject or "", action.figure or "", spot)
    if task.kind in WORK:
        require_worker(state, group, task)
        _require_known_mines(state, group, task)
    others = tuple(each for each in written.tasks if each.kind != task.kind)
    order = replace(written, tasks=(*others, task), given=state.period)
    return JudgedOrder(side, group, order, touch)


def _require_subject(state: State, group: Group, action: GiveTask) -> None:
    """RuleViolation for a task without what it is done with."""
    vehicle = state.find_vehicle(action.subject)
    guns = state.guns_of(group.id)
    match action.what:
        case "enter" if vehicle is None or vehicle.side != group.side or not vehicle.able:
            raise RuleViolation("no-vehicle", "Which vehicle?", remedy="Name one of your vehicles that can still go.")
        case "limber" if vehicle is None or vehicle.side != group.side or not guns:
            raise RuleViolation("no-vehicle", "Which gun, behind which vehicle?", remedy="Name a vehicle near the gun.")
        case "prepare" | "pack" | "unlimber" if not guns:
            raise RuleViolation(Why.NO_GUN, f"{group.name} has no such weapon.", remedy="Choose the group that has it.")
        case "leave" | "rope-down" if all(man.aboard is None for man in state.men(group.id)):
            raise RuleViolation("on-foot", f"{group.name} is on foot.", remedy="It need not get out.")
        case "escort" if captured_near(state, group, action.subject or "") is None:
            raise RuleViolation(
                Why.NO_PRISONERS,
                "No prisoners without an escort are within 30 m of it.",
                citation="IA-pris.handling",
                remedy="Choose the group to which they surrendered.",
            )
        case "flail" if not any(vehicle.type.flail for vehicle in state.vehicles_of(group.id)):
            raise RuleViolation("no-flail", f"{group.name} has no flail.", remedy="Choose a flail vehicle.")
        case "line-charge" if not any(vehicle.line_charge for vehicle in state.vehicles_of(group.id)):
            raise RuleViolation(
                Why.NO_CHARGE, f"{group.name} has no line charge left.", remedy="Choose another vehicle."
            )
        case "smoke-salvo":
            bar_projectors(any(vehicle.smoke for vehicle in state.vehicles_of(group.id)))
        case "reload-smoke" if not any(v.type.projectors and not v.smoke for v in state.vehicles_of(group.id)):
            raise RuleViolation("loaded", f"{group.name} has no projectors to reload.", remedy="It needs none.")
        case _:
            return


def _require_known_mines(state: State, group: Group, task: Task) -> None:
    """RuleViolation where mines are to be lifted that this side does not know to be marked. IA-mine.lift"""
    man = doer(state, group, task)
    square = None if man is None else work_square(man, task)
    if task.kind != "lift-mines" or square is None:
        return
    mine = state.mine_square(*square)
    if mine is None or not mine.marked or (mine.side != group.side and group.side not in mine.known):
        lifting_periods(MinedSquare(frozenset()), engineer=True)


def judge_carry_on(state: State, action: CarryOn, by: Actor) -> list[Event]:
    """What was written for the group, or for all, is taken back: they carry on with their last orders.
    IA-orders.out-of-touch"""
    if action.unit is None:
        side = require_writing(state, by, PeriodStep.ORDERS)
        groups = [group for group in state.groups_of(side) if group.id not in SEALING.sealed(state, side)]
    else:
        side, group = require_written_for(state, by, PeriodStep.ORDERS, action.unit)
        groups = [group]
    written = [group for group in groups if state.draft_of(group.id) is not None]
    if not written:
        raise RuleViolation(
            Why.NOTHING_WRITTEN,
            f"Nothing new is written for {'it' if action.unit is not None else 'anybody'}.",
            citation="IA-orders.out-of-touch",
            remedy="Seal as it is: who has no new order carries on with the last one.",
        )
    return [
        OrderWritten(side=side, group=group.id, order=None, audience=(side,), citations=("IA-orders.out-of-touch",))
        for group in written
    ]


# ── Offers ────────────────────────────────────────────────────────────────────────────────────────────────────────


def offers_of(state: State, side: SideId, unit: str) -> Iterator[Offer]:
    """The paces that this group may be ordered now, each with its place to be filled in."""
    group = state.find_group(unit)
    if state.step is not PeriodStep.ORDERS or group is None or group.side != side:
        return
    mounted = bool(state.vehicles_of(unit))
    by = Actor.player(side)
    for pace in (WHEELS if mounted else FOOT) if _reached(state, group, by) else ():
        action = OrderGroup.draft(unit=unit, pace=_WORDS[pace])
        if _could(state, group, pace):
            yield Offer(action, f"{_title(pace)}…", needs=("to",), detail=_detail(state, group, pace))
    if not _halts(state, unit, by):
        return
    yield Offer(OrderGroup(unit=unit, pace="halt"), "Halt", detail=halting(state, group))
    if not mounted:
        yield Offer(OrderGroup(unit=unit, pace="halt", posture="prone"), "Halt and lie down", detail="harder to hit")


def _halts(state: State, unit: str, by: Actor) -> bool:
    """Whether it may be ordered to stay: out of everybody's reach too, but not while it runs."""
    return lawful(judge_order, state, OrderGroup(unit=unit, pace="halt"), by)


def _title(pace: Pace) -> str:
    return {Pace.DRIVE: "Drive", Pace.RUSH: "Rush", Pace.DASH: "Short dash"}.get(pace, pace.value.capitalize())


def _detail(state: State, group: Group, pace: Pace) -> str:
    return f"{FIGURES.pace[pace]} m" if pace in FIGURES.pace else ""


def _reached(state: State, group: Group, by: Actor) -> bool:
    """Whether it is on the table, and its order may be changed at all."""
    written = lawful(require_written_for, state, by, PeriodStep.ORDERS, group.id)
    return written and lawful(require_reach, state, group)


def _could(state: State, group: Group, pace: Pace) -> bool:
    """Whether some order at that pace is lawful: its way is looked at when it is given."""
    try:
        order = GroupOrder(pace=pace)
        vehicles = state.vehicles_of(group.id)
        for vehicle in vehicles:
            _require_drivable(vehicle, Driven(pace))
        if vehicles:
            return all(vehicle.mobile for vehicle in vehicles)
        _require_able(state, group, order)
        _require_unbound(state, group, order)
    except RuleViolation:
        return False
    return True
