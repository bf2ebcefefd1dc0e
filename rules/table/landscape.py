"""Pieces of landscape for generated boards, and the small generator of numbers that shapes them.

`Grain` draws numbers from SHA-256 of its words, so a board is the same on every machine and in every year.
`Landscape` collects features and knows which ground is already taken.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from shapely import Polygon, box, intersects_xy
from shapely.affinity import rotate
from shapely.geometry import LineString
from shapely.geometry import Point as Spot
from shapely.geometry.base import BaseGeometry

from rules.table.board import Feature, Opening, Point
from rules.table.footprint import area

T = TypeVar("T")


class Grain:
    """A stream of numbers that follows from its words alone."""

    def __init__(self, *words: object) -> None:
        self._words = "|".join(str(word) for word in words)
        self._count = 0

    def share(self) -> float:
        """From 0 up to 1."""
        self._count += 1
        digest = hashlib.sha256(f"{self._words}|{self._count}".encode()).digest()
        return int.from_bytes(digest[:6], "big") / 2**48

    def skip(self, count: int) -> None:
        """Leave out that many numbers: those that follow are what they would have been."""
        self._count += count

    def between(self, low: float, high: float) -> float:
        return low + (high - low) * self.share()

    def whole(self, low: int, high: int) -> int:
        """Both ends included."""
        return low + int(self.share() * (high - low + 1))

    def chance(self, share: float) -> bool:
        return self.share() < share

    def pick(self, items: Sequence[T]) -> T:
        return items[int(self.share() * len(items))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        return [item for _, _, item in sorted((self.share(), i, item) for i, item in enumerate(items))]


CORNERS = 9
"""Of an uneven round outline, each as far from its middle as a number of its own says."""
STOREY = 2.0
"""Height of a floor in figure heights, a little more than a man with his arm up."""


@dataclass(slots=True)
class Landscape:
    """A board in the making. Lengths are given in figure heights and stretched by `scale`, heights by `tall`."""

    width: float
    depth: float
    grain: Grain
    scale: float = 1.0
    tall: float = 1.0
    features: list[Feature] = field(default_factory=lambda: list[Feature]())
    taken: list[BaseGeometry] = field(default_factory=lambda: list[BaseGeometry]())

    def add(self, feature: Feature, *, takes: bool = True, margin: float = 0.0) -> Feature:
        self.features.append(feature)
        if takes:
            self.taken.append(area(feature).buffer(margin * self.scale) if margin else area(feature))
        return feature

    def free(self, shape: BaseGeometry, *, inset: float = 0.0) -> bool:
        inside = box(inset, inset, self.width - inset, self.depth - inset)
        return bool(inside.covers(shape)) and not any(shape.intersects(other) for other in self.taken)

    def _is_taken(self, point: Point) -> bool:
        return any(intersects_xy(other, *point) for other in self.taken)

    # Lines ------------------------------------------------------------------------------------------------------

    def meander(self, start: Point, end: Point, sway: float, bends: int = 4) -> tuple[Point, ...]:
        """A line from one point to another that wanders off by up to `sway` on the way."""
        across = math.hypot(end[0] - start[0], end[1] - start[1])
        right = ((end[1] - start[1]) / across, -(end[0] - start[0]) / across)
        points = [start]
        for i in range(1, bends + 1):
            t = i / (bends + 1)
            off = self.grain.between(-sway, sway) * self.scale
            x = start[0] + (end[0] - start[0]) * t + right[0] * off
            y = start[1] + (end[1] - start[1]) * t + right[1] * off
            points.append((x, y))
        return self._kept(smoothed((*points, end), closed=False))

    def way(self, kind: str, points: Sequence[Point], width: float, name: str = "", *, margin: float = 0.3) -> Feature:
        """A road, track, stream or river."""
        return self.add(Feature(kind, tuple(points), name=name, width=width * self.scale), margin=margin)

    def barrier(self, kind: str, points: Sequence[Point]) -> Feature:
        """A wall, hedge, fence, barricade or roll of wire of its usual height; it takes no ground."""
        height, width, hardness = _BARRIERS[kind]
        feature = Feature(kind, tuple(points), height=height * self.tall, width=width * self.scale, hardness=hardness)
        return self.add(feature, takes=False)

    # Areas ------------------------------------------------------------------------------------------------------

    def blob(self, middle: Point, reach: float, *, corners: int = CORNERS, rough: float = 0.3) -> tuple[Point, ...]:
        """An uneven round outline, kept on the board."""
        points: list[Point] = []
        for i in range(corners):
            angle = 2 * math.pi * i / corners
            r = reach * self.scale * self.grain.between(1.0 - rough, 1.0 + rough)
            points.append((middle[0] + r * math.sin(angle), middle[1] + r * math.cos(angle)))
        return self._kept(smoothed(points, closed=True))

    def _kept(self, points: Sequence[Point]) -> tuple[Point, ...]:
        """Points brought onto the board."""
        return tuple(_tidy(min(max(x, 0.0), self.width), min(max(y, 0.0), self.depth)) for x, y in points)

    def patch(self, kind: str, reach: float, *, height: float = 0.0, name: str = "", tries: int = 20) -> Feature | None:
        """A patch of woods, scrub or the like where there is room; nothing if there is none."""
        for _ in range(tries):
            middle = (self.grain.between(0.0, self.width), self.grain.between(0.0, self.depth))
            if self._is_taken(middle):  # and so is some of any patch about it
                self.grain.skip(CORNERS)
                continue
            outline = self.blob(middle, reach)
            shape = Polygon(outline)
            if shape.is_valid and self.free(shape):
                return self.add(Feature(kind, outline, name=name, height=height * self.tall), margin=0.5)
        return None

    def hill(
        self, middle: Point, reach: float, levels: int, *, rise: float = 1.5, stretch: float = 1.0,
        turn: float = 0.0, name: str = "", steep: bool = False,
    ) -> None:  # fmt: skip
        """Contours one within the other. The long flanks of a steep one, in the north and south, are slopes whose
        first side is the top."""
        rings: list[list[Point]] = []
        for level in range(levels):
            ring = Polygon([(x * stretch, y) for x, y in self._ring(reach * (1.0 - 0.62 * level / levels))])
            turned = rotate(ring, turn, origin=(0, 0))
            rings.append([(middle[0] + x, middle[1] + y) for x, y in list(turned.exterior.coords)[:-1]])
        for level, ring in enumerate(rings):
            outline = self._kept(smoothed(ring, closed=True))
            height = round(rise * (level + 1) * self.tall, 2)
            self.add(Feature("hill", outline, name=name if level == 0 else "", height=height), takes=False)
        if steep and levels > 1:
            for first in (4, 11):
                side = [i % len(rings[0]) for i in range(first, first + 7)]
                foot = [rings[0][i] for i in reversed(side)]
                outline = self._kept([rings[1][side[0]], rings[1][side[-1]], *foot])
                if Polygon(outline).is_valid:
                    self.add(Feature("slope", outline), takes=False)

    def _ring(self, reach: float) -> list[Point]:
        return [
            (r * math.sin(a), r * math.cos(a))
            for a, r in ((2 * math.pi * i / 14, reach * self.scale * self.grain.between(0.88, 1.12)) for i in range(14))
        ]

    # Buildings --------------------------------------------------------------------------------------------------

    def house(
        self, middle: Point, long: float, wide: float, turn: float, *, floors: int = 1, name: str = "",
        hardness: str = "hard", door: int = 0, margin: float = 0.6, inset: float = 1.0,
    ) -> Feature | None:  # fmt: skip
        """A building with a door in one wall and windows on every floor; None where there is no room for it."""
        half = (long * self.scale / 2, wide * self.scale / 2)
        shape = rotate(box(-half[0], -half[1], half[0], half[1]), -turn, origin=(0, 0))
        corners = [_tidy(middle[0] + x, middle[1] + y) for x, y in list(shape.exterior.coords)[:-1]]
        if not self.free(Polygon(corners).buffer(margin * self.scale / 2), inset=inset * self.scale):
            return None
        openings = _openings(corners, floors, door, self.tall)
        height = round((STOREY * floors + 0.5) * self.tall, 2)
        feature = Feature(
            "building", tuple(corners), name=name, height=height, hardness=hardness, floors=floors, openings=openings
        )
        return self.add(feature, margin=margin)

    def beside(self, points: Sequence[Point], t: float, off: float) -> tuple[Point, float]:
        """A spot at share `t` along a road and `off` to its right, with the road's direction there."""
        line = LineString(points)
        here = line.interpolate(t, normalized=True)
        ahead = line.interpolate(min(t + 0.02, 1.0), normalized=True)
        before = line.interpolate(max(t - 0.02, 0.0), normalized=True)
        direction = math.degrees(math.atan2(ahead.x - before.x, ahead.y - before.y)) % 360.0
        angle = math.radians(direction)
        off *= self.scale
        return _tidy(here.x + off * math.cos(angle), here.y - off * math.sin(angle)), direction

    def near(self, point: Point, reach: float) -> bool:
        """Whether taken ground lies that close."""
        return any(other.distance(Spot(point)) < reach * self.scale for other in self.taken)


def smoothed(points: Sequence[Point], *, closed: bool) -> list[Point]:
    """A line or ring with its corners cut (Chaikin), so that roads bend and woods have no edges."""
    ends = list(points)
    for _ in range(2 if not closed else 1):
        pairs = list(zip(ends, ends[1:] + ends[:1], strict=True))[: None if closed else -1]
        cut = [(a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for a, b in pairs for t in (0.25, 0.75)]
        ends = cut if closed else [ends[0], *cut[1:-1], ends[-1]]
    return ends


_BARRIERS = {
    "wall": (0.6, 0.25, "hard"),
    "high wall": (1.6, 0.3, "hard"),
    "hedge": (0.8, 0.4, "soft"),
    "fence": (0.5, 0.12, "none"),
    "barricade": (0.6, 0.5, "soft"),
    "wire": (0.3, 0.6, "none"),
}
"""Usual height, thickness and hardness, in figure heights."""


def _openings(corners: Sequence[Point], floors: int, door: int, scale: float) -> tuple[Opening, ...]:
    openings: list[Opening] = []
    for side in range(4):
        a, b = corners[side], corners[(side + 1) % 4]
        long = math.hypot(b[0] - a[0], b[1] - a[1])
        if side == door % 4:
            openings.append(Opening("door", *_span(a, b, 0.5, 0.9 * scale / long), sill=0.0, head=1.6 * scale))
        places = (0.25, 0.75) if long > 3.0 * scale else (0.5,)
        for floor in range(floors):
            for t in places:
                if floor == 0 and side == door % 4 and t == 0.5:
                    continue
                sill = (floor * STOREY + 0.4) * scale
                ends = _span(a, b, t, 0.8 * scale / long)
                openings.append(Opening("window", *ends, sill=round(sill, 2), head=round(sill + scale, 2)))
    return tuple(openings)


def _span(a: Point, b: Point, t: float, share: float) -> tuple[Point, Point]:
    low, high = t - share / 2, t + share / 2
    return (
        _tidy(a[0] + (b[0] - a[0]) * low, a[1] + (b[1] - a[1]) * low),
        _tidy(a[0] + (b[0] - a[0]) * high, a[1] + (b[1] - a[1]) * high),
    )


def _tidy(x: float, y: float) -> Point:
    return round(x, 2) + 0.0, round(y, 2) + 0.0


def many(land: Landscape, on_usual_board: int) -> int:
    """As many as fit the size of the board: the usual one is 48 by 36 figure heights."""
    share = land.width * land.depth / (48.0 * 36.0 * land.scale**2)
    return max(1, round(on_usual_board * share))


def rounded(points: Sequence[Point]) -> tuple[Point, ...]:
    return tuple((round(x, 2), round(y, 2)) for x, y in points)


def nth(word: str, index: int) -> str:
    return word if index == 0 else f"{word} {index + 1}"
