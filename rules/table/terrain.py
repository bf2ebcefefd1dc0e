"""The lie of the land: which terrain is at a place, under a token, along a path, and what a move over it costs.

`terrain(board, natures)` surveys a board once and remembers it. Lengths are in the board's measure.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise

import shapely
from shapely import LineString, STRtree
from shapely import Point as Spot
from shapely.geometry.base import BaseGeometry

from rules.table.board import Board, Feature, Opening, Point, Token
from rules.table.footprint import area, footprint
from rules.table.measure import along, between, toward
from rules.table.nature import PLAIN, Nature, Natures

WATER = ("river", "stream", "water", "pond")
CROSSINGS = ("bridge", "ford", "road", "street", "track", "path", "trail")
"""Kinds that lead over water dry-shod, or nearly."""

KNOWN = 4096
"""Places of a board whose features are remembered: figures are asked about where they stand again and again."""

_HAIR = 1e-6


@dataclass(frozen=True, slots=True)
class Stretch:
    """A part of a path over one and the same ground. `start` and `end` are distances along the path."""

    start: float
    end: float
    going: str
    kinds: tuple[str, ...]
    rise: float
    """How much higher the ground is than on the stretch before."""
    cost: float
    """What it takes of an allowance, the crossing of its border included."""

    @property
    def length(self) -> float:
        return self.end - self.start


@dataclass(frozen=True, slots=True)
class Crossing:
    """Where a path meets a barrier: a wall to climb, a stream to wade, a building's wall. `opening`: the door or
    breach that it goes through, None where there is none."""

    feature: Feature
    at: float
    """Distance along the path."""
    point: Point
    opening: Opening | None = None


@dataclass(frozen=True, slots=True)
class Reached:
    """How far an allowance carries along a path."""

    point: Point
    length: float
    spent: float
    complete: bool
    stopped_by: str = ""
    """The kind of terrain that bars the way, if one does."""


@dataclass(slots=True)
class Terrain:
    """A surveyed board."""

    board: Board
    natures: Natures
    features: tuple[Feature, ...] = field(init=False)
    areas: tuple[BaseGeometry, ...] = field(init=False)
    tree: STRtree = field(init=False)
    _areas: dict[int, BaseGeometry] = field(
        init=False, repr=False, compare=False, default_factory=dict[int, BaseGeometry]
    )
    """Of each feature of the survey, by its identity: comparing features takes long."""
    _known: dict[Point, tuple[Feature, ...]] = field(
        init=False, repr=False, compare=False, default_factory=dict[Point, tuple[Feature, ...]]
    )

    def __post_init__(self) -> None:
        pairs = [(feature, area(feature)) for feature in self.board.features]
        pairs = [(feature, shape) for feature, shape in pairs if not shape.is_empty]
        self.features = tuple(feature for feature, _ in pairs)
        self.areas = tuple(shape for _, shape in pairs)
        self.tree = STRtree(self.areas)
        for feature, shape in pairs:
            self._areas.setdefault(id(feature), shape)

    def area_of(self, feature: Feature) -> BaseGeometry:
        """The ground of a feature. Raises ValueError for one that the board does not have, or that covers nothing."""
        found = self._areas.get(id(feature))
        return self.areas[self.features.index(feature)] if found is None else found

    def nature(self, feature: Feature) -> Nature:
        return self.natures.of(feature.kind)

    # At a place -------------------------------------------------------------------------------------------------

    def at(self, point: Point) -> tuple[Feature, ...]:
        """The features at a place, the one that prevails last."""
        known = self._known.get(point)
        if known is None:
            found = self.tree.query(Spot(point), predicate="intersects")
            if len(self._known) >= KNOWN:
                self._known.clear()
            known = self._known[point] = self._in_order([int(i) for i in found])
        return known

    def under(self, token: Token) -> tuple[Feature, ...]:
        """The features in which more than half of a token's base lies."""
        base = footprint(token)
        found = [int(i) for i in self.tree.query(base, predicate="intersects")]
        return self._in_order([i for i in found if self.areas[i].intersection(base).area > base.area / 2 - _HAIR])

    def touching(self, token: Token, reach: float = 0.0) -> tuple[Feature, ...]:
        """The features that a token's base touches, or that lie within reach of it: a wall to shelter behind."""
        base = footprint(token)
        found = [int(i) for i in self.tree.query(base, predicate="dwithin", distance=reach + 0.05)]
        return self._in_order(found)

    def _in_order(self, indices: Sequence[int]) -> tuple[Feature, ...]:
        ranked = sorted(indices, key=lambda i: (self.nature(self.features[i]).over, self.features[i].height, i))
        return tuple(self.features[i] for i in ranked)

    def elevation(self, point: Point) -> float:
        """Height of the ground: the highest hill there, less the deepest trench or crater."""
        return _elevation(self.at(point), self.natures)

    def going(self, point: Point) -> str:
        """The rule set's word for moving at a place; that of the kind that prevails there."""
        return self._going(self.at(point))

    def _going(self, features: Sequence[Feature]) -> str:
        telling = [f for f in features if self.nature(f).over > 0]
        return self.nature(telling[-1]).going if telling else "clear"

    # Along a path -----------------------------------------------------------------------------------------------

    def stretches(self, points: Sequence[Point]) -> tuple[Stretch, ...]:
        """The path cut where the ground changes, from its first point to its last."""
        cut: list[Stretch] = []
        walked, height = 0.0, self.elevation(points[0]) if points else 0.0
        before: set[int] = (
            {int(i) for i in self.tree.query(Spot(points[0]), predicate="intersects")} if points else set()
        )
        for a, b in pairwise(points):
            leg = between(a, b)
            if leg < _HAIR:
                continue
            for t0, t1, inside in self._parts(a, b):
                features = self._in_order(sorted(inside))
                going, here = self._going(features), _elevation(features, self.natures)
                crossing = sum(self.nature(self.features[i]).crossing for i in inside - before)
                cost = (t1 - t0) * leg * self._cost(features) + crossing
                kinds = tuple(f.kind for f in features)
                cut.append(Stretch(walked + t0 * leg, walked + t1 * leg, going, kinds, here - height, cost))
                before, height = inside, here
            walked += leg
        return tuple(cut)

    def _cost(self, features: Sequence[Feature]) -> float:
        telling = [self.nature(f) for f in features if self.nature(f).over > 0]
        return telling[-1].cost if telling else 1.0

    def _parts(self, a: Point, b: Point) -> list[tuple[float, float, set[int]]]:
        """A leg cut into parts (from, to, the features there); from and to are shares of the leg."""
        leg = LineString([a, b])
        near = [int(i) for i in self.tree.query(leg, predicate="intersects")]
        spans = [(i, span) for i in near for span in spans_of(leg, self.areas[i])]
        marks = sorted({0.0, 1.0, *(t for _, span in spans for t in span)})
        parts: list[tuple[float, float, set[int]]] = []
        for t0, t1 in pairwise(marks):
            if (t1 - t0) * leg.length < 1e-4:
                continue
            middle = (t0 + t1) / 2
            parts.append((t0, t1, {i for i, (s0, s1) in spans if s0 <= middle <= s1}))
        return parts or [(0.0, 1.0, set())]

    def cost(self, points: Sequence[Point]) -> float:
        """What the whole path takes of an allowance."""
        return sum(stretch.cost for stretch in self.stretches(points))

    def reach(self, points: Sequence[Point], allowance: float, *, mover: str = "foot") -> Reached:
        """How far an allowance carries along a path, and what stops a mover of that sort before its end."""
        left, spent = allowance, 0.0
        for stretch in self.stretches(points):
            barred = next((k for k in stretch.kinds if mover in self.natures.of(k).bars), "")
            if barred and stretch.start > _HAIR:
                return Reached(along(points, stretch.start), stretch.start, spent, False, barred)
            if stretch.cost > left + _HAIR:
                crossing = max(0.0, stretch.cost - stretch.length * self._rate(stretch))
                on = max(0.0, left - crossing) / max(self._rate(stretch), _HAIR)
                length = stretch.start + min(on, stretch.length)
                return Reached(along(points, length), length, allowance if on else spent, False)
            left -= stretch.cost
            spent += stretch.cost
        whole = sum(between(a, b) for a, b in pairwise(points))
        return Reached(points[-1], whole, spent, True)

    def _rate(self, stretch: Stretch) -> float:
        telling = [self.natures.of(kind) for kind in stretch.kinds if self.natures.of(kind).over > 0]
        return telling[-1].cost if telling else 1.0

    def crossings(self, points: Sequence[Point]) -> tuple[Crossing, ...]:
        """The barriers that a path meets, in the order in which it meets them; for a building both ways through."""
        met: list[Crossing] = []
        walked = 0.0
        for a, b in pairwise(points):
            leg = LineString([a, b])
            for i in self.tree.query(leg, predicate="intersects"):
                feature = self.features[int(i)]
                if not self.nature(feature).barrier or self._bridged(feature, leg):
                    continue
                for t0, t1 in spans_of(leg, self.areas[int(i)]):
                    ends = (t0, t1) if self.nature(feature).walled else (t0,)
                    for t in ends:
                        if (walked > 0 or t > _HAIR) and t < 1.0 - _HAIR:
                            point = toward(a, b, t * leg.length)
                            met.append(Crossing(feature, walked + t * leg.length, point, opening_at(feature, point)))
            walked += leg.length
        return tuple(sorted(met, key=lambda crossing: crossing.at))

    def _bridged(self, feature: Feature, leg: LineString) -> bool:
        """Whether a leg goes over water by a bridge or through a ford."""
        if feature.kind not in WATER:
            return False
        wet = leg.intersection(area(feature))
        near = [int(i) for i in self.tree.query(wet, predicate="intersects")]
        dry = [self.areas[i].buffer(0.2) for i in near if self.features[i].kind in CROSSINGS]
        return any(shape.covers(wet) for shape in dry)


@lru_cache(maxsize=64)
def terrain(board: Board, natures: Natures = PLAIN) -> Terrain:
    """The survey of a board; the same board is surveyed only once."""
    return Terrain(board, natures)


def spans_of(line: LineString, shape: BaseGeometry) -> list[tuple[float, float]]:
    """The shares of a straight line that lie within an area, in order; mere touches are left out."""
    common = line.intersection(shape)
    parts = [part for part in shapely.get_parts(common) if isinstance(part, LineString) and part.length > 1e-9]
    if not parts:
        return []
    ends = shapely.points([end for part in parts for end in (part.coords[0], part.coords[-1])])
    along_it = shapely.line_locate_point(line, ends)  # pyright: ignore[reportUnknownMemberType]
    shares = (along_it / line.length).tolist()
    return sorted((min(a, b), max(a, b)) for a, b in zip(shares[::2], shares[1::2], strict=True))


def opening_at(feature: Feature, point: Point, slack: float = 0.3) -> Opening | None:
    """The open door or breach of a feature through which a point of its outline leads; a figure squeezes in within
    `slack` of it. Windows do not count: they are climbed, not walked through."""
    spot = Spot(point)
    ways = [o for o in feature.openings if o.open and o.kind != "window"]
    near = [(LineString([o.a, o.b]).distance(spot), i, o) for i, o in enumerate(ways)]
    found = min(near, key=lambda entry: entry[:2], default=None)
    return found[2] if found and found[0] <= slack else None


def _elevation(features: Sequence[Feature], natures: Natures) -> float:
    tops = [f.base + f.height for f in features if natures.of(f.kind).ground]
    high = max((top for top in tops if top > 0), default=0.0)
    return high + min((top for top in tops if top < 0), default=0.0)
