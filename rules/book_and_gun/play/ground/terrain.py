"""What the terrain of a board means for foot: going, roads, steep slopes. IX.1; the kinds are in `terrain.toml`.

Only features that stand on the board count; nothing is assumed (BG-IX.0.1).
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterator, Sequence
from importlib import resources
from itertools import pairwise

from pydantic import BaseModel, ConfigDict
from shapely import MultiLineString

from rules.book_and_gun.units import Ground
from rules.table.board import Board, Feature, Point
from rules.table.footprint import area
from rules.table.measure import bearing, length, turn
from rules.table.nature import PLAIN, Natures
from rules.table.terrain import Stretch, Terrain
from rules.table.terrain import terrain as survey

SLACK = 0.5
"""Inches of a way downhill that need not lie on the slope. BG-R281"""
STRAIGHT_DOWN = 30.0
"""Degrees to either side of the fall of a slope that still go straight down."""


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class _Kinds(_Part):
    kinds: frozenset[str]


class _Going(_Part):
    rough: frozenset[str]
    dense: frozenset[str]


class _Barred(_Part):
    foot: frozenset[str]


class _File(_Part):
    going: _Going
    barred: _Barred
    high: _Kinds
    road: _Kinds
    steep: _Kinds
    water: _Kinds
    inside: _Kinds
    rampart: _Kinds
    sacred: _Kinds


_FILE = _File.model_validate(
    tomllib.loads(
        resources.files("rules.book_and_gun.play.ground").joinpath("terrain.toml").read_text(encoding="utf-8")
    )
)
ROADS, STEEP = _FILE.road.kinds, _FILE.steep.kinds
DEEP, HIGH = _FILE.barred.foot, _FILE.high.kinds
WATERS, INSIDE, RAMPARTS, SACRED = _FILE.water.kinds, _FILE.inside.kinds, _FILE.rampart.kinds, _FILE.sacred.kinds

NATURES: Natures = PLAIN.meaning(
    {
        **{kind: Ground.ROUGH.value for kind in _FILE.going.rough},
        **{kind: Ground.DENSE.value for kind in _FILE.going.dense},
    },
    bars={kind: frozenset({"foot"}) for kind in _FILE.barred.foot},
)
"""Kinds of terrain in the words of these rules. BG-IX.1.1, BG-IX.1.2a, BG-IX.1.3a, BG-IX.4.1a."""


def surveyed(board: Board) -> Terrain:
    """The board with these rules' natures; surveyed once."""
    return survey(board, NATURES)


def ground_at(board: Board, point: Point) -> Ground:
    """The going at a point."""
    return Ground(surveyed(board).going(point)) if board.features else Ground.CLEAR


def worst(board: Board, way: Sequence[Point], wide: float = 0.0) -> Ground:
    """The worst going along a way that is so wide: any part of it counts for all. BG-R34, BG-IX.1.2b."""
    found = {stretch.going for line in _lines(way, wide) for stretch in _stretches(board, line)}
    return next((ground for ground in (Ground.DENSE, Ground.ROUGH) if ground.value in found), Ground.CLEAR)


def clear_for(board: Board, way: Sequence[Point], wide: float = 0.0) -> float | None:
    """Inches along a way before rough or dense ground begins; None when it stays clear."""
    starts = [
        stretch.start
        for line in _lines(way, wide)
        for stretch in _stretches(board, line)
        if stretch.going != Ground.CLEAR.value
    ]
    return min(starts, default=None)


def steep(board: Board, way: Sequence[Point], wide: float = 0.0) -> bool:
    """Whether a way goes up or across a steep slope; straight down it goes at full speed. BG-IX.1.4a.

    A slope falls from the first side of its outline towards its middle."""
    lines = list(_lines(way, wide))
    crossed = any(STEEP.intersection(s.kinds) for line in lines for s in _stretches(board, line))
    if not crossed:
        return False
    ground = MultiLineString([line for line in lines if len(line) > 1])
    slopes = [f for f in board.features if f.kind in STEEP and area(f).intersects(ground)]
    return not all(_straight_down(slope, way) for slope in slopes)


def downhill(board: Board, way: Sequence[Point]) -> bool:
    """Whether a way goes straight down a steep slope from start to end, but for so many inches. BG-IX.1.4b, BG-R281"""
    whole = length(way)
    if whole <= SLACK:
        return False
    down = sum(s.length for s in _stretches(board, way) if STEEP.intersection(s.kinds))
    return whole - down <= SLACK and not steep(board, way)


def _straight_down(slope: Feature, way: Sequence[Point]) -> bool:
    if len(way) < 2 or len(slope.outline) < 3:
        return False
    a, b = slope.outline[:2]
    top = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
    middle = area(slope).centroid
    down = bearing(top, (middle.x, middle.y))
    return all(turn(bearing(p, q), down) <= STRAIGHT_DOWN for p, q in pairwise(way) if p != q)


def on_road(board: Board, way: Sequence[Point], slack: float = 0.5) -> bool:
    """Whether a way keeps to roads from start to end, but for so many inches. BG-VIII.4.1, BG-R35."""
    whole = length(way)
    if whole <= 0.0 or not any(f.kind in ROADS for f in board.features):
        return False
    return whole - sum(s.length for s in _stretches(board, way) if ROADS.intersection(s.kinds)) <= slack


def _stretches(board: Board, way: Sequence[Point]) -> tuple[Stretch, ...]:
    return surveyed(board).stretches(way) if board.features and len(way) > 1 else ()


def _lines(way: Sequence[Point], wide: float) -> Iterator[Sequence[Point]]:
    """The way, and its two borders if it has a breadth."""
    yield way
    if wide <= 0.0 or len(way) < 2:
        return
    direction = math.radians(bearing(way[0], way[-1]))
    across = math.cos(direction) * wide / 2, -math.sin(direction) * wide / 2
    for sign in (1.0, -1.0):
        yield [(x + sign * across[0], y + sign * across[1]) for x, y in way]
