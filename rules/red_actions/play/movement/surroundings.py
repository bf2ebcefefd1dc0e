"""Places as players write them, with the units that a side knows of; what is towards the enemy."""

from __future__ import annotations

from collections.abc import Sequence

from shapely import Point as Spot

from rules.kernel.action import SideId
from rules.kernel.violation import RuleViolation
from rules.red_actions.book.morale import Doing
from rules.red_actions.knowledge import side_knows
from rules.red_actions.play.ground.layout import outline, place_of
from rules.red_actions.play.ground.lines import distance, visible_enemies
from rules.red_actions.play.sight.knowledge import enemy_markers, known_places
from rules.red_actions.state import State
from rules.red_actions.units import Point, Unit
from rules.table import reference
from rules.table.measure import bearing, between, tidy, turn

STRAIGHT = 45.0
"""Degrees off the straight way back that still count as directly away. RA-R193"""


def around(state: State, unit: Unit, start: Point, facing: float) -> reference.Surroundings:
    """What a map reference may speak of: the board and whom the side knows of. Raises RuleViolation without a board."""
    if state.board is None:
        raise RuleViolation("no-board", "This battle has no board.", remedy="Ask your umpire to move the unit.")
    return reference.Surroundings(state.board, start, facing, known_places(state, unit.side))


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
    """Inches to the nearest enemy that its side knows of; a position marker is one, whatever is behind it. None: there
    is none."""
    inches = [distance(state, unit, enemy) for enemy in known_enemies(state, unit.side)]
    own = outline(state, unit)
    if not own.is_empty:
        inches += [float(own.distance(Spot(marker))) for marker in enemy_markers(state, unit.side).values()]
    return min(inches, default=None)


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
