"""Random boards for the property tests, and the brute force that they are held against."""

from __future__ import annotations

import math

import numpy as np
import shapely
from hypothesis import strategies as st
from shapely import Point as Spot

from rules.table.board import Board, Feature, Token
from rules.table.footprint import area
from rules.table.measure import at, bearing, step
from rules.table.nature import PLAIN
from rules.table.sight import COLUMNS, EYES, PARTS, height_of

WIDTH = DEPTH = 30.0

tenths = st.integers(10, 290).map(lambda v: v / 10)
spots = st.tuples(tenths, tenths)
KINDS = (
    "wall",
    "high wall",
    "hedge",
    "woods",
    "jungle",
    "smoke",
    "hill",
    "scrub",
    "building",
    "river",
    "road",
    "crater",
    "trench",
)


@st.composite
def features(draw: st.DrawFn, kinds: tuple[str, ...] = KINDS) -> Feature:
    kind = draw(st.sampled_from(kinds))
    height = PLAIN.of(kind).height
    if kind in ("wall", "high wall", "hedge", "river", "road", "trench"):
        a = draw(spots)
        b = draw(spots.filter(lambda p: math.dist(p, a) > 1.0))
        return Feature(kind, (a, b), height=height, width=draw(st.sampled_from([0.3, 0.6, 1.0])))
    x, y = draw(spots)
    long, wide, turn = draw(st.floats(1.0, 8.0)), draw(st.floats(1.0, 8.0)), draw(st.floats(0, 3.1))
    corners = [(long / 2, wide / 2), (long / 2, -wide / 2), (-long / 2, -wide / 2), (-long / 2, wide / 2)]
    outline = tuple(
        (x + u * math.cos(turn) - v * math.sin(turn), y + u * math.sin(turn) + v * math.cos(turn)) for u, v in corners
    )
    return Feature(kind, outline, height=height)


def boards(kinds: tuple[str, ...] = KINDS, most: int = 7) -> st.SearchStrategy[Board]:
    return st.lists(features(kinds), max_size=most).map(lambda found: Board(WIDTH, DEPTH, tuple(found)))


@st.composite
def figures(draw: st.DrawFn, name: str) -> Token:
    x, y = draw(spots)
    return Token(name, x, y, posture=draw(st.sampled_from(["standing", "kneeling", "prone"])))


def elevation(board: Board, x: float, y: float) -> float:
    """The highest hill at a place less the deepest hole in it: found by asking every feature."""
    tops = [f.height for f in board.features if PLAIN.of(f.kind).ground and area(f).intersects(Spot(x, y))]
    return max([0.0, *tops]) + min([0.0, *tops])


def on_a_brink(board: Board, token: Token) -> bool:
    """Whether a token stands on the very edge of a hill or hole, where its own height is anybody's guess."""
    edges = [area(f).boundary for f in board.features if PLAIN.of(f.kind).ground]
    return any(edge.distance(Spot(at(token))) < 0.06 for edge in edges)


def eye_of(board: Board, token: Token) -> float:
    return elevation(board, token.x, token.y) + EYES * height_of(token)


def rays_by_marching(
    board: Board, start: tuple[float, float], eye: float, target: tuple[float, float], end: tuple[float, float],
    heights: np.ndarray, patience: float = 1.0,
) -> np.ndarray:  # fmt: skip
    """Which rays from an eye to heights over `end`, a part of a target whose middle is `target`, arrive: found by
    walking along them in steps of a fiftieth of an inch and asking every feature at each step."""
    far = math.dist(start, end)
    steps = max(50, int(far / 0.02))
    t = np.linspace(0.0, 1.0, steps + 1)
    xs, ys = start[0] + t * (end[0] - start[0]), start[1] + t * (end[1] - start[1])
    z = eye + t[:, None] * (heights[None, :] - eye)
    arrives = np.ones(len(heights), dtype=bool)
    spent = np.zeros(len(heights))
    hills, holes = np.zeros(len(t)), np.zeros(len(t))
    for feature in board.features:
        shape, nature = area(feature), PLAIN.of(feature.kind)
        inside = shapely.contains_xy(shape, xs, ys)[:, None]
        at_end = any(shape.intersects(Spot(p)) for p in (start, target))
        middle = shape.representative_point()
        base = 0.0 if nature.ground else elevation(board, middle.x, middle.y)
        below = z < base + feature.height
        if nature.ground:
            on_it = np.where(inside[:, 0], feature.height, 0.0)
            hills, holes = np.maximum(hills, on_it), np.minimum(holes, on_it)
        elif nature.opaque and not at_end:
            arrives &= ~(inside & below & (z > base)).any(axis=0)
        elif nature.thick is not None:
            through = (inside & below & (z > base)).sum(axis=0) * far / steps
            spent += np.where(through > 0, through / nature.thick if nature.thick else np.inf, 0.0)
        elif nature.walled:  # without openings: windows to those inside, solid to others
            shut = (inside & below).any(axis=0) if not (inside[0, 0] or inside[-1, 0]) else np.zeros_like(arrives)
            leaves_by_roof = (inside & below).any(axis=0) & (inside & ~below).any(axis=0)
            arrives &= ~(shut | leaves_by_roof)
    arrives &= (z >= (hills + holes)[:, None]).all(axis=0)
    return arrives & (spent <= patience)


def shares_by_marching(board: Board, viewer: Token, target: Token) -> tuple[float, float]:
    """The least and the most of a target that can show, by marching. A ray whose neighbours a twentieth of an inch
    beside or above it fare otherwise is too close to call by steps: it counts for the most, not for the least."""
    direction = bearing(at(viewer), at(target))
    levels = elevation(board, *at(target)) + (np.arange(PARTS) + 0.5) / PARTS * height_of(target)
    least = most = 0
    for share in COLUMNS:
        end = step(at(target), direction + 90.0, share * target.radius)
        calls = [
            rays_by_marching(
                board, step(at(viewer), direction + 90.0, a), eye_of(board, viewer) + up, at(target),
                step(end, direction + 90.0, b), levels + up, 1.0 + 2 * up,
            )
            for a, b in ((0.0, 0.0), (0.05, 0.05), (-0.05, -0.05), (0.05, -0.05), (-0.05, 0.05))
            for up in (0.0, 0.02, -0.02)
        ]  # fmt: skip
        least += int(np.all(calls, axis=0).sum())
        most += int(np.any(calls, axis=0).sum())
    whole = len(COLUMNS) * PARTS
    return least / whole, most / whole
