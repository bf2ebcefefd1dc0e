"""Lines of sight in metres, between places of some height on one board.

Woods are looked into and through as far as the location chart could ever need; what a man lines (a hedge, a wall) does
not blind him, nor hide him wholly: the chart has a column for it. IA-loc.line-of-sight, IA-loc.table
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from shapely import LineString
from shapely import Point as Spot
from shapely.geometry.base import BaseGeometry

from rules.infantry_action.book.restrictions import Trees
from rules.infantry_action.play.ground.kinds import LINES, TREES, is_any, kind_of, top
from rules.table.board import Board, Feature, Point
from rules.table.terrain import Terrain, spans_of, terrain

ERECT, PRONE, VEHICLE, FLYING = 1.7, 0.3, 2.2, 40.0
"""Metres of eyes, and of what shows, above the ground."""
THROUGH_TREES = 100.0
"""Metres of wood that one may look through: the longest range of the chart's column of woods."""
LINED = 10.0
"""Metres within which a man lines a hedge or wall: one base."""
_SURE = 1e-4
"""Square metres beyond which no rounding changes a side."""
_OPAQUE = frozenset(
    {"building", "bunker", "wall", "high wall", "hedge", "barricade", "sandbags", "door", "smoke", "fire"}
)


@dataclass(frozen=True, slots=True)
class Eye:
    """One end of a line: a place, and metres above the ground there. `front`: of a vehicle its front edge, to which
    distances run. IA-R017"""

    at: Point
    height: float = ERECT
    front: Point | None = None

    @property
    def measured(self) -> Point:
        return self.at if self.front is None else self.front


@dataclass(frozen=True, slots=True)
class Curtain:
    """A smoke screen from end to end: nothing is seen through it. IA-smoke.duration"""

    start: Point
    end: Point


@dataclass(frozen=True, slots=True)
class _Thing:
    """What a line of sight may meet. `peak`: metres of its top; `trees`: it is looked into; `lined`: a man lines it."""

    shape: BaseGeometry
    peak: float
    trees: bool
    lined: bool


@dataclass(frozen=True, slots=True)
class _Things:
    """A board as it is looked over: what each feature of its survey is to sight, None for nothing."""

    land: Terrain
    each: tuple[_Thing | None, ...]


@lru_cache(maxsize=64)
def _things(board: Board) -> _Things:
    land = terrain(board)
    return _Things(
        land, tuple(_thing(land, feature, shape) for feature, shape in zip(land.features, land.areas, strict=True))
    )


def _thing(land: Terrain, feature: Feature, shape: BaseGeometry) -> _Thing | None:
    trees = is_any(feature, TREES)
    if not trees and not land.nature(feature).ground and kind_of(feature) not in _OPAQUE:
        return None
    return _Thing(shape, feature.base + top(feature), trees, is_any(feature, LINES))


@lru_cache(maxsize=65536)
def clear(board: Board, a: Eye, b: Eye, curtains: tuple[Curtain, ...] = ()) -> bool:
    """Whether nothing stands between two places. The same from either end."""
    line = LineString([a.at, b.at])
    if line.length < 1e-6:
        return True
    if any(line.crosses(LineString([c.start, c.end])) for c in curtains):
        return False
    things = _things(board)
    land = things.land
    low, high = land.elevation(a.at) + a.height, land.elevation(b.at) + b.height
    ends = _spot(a.at), _spot(b.at)
    trees = 0.0
    for index in land.tree.query(line, predicate="intersects"):
        thing = things.each[int(index)]
        if thing is None or min(low, high) > thing.peak + _SURE:
            continue
        if thing.trees:
            spans = spans_of(line, thing.shape)
            if not _over(thing, low, high, spans):
                trees += sum(t1 - t0 for t0, t1 in spans) * line.length
        elif _stops(thing, ends, low, high, line):
            return False
    return trees <= THROUGH_TREES + 1e-6


@lru_cache(maxsize=16384)
def _spot(at: Point) -> Spot:
    return Spot(at)


def _over(thing: _Thing, low: float, high: float, spans: Iterable[tuple[float, float]]) -> bool:
    """The line passes above its top all the way."""
    return all(min(low + (high - low) * t for t in span) > thing.peak for span in spans)


def _stops(thing: _Thing, ends: tuple[Spot, Spot], low: float, high: float, line: LineString) -> bool:
    """Whether it stands higher than the line anywhere, and neither end lines it or is in or on it."""
    if any(thing.shape.covers(end) for end in ends):
        return False
    if thing.lined and any(thing.shape.distance(end) <= LINED for end in ends):
        return False
    if max(low, high) < thing.peak - _SURE and line.intersection(thing.shape).length > _SURE:
        return True
    spans = spans_of(line, thing.shape)
    return any(min(low + (high - low) * t for t in span) < thing.peak for span in spans if span[1] > span[0])


def crosses(line: tuple[Point, Point], other: tuple[Point, Point]) -> bool:
    """Whether two straight lines meet. Where one ends on the other, or nearly, it is looked at exactly."""
    (a, b), (c, d) = line, other
    sides = _beside(a, b, c), _beside(a, b, d), _beside(c, d, a), _beside(c, d, b)
    for one, two in (sides[:2], sides[2:]):
        if (one > _SURE and two > _SURE) or (one < -_SURE and two < -_SURE):
            return False
    if all(abs(side) > _SURE for side in sides):
        return True
    return bool(LineString(line).intersects(LineString(other)))


def _beside(a: Point, b: Point, at: Point) -> float:
    """On which side of the way from `a` to `b` a place is, and how far: the sign, and twice the area between them."""
    return (b[0] - a[0]) * (at[1] - a[1]) - (b[1] - a[1]) * (at[0] - a[0])


def trees_on(board: Board, a: Point, b: Point) -> Iterator[Trees]:
    """The trees on the line from a mortar to its target. IA-hw.mortar-trees, IA-R072"""
    line = LineString([a, b])
    land = terrain(board)
    for index in land.tree.query(line, predicate="intersects"):
        feature, shape = land.features[int(index)], land.areas[int(index)]
        if is_any(feature, TREES):
            holds_target = bool(shape.covers(Spot(b)))
            for t0, t1 in spans_of(line, shape):
                yield Trees(t0 * line.length, (1 - t1) * line.length, holds_target)
