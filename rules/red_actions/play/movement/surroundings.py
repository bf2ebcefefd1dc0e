"""Places as players write them, with the units that a side knows of; what is towards the enemy."""

from __future__ import annotations

import math
from collections.abc import Sequence

from rules.action import SideId
from rules.red_actions.book.morale import Doing
from rules.red_actions.play.ground.layout import place_of
from rules.red_actions.play.ground.lines import distance, visible_enemies
from rules.red_actions.play.sight.knowledge import side_knows
from rules.red_actions.state import State
from rules.red_actions.units import Concealment, Point, Unit
from rules.table import reference
from rules.table.measure import bearing, between, tidy, turn
from rules.violation import RuleViolation

STRAIGHT = 45.0
"""Degrees off the straight way back that still count as directly away. RA-R193"""


def around(state: State, unit: Unit, start: Point, facing: float) -> reference.Surroundings:
    """What a map reference may speak of: the board and whom the side knows of. Raises RuleViolation without a board."""
    if state.board is None:
        raise RuleViolation("no-board", "This battle has no board.", remedy="Ask your umpire to move the unit.")
    known = (each for each in state.units if side_knows(state, unit.side, each.id))
    places = {each.name: at for each in known if (at := place_of(state, each)) is not None}
    return reference.Surroundings(state.board, start, facing, places)


def route(state: State, unit: Unit, start: Point, written: Sequence[str]) -> tuple[Point, ...]:
    """A way through places as written, its start first. Raises RuleViolation for what cannot be read."""
    points = [start]
    for text in written:
        points += reference.route(text, around(state, unit, points[-1], unit.facing))
    return tuple((tidy(x), tidy(y)) for x, y in points)


def spot(state: State, unit: Unit, written: str) -> Point:
    """One place as written."""
    at = place_of(state, unit)
    return route(state, unit, at or (0.0, 0.0), (written,))[-1]


def known_enemies(state: State, side: SideId) -> tuple[Unit, ...]:
    """Enemy units on the table that the side knows of."""
    return tuple(enemy for enemy in state.enemies(side) if side_knows(state, side, enemy.id))


def nearest_known(state: State, unit: Unit) -> float | None:
    """Inches to the nearest enemy that its side knows of; a position marker is one. None: there is none."""
    enemies = [
        enemy
        for enemy in state.enemies(unit.side)
        if side_knows(state, unit.side, enemy.id) or enemy.hidden is Concealment.MARKER
    ]
    found = min((distance(state, unit, enemy) for enemy in enemies), default=math.inf)
    at = place_of(state, unit)
    dummies = [between(at, d.at) for d in state.dummies if d.side != unit.side and at is not None]
    found = min([found, *dummies])
    return None if math.isinf(found) else found


def threat(state: State, unit: Unit) -> Unit | None:
    """The nearest enemy that it sees: moves lead towards or away from him. RA-R193"""
    return next(iter(visible_enemies(state, unit)), None)


def doing(state: State, unit: Unit, points: Sequence[Point]) -> Doing:
    """Whether a move leads directly away from the nearest visible enemy, or is any other. RA-R46, RA-R55, RA-R193"""
    foe = threat(state, unit)
    if foe is None or foe.at is None:
        return Doing.AWAY
    start, end = points[0], points[-1]
    if between(start, end) < 0.05:
        return Doing.FACING
    away = between(end, foe.at) > between(start, foe.at)
    return Doing.AWAY if away and turn(bearing(foe.at, start), bearing(start, end)) <= STRAIGHT else Doing.MOVE


def nearer(state: State, unit: Unit, points: Sequence[Point]) -> bool:
    """Whether a move ends nearer to the nearest enemy that it sees. RA-rally.opt.delay"""
    foe = threat(state, unit)
    return foe is not None and foe.at is not None and between(points[-1], foe.at) < between(points[0], foe.at) - 0.05
