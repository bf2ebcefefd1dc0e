"""The fixed grid of 10 m squares in which mines are laid, crossed and cleared (IA-R016).

Points in metres; a square is named by column and row, (0, 0) from 0 to 10 m both ways. Directions in degrees clockwise
from north.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise

from rules.table.measure import step

Point = tuple[float, float]
Square = tuple[int, int]
SIDE = 10.0
_SLACK = 1e-6


def square_at(point: Point) -> Square:
    return math.floor(point[0] / SIDE), math.floor(point[1] / SIDE)


def middle(square: Square) -> Point:
    return (square[0] + 0.5) * SIDE, (square[1] + 0.5) * SIDE


def squares_entered(path: Sequence[Point]) -> tuple[Square, ...]:
    """The squares that a path comes into, in order, without that in which it begins; one that is left and entered
    again stands there twice, as it is crossed twice (IA-R140)."""
    found: list[Square] = [square_at(path[0])] if path else []
    for a, b in pairwise(path):
        found += [square for square in _along(a, b)]
    return tuple(square for before, square in pairwise(found) if square != before)


def _along(a: Point, b: Point) -> Iterable[Square]:
    """The squares of one leg: those at the middle of each stretch between two lines of the grid, and at its end."""
    for share in squares_met(a, b):
        yield square_at((a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share))
    yield square_at(b)


def squares_met(a: Point, b: Point) -> Iterable[float]:
    """The shares of a leg at which it is in the middle of its stretch in a square, one a square, in order."""
    cuts = {0.0, 1.0}
    for start, end in zip(a, b, strict=True):
        if start == end:
            continue
        low, high = sorted((start, end))
        lines = range(math.ceil(low / SIDE), math.floor(high / SIDE) + 1)
        cuts |= {(line * SIDE - start) / (end - start) for line in lines}
    for first, second in pairwise(sorted(cut for cut in cuts if 0.0 <= cut <= 1.0)):
        yield (first + second) / 2


def _box(corners: Sequence[Point]) -> Iterable[Square]:
    (left, low), (right, high) = (
        (min(x for x, _ in corners), min(y for _, y in corners)),
        (
            max(x for x, _ in corners),
            max(y for _, y in corners),
        ),
    )
    for column in range(math.floor(left / SIDE), math.floor(right / SIDE) + 1):
        for row in range(math.floor(low / SIDE), math.floor(high / SIDE) + 1):
            yield column, row


def belt_squares(start: Point, end: Point, width: float) -> tuple[Square, ...]:
    """The squares that contain any part of a straight belt between two points (the middle of its width), sorted.
    IA-opt.mine-belt-cost, IA-R016."""
    along = math.dist(start, end)
    if along == 0:
        return (square_at(start),)
    ux, uy = (end[0] - start[0]) / along, (end[1] - start[1]) / along
    half = width / 2
    corners = [(x - uy * side, y + ux * side) for x, y in (start, end) for side in (half, -half)]
    axes = ((1.0, 0.0), (0.0, 1.0), (ux, uy), (-uy, ux))
    return tuple(square for square in _box(corners) if all(_overlap(axis, corners, square) for axis in axes))


def _overlap(axis: Point, corners: Sequence[Point], square: Square) -> bool:
    """Whether belt and square overlap in the shadow that they throw on an axis; touching is no overlap."""
    column, row = square
    box = [((column + i) * SIDE, (row + j) * SIDE) for i in (0, 1) for j in (0, 1)]
    ones, others = ([x * axis[0] + y * axis[1] for x, y in points] for points in (corners, box))
    return min(ones) < max(others) - _SLACK and min(others) < max(ones) - _SLACK


def strip_squares(start: Point, direction: float, depth: float, width: float) -> tuple[Square, ...]:
    """The squares whose middle lies in a strip that runs `depth` metres from `start` in `direction`, half its width
    on either side, sorted. IA-R142."""
    end = step(start, direction, depth)
    half = width / 2
    corners = [step(point, direction + side, half) for point in (start, end) for side in (90.0, -90.0)]
    ux, uy = math.sin(math.radians(direction)), math.cos(math.radians(direction))
    found: list[Square] = []
    for square in _box(corners):
        x, y = middle(square)
        far = (x - start[0]) * ux + (y - start[1]) * uy
        aside = (x - start[0]) * uy - (y - start[1]) * ux
        if -_SLACK <= far <= depth + _SLACK and abs(aside) <= half + _SLACK:
            found.append(square)
    return tuple(found)
