"""The way of a moving unit on the table: from a map reference to points, how far the inches take it, where it stops.

Turning costs 1 inch for every 90 degrees begun (BG-VIII.1.2b), stepping back goes at one third of the speed
(BG-VIII.1.2c). Distances run from the front of the formation (BG-VIII.0.2c).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from rules.book_and_gun.book import measures
from rules.book_and_gun.play.ground.formation import anchor, facing_of
from rules.book_and_gun.play.ground.tabletop import BASE, armed_enemies, in_sight, middle, places
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Figure, Unit
from rules.kernel.action import SideId
from rules.table.board import Board, Point
from rules.table.measure import bearing, between, inward, on_edge, step, toward, turn
from rules.table.reference import Surroundings, named_places, route

STRAIGHT_ON = 5.0
"""Degrees that a course may differ from the facing without being a turn. BG-R172."""

AHEAD = 30.0
"""Degrees off its facing within which a unit that advances goes straight ahead rather than turn."""

QUARTER = float(measures.MOVEMENT["turn of 90 degrees"])
"""Inches of a turn, for every 90 degrees begun. BG-VIII.1.2b."""

BACKWARDS = float(measures.MOVEMENT["an inch back"])
"""Inches of allowance for each inch back. BG-VIII.1.2c."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way gone: its points, the facing at its end, the inches of ground covered and those spent on turns.
    `wheeled` False: a turn of more than 90 degrees or a step back, which no column can make in order."""

    points: tuple[Point, ...]
    facing: float
    inches: float
    turns: float = 0.0
    wheeled: bool = True

    @property
    def end(self) -> Point:
        return self.points[-1]


def turning(facing: float, direction: float) -> float:
    """Inches that a change of facing costs: 1 for every 90 degrees begun. BG-VIII.1.2b."""
    angle = turn(facing, direction)
    return 0.0 if angle <= STRAIGHT_ON else math.ceil(angle / 90.0 - 1e-9) * QUARTER


def travel(start: Point, facing: float, goal: Sequence[Point], allowance: float, at_most: float | None = None) -> Way:
    """As far along the points as the allowance takes a unit, turns paid for; `at_most` limits the ground covered."""
    points, spent, gone, turns, wheeled = [start], 0.0, 0.0, 0.0, True
    here, looks = start, facing
    for point in goal:
        leg = between(here, point)
        if leg < 1e-6:
            continue
        direction = bearing(here, point)
        cost = turning(looks, direction)
        if spent + cost >= allowance - 1e-9:
            break
        wheeled = wheeled and turn(looks, direction) <= 90.0
        left = allowance - spent - cost
        if at_most is not None:
            left = min(left, at_most - gone)
        if left <= 1e-9:
            break
        reached = min(leg, left)
        here = toward(here, point, reached)
        points.append(here)
        spent, gone, turns, looks = spent + cost + reached, gone + reached, turns + cost, direction
        if reached < leg - 1e-9:
            break
    return Way(tuple(points), looks, gone, turns, wheeled)


def back(start: Point, facing: float, allowance: float, at_most: float | None) -> Way:
    """Straight back without turning. BG-VIII.1.2c."""
    inches = allowance / BACKWARDS if at_most is None else min(allowance / BACKWARDS, at_most)
    return Way((start, step(start, (facing + 180.0) % 360.0, inches)), facing, inches, wheeled=False)


def cut(way: Way, inches: float) -> Way:
    """The same way, stopped after so many inches of ground."""
    if inches >= way.inches:
        return way
    points, gone, looks = [way.points[0]], 0.0, way.facing
    for a, b in pairwise(way.points):
        leg = between(a, b)
        looks = bearing(a, b)
        if gone + leg >= inches:
            points.append(toward(a, b, inches - gone))
            break
        points.append(b)
        gone += leg
    return Way(tuple(points), looks, inches, way.turns, way.wheeled)


# ── Goals ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def read(state: State, board: Board, unit: Unit, start: Point, text: str) -> tuple[Point, ...]:
    """The points of a map reference as its side may speak of them. Raises RuleViolation for an unreadable one."""
    return route(text, Surroundings(board, start, unit.facing, known_places(state, board, unit.side)))


def known_places(state: State, board: Board, side: SideId | None) -> dict[str, Point]:
    """Places that a side may name: the board's own, its units, the enemy's that it sees or where it saw them last,
    concealment markers. None: the umpire."""
    found = dict(named_places(board))
    for unit in state.units:
        if unit.in_play and (side is None or in_sight(state, side, unit)):
            here = middle(unit.present)
            if here is not None:
                found.setdefault(unit.name, here)
                found.setdefault(unit.id, here)
    for glimpse in (g for known in state.knowledge if known.side == side for g in known.lost):
        found.setdefault(state.unit(glimpse.unit).name, glimpse.point)
        found.setdefault(glimpse.unit, glimpse.point)
    for marker in state.markers:
        if marker.number:
            found.setdefault(f"marker {marker.number}", marker.at)
    return found


def towards_enemy(state: State, board: Board, unit: Unit, figures: Sequence[Figure]) -> tuple[Point, ...]:
    """The nearest figure of an enemy that its side knows of, straight ahead if it is roughly there; without an enemy
    the far edge of the board."""
    here, looks = middle(figures), facing_of(unit, figures)
    if here is None:
        return ()
    foes = [place for enemy in armed_enemies(state, unit) for place in places(enemy.present)]
    if foes:
        foe = min(foes, key=lambda p: (between(here, p), p))
        start = anchor(figures, looks) or here
        if turn(looks, bearing(here, foe)) <= AHEAD:
            return (_inside(board, step(start, looks, between(start, foe))),)
        return (foe,)
    own = next((side.edge for side in state.sides if side.key == unit.side), "")
    ahead = step(here, inward(own) if own else unit.facing, 2 * (board.width + board.depth))
    inside = min(max(ahead[0], BASE), board.width - BASE), min(max(ahead[1], BASE), board.depth - BASE)
    edge = {"north": "south", "south": "north", "east": "west", "west": "east"}.get(own)
    return (inside if edge is None else _inside(board, on_edge(board, here, edge)),)


def _inside(board: Board, point: Point) -> Point:
    return min(max(point[0], BASE), board.width - BASE), min(max(point[1], BASE), board.depth - BASE)
