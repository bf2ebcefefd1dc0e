"""Smoke on the table: each screen as it lies now, and the piece of terrain that it is. X.14.31, BG-R101, BG-R223."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.book_and_gun.book.signals import WIDTHS, SmokeSource
from rules.kernel.changing import replace
from rules.table.board import Board, Feature, Point
from rules.table.measure import step, tidy

KIND = "smoke"


@dataclass(frozen=True, slots=True)
class Screen:
    """Smoke from `at` downwind, `inches` long now. `turn`: in which it was laid; `wind`: where it drifts to, in degrees
    clockwise from north."""

    at: Point
    source: SmokeSource
    turn: int
    wind: float
    inches: float


def with_screens(board: Board, before: Sequence[Screen], now: Sequence[Screen]) -> Board:
    """The board with these screens instead of those before; smoke that it had from the beginning stays."""
    old = {cloud(board, screen) for screen in before}
    kept = tuple(feature for feature in board.features if feature.kind != KIND or feature not in old)
    return replace(board, features=(*kept, *(cloud(board, screen) for screen in now)))


def cloud(board: Board, screen: Screen) -> Feature:
    """The strip as it lies on the board: as wide as the template that it begins with, no further than the edge.
    BG-X.14.31a, BG-R101, BG-R223.

    Dischargers lay a half ring instead, with the vehicles that have them."""
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
