"""What the terrain of a board means for foot: going, roads, steep slopes. IX.1; the kinds are in `terrain.toml`.

Only features that stand on the board count; nothing is assumed (BG-IX.0.1).
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from importlib import resources
from itertools import pairwise

from pydantic import BaseModel, ConfigDict
from shapely import LineString, intersects_xy
from shapely import Point as Spot
from shapely.geometry.base import BaseGeometry

from rules.book_and_gun.state import Ground
from rules.table.board import Board, Feature, Point
from rules.table.footprint import area
from rules.table.measure import bearing, turn


class _Kinds(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")
    kinds: frozenset[str]


class _Going(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")
    rough: frozenset[str]
    dense: frozenset[str]


class _Terrain(BaseModel):
    """terrain.toml."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    going: _Going
    barred: _Kinds
    road: _Kinds
    steep: _Kinds


KINDS = _Terrain.model_validate(
    tomllib.loads(resources.files("rules.book_and_gun").joinpath("terrain.toml").read_text(encoding="utf-8"))
)


def going(kind: str) -> Ground:
    """BG-IX.1.1, BG-IX.1.2a, BG-IX.1.3a, BG-IX.4.1a."""
    if kind in KINDS.going.dense:
        return Ground.DENSE
    return Ground.ROUGH if kind in KINDS.going.rough else Ground.CLEAR


def ground_at(board: Board, point: Point) -> Ground:
    """The worst going at a point."""
    found = [going(f.kind) for f in board.features if going(f.kind) is not Ground.CLEAR and _holds(f, point)]
    return Ground.DENSE if Ground.DENSE in found else Ground.ROUGH if found else Ground.CLEAR


def worst(board: Board, way: Sequence[Point], wide: float = 0.0) -> Ground:
    """The worst going along a way that is so wide: any part of it counts for all. BG-R34."""
    strip = _strip(way, wide)
    found = {going(f.kind) for f in board.features if going(f.kind) is not Ground.CLEAR and _crosses(f, strip)}
    return Ground.DENSE if Ground.DENSE in found else Ground.ROUGH if found else Ground.CLEAR


def clear_for(board: Board, way: Sequence[Point], wide: float = 0.0) -> float | None:
    """Inches along a way before rough or dense ground begins; None when it stays clear."""
    line = LineString(way) if len(way) > 1 else None
    strip = _strip(way, wide)
    bad = [area(f).buffer(wide / 2) for f in board.features if going(f.kind) is not Ground.CLEAR and _crosses(f, strip)]
    if line is None or not bad:
        return 0.0 if bad else None
    entries = [_entry(line, place) for place in bad]
    found = [inches for inches in entries if inches is not None]
    return min(found) if found else None


def _entry(line: LineString, place: BaseGeometry) -> float | None:
    """How far along a line a place begins."""
    inside = line.intersection(place)
    if inside.is_empty:
        return None
    parts = getattr(inside, "geoms", [inside])
    return min(line.project(Spot(xy)) for part in parts for xy in part.coords)


def steep(board: Board, way: Sequence[Point], wide: float = 0.0) -> bool:
    """Whether a way goes up or across a steep slope; straight down it goes at full speed. BG-IX.1.4a.

    A slope falls the way its feature's outline runs: the first side of it is the top."""
    strip = _strip(way, wide)
    crossed = [f for f in board.features if f.kind in KINDS.steep.kinds and _crosses(f, strip)]
    return any(not _straight_down(f, way) for f in crossed)


def _straight_down(slope: Feature, way: Sequence[Point]) -> bool:
    if len(way) < 2 or len(slope.outline) < 3:
        return False
    a, b = slope.outline[:2]
    top = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
    middle = area(slope).centroid
    down = bearing(top, (middle.x, middle.y))
    return all(turn(bearing(p, q), down) <= 30.0 for p, q in pairwise(way) if p != q)


def on_road(board: Board, way: Sequence[Point]) -> bool:
    """Whether a way keeps to roads from start to end. BG-VIII.4.1, BG-R35."""
    roads = [area(f).buffer(0.5) for f in board.features if f.kind in KINDS.road.kinds]
    if not roads:
        return False
    line = LineString(way) if len(way) > 1 else LineString([way[0], way[0]])
    for road in roads:
        line = line.difference(road)
    return line.length <= 0.25 if len(way) > 1 else any(bool(intersects_xy(r, *way[0])) for r in roads)


def barred(board: Board, point: Point) -> bool:
    """Whether nobody on foot can stand there: deep water with no bridge or ford."""
    return any(f.kind in KINDS.barred.kinds and _holds(f, point) for f in board.features) and not any(
        f.kind in ("bridge", "ford") and _holds(f, point) for f in board.features
    )


def _holds(feature: Feature, point: Point) -> bool:
    return bool(intersects_xy(area(feature), point[0], point[1]))


def _strip(way: Sequence[Point], wide: float) -> BaseGeometry:
    points = list(way) if len(way) > 1 else [way[0], (way[0][0] + 1e-6, way[0][1])]
    line = LineString(points)
    return line.buffer(wide / 2, cap_style="flat") if wide > 0 else line


def _crosses(feature: Feature, strip: BaseGeometry) -> bool:
    west, south, east, north = strip.bounds
    margin = feature.width
    xs = [p[0] for p in feature.outline]
    ys = [p[1] for p in feature.outline]
    if not xs or min(xs) - margin > east or max(xs) + margin < west:
        return False
    if min(ys) - margin > north or max(ys) + margin < south:
        return False
    return bool(area(feature).intersects(strip))
