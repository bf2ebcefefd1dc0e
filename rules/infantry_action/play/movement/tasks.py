"""What is done beside moving, when everybody stands where the movement took him: weapons taken over, mines found and
lifted, lanes blown, Claymores set up, smoke; trip flares touched on the way; horses that nobody holds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from rules.infantry_action.book.casualties import take_over, takeover_bar, takeover_diced
from rules.infantry_action.book.clearing import Clearer, lifting_periods, marking_periods, strip_of
from rules.infantry_action.book.driving import holders, horses_kept
from rules.infantry_action.book.grid import Square, strip_squares
from rules.infantry_action.book.kinds import Charge, Gear, Pace, Weapon
from rules.infantry_action.book.light import LightSource
from rules.infantry_action.book.smoke import SmokeSource, reloads
from rules.infantry_action.course import Course
from rules.infantry_action.events.movement import HorsesGone, ManMoved, Moved, TookOver
from rules.infantry_action.events.works import DeviceSet, DeviceSpent, MinesWorked, PathCleared, ProjectorsChanged
from rules.infantry_action.figures import Doing, Figure, Gun, Point, Vehicle, VehicleKind
from rules.infantry_action.groups import Group, GroupOrder, Task
from rules.infantry_action.knowledge import who_see_any
from rules.infantry_action.on_the_table import Device, MineSquare
from rules.infantry_action.play.ground.lines import crosses
from rules.infantry_action.play.movement.mined import as_square
from rules.infantry_action.play.movement.workers import (
    LONG_TASKS,
    ahead_of,
    at_work,
    left_behind,
    place_of,
    sapper,
    work_square,
    worth_taking,
)
from rules.infantry_action.play.smoke.laying import light, screen
from rules.infantry_action.state import State
from rules.kernel.changing import replace
from rules.kernel.violation import RuleViolation
from rules.table.measure import bearing, between, step

Waiting = dict[str, tuple[Task, ...]]
"""The tasks of each group that go on in the next period."""


def carry_out_tasks(course: Course, orders: Mapping[str, GroupOrder]) -> Waiting:
    """Every group's tasks, in the order of the groups; what is left to do of them. IA-R023"""
    waiting: Waiting = {}
    marked: set[str] = set()
    for id_, order in orders.items():
        group = course.state.find_group(id_)
        if group is None:
            continue
        left: list[Task] = []
        for task, man in tuple(at_work(course.state, group, order)):
            goes_on = _work(course, group, course.state.figure(man.id), task, marked)
            if goes_on or (task.kind == "take-over" and _on_his_way(course.state, group, task)):
                left.append(task)
        _by_vehicles(course, group, order)
        left += [task for task in order.tasks if task.kind == "rope-down" and _hovers(course.state, group)]
        if left:
            waiting[id_] = tuple(left)
    _trip_flares(course)
    _horses(course)
    return waiting


def _hovers(state: State, group: Group) -> bool:
    """Whether some of its men are still in a hovering helicopter. IA-air.helicopter-rope"""
    return any(
        man.aboard and man.place == "passenger" and state.vehicle(man.aboard).aloft for man in state.men(group.id)
    )


def _work(course: Course, group: Group, man: Figure, task: Task, marked: set[str]) -> bool:
    """One man's task; whether it goes on in the next period."""
    if not man.fit or (task.kind in LONG_TASKS and man.doing.moved > 0):
        return False
    match task.kind:
        case "take-over":
            _takes_over(course, man, left_behind(course.state, group, task))
        case "set-claymore":
            _sets_claymore(course, group, man, task)
        case "bangalore":
            _blows_a_lane(course, group, man, task)
        case "mark-mines" | "lift-mines":
            return _works_on_mines(course, group, man, task, marked)
        case "reload-smoke":
            _reloads(course, group, man)
        case _:
            pass
    return False


# ── Taking over ───────────────────────────────────────────────────────────────────────────────────────────────────


def _on_his_way(state: State, group: Group, task: Task) -> bool:
    """What was to be taken still lies there, and nobody has it."""
    item = left_behind(state, group, task)
    return item is not None and not (isinstance(item, Gun) and any(m.group == group.id for m in state.crew(item.id)))


def _takes_over(course: Course, man: Figure, item: Figure | Gun | None) -> None:
    """IA-soft.takeover, IA-soft.takeover-heavy, IA-soft.takeover-delay, IA-R094"""
    at = place_of(item)
    if item is None or at is None or man.at is None:
        return
    state = course.state
    heavy = isinstance(item, Gun)
    speciality = isinstance(item, Gun) and item.kind.value in man.specialities
    if takeover_bar(between(man.at, at), heavy, speciality) is not None:
        return
    crew_left = len(state.crew(item.id)) if heavy else 0
    serviceable = not takeover_diced(heavy, crew_left) or take_over(state.period, course.chance).serviceable
    what = None if isinstance(item, Gun) else worth_taking(item)[0]
    course.happen(
        TookOver(
            figure=man.id,
            of=item.id,
            weapon=what if isinstance(what, Weapon) else None,
            gear=what if isinstance(what, Gear) else None,
            serviceable=serviceable,
            audience=(man.side,),
            citations=("IA-soft.takeover-heavy" if heavy else "IA-soft.takeover", "IA-R094"),
        )
    )


# ── Mines ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _sets_claymore(course: Course, group: Group, man: Figure, task: Task) -> None:
    """It stands where its man is; ready when he has given it the period and withdrawn. IA-mine.claymore-setup"""
    if man.at is None:
        return
    state = course.state
    number = sum(1 for device in state.devices if device.side == group.side) + 1
    facing = bearing(man.at, task.spot) if task.spot is not None and task.spot != man.at else man.facing
    device = Device(
        f"claymore-{man.id}-{state.period}-{number}", "Claymore", group.side, man.at, facing, man.id, state.period
    )
    course.happen(
        DeviceSet(group=group.id, device=device, audience=(group.side,), citations=("IA-mine.claymore-setup",))
    )


def _works_on_mines(course: Course, group: Group, man: Figure, task: Task, marked: set[str]) -> bool:
    """A period on his square; whether it takes more. Where nothing lies his side learns so when he has searched it.
    IA-mine.mark-detector, IA-mine.mark-bayonet, IA-mine.lift"""
    square = work_square(man, task)
    if square is None:
        return False
    state = course.state
    mine = state.mine_square(*square) or MineSquare(*square, group.side)
    what = "mark" if task.kind == "mark-mines" else "lift"
    try:
        if what == "mark":
            needed = marking_periods(sapper(man))
        else:
            needed = lifting_periods(
                as_square(mine), engineer="engineer" in man.specialities, marked_it_now=man.id in marked
            )
    except RuleViolation:
        return False
    if what == "mark":
        marked.add(man.id)
        if mine.marked:
            return False
    worked = 1 + (mine.worked if mine.worked_by in ("", group.side) else 0)
    done = worked >= needed
    course.happen(
        MinesWorked(
            group=group.id,
            column=square[0],
            row=square[1],
            what=what,
            worked=worked,
            done=done,
            found=mine.anti_personnel or mine.anti_tank,
            audience=(group.side,),
            citations=("IA-mine.mark-detector", "IA-mine.mark-bayonet") if what == "mark" else ("IA-mine.lift",),
        )
    )
    return not done


def _blows_a_lane(course: Course, group: Group, man: Figure, task: Task) -> None:
    """IA-mine.bangalore, IA-R142"""
    ahead = ahead_of(man, task)
    if man.at is None or ahead is None or Charge.BANGALORE not in man.charges:
        return
    angle = bearing(man.at, ahead) if ahead != man.at else man.facing
    course.happen(
        PathCleared(
            by=man.id,
            how=Clearer.BANGALORE.value,
            squares=_strip(Clearer.BANGALORE, man.at, angle),
            figure=man.id,
            citations=("IA-mine.bangalore", "IA-R142"),
        )
    )


def _strip(clearer: Clearer, start: Point, angle: float, metres: float = 0.0) -> tuple[Square, ...]:
    strip = strip_of(clearer)
    return strip_squares(start, angle, strip.depth or metres, strip.width)


# ── Vehicles ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _by_vehicles(course: Course, group: Group, order: GroupOrder) -> None:
    for task in order.tasks:
        for vehicle in course.state.vehicles_of(group.id):
            if task.subject and task.subject not in (vehicle.id, group.id):
                continue
            if vehicle.at is None or not vehicle.able or not course.state.aboard(vehicle.id):
                continue
            match task.kind:
                case "smoke-salvo":
                    _salvo(course, vehicle)
                case "line-charge":
                    _fires_line_charge(course, vehicle, task)
                case "flail":
                    _flails(course, vehicle)
                case _:
                    pass


def front(vehicle: Vehicle) -> Point:
    assert vehicle.at is not None
    return step(vehicle.at, vehicle.facing, vehicle.type.length / 2)


def _salvo(course: Course, vehicle: Vehicle) -> None:
    """50 m of smoke 50 m in front of it. IA-smoke.projectors, IA-R150"""
    if not vehicle.smoke:
        return
    course.happen(
        ProjectorsChanged(
            vehicle=vehicle.id,
            loaded=False,
            audience=who_see_any(course.state, vehicle.group),
            citations=("IA-smoke.projectors", "IA-R150"),
        )
    )
    screen(course, vehicle.side, SmokeSource.PROJECTORS, front(vehicle), vehicle.id, vehicle.facing)


def _reloads(course: Course, group: Group, man: Figure) -> None:
    """A whole period at a halt with him outside; he is in again at its end. IA-smoke.projectors, IA-R150"""
    vehicle = course.state.find_vehicle(man.aboard)
    if vehicle is None or not vehicle.type.projectors or vehicle.smoke:
        return
    if not reloads(stationary=vehicle.doing.moved <= 0, crewman_outside=True):
        return
    doing = Doing(boarding=True, busy=True)
    course.happen(
        Moved(
            group=group.id,
            men=(ManMoved(man.id, None, man.facing, man.posture, doing, man.share, man.aboard, man.place),),
            why="reload",
            audience=who_see_any(course.state, group.id),
            citations=("IA-smoke.projectors",),
        )
    )
    course.happen(ProjectorsChanged(vehicle=vehicle.id, loaded=True, audience=(group.side,), citations=("IA-R150",)))


def _fires_line_charge(course: Course, vehicle: Vehicle, task: Task) -> None:
    """IA-mine.vehicle-line-charge, IA-R010"""
    if not vehicle.line_charge or vehicle.at is None:
        return
    aimed = task.spot is not None and task.spot != vehicle.at
    angle = bearing(vehicle.at, task.spot) if aimed and task.spot is not None else vehicle.facing
    course.happen(
        PathCleared(
            by=vehicle.id,
            how=Clearer.LINE_CHARGE.value,
            squares=_strip(Clearer.LINE_CHARGE, step(vehicle.at, angle, vehicle.type.length / 2), angle),
            citations=("IA-mine.vehicle-line-charge", "IA-R142"),
        )
    )


def _flails(course: Course, vehicle: Vehicle) -> None:
    """20 m wide, as far as it went at the reverse rate. IA-mine.flail, IA-R142"""
    way = vehicle.doing.path
    if not vehicle.type.flail or vehicle.doing.pace is not Pace.REVERSE or len(way) < 2:
        return
    squares: dict[Square, None] = {}
    for a, b in pairwise(way):
        if a != b:
            squares |= dict.fromkeys(_strip(Clearer.FLAIL, a, bearing(a, b), between(a, b)))
    course.happen(
        PathCleared(
            by=vehicle.id,
            how=Clearer.FLAIL.value,
            squares=tuple(squares),
            audience=who_see_any(course.state, vehicle.group),
            citations=("IA-mine.flail", "IA-R142"),
        )
    )


# ── What happens by itself ────────────────────────────────────────────────────────────────────────────────────────


def _trip_flares(course: Course) -> None:
    """A wire is touched by whoever of the other side crosses it. IA-illum.trip-flare, IA-R143, IA-R220"""
    for device in course.state.devices:
        if device.kind != "trip flare" or device.wire is None:
            continue
        if any(_touches(way, device.at, device.wire) for way in _ways(course.state, device.side)):
            course.happen(DeviceSpent(device=device.id, what=device.kind, citations=("IA-illum.trip-flare",)))
            light(course, LightSource.TRIP_FLARE, device.at)


def _ways(state: State, not_of: str) -> Iterator[tuple[Point, ...]]:
    for man in state.figures:
        if man.side != not_of and man.aboard is None:
            yield man.doing.path
    for vehicle in state.vehicles:
        if vehicle.side != not_of:
            yield vehicle.doing.path


def _touches(way: tuple[Point, ...], a: Point, b: Point) -> bool:
    return any(crosses((one, other), (a, b)) for one, other in pairwise(way) if one != other)


def _horses(course: Course) -> None:
    """One man in three holds the horses of those who got down, and does nothing else; with fewer they are gone.
    IA-veh.horse-holders, IA-R046"""
    for group in course.state.groups:
        state = course.state
        horses = [v for v in state.fleet(group.id) if v.type.kind is VehicleKind.HORSE and v.mobile]
        loose = [horse for horse in horses if not state.aboard(horse.id)]
        if not loose:
            continue
        riders = [man for horse in horses for man in state.aboard(horse.id)]
        needed = holders(len(loose))
        if not horses_kept(len(loose), len(riders)):
            _thrown(course, group, riders)
            course.happen(
                HorsesGone(
                    group=group.id,
                    vehicles=tuple(horse.id for horse in horses),
                    audience=who_see_any(state, group.id),
                    citations=("IA-veh.horse-holders", "IA-R046"),
                )
            )
            continue
        holding = tuple(
            ManMoved(
                man.id, man.at, man.facing, man.posture, replace(man.doing, busy=True), man.share, man.aboard, man.place
            )
            for man in riders[-needed:]
        )
        course.happen(
            Moved(
                group=group.id,
                men=holding,
                why="holders",
                audience=who_see_any(state, group.id),
                citations=("IA-veh.horse-holders",),
            )
        )


def _thrown(course: Course, group: Group, riders: Sequence[Figure]) -> None:
    """All horses of the group are lost, the holders' own too: they stand where they rode. IA-R046"""
    down = tuple(
        ManMoved(man.id, course.state.position(man), man.facing, man.posture, replace(man.doing, boarding=True))
        for man in riders
    )
    if down:
        course.happen(
            Moved(
                group=group.id,
                men=down,
                why="horses lost",
                audience=who_see_any(course.state, group.id),
                citations=("IA-veh.horse-holders", "IA-R046"),
            )
        )
