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


@lru_cache(maxsize=65536)
def clear(board: Board, a: Eye, b: Eye, curtains: tuple[Curtain, ...] = ()) -> bool:
    """Whether nothing stands between two places. The same from either end."""
    line = LineString([a.at, b.at])
    if line.length < 1e-6:
        return True
    if any(line.crosses(LineString([c.start, c.end])) for c in curtains):
        return False
    land = terrain(board)
    low, high = land.elevation(a.at) + a.height, land.elevation(b.at) + b.height
    trees = 0.0
    for index in land.tree.query(line, predicate="intersects"):
        feature, shape = land.features[int(index)], land.areas[int(index)]
        spans = spans_of(line, shape)
        if is_any(feature, TREES):
            if _over(feature, low, high, spans):
                continue
            trees += sum(t1 - t0 for t0, t1 in spans) * line.length
            continue
        solid = land.nature(feature).ground or kind_of(feature) in _OPAQUE
        if solid and _stops(land, feature, a, b, low, high, spans):
            return False
    return trees <= THROUGH_TREES + 1e-6


def _over(feature: Feature, low: float, high: float, spans: Iterable[tuple[float, float]]) -> bool:
    """The line passes above its top all the way."""
    peak = feature.base + top(feature)
    return all(min(low + (high - low) * t for t in span) > peak for span in spans)


def _stops(
    land: Terrain,
    feature: Feature,
    a: Eye,
    b: Eye,
    low: float,
    high: float,
    spans: list[tuple[float, float]],
) -> bool:
    """Whether it stands higher than the line anywhere, and neither end lines it or is in or on it."""
    shape = land.areas[land.features.index(feature)]
    inside = any(shape.covers(Spot(end.at)) for end in (a, b))
    if inside:
        return False
    lined = is_any(feature, LINES) and any(shape.distance(Spot(end.at)) <= LINED for end in (a, b))
    if lined:
        return False
    peak = feature.base + top(feature)
    return any(min(low + (high - low) * t for t in span) < peak for span in spans if span[1] > span[0])


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
