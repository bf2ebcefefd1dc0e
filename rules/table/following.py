"""People who go a way together: each finds his own way along it and a place of his own at its end.

Nobody is carried along in a rigid shape. A man joins the way of his group where he can, goes along it, and takes the
place that the formation gives him, or the nearest to it that has room and an open way; where there is none at the end,
as on a bridge or in a lane, he falls in behind the others on the way. Whoever cannot follow stays behind, with what
stops him.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from rules.table.board import Point
from rules.table.formation import Position
from rules.table.gate import Gate, Stoppage, Traveller
from rules.table.measure import along, bearing, between, length, tidy

RINGS = 12
"""Rings of places that are tried around the one wanted, each half a base further out."""


@dataclass(frozen=True, slots=True)
class Follower:
    """One who goes along: where he stands, the room that he needs, how far he may go in all (the book's allowance on
    open ground; what the ground costs is taken off by the book)."""

    id: str
    at: Point
    body: Traveller
    radius: float
    """Of his base: nobody's overlaps another's."""


@dataclass(frozen=True, slots=True)
class Followed:
    """His way with its start and end, and how he looks there. `stop`: what keeps him from following; None where he
    comes to the place of the formation, near it, or in file behind it."""

    id: str
    way: tuple[Point, ...]
    facing: float
    stop: Stoppage | None = None

    @property
    def end(self) -> Point:
        return self.way[-1]


@dataclass(frozen=True, slots=True)
class _Circle:
    at: Point
    radius: float


def follow(
    gate: Gate,
    people: Sequence[Follower],
    way: Sequence[Point],
    wanted: Sequence[Position],
    taken: Sequence[tuple[Point, float]] = (),
) -> tuple[Followed, ...]:
    """The way and place of each, in their order: those first choose first. `way`: the leader's, its start first;
    `wanted`: a place of the formation for each; `taken`: places and radii of those who stay. Raises ValueError where
    there are not as many places as people."""
    if len(people) != len(wanted):
        raise ValueError(f"{len(people)} people cannot take {len(wanted)} places")
    circles = [_Circle(*each) for each in taken]
    found: list[Followed] = []
    for one, place in zip(people, wanted, strict=True):
        gone = _one(gate, one, tuple(way), place, circles)
        circles.append(_Circle(gone.end, one.radius))
        found.append(gone)
    return tuple(found)


def _one(gate: Gate, one: Follower, way: tuple[Point, ...], place: Position, circles: Sequence[_Circle]) -> Followed:
    joined, stop = _joining(gate, one, way)
    if stop is not None:
        return Followed(one.id, joined, _looking(joined, place.facing), stop)
    for at in _around(place, one.radius):
        end = (tidy(at[0]), tidy(at[1]))
        if _free(gate, one, end, circles):
            whole = _onto(gate, one, joined, end)
            if whole is not None:
                return Followed(one.id, whole, place.facing)
    for back in _backwards(joined, one.radius):
        if _free(gate, one, back[-1], circles):
            return Followed(one.id, back, _looking(back, place.facing))
    return Followed(one.id, (one.at,), place.facing, Stoppage(0.0, one.at, "no room among the others"))


def _joining(gate: Gate, one: Follower, way: tuple[Point, ...]) -> tuple[tuple[Point, ...], Stoppage | None]:
    """His way onto the group's and along it to its end: from where he is straight to the last point of it that is open
    to him. What stops him where he gets to none of them, with the way as far as it goes."""
    for number in range(len(way) - 1, -1, -1):
        if gate.open(one.body, one.at, way[number]):
            rest = (one.at, *way[number:])
            passed = gate.way(one.body, rest)
            return passed.points, passed.stop
    beside = gate.way(one.body, (one.at, way[0], *way[1:]))
    return beside.points, beside.stop


def _onto(gate: Gate, one: Follower, joined: tuple[Point, ...], end: Point) -> tuple[Point, ...] | None:
    """His way to a place: straight from the earliest point of his way from which it is open; None where it is not."""
    for number, point in enumerate(joined):
        if gate.open(one.body, point, end):
            return (*joined[: number + 1], end) if between(point, end) > 1e-6 else joined[: number + 1]
    return None


def _around(wanted: Position, radius: float) -> Iterator[Point]:
    yield wanted.x, wanted.y
    for ring in range(1, RINGS + 1):
        reach = ring * radius / 2
        for k in range(6 * ring):
            angle = 2 * math.pi * k / (6 * ring)
            yield wanted.x + reach * math.sin(angle), wanted.y + reach * math.cos(angle)


def _backwards(way: tuple[Point, ...], radius: float) -> Iterator[tuple[Point, ...]]:
    """The way, shorter by half a base each time: one place behind the other."""
    whole = length(way)
    left = whole
    while left > 0.0:
        points, gone = [way[0]], 0.0
        for a, b in pairwise(way):
            leg = between(a, b)
            if gone + leg >= left - 1e-9:
                break
            points.append(b)
            gone += leg
        yield (*points, along(way, left))
        left -= max(radius / 2, 0.05)


def _free(gate: Gate, one: Follower, at: Point, circles: Sequence[_Circle]) -> bool:
    if any(between(at, each.at) < one.radius + each.radius - 1e-6 for each in circles):
        return False
    return gate.room(one.body, at) is None


def _looking(way: Sequence[Point], otherwise: float) -> float:
    return round(bearing(way[-2], way[-1]), 1) if len(way) > 1 and way[-2] != way[-1] else otherwise
