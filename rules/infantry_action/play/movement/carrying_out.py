"""The step of movement: orders are taken up, and both sides carry them out at the same time. IA-orders.simultaneous

Where everybody ends depends on where everybody began, never on who is worked out first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.infantry_action.book.air import AirState, leaving
from rules.infantry_action.book.foot import Labour
from rules.infantry_action.book.kinds import Pace, Posture
from rules.infantry_action.book.reaction_results import panic_pace
from rules.infantry_action.book.speech import without_order
from rules.infantry_action.course import Course
from rules.infantry_action.events.movement import ManMoved, Moved, VehicleMoved
from rules.infantry_action.events.orders import OrderTaken
from rules.infantry_action.events.works import MenEscaped
from rules.infantry_action.figures import Doing, Figure, Point, Vehicle
from rules.infantry_action.groups import Group, GroupOrder, Task
from rules.infantry_action.knowledge import who_see_any
from rules.infantry_action.play.command.reach import in_touch
from rules.infantry_action.play.ground.clearing import stand_clear, step_aside
from rules.infantry_action.play.ground.passage import clear_place, gate_of, past_vehicles
from rules.infantry_action.play.movement.boarding import Traffic, beside, out_of, place_aboard, traffic
from rules.infantry_action.play.movement.escorts import escort
from rules.infantry_action.play.movement.fleeing import flight
from rules.infantry_action.play.movement.leaving import guns_moved, off_the_table, taken_along
from rules.infantry_action.play.movement.messengers import run
from rules.infantry_action.play.movement.mined import guns_through, men_through, vehicle_through
from rules.infantry_action.play.movement.moving import (
    Walked,
    carriers,
    cut,
    drive,
    ended,
    flails,
    walk,
    way_of,
)
from rules.infantry_action.play.movement.obeying import Obeyed, obeyed
from rules.infantry_action.play.movement.obeying import panic as panicking
from rules.infantry_action.play.movement.overhearing import overhear
from rules.infantry_action.play.movement.parting import join_up
from rules.infantry_action.play.movement.runaways import runs
from rules.infantry_action.play.movement.tasks import Waiting, carry_out_tasks
from rules.infantry_action.play.movement.together import ELBOW, keeping, straggling, together
from rules.infantry_action.play.movement.workers import LONG_TASKS, at_work, left_behind, place_of, sapper
from rules.infantry_action.state import State
from rules.kernel.changing import replace
from rules.kernel.event import Event
from rules.table.following import Followed
from rules.table.gate import Gate
from rules.table.measure import along, between


def carry_out(course: Course) -> None:
    """Everything that happens between the opening of the orders and the looking about."""
    overhear(course)
    join_up(course)
    run(course)
    for group in course.state.groups:
        if group.kind != "prisoners" and any(course.state.men(group.id)):
            take_up(course, group)
    before = course.state
    groups = [group for group in before.groups if any(before.men(group.id)) and group.kind != "prisoners"]
    obeying = {group.id: obeyed(before, group, group.order) for group in groups}
    about = traffic(before, [(id_, one.order) for id_, one in obeying.items()])
    drivers = [group for group in groups if before.vehicles_of(group.id)]
    for group in drivers:
        standing = _standing(before, group, obeying)
        _drive(course, before, group, obeying[group.id], about, standing)
    for group in groups:
        _walk(course, before, group, obeying[group.id], about)
    waiting = carry_out_tasks(course, {id_: one.order for id_, one in obeying.items()})
    step_aside(course, before)
    escort(course, {id_: one.order for id_, one in obeying.items()})
    _wait_on(course, obeying, waiting)


def take_up(course: Course, group: Group) -> None:
    """The group's new order, or its last one, or none. IA-orders.out-of-touch, IA-orders.halted, IA-R022, IA-R029"""
    state = course.state
    draft = state.draft_of(group.id)
    touched = in_touch(state, group) is not None
    if draft is not None:
        draft = keeping(state, group, draft)
        halted = not touched and draft.pace is Pace.HALT
        event = OrderTaken(group=group.id, order=draft, halted=halted)
    else:
        what = without_order(
            in_touch=touched, has_order=group.order is not None, halted=group.halted, house=state.house
        )
        event = OrderTaken(group=group.id, order=group.order if what.goes_on else None, halted=group.halted)
    course.happen(replace(event, audience=(group.side,), citations=("IA-orders.simultaneous", "IA-orders.dormant")))


def _wait_on(course: Course, obeying: dict[str, Obeyed], waiting: Waiting) -> None:
    """What is left of every order: the rest of the way, work that takes longer; a dormant one waits whole.
    IA-orders.dormant"""
    for id_, one in obeying.items():
        state = course.state
        group = state.find_group(id_)
        if group is None or group.order is None:
            continue
        left = group.order if one.dormant or one.why else _left(state, group, group.order, waiting.get(id_, ()))
        if left != group.order or one.dormant != group.dormant:
            course.happen(
                OrderTaken(group=id_, order=left, dormant=one.dormant, halted=group.halted, audience=(group.side,))
            )


def _left(state: State, group: Group, order: GroupOrder, tasks: tuple[Task, ...]) -> GroupOrder:
    """The way that is still to go from where the anchor stands now, and the tasks that are not done."""
    at = state.anchor(group.id)
    path = list(order.path)
    while path and at is not None and _passed(state, group, path[0], at):
        path.pop(0)
    if not path and at is not None and order.path and straggling(state, group, order):
        path = [at]
    return replace(order, path=tuple(path), tasks=tasks, pace=order.pace if path else Pace.HALT)


def _passed(state: State, group: Group, point: Point, at: Point) -> bool:
    """Whether the group has come to a point of its way, or by it."""
    ways = [man.doing.path for man in state.men(group.id)] + [v.doing.path for v in state.vehicles_of(group.id)]
    gone = next((way for way in ways if way), ())
    near = [*gone, at]
    return any(abs(x - point[0]) < 1.0 and abs(y - point[1]) < 1.0 for x, y in near)


# ── Driving ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _standing(before: State, group: Group, obeying: Mapping[str, Obeyed]) -> tuple[Vehicle, ...]:
    """Wrecks, and vehicles that do not move in this period, but those of the group itself that can."""
    moving = {id_ for id_, one in obeying.items() if one.order.path and one.order.pace is not Pace.HALT} | {group.id}
    return tuple(
        each
        for each in before.vehicles
        if each.at is not None and not each.aloft and (not each.able or not each.mobile or each.group not in moving)
    )


def _drive(
    course: Course, before: State, group: Group, one: Obeyed, about: Traffic, standing: tuple[Vehicle, ...]
) -> None:
    anchor = before.anchor(group.id)
    if anchor is None:
        return
    moves: list[VehicleMoved] = []
    after: list[Event] = []
    for vehicle in before.vehicles_of(group.id):
        if vehicle.at is None or not vehicle.able or vehicle.type.kind.aircraft:
            continue
        move = drive(before, vehicle, anchor, one.order, about.manoeuvres(before, vehicle), standing)
        move, harm = vehicle_through(before, course.chance, vehicle, move, flailing=flails(vehicle, one.order))
        moves.append(move)
        after += harm
    if not moves:
        return
    men = [_rides(man, move) for move in moves for man in before.aboard(move.vehicle)]
    course.note(
        Moved(
            group=group.id,
            men=tuple(man for man in men if man.figure not in about.leaving),
            vehicles=tuple(moves),
            why=one.why,
            audience=who_see_any(before, group.id),
            citations=("IA-veh.move-and-fire",),
        )
    )
    for event in after:
        course.note(event)
        if isinstance(event, MenEscaped):
            stand_clear(course, event.of, (die.figure for die in event.dice if die.escaped))


def _rides(man: Figure, move: VehicleMoved) -> ManMoved:
    """Whoever sits in it does what it does."""
    return ManMoved(man.id, None, move.facing, man.posture, move.doing, man.share, man.aboard, man.place)


# ── Walking ───────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class _Band:
    """A group's move while it is worked out. `ways`: of those who go together."""

    group: Group
    order: GroupOrder
    one: Obeyed
    anchor: Point
    ways: Mapping[str, Followed]
    gate: Gate
    """Of the table with all vehicles where they have come to."""


def _walk(course: Course, before: State, group: Group, one: Obeyed, about: Traffic) -> None:
    """The men of a group who are on foot, or get out, or in; their guns with them."""
    anchor = before.anchor(group.id)
    men = [man for man in before.men(group.id) if man.at is not None or man.id in about.leaving]
    if anchor is None or not men:
        return
    gate = gate_of(course.state)
    band = _Band(group, one.order, one, anchor, _together(before, group, one, men, about, gate), gate)
    sharers = _sharers(before, band)
    moves: list[ManMoved] = []
    for number, man in enumerate(men):
        move = _man(course, before, band, man, number, about, man.id in sharers)
        moves.append(_clear_of(move, moves) if man.id in band.ways else move)
    moves, fallen = men_through(course, group, _off_the_wheels(band.gate, moves))
    lost = [*fallen, *off_the_table(before, one, moves)]
    guns = [taken_along(before, gun, lost) for gun in guns_moved(before, group, one, moves, about)]
    if any(_changes(before, move) for move in moves) or guns:
        course.happen(
            Moved(
                group=group.id,
                men=tuple(moves),
                guns=tuple(guns),
                why=one.why,
                silent=band.order.silent,
                audience=who_see_any(before, group.id),
                citations=("IA-foot.walk", "IA-orders.simultaneous"),
            )
        )
    for loss in lost:
        course.happen(loss)
    guns_through(course, guns)


def _off_the_wheels(gate: Gate, moves: Sequence[ManMoved]) -> list[ManMoved]:
    """The same moves, but that nobody ends where a vehicle or wreck stands: he steps aside. IA-R245"""
    found: list[ManMoved] = []
    for move in moves:
        taken = [each.at for each in found if each.at is not None]
        at = None if move.at is None or move.aboard is not None else clear_place(gate, move.at, taken)
        found.append(move if at is None or at == move.at else _stepped(move, at))
    return found


def _stepped(move: ManMoved, at: Point) -> ManMoved:
    path = move.doing.path
    return replace(move, at=at, doing=replace(move.doing, path=(*path[:-1], at)) if path else move.doing)


def _clear_of(move: ManMoved, others: list[ManMoved]) -> ManMoved:
    """His move, stopped before the place of another of his group who was there first. IA-R240"""
    path = move.doing.path
    taken = [each.at for each in others if each.at is not None]
    metres = move.doing.moved
    at = move.at
    while path and at is not None and metres > 0 and any(between(at, spot) < 2 * ELBOW - 1e-6 for spot in taken):
        metres = max(0.0, metres - ELBOW)
        at = along(path, metres)
    if at == move.at:
        return move
    kept = cut(path, metres)
    return replace(move, at=at, doing=replace(move.doing, path=kept, moved=metres))


def _together(
    before: State, group: Group, one: Obeyed, men: list[Figure], about: Traffic, gate: Gate
) -> Mapping[str, Followed]:
    """The ways of those who go with the group's order: not who gets in or out, runs, or has work of his own."""
    if one.why == "panic" or not (one.order.path or one.order.posted) or before.vehicles_of(group.id):
        return {}
    working = {who.id for _, who in at_work(before, group, one.order)}
    going = [
        man
        for man in men
        if man.at is not None
        and man.id not in working
        and man.id not in about.entering
        and man.id not in about.leaving
        and not runs(before, group, man, False)
    ]
    first = before.senior(group.id) or next(iter(men))
    going.sort(key=lambda man: man.id != first.id)
    return together(before, group, going, one.order, gate=gate).ways if going else {}


def _changes(before: State, move: ManMoved) -> bool:
    man = before.figure(move.figure)
    same = (man.at, man.facing, man.posture, man.aboard, man.share)
    return same != (move.at, move.facing, move.posture, move.aboard, move.share) or move.doing != Doing()


def _sharers(before: State, band: _Band) -> frozenset[str]:
    """Who carries a share of a gun that goes along. IA-foot.carry-shares"""
    found: set[str] = set()
    if band.order.pace in (Pace.HALT, Pace.MANHANDLE) or band.one.why in ("panic", "retire") or not band.order.path:
        return frozenset()
    for gun in before.guns_of(band.group.id):
        if gun.towed_by is None and gun.at is not None:
            found |= set(carriers(gun, before.crew(gun.id)))
    return frozenset(found)


def _man(course: Course, before: State, band: _Band, man: Figure, number: int, about: Traffic, share: bool) -> ManMoved:
    """One man's move, from beside the vehicle that he leaves, or to the one that he enters."""
    order, state = band.order, course.state
    labours: list[Labour] = []
    start = man
    vehicle = before.find_vehicle(about.leaving.get(man.id))
    if vehicle is not None:
        now = state.vehicle(vehicle.id)
        start = replace(man, at=_beside_it(band, out_of(state, now, number)), aboard=None, place="", facing=now.facing)
        labours += leaving(AirState.HOVERING if now.aloft else AirState.LANDED)
    target = state.find_vehicle(about.entering.get(man.id))
    if target is not None and target.at is not None:
        return _enters(before, state, band, start, target, about, labours)
    if start.at is None or before.board is None:
        return ended(man, Walked((), 0.0), GroupOrder())
    if any(task.kind == "prepare" for task in order.tasks) and man.serves is not None:
        labours.append(Labour.PREPARE)
    panic = runs(before, band.group, man, band.one.why == "panic")
    if panic and band.one.why != "panic":
        order = panicking(before, band.group, band.anchor)
    elif band.one.why == "panic" and not panic:
        order = GroupOrder()
    task = next((task for task, who in at_work(before, band.group, order) if who.id == man.id), None)
    busy = task is not None and task.kind in LONG_TASKS
    anchor = start.at if vehicle is not None else band.anchor
    if task is not None:
        order = _his_own(before, band.group, order, task, man)
        anchor = start.at
    gone = band.ways.get(man.id)
    way = gone.way if gone is not None else way_of(before.board, anchor, start.at, order.path)
    if gone is None:
        way = past_vehicles(band.gate, way).points
    if panic:
        walked = flight(before, band.gate, band.group, start, float(panic_pace(before.house)))
    else:
        walked = walk(before, start, way, order, labours, share=share)
    move = ended(start, walked, order, panic=panic, busy=busy)
    if gone is not None and order.facing is None and move.doing.moved > 0:
        move = replace(move, facing=round(gone.facing, 1))
    boarding = vehicle is not None
    return replace(move, share=share, doing=replace(move.doing, boarding=boarding))


def _beside_it(band: _Band, at: Point | None) -> Point | None:
    return None if at is None else clear_place(band.gate, at)


def _his_own(before: State, group: Group, order: GroupOrder, task: Task, man: Figure) -> GroupOrder:
    """The order of a man with work of his own: he stays at it, or goes straight to what he is to take over.
    IA-mine.claymore-setup, IA-mine.mark-detector, IA-R094"""
    if task.kind in LONG_TASKS:
        lies_down = task.kind == "mark-mines" and sapper(man).posture is Posture.PRONE
        return replace(order, pace=Pace.HALT, path=(), posture=Posture.PRONE if lies_down else order.posture)
    at = place_of(left_behind(before, group, task))
    if at is None:
        return order
    return replace(order, pace=Pace.WALK if order.pace is Pace.HALT else order.pace, path=(at,), facing=None)


def _enters(
    before: State, state: State, band: _Band, man: Figure, target: Vehicle, about: Traffic, labours: list[Labour]
) -> ManMoved:
    """He climbs aboard: at once if he stands beside it when the period begins, else where it stands when he comes
    there. IA-foot.deduct-10, IA-veh.mount"""
    was = before.vehicle(target.id)
    assert before.board is not None
    assert target.at is not None
    assert was.at is not None
    assert man.at is not None
    aboard = {"aboard": target.id, "place": place_aboard(state, target), "at": None}
    if beside(before, man, was):
        doing = Doing(pace=target.doing.pace, path=target.doing.path, moved=target.doing.moved, boarding=True)
        return replace(ManMoved(man.id, None, target.facing, man.posture, doing), **aboard)
    pace = band.order.pace if band.order.pace in (Pace.WALK, Pace.DASH, Pace.DOUBLE, Pace.CRAWL) else Pace.WALK
    order = replace(band.order, pace=pace, path=(target.at,), facing=None)
    way = past_vehicles(gate_of(state, but=target.id), (man.at, target.at)).points
    walked = walk(before, man, way, order, [*labours, Labour.ENTER], share=False)
    move = ended(man, walked, order)
    if move.at is None or not beside(before, replace(man, at=move.at), target) or target.doing.moved > 0:
        return move
    return replace(move, doing=replace(move.doing, boarding=True), **aboard)
