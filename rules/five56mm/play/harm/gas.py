"""CS gas in a battle: who breathes it on his way, aboard or where he comes down, and of whom it lets go. MM-7.8.6 to
MM-7.8.8, MM-R32, MM-R208, MM-R230"""

from __future__ import annotations

import math
from itertools import pairwise

from rules.five56mm.book.explosions import blast_dice, gas, radius, shake_off_gas
from rules.five56mm.book.profile import Gear
from rules.five56mm.events.foot import CloudLeft, Gassed, GasShaken
from rules.five56mm.play.ground import field
from rules.five56mm.play.ground.levels import height, parted
from rules.five56mm.play.turn.course import Course, body_penalties
from rules.five56mm.state import Cloud, Point, State
from rules.table.board import Board
from rules.table.measure import between


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
