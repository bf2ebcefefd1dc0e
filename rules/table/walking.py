"""Pictures between two maps: units on their way, all at the same pace along the way that they went."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from rules.table.board import Point
from rules.table.scene import Scene, Track, UnitMark


def under_way(before: Scene, tracks: Sequence[Track], count: int) -> list[Scene]:
    """So many maps between `before` and the end of these tracks. Who goes less far than others arrives before them;
    who was not on the map before is not on these."""
    ways = _ways(tracks)
    longest = max((length(way) for way in ways.values()), default=0.0)
    return [_at(before, ways, longest * step / (count + 1)) for step in range(1, count + 1)] if longest else []


def length(way: Sequence[Point]) -> float:
    return sum(math.dist(one, other) for one, other in pairwise(way))


def along(way: Sequence[Point], far: float) -> Point:
    """The point of the way that lies so far from its beginning; its end where it is shorter."""
    for one, other in pairwise(way):
        leg = math.dist(one, other)
        if far < leg:
            share = far / leg
            return one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share
        far -= leg
    return way[-1]


def _ways(tracks: Sequence[Track]) -> dict[str, tuple[Point, ...]]:
    """One way for each unit, whatever it did upon it."""
    found: dict[str, tuple[Point, ...]] = {}
    for track in tracks:
        found[track.ref] = (*found.get(track.ref, ()), *track.points)
    return found


def _at(before: Scene, ways: dict[str, tuple[Point, ...]], far: float) -> Scene:
    def on_its_way(mark: UnitMark) -> UnitMark:
        way = ways.get(mark.ref)
        return mark if way is None else _shifted(mark, way[0], along(way, far))

    return replace(
        before, units=tuple(map(on_its_way, before.units)), markers=tuple(map(on_its_way, before.markers)), traces=()
    )


def _shifted(mark: UnitMark, start: Point, to: Point) -> UnitMark:
    dx, dy = to[0] - start[0], to[1] - start[1]
    figures = tuple(replace(token, x=token.x + dx, y=token.y + dy) for token in mark.figures)
    return replace(mark, x=mark.x + dx, y=mark.y + dy, figures=figures)
