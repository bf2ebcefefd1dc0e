"""12.2 Ramming in a battle: people jump, vehicles collide."""

from __future__ import annotations

from dataclasses import replace

from shapely import LineString
from shapely import Point as Spot

from rules.five56mm.book.collisions import dodge, ramming_harm
from rules.five56mm.book.travel import Travel
from rules.five56mm.events.vehicles import Collided, RunAt
from rules.five56mm.play.ground import field
from rules.five56mm.play.harm.harm import hurt
from rules.five56mm.play.harm.wrecks import hit_vehicle
from rules.five56mm.play.turn.course import Course, body_penalties
from rules.five56mm.state import Character, Point, State, Vehicle
from rules.table.footprint import footprint
from rules.table.measure import along, bearing, step


def first_vehicle(state: State, vehicle: Vehicle, way: tuple[Point, ...]) -> str | None:
    """The first other vehicle on the ground in its path."""
    if len(way) < 2:
        return None
    swathe = LineString(_to_its_nose(way)).buffer(field.VEHICLE_WIDTH / 2, cap_style="flat")
    found: list[tuple[float, str]] = []
    for other in state.vehicles:
        shape = field.vehicle_token(other)
        if other.id != vehicle.id and shape is not None and not other.flying and footprint(shape).intersects(swathe):
            found.append((LineString(way).project(Spot(shape.x, shape.y)), other.id))
    return min(found)[1] if found else None


def _to_its_nose(way: tuple[Point, ...]) -> tuple[Point, ...]:
    """The way of its middle, lengthened by the half of it that goes before."""
    return _longer(way, field.VEHICLE_LENGTH / 2)


def _longer(way: tuple[Point, ...], inches: float) -> tuple[Point, ...]:
    return (*way, step(way[-1], bearing(way[-2], way[-1]), inches))


def stopped_at(state: State, vehicle: Vehicle, other: str, gone: Travel) -> Travel:
    """It comes to a halt against the other vehicle."""
    there = field.vehicle_token(state.vehicle(other))
    assert there is not None
    line = LineString(_longer(gone.route, field.VEHICLE_LENGTH))
    reach = min(gone.moved, max(0.0, line.project(Spot(there.x, there.y)) - field.VEHICLE_LENGTH))
    end = along(gone.route, reach)
    done = tuple(p for p in gone.route[:-1] if line.project(Spot(p)) < reach) or gone.route[:1]
    return replace(gone, route=(*done, end), moved=round(reach, 3), complete=False, stopped_by="a vehicle")


def _in_path(state: State, vehicle: Vehicle, way: tuple[Point, ...], declared: tuple[str, ...]) -> tuple[str, ...]:
    """Those on foot in its path, friend or enemy, in the order in which it meets them. MM-R86."""
    afoot = [c for c in state.living() if c.vehicle is None]
    if len(way) < 2:
        return tuple(c.id for c in afoot if c.id in declared)
    line = LineString(way)
    swathe = LineString(_to_its_nose(way)).buffer(field.VEHICLE_WIDTH / 2, cap_style="flat")
    met = [(line.project(Spot(c.at)), i, c.id) for i, c in enumerate(afoot) if c.at and swathe.covers(Spot(c.at))]
    return tuple(who for *_, who in sorted(met))


def ram_people(course: Course, vehicle_id: str, driver: Character, gone: Travel, declared: tuple[str, ...]) -> None:
    """Everybody in the path jumps, or is run over. MM-12.2.1, MM-12.2.2, MM-R86."""
    vehicle = course.state.vehicle(vehicle_id)
    harm = ramming_harm(gone.moved, house=course.house)
    if harm is None:
        return
    for victim in _in_path(course.state, vehicle, gone.route, declared):
        who = course.state.character(victim)
        if who.able:
            penalties = body_penalties(course.state, who, action=False)
            morale, movement = driver.traits.morale, who.traits.movement
            jump = dodge(morale, vehicle.profile, movement, course.chance, penalties, course.helps(who))
            course.happen(RunAt(vehicle=vehicle_id, character=victim, dodge=jump, citations=("MM-12.2.1",)))
            if jump.roll.passed:
                continue
        hurt(course, victim, harm, by=driver.id, weapon="ramming")


def ram_vehicle(course: Course, vehicle_id: str, other_id: str, speed: float) -> None:
    """Both vehicles test by the row of the speed, all aboard one row lower. MM-12.2.3, MM-12.2.4, MM-R86."""
    course.happen(Collided(vehicle=vehicle_id, other=other_id, speed=speed, citations=("MM-12.2.3",)))
    harm, inside = ramming_harm(speed, house=course.house), ramming_harm(speed, aboard=True, house=course.house)
    if harm is None:
        return
    for each in (vehicle_id, other_id):
        hit_vehicle(course, each, harm)
    if inside is None:
        return
    for each in (vehicle_id, other_id):
        for who in course.state.aboard(each):
            hurt(course, who.id, inside, weapon="ramming")
