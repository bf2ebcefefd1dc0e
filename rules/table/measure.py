"""Measuring: distances, bearings, arcs and the nearest of anything. Lengths in the board's measure, angles in degrees
clockwise from north.

A range runs from head to head, that is from centre to centre (BG-X.0.5b); a gap runs from base to base.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from rules.table.board import Board, Point, Token
from rules.table.footprint import footprint

EDGES = ("north", "east", "south", "west")


def tidy(value: float) -> float:
    """A length or angle rounded to a thousandth, so that the same move gives the same number everywhere."""
    return round(value, 3) + 0.0


# ── Points ────────────────────────────────────────────────────────────────────────────────────────────────────────


def between(a: Point, b: Point) -> float:
    return math.hypot(b[0] - a[0], b[1] - a[1])


def bearing(a: Point, b: Point) -> float:
    """The direction from `a` to `b`; 0 when they are the same point."""
    if a == b:
        return 0.0
    return math.degrees(math.atan2(b[0] - a[0], b[1] - a[1])) % 360.0


def step(start: Point, direction: float, distance: float) -> Point:
    """The point that lies `distance` from `start` in that direction."""
    angle = math.radians(direction)
    return tidy(start[0] + distance * math.sin(angle)), tidy(start[1] + distance * math.cos(angle))


def toward(start: Point, goal: Point, distance: float) -> Point:
    """The point `distance` from `start` on the way to `goal`; never beyond it."""
    whole = between(start, goal)
    if whole <= distance or whole == 0.0:
        return goal
    share = distance / whole
    return tidy(start[0] + (goal[0] - start[0]) * share), tidy(start[1] + (goal[1] - start[1]) * share)


def turn(facing: float, direction: float) -> float:
    """The smallest angle between a facing and a direction, 0 to 180."""
    return abs((direction - facing + 180.0) % 360.0 - 180.0)


def length(points: Sequence[Point]) -> float:
    """Length of a path through these points."""
    return sum(between(a, b) for a, b in pairwise(points))


def along(points: Sequence[Point], distance: float) -> Point:
    """The point that lies `distance` along a path; its end when the path is shorter."""
    left = distance
    for a, b in pairwise(points):
        leg = between(a, b)
        if left < leg:
            return toward(a, b, left)
        left -= leg
    return points[-1]


# ── Tokens ────────────────────────────────────────────────────────────────────────────────────────────────────────


def at(token: Token) -> Point:
    return token.x, token.y


def centre(tokens: Sequence[Token]) -> Point:
    """The middle of a group of tokens. Raises ValueError for an empty one."""
    if not tokens:
        raise ValueError("a group without tokens has no middle")
    return tidy(sum(t.x for t in tokens) / len(tokens)), tidy(sum(t.y for t in tokens) / len(tokens))


def distance(a: Token, b: Token) -> float:
    """From head to head on the flat."""
    return between(at(a), at(b))


def gap(a: Token, b: Token) -> float:
    """From base to base, 0 when they touch. An oblong base is measured to its nearest side."""
    if not (a.length or b.length):
        return max(0.0, distance(a, b) - a.radius - b.radius)
    return float(footprint(a).distance(footprint(b)))


@dataclass(frozen=True, slots=True)
class Nearest:
    """The closest pair between two groups."""

    one: Token
    other: Token
    distance: float


def closest(ones: Iterable[Token], others: Iterable[Token]) -> Nearest | None:
    """The closest pair of tokens of two groups, head to head; None when a group is empty. Ties go to the ids."""
    others = tuple(others)
    pairs = ((distance(a, b), a.id, b.id, a, b) for a in ones for b in others)
    found = min(pairs, key=lambda pair: pair[:3], default=None)
    return None if found is None else Nearest(found[3], found[4], found[0])


# ── Edges of the board ────────────────────────────────────────────────────────────────────────────────────────────


def to_edge(board: Board, point: Point, edge: str) -> float:
    """How far a point is from an edge (north, east, south, west). KeyError for another word."""
    x, y = point
    return {"north": board.depth - y, "east": board.width - x, "south": y, "west": x}[edge]


def on_edge(board: Board, point: Point, edge: str) -> Point:
    """The point of an edge that is closest to `point`."""
    x, y = point
    return {"north": (x, board.depth), "east": (board.width, y), "south": (x, 0.0), "west": (0.0, y)}[edge]


def nearest_edge(board: Board, point: Point) -> tuple[str, float]:
    return min(((edge, to_edge(board, point, edge)) for edge in EDGES), key=lambda found: found[1])


def inward(edge: str) -> float:
    """The direction that looks from an edge into the board."""
    return {"north": 180.0, "east": 270.0, "south": 0.0, "west": 90.0}[edge]


# ── Arcs ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def in_arc(token: Token, point: Point, width: float) -> bool:
    """Whether a point lies in the arc of `width` degrees in front of a token, its borders included: 180 for what a
    figure sees, 30 for its fire (BG-VIII.1.2a). A point under the token itself is always in."""
    if width >= 360.0 or at(token) == point:
        return True
    return turn(token.facing, bearing(at(token), point)) <= width / 2 + 1e-6
