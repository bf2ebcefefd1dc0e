"""Smoke on the table: each screen as it lies now, and the piece of terrain that it is. X.14.31, BG-R101, BG-R223."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from shapely import MultiPoint, Polygon, box, unary_union
from shapely.geometry.base import BaseGeometry

from rules.book_and_gun.book.signals import DEPTH, FIRST, THEN, WIDTHS, SmokeSource
from rules.book_and_gun.book.signals import screen as lasting
from rules.kernel.changing import replace
from rules.language.words import compass
from rules.table.board import Board, Feature, Point
from rules.table.measure import step, tidy

KIND = "smoke"
SECTORS = 12
"""Straight pieces of a half ring."""
_CRUMB = 0.01


@dataclass(frozen=True, slots=True)
class Screen:
    """Smoke from `at` downwind, `inches` long now. `turn`: in which it was laid; `wind`: where it drifts to, in degrees
    clockwise from north."""

    at: Point
    source: SmokeSource
    turn: int
    wind: float
    inches: float
    ring: float = 0.0
    """Of dischargers: inches from `at`, the vehicle's middle, to their half ring. BG-X.14.3b"""
    facing: float = 0.0
    """Which way the half ring looks."""


def with_screens(board: Board, before: Sequence[Screen], now: Sequence[Screen]) -> Board:
    """The board with these screens instead of those before; smoke that it had from the beginning stays."""
    old = {cloud for screen in before for cloud in clouds(board, screen)}
    kept = tuple(feature for feature in board.features if feature.kind != KIND or feature not in old)
    return replace(board, features=(*kept, *(cloud for screen in now for cloud in clouds(board, screen))))


def how_it_lies(board: Board | None, source: SmokeSource, turn: int) -> str:
    """What smoke that is laid in a turn comes to, in words. BG-X.14.31a, BG-R101."""
    where = f" to the {compass(board.wind or 0.0)}" if board is not None else ""
    gone = next(turns for turns in range(1, 9) if not lasting(source, turns))
    return f"smoke lies {FIRST} in{where}, {THEN} in next turn, and is gone in turn {turn + gone}"


def clouds(board: Board, screen: Screen) -> tuple[Feature, ...]:
    """It as it lies on the board: a strip downwind, of dischargers a half ring that drifts as a whole. Both end at the
    edge. BG-X.14.31a, BG-X.14.3b, BG-R101."""
    return (_strip(board, screen),) if screen.ring <= 0.0 else tuple(_half_ring(board, screen))


def _half_ring(board: Board, screen: Screen) -> Iterator[Feature]:
    """Before the vehicle, from one side of it to the other, with all that it has drifted over. BG-X.14.3b, BG-R256."""
    near, far = screen.ring - DEPTH / 2, screen.ring + DEPTH / 2
    bearings = [screen.facing - 90.0 + 180.0 * n / SECTORS for n in range(SECTORS + 1)]
    pieces: list[BaseGeometry] = []
    for one, other in pairwise(bearings):
        corners = [step(screen.at, way, inches) for way in (one, other) for inches in (near, far)]
        pieces.append(MultiPoint([*corners, *(step(each, screen.wind, screen.inches) for each in corners)]).convex_hull)
    lying = unary_union(pieces).intersection(box(0.0, 0.0, board.width, board.depth))
    for part in getattr(lying, "geoms", [lying]):
        if isinstance(part, Polygon) and part.area > _CRUMB:
            yield Feature(KIND, tuple((tidy(x), tidy(y)) for x, y in part.exterior.coords[:-1]))


def _strip(board: Board, screen: Screen) -> Feature:
    """As wide as the template that it begins with. BG-X.14.31a, BG-R101, BG-R223."""
    width = WIDTHS[screen.source]
    ends = _reaches(board, screen, -width / 2), _reaches(board, screen, screen.inches)
    return Feature(KIND, ends, width=width)


def _reaches(board: Board, screen: Screen, inches: float) -> Point:
    """The place so far downwind, or on the edge before it."""
    x, y = screen.at
    far_x, far_y = step(screen.at, screen.wind, inches)
    share = 1.0
    for here, there, limit in ((x, far_x, board.width), (y, far_y, board.depth)):
        if there < 0.0:
            share = min(share, here / (here - there))
        elif there > limit:
            share = min(share, (limit - here) / (there - here))
    return tidy(x + (far_x - x) * share), tidy(y + (far_y - y) * share)
