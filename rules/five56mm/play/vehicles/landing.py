"""4.72 Where a helicopter comes down: on ground or a roof with room for all of it, on nobody and on nothing. MM-R218"""

from __future__ import annotations

from dataclasses import replace

from shapely import Point as Spot

from rules.five56mm.book.travel import Travel
from rules.five56mm.events.foot import Moved
from rules.five56mm.play.ground import field, levels, passage
from rules.five56mm.play.harm.blasts import walk_through_gas
from rules.five56mm.play.harm.harm import drawn_apart
from rules.five56mm.play.turn.course import Course
from rules.five56mm.state import Character, Point, State, Vehicle
from rules.refusals import Why
from rules.table.footprint import footprint
from rules.table.gate import Stoppage, cut
from rules.table.measure import bearing, between, length
from rules.violation import RuleViolation

BACK = 0.1
"""Steps in which a helicopter without room goes back along its course."""
BASE = 0.5
"""Radius of a figure's base."""
AROUND = 12.0
"""How far around it looks for room when there is none along its course."""


def stop_at(state: State, vehicle: Vehicle, at: Point, facing: float) -> Stoppage | None:
    """What keeps a helicopter from standing at a place, on the ground or on the roof there; None where it has room."""
    assert state.board is not None
    body = passage.upon(passage.WHEELS, state.board, at, levels.roof_under(state.board, at))
    return passage.gate_of(state, vehicle.id).room(body, at, facing)


def require_room(state: State, vehicle: Vehicle, way: tuple[Point, ...], *, reverse: bool) -> None:
    """RuleViolation for a landing where the helicopter has no room. MM-4.72.1, MM-R218"""
    stop = stop_at(state, vehicle, way[-1], _facing(vehicle, way, reverse=reverse))
    if stop is None:
        return
    raise RuleViolation(
        Why.NO_ROOM,
        f"{vehicle.name} has no room to land there: {stop.why} is in the way.",
        citation="MM-R218",
        remedy="Land where nothing stands within its length and width, or Hover.",
    )


def _facing(vehicle: Vehicle, way: tuple[Point, ...], *, reverse: bool) -> float:
    if len(way) < 2 or way[-1] == way[-2]:
        return vehicle.facing
    return round((bearing(way[-2], way[-1]) + (180.0 if reverse else 0.0)) % 360.0, 1)


def down(state: State, vehicle: Vehicle, gone: Travel, *, reverse: bool) -> Travel:
    """Where it comes down: at the last place of its course with room, else at the nearest one around. MM-R218"""
    if not gone.route or stop_at(state, vehicle, gone.route[-1], gone.facing) is None:
        return gone
    left = length(gone.route) - BACK
    while left > 0:
        part = cut(gone.route, left)
        facing = _facing(vehicle, part, reverse=reverse)
        if stop_at(state, vehicle, part[-1], facing) is None:
            route = tuple((round(x, 3), round(y, 3)) for x, y in part)
            return replace(gone, route=route, moved=round(length(route), 3), facing=facing, complete=False)
        left -= BACK
    for place in passage.rings(gone.route[-1], first=0.5, most=AROUND):
        if stop_at(state, vehicle, place, gone.facing) is None:
            return replace(gone, route=(*gone.route, place), complete=False)
    return gone


def clear_below(course: Course, vehicle_id: str) -> None:
    """Whoever is on foot where it has come down goes aside. MM-R218"""
    vehicle = course.state.vehicle(vehicle_id)
    stands = field.vehicle_token(vehicle, course.state.board)
    if stands is None or course.state.board is None:
        return
    level, under = field.landed_level(course.state.board, vehicle), footprint(stands)
    for who in course.state.living():
        at = who.at
        if who.vehicle is None and at is not None and who.level == level and under.distance(Spot(at)) < BASE - 1e-6:
            _aside(course, vehicle_id, who)


def _aside(course: Course, vehicle_id: str, who: Character) -> None:
    state, at = course.state, who.at
    assert at is not None
    others = [each.at for each in state.living() if each.at is not None and each.id != who.id]
    found = list(passage.rings(at, first=0.4))
    free = [place for place in found if all(between(place, other) >= 2 * BASE for other in others)]
    place = passage.spot_near(state, (*free, *found), start=at, ignored=(vehicle_id,), level=who.level)
    if place is None:
        return
    course.happen(
        Moved(
            character=who.id,
            way="aside",
            to=place,
            facing=who.facing,
            inches=round(between(at, place), 3),
            route=(at, place),
            level=who.level,
            citations=("MM-R218",),
        )
    )
    walk_through_gas(course, who.id, (at, place), who.level)
    drawn_apart(course, who.id)
