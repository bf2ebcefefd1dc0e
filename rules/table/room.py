"""Room on the paper of a picture: which parts are taken, and where something that must give way finds a free one."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import lru_cache

from rules.table.board import Point

Box = tuple[float, float, float, float]
"""West, top, east and bottom on the paper."""

_CELL, _DOT = 40.0, 3.0
STEP = 18.0
"""Picture units from one place that is tried to the next."""


class Room:
    """What is taken so far. Boxes may be added at any time, none is ever given back."""

    def __init__(self, within: Box, taken: Iterable[Box] = ()) -> None:
        self.within = within
        self._cells: dict[tuple[int, int], list[Box]] = {}
        self._rows: dict[int, int] = {}
        """The same as dots: a row is a number with a bit for each dot that is taken. Most places that are tried are
        refused by it, which takes a hundredth of the time of looking at every box."""
        for box in taken:
            self.take(box)

    def take(self, box: Box) -> None:
        for cell in _cells(box):
            self._cells.setdefault(cell, []).append(box)
        dots = _dots(box)
        for row in _rows(box):
            self._rows[row] = self._rows.get(row, 0) | dots

    def free(self, box: Box) -> bool:
        """Whether the box lies on the map and over nothing that is taken."""
        west, top, east, bottom = self.within
        if box[0] < west or box[1] < top or box[2] > east or box[3] > bottom:
            return False
        dots, taken = _dots(box), self._rows
        if any(dots & taken.get(row, 0) for row in _rows(box)):
            return False
        return not any(overlap(box, other) for cell in _cells(box) for other in self._cells.get(cell, ()))

    def nearest(self, box: Box, farthest: float, step: float = STEP) -> Point | None:
        """The shortest move, of those that are tried, that brings the box to a free place."""
        for dx, dy in around(farthest, step):
            if self.free(moved(box, dx, dy)):
                return dx, dy
        return None

    def covered(self, box: Box) -> float:
        """How much of what is taken the box would lie over, in square units of the paper."""
        under = {other for cell in _cells(box) for other in self._cells.get(cell, ())}
        return sum(_shared(box, other) for other in under)


@lru_cache(maxsize=16)
def around(farthest: float, step: float = STEP) -> tuple[Point, ...]:
    """Moves away from a place, the shortest first."""
    return tuple(_around(farthest, step))


def moved(box: Box, dx: float, dy: float) -> Box:
    return box[0] + dx, box[1] + dy, box[2] + dx, box[3] + dy


def _around(farthest: float, step: float) -> Iterator[Point]:
    reach = 0.0
    while reach < farthest:
        reach += step
        steps = max(8, round(2.0 * math.pi * reach / (2.0 * step)))
        for index in range(steps):
            angle = 2.0 * math.pi * index / steps
            yield round(reach * math.sin(angle), 1), round(reach * math.cos(angle), 1)


def overlap(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether the line from `a` to `b` crosses that from `c` to `d`."""

    def side(p: Point, q: Point, r: Point) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


def _shared(a: Box, b: Box) -> float:
    return max(0.0, min(a[2], b[2]) - max(a[0], b[0])) * max(0.0, min(a[3], b[3]) - max(a[1], b[1]))


def _dots(box: Box) -> int:
    """A bit for each dot from west to east. Boxes that do not overlap share none; what lies off the map has none."""
    west, east = max(round(box[0] / _DOT), 0), max(round(box[2] / _DOT), 0)
    return (1 << east) - (1 << west) if east > west else 0


def _rows(box: Box) -> range:
    return range(round(box[1] / _DOT), round(box[3] / _DOT))


def _cells(box: Box) -> Iterator[tuple[int, int]]:
    for column in range(int(box[0] // _CELL), int(box[2] // _CELL) + 1):
        for row in range(int(box[1] // _CELL), int(box[3] // _CELL) + 1):
            yield column, row
