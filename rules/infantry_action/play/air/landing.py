"""What comes down in a period, before anybody else moves: paratroops, gliders, helicopters. IA-R048, IA-R221"""

from __future__ import annotations

from rules.infantry_action.book.air import Hazard, drop, hurt_landing, off_table, weapon_lost
from rules.infantry_action.course import Course
from rules.infantry_action.events.air import Dropped, Fallen, Flew, FlewOff
from rules.infantry_action.events.orders import OrderTaken
from rules.infantry_action.figures import Point, Vehicle
from rules.infantry_action.groups import GroupOrder, Task
from rules.infantry_action.knowledge import who_see_any
from rules.infantry_action.on_the_table import Drop, FlightPlan
from rules.infantry_action.play.air.shooting import bring_down, flown
from rules.infantry_action.play.ground.kinds import BUILT, WATER, WOODS, is_any
from rules.infantry_action.play.ground.places import board_of, features_at
from rules.infantry_action.state import State
from rules.kernel.changing import replace
from rules.table.measure import bearing, inward


def come_in(course: Course) -> None:
    """IA-air.para-drop, IA-air.flight-plan; what is in the air without a crew comes down. IA-R262"""
    for vehicle in course.state.vehicles:
        if vehicle.aloft and vehicle.able and vehicle.at is not None and not flown(course.state, vehicle):
            bring_down(course, vehicle, vehicle.at)
    for plan in course.state.drops:
        if plan.period == course.state.period:
            _drop(course, plan)
    for flight in course.state.flights:
        if flight.period == course.state.period:
            _fly(course, flight, flight.path, flight.then)
        elif flight.leaves == course.state.period:
            _fly(course, flight, flight.out, "pass")


def fly_off(course: Course) -> None:
    """At the end of a period: whatever has flown off the table in it is gone. IA-R221"""
    for vehicle in course.state.vehicles:
        if vehicle.flies_off and vehicle.able:
            seen = who_see_any(course.state, vehicle.group)
            course.happen(FlewOff(vehicle=vehicle.id, audience=seen, citations=("IA-R221",)))


# ── Parachutes ────────────────────────────────────────────────────────────────────────────────────────────────────


def _drop(course: Course, plan: Drop) -> None:
    """Each man and weapon by himself. IA-air.para-off-table, IA-air.para-hazard, IA-air.para-water-weapons"""
    state = course.state
    group = state.group(plan.group)
    men = [man for man in state.men(group.id) if man.at is None and man.aboard is None]
    guns = [gun for gun in state.guns_of(group.id) if gun.at is None and gun.towed_by is None]
    if not men and not guns:
        return
    came = tuple(_falls(course, plan, man.id, man.name, heavy=False) for man in men)
    weapons = tuple(_falls(course, plan, gun.id, gun.name, heavy=True) for gun in guns)
    board = board_of(state)
    facing = inward(dict(board.edges).get(group.side, "south"))
    course.happen(
        Dropped(
            group=group.id,
            men=came,
            guns=weapons,
            facing=facing,
            citations=("IA-air.para-drop", "IA-air.para-hazard", "IA-R047", "IA-R048"),
        )
    )


def _falls(course: Course, plan: Drop, who: str, name: str, *, heavy: bool) -> Fallen:
    state, board = course.state, board_of(course.state)
    found = drop(plan.aim, course.chance, name, state.house, dict(plan.real).get(who, plan.aim))
    at = (round(found.at[0], 3), round(found.at[1], 3))
    if off_table(at, board.width, board.depth):
        return Fallen(who, at, found.clock, found.dice, off=True)
    ground = hazards(state, at)
    hurt = weapon_lost(ground) if heavy else hurt_landing(ground, course.chance, name)
    return Fallen(who, at, found.clock, found.dice, hurt=hurt)


def hazards(state: State, at: Point) -> frozenset[Hazard]:
    """IA-air.para-hazard"""
    found: set[Hazard] = set()
    for feature in features_at(state, at):
        if is_any(feature, WOODS):
            found.add(Hazard.WOODS)
        elif is_any(feature, BUILT):
            found.add(Hazard.BUILT_UP)
        elif is_any(feature, WATER):
            found.add(Hazard.WATER)
    return frozenset(found)


# ── Aircraft ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _fly(course: Course, flight: FlightPlan, path: tuple[Point, ...], then: str) -> None:
    """All of its way in one period. Who is to get out does so in the next, unless he is ordered otherwise."""
    state = course.state
    vehicle = state.find_vehicle(flight.vehicle)
    if vehicle is None or not vehicle.able or (vehicle.at is not None and not flown(state, vehicle)):
        return
    way = path if vehicle.at is None or path[:1] == (vehicle.at,) else (vehicle.at, *path)
    if len(way) < 2:
        return
    course.happen(
        Flew(
            vehicle=vehicle.id,
            path=way,
            facing=round(bearing(way[-2], way[-1]), 1),
            then="land" if then == "land" else "hover" if then == "hover" else "pass",
            citations=("IA-air.flight-plan", "IA-R221"),
        )
    )
    if then in ("land", "hover"):
        _told_to_leave(course, vehicle, "leave" if then == "land" else "rope-down")


def _told_to_leave(course: Course, vehicle: Vehicle, how: str) -> None:
    """Passengers without an order have one: to get out. IA-air.leaving, IA-air.helicopter-rope"""
    state = course.state
    groups = dict.fromkeys(man.group for man in state.aboard(vehicle.id) if man.place == "passenger")
    for id_ in groups:
        group = state.group(id_)
        towed = how == "leave" and any(gun.towed_by == vehicle.id for gun in state.guns_of(id_))
        tasks = (Task(how), Task("unlimber")) if towed else (Task(how),)
        order = replace(group.order or GroupOrder(), tasks=tasks)
        if group.order is None:
            course.happen(OrderTaken(group=id_, order=order, audience=(group.side,), citations=("IA-air.flight-plan",)))
