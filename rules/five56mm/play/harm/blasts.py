"""Explosions in a battle: who is caught, in which order they test, gas that stays, phosphorous that burns."""

from __future__ import annotations

import math
from itertools import pairwise

from rules.five56mm.book.explosions import blast_dice, blast_harm, burning_harm, gas, radius, shake_off_gas, stun
from rules.five56mm.book.injury import Level
from rules.five56mm.book.profile import Gear
from rules.five56mm.book.tables import BANDS
from rules.five56mm.events.fire import Exploded
from rules.five56mm.events.foot import CaughtFire, CloudLeft, FireOut, Gassed, GasShaken, Stunned
from rules.five56mm.play.ground import field
from rules.five56mm.play.ground.levels import height, parted
from rules.five56mm.play.harm.harm import hurt
from rules.five56mm.play.harm.wrecks import hit_vehicle
from rules.five56mm.play.turn.course import Course, body_penalties
from rules.five56mm.state import Character, Cloud, Point, State, Vehicle
from rules.naming import folded
from rules.table.board import Board, Token
from rules.table.measure import between
from rules.table.sight import Sight
from rules.violation import RuleViolation

Caught = tuple[tuple[str, float], ...]
"""(character, inches from the explosion) pairs."""


def read_caught(state: State, texts: tuple[str, ...]) -> Caught:
    """Declared victims: "Private Kay 1.5", by name or id. RuleViolation for somebody unknown."""
    return tuple(_read_one(state, text) for text in texts)


def _read_one(state: State, text: str) -> tuple[str, float]:
    name, _, number = text.strip().rpartition(" ")
    who = next((c for c in state.living() if folded(name) in (folded(c.id), folded(c.name))), None)
    try:
        inches = float(number)
    except ValueError:
        inches = -1.0
    if who is None or not 0 <= inches < 1000:
        raise RuleViolation(
            "victim-unreadable",
            f"“{text[:60]}” does not say who is how far from the explosion.",
            citation="MM-7.8.3",
            remedy="Write a name and inches: “Private Kay 1.5”.",
        )
    return who.id, inches


def caught(state: State, at: Point | None, reach: float, declared: Caught = (), level: int = 0) -> Caught:
    """Everybody on foot within the blast, friend or enemy, nearest first, ties in squad order; no floor and no roof
    lets it through. MM-R24, MM-R25, MM-R230."""
    order = {who.id: number for number, who in enumerate(state.characters)}
    afoot = [who for who in state.living() if who.vehicle is None]
    if at is None or state.board is None:
        known = {who.id for who in afoot}
        found = [(inches, order[who], who) for who, inches in declared if who in known and inches <= reach]
    else:
        open_ = (who for who in afoot if who.at is None or not parted(state.board, at, level, who.at, who.level))
        measured = ((field.distance_to_point(state, who.id, at, level), who.id) for who in open_)
        found = [(inches, order[who], who) for inches, who in measured if inches is not None and inches <= reach]
        if state.house.choice("blast-cover") != "ignored":
            found = [entry for entry in found if _open_to(state, at, level, entry[2])]
    return tuple((who, inches) for inches, _, who in sorted(found))


def _open_to(state: State, at: Point, level: int, who: str) -> bool:
    """Switch blast-cover: the explosion reaches only those in its line of sight. MM-R25."""
    target = field.token(state, who)
    if state.board is None or target is None:
        return True
    burst = Token("blast", at[0], at[1], z=height(state.board, at, level), radius=0.1)
    return Sight(state.board, field.NATURES).look(burst, target).share > 0


def explode(
    course: Course,
    kind: str,
    at: Point | None,
    *,
    by: str | None = None,
    spared: str | None = None,
    declared: Caught = (),
    level: int = 0,
) -> None:
    """An explosion of one of the blast charts, on the ground, a floor or a roof. `spared`: he who took the direct hit,
    or the vehicle that did.

    MM-7.8.3, MM-7.8.4, MM-7.8.6, MM-7.8.9, MM-7.9.4, MM-7.9.6, MM-R24, MM-R25, MM-R99, MM-R230.
    """
    reach = radius(kind)
    cloud = len(course.state.clouds) + 1 if kind == "cs" else None
    victims = tuple((who, inches) for who, inches in caught(course.state, at, reach, declared, level) if who != spared)
    course.happen(Exploded(of=kind, at=at, by=by, cloud=cloud, radius=reach, level=level, citations=(_cited(kind),)))
    die = _common_die(course, kind) if victims else None
    for who, inches in victims:
        if kind == "stun":
            _stun(course, who, inches)
        elif kind == "cs":
            assert cloud is not None
            breathe(course, who, cloud, inches)
        else:
            _burst(course, kind, who, inches, by, die)
    if kind in ("law", "rpg") and at is not None:
        for vehicle in course.state.vehicles:
            out = vehicle.flying or _parted_from(course.state, vehicle, at, level)
            inches = None if out else field.distance_to_point(course.state, vehicle.id, at, level)
            harm = None if inches is None or vehicle.id == spared else blast_harm(kind, inches, course.house)
            if harm is not None:
                hit_vehicle(course, vehicle.id, harm, by=by)


def _parted_from(state: State, vehicle: Vehicle, at: Point, level: int) -> bool:
    on = field.landed_level(state.board, vehicle)
    return state.board is not None and vehicle.at is not None and parted(state.board, at, level, vehicle.at, on)


def _cited(kind: str) -> str:
    return BANDS[kind].citation


def _common_die(course: Course, kind: str) -> int | None:
    """Switch blast-tn: one die for the whole explosion. MM-R24."""
    if course.house.choice("blast-tn") == "per-victim" or kind in ("stun", "cs"):
        return None
    return course.chance.roll(6, for_=f"damage of {kind}")


def _burst(course: Course, kind: str, who: str, inches: float, by: str | None, die: int | None) -> None:
    harm = blast_harm(kind, inches, course.house, die)
    if harm is None:
        return
    injury = hurt(course, who, harm, by=by, weapon=kind)
    wounded = injury is not None and injury.level not in (Level.NONE, Level.DEAD)
    if kind == "wp" and wounded:
        course.happen(CaughtFire(character=who, distance=inches, citations=("MM-7.8.10",)))


def _stun(course: Course, who_id: str, inches: float) -> None:
    """MM-7.8.4, MM-7.8.5, MM-R31."""
    who = course.state.character(who_id)
    penalties = body_penalties(course.state, who, action=False)
    test = stun(inches, who.traits.morale, course.chance, penalties, course.helps(who), course.house)
    if test is not None:
        course.happen(Stunned(character=who_id, test=test, citations=("MM-7.8.5",)))


# ── CS gas ────────────────────────────────────────────────────────────────────────────────────────────────────────


def breathe(course: Course, who_id: str, cloud: int, inches: float) -> None:
    """Somebody is in the gas: a test, or a respirator. MM-7.8.6, MM-7.8.7, MM-8.0.9, MM-R32."""
    who = course.state.character(who_id)
    if who.wears(Gear.RESPIRATOR):
        course.happen(Gassed(character=who_id, cloud=cloud, test=None, citations=("MM-8.0.9",)))
        return
    penalties = body_penalties(course.state, who, action=False, gas=False)
    test = gas(inches, who.traits.strength, course.chance, penalties, course.helps(who), course.house)
    if test is None:
        return
    dice = blast_dice("cs", inches, course.house)
    number = test.die + (dice.plus if dice else 0) if test.poisoned else None
    course.happen(Gassed(character=who_id, cloud=cloud, test=test, number=number, citations=("MM-7.8.6",)))


def walk_through_gas(course: Course, who_id: str, route: tuple[Point, ...], level: int = 0) -> None:
    """A path on one level that comes from outside to within 4 in of a cloud calls for a test at its nearest point; one
    that ends outside leaves it. MM-7.8.7, MM-7.8.8, MM-R32, MM-R230."""
    board = course.state.board
    for cloud in course.state.clouds:
        if cloud.at is None or not route:
            continue
        nearest = min(_from_cloud(board, cloud, level, *each) for each in _distances(route, cloud.at))
        inside_now = _from_cloud(board, cloud, level, route[-1], between(route[-1], cloud.at)) <= radius("cs")
        was_inside = who_id in cloud.inside
        if not was_inside and nearest <= radius("cs"):
            breathe(course, who_id, cloud.number, round(nearest, 3))
        if not inside_now and who_id in _cloud(course.state, cloud.number).inside:
            course.happen(CloudLeft(character=who_id, cloud=cloud.number, citations=("MM-7.8.8",)))


def ride_through_gas(course: Course, vehicle_id: str, route: tuple[Point, ...]) -> None:
    """All aboard a vehicle on the ground breathe what it drives through, and what it leaves lets go of them; in the air
    there is none, but where a helicopter has come down. MM-7.8.7, MM-7.8.8, MM-R208."""
    vehicle = course.state.vehicle(vehicle_id)
    down, level = route[-1:] if vehicle.helicopter else route, field.landed_level(course.state.board, vehicle)
    for who in course.state.aboard(vehicle_id):
        if not vehicle.flying:
            walk_through_gas(course, who.id, down, level)
            continue
        for cloud in course.state.clouds:
            if who.id in cloud.inside:
                course.happen(CloudLeft(character=who.id, cloud=cloud.number, citations=("MM-7.8.8",)))


def let_out_of_gas(course: Course, who_id: str) -> None:
    """Gas lets go of somebody who has been put elsewhere. MM-7.8.8, MM-R208."""
    state = course.state
    at, level = state.position(state.character(who_id)), field.level_of(state, who_id)
    for cloud in state.clouds:
        if who_id not in cloud.inside or cloud.at is None or at is None:
            continue
        if _from_cloud(state.board, cloud, level, at, between(at, cloud.at)) > radius("cs"):
            course.happen(CloudLeft(character=who_id, cloud=cloud.number, citations=("MM-7.8.8",)))


def walk_out_of_gas(course: Course, who_id: str, inches: float) -> None:
    """Without a board: as many inches as the gas reaches bring him out of it. MM-7.8.8."""
    for cloud in course.state.clouds:
        if cloud.at is None and who_id in cloud.inside and inches >= radius("cs"):
            course.happen(CloudLeft(character=who_id, cloud=cloud.number, citations=("MM-7.8.8",)))


def _cloud(state: State, number: int) -> Cloud:
    return next(c for c in state.clouds if c.number == number)


def _from_cloud(board: Board | None, cloud: Cloud, level: int, point: Point, flat: float) -> float:
    """Inches from a cloud to somebody on a level; out of reach behind a floor. MM-R230"""
    if board is None or cloud.at is None or level == cloud.level == 0:
        return flat
    if parted(board, cloud.at, cloud.level, point, level):
        return math.inf
    return math.hypot(flat, height(board, point, level) - height(board, cloud.at, cloud.level))


def _distances(route: tuple[Point, ...], at: Point) -> list[tuple[Point, float]]:
    """Every quarter of an inch of the route, with its inches from a place."""
    found = [(point, between(point, at)) for point in route]
    for a, b in pairwise(route):
        steps = max(1, int(between(a, b) * 4))
        for i in range(1, steps):
            point = (a[0] + (b[0] - a[0]) * i / steps, a[1] + (b[1] - a[1]) * i / steps)
            found.append((point, between(point, at)))
    return found


def recover_from_gas(course: Course, who_id: str) -> None:
    """At the end of his go: outside, he may shake it off; inside, a table may want a new test every turn.

    MM-7.8.8, MM-R32.
    """
    who = course.state.character(who_id)
    if not who.able:
        return
    if course.house.choice("gas-retest-inside") == "every-turn":
        for cloud in course.state.clouds:
            if who_id in cloud.inside and cloud.at is not None and (at := course.state.position(who)) is not None:
                inches = _from_cloud(course.state.board, cloud, who.level, at, between(at, cloud.at))
                breathe(course, who_id, cloud.number, round(inches, 3))
        who = course.state.character(who_id)
    if who.poison is None or who.poison.left_turn is None:
        return
    penalties = body_penalties(course.state, who, action=False, gas=False)
    turns = course.state.turn - who.poison.left_turn
    test = shake_off_gas(who.poison.number, who.traits.strength, turns, course.chance, penalties, course.helps(who))
    course.happen(GasShaken(character=who_id, roll=test, citations=("MM-7.8.8",)))


# ── White phosphorous ─────────────────────────────────────────────────────────────────────────────────────────────


def burn(course: Course, who: Character) -> None:
    """His first card in the turn after the explosion: the second test, then it is out. MM-7.8.10, MM-R33."""
    if who.burning is None or who.burning.turn >= course.state.turn:
        return
    harm = burning_harm(who.burning.distance, course.house)
    if harm is not None:
        hurt(course, who.id, harm, weapon="wp")
    if course.state.character(who.id).alive:
        reason = "too far" if harm is None else "burnt"
        course.happen(FireOut(character=who.id, reason=reason, citations=("MM-7.8.10",)))
