"""12.2 Ramming in a battle: people jump, vehicles collide."""

from __future__ import annotations

from dataclasses import replace

from shapely import LineString
from shapely import Point as Spot
from shapely.geometry.base import BaseGeometry

from rules.five56mm.book.collisions import dodge, ramming_harm
from rules.five56mm.book.injury import Harm
from rules.five56mm.book.travel import Travel
from rules.five56mm.events.foot import Moved
from rules.five56mm.events.vehicles import Collided, RunAt
from rules.five56mm.play.ground import field, passage
from rules.five56mm.play.harm.gas import walk_through_gas
from rules.five56mm.play.harm.harm import drawn_apart, hurt
from rules.five56mm.play.harm.wrecks import hit_vehicle
from rules.five56mm.play.turn.course import Course, body_penalties
from rules.five56mm.state import Character, Point, State, Vehicle
from rules.table.board import Token
from rules.table.footprint import footprint
from rules.table.measure import bearing, between, length, step

BASE = 0.5
"""Radius of a figure's base."""
TOUCH = 0.05
"""Inches within which a vehicle at the end of its way has struck what is before it."""


def as_far_as_open(state: State, vehicle: Vehicle, gone: Travel, *, reverse: bool) -> tuple[Travel, str | None]:
    """How far it gets along its way with its whole length and width, and the vehicle that it strikes, if only just.
    MM-R202, MM-R86"""
    if len(gone.route) < 2:
        return gone, None
    gate, whole = passage.gate_of(state, vehicle.id), length(gone.route)
    passed = gate.way(passage.WHEELS, (*gone.route[:-1], step(gone.route[-1], _ahead(gone.route), TOUCH)))
    open_ = gone.route if passed.length >= whole - TOUCH else passed.points
    by = passed.stop.by if passed.stop is not None else None
    struck = by.id if isinstance(by, Token) else None
    others = gate if struck is None else passage.gate_of(state, vehicle.id, struck)
    route = passage.halting(others, open_)
    if route != open_:
        struck = None
    if route == gone.route:
        return gone, struck
    route = tuple((round(x, 3), round(y, 3)) for x, y in route)
    facing = gone.facing
    if len(route) > 1:
        facing = round((bearing(route[-2], route[-1]) + (180.0 if reverse else 0.0)) % 360.0, 1)
    stopped = replace(
        gone, route=route, moved=round(length(route), 3), facing=facing, complete=False, stopped_by="a vehicle"
    )
    return stopped, struck


def _ahead(way: tuple[Point, ...]) -> float:
    return bearing(way[-2], way[-1])


def _to_its_nose(way: tuple[Point, ...]) -> tuple[Point, ...]:
    """The way of its middle, lengthened by the half of it that goes before."""
    return (*way, step(way[-1], _ahead(way), field.VEHICLE_LENGTH / 2))


def _swathe(way: tuple[Point, ...]) -> BaseGeometry:
    return LineString(_to_its_nose(way)).buffer(field.VEHICLE_WIDTH / 2, cap_style="flat")


def _in_path(state: State, vehicle: Vehicle, way: tuple[Point, ...], declared: tuple[str, ...]) -> tuple[str, ...]:
    """Those on foot whose bases its path touches, friend or enemy, in the order in which it meets them. MM-R86,
    MM-R203."""
    afoot = [c for c in state.living() if c.vehicle is None and not c.level]
    if len(way) < 2:
        return tuple(c.id for c in afoot if c.id in declared)
    line = LineString(way)
    swathe = _swathe(way)
    met = [
        (line.project(Spot(c.at)), i, c.id)
        for i, c in enumerate(afoot)
        if c.at and swathe.distance(Spot(c.at)) < BASE - 1e-6
    ]
    return tuple(who for *_, who in sorted(met))


def ram_people(course: Course, vehicle_id: str, driver: Character, gone: Travel, declared: tuple[str, ...]) -> None:
    """Everybody in the path jumps, or is run over; nobody stays under it. MM-12.2.1, MM-12.2.2, MM-R86, MM-R203."""
    harm = ramming_harm(gone.moved, house=course.house)
    for victim in _in_path(course.state, course.state.vehicle(vehicle_id), gone.route, declared):
        clear = harm is None or _run_at(course, vehicle_id, driver, victim, harm)
        if course.state.character(victim).alive:
            _aside(course, vehicle_id, victim, gone.route, clear=clear)


def _run_at(course: Course, vehicle_id: str, driver: Character, victim: str, harm: Harm) -> bool:
    """Whether he jumps clear; else he is run over. MM-12.2.1, MM-12.2.2."""
    who, profile = course.state.character(victim), course.state.vehicle(vehicle_id).profile
    if who.able:
        penalties = body_penalties(course.state, who, action=False)
        jump = dodge(driver.traits.morale, profile, who.traits.movement, course.chance, penalties, course.helps(who))
        course.happen(RunAt(vehicle=vehicle_id, character=victim, dodge=jump, citations=("MM-12.2.1",)))
        if jump.roll.passed:
            return True
    hurt(course, victim, harm, by=driver.id, weapon="ramming")
    return False


def _aside(course: Course, vehicle_id: str, victim: str, way: tuple[Point, ...], *, clear: bool) -> None:
    """Whoever jumped stands beside its path; whoever was run over lies where he was, or beside it where it has come to
    stand. MM-R203."""
    who, stands = course.state.character(victim), field.vehicle_token(course.state.vehicle(vehicle_id))
    if len(way) < 2 or who.at is None or stands is None:
        return
    swathe, under = _swathe(way), footprint(stands)
    if not clear and under.distance(Spot(who.at)) >= BASE - 1e-6:
        return
    found = list(passage.rings(who.at, first=0.4))
    beside = [place for place in found if swathe.distance(Spot(place)) >= BASE - 1e-6]
    place = passage.spot_near(course.state, (*beside, *found), start=who.at, who=victim, ignored=(vehicle_id,))
    if place is None:
        return
    inches = round(between(who.at, place), 3)
    course.happen(
        Moved(
            character=victim,
            way="aside",
            to=place,
            facing=who.facing,
            inches=inches,
            route=(who.at, place),
            citations=("MM-R203",),
        )
    )
    walk_through_gas(course, victim, (who.at, place))
    drawn_apart(course, victim)


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
