"""An advance goes round what stands in its way: deep water, its own side's men, enemies that it may not come near.

Straight ahead where that brings the unit nearly as far as its dice would, else the way round that brings it nearest. It
knows of nobody whom its side does not see.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from heapq import heappop, heappush
from typing import TypeAlias

from rules.book_and_gun.play.ground import housing, passage, route
from rules.book_and_gun.play.ground.formation import formed_up
from rules.book_and_gun.play.ground.tabletop import kept_off, known_to, places, whereabouts
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Figure, Formation, Spacing, Unit
from rules.table.board import Board, Point
from rules.table.measure import bearing, between, length, step

TYPICAL = 10.0
"""Inches of an ordinary move: about what 3D6 bring."""
WELL_ENOUGH = 0.6
"""Share of them with which straight ahead is far enough."""
WORTH = 1.0
"""Inches that a way round must bring it nearer than the straight one."""
ASIDE = (25.0, -25.0, 50.0, -50.0, 75.0, -75.0)
"""Degrees off the straight way at which a way round begins."""
CLEAR = (1.0, 0.0)
"""Inches that a way keeps off the water if it can; over a narrow bridge it cannot."""
_STEP = 1.0
"""Inches between two places of a way round water."""


def way_round(
    state: State,
    unit: Unit,
    figures: Sequence[Figure],
    formation: Formation,
    order: Spacing,
    start: Point,
    goal: tuple[Point, ...],
) -> tuple[Point, ...]:
    """The points to advance along towards a goal: the goal alone, or first one from which it is open. No rule of the
    book: the player who wants another way names it."""
    board = housing.ground_of(known_to(state, unit.side), figures)
    if board is None or not goal:
        return goal
    dry = _over_dry_land(board, start, goal)
    trial = _Trial(known_to(state, unit.side), board, unit, figures, formation, order, start, dry)
    ahead = trial.left(dry)
    if trial.far - ahead >= WELL_ENOUGH * min(TYPICAL, trial.far):
        return dry
    found = min(((trial.left(way), way) for way in trial.ways(dry)), default=(ahead, dry))
    return found[1] if found[0] <= ahead - WORTH else dry


class _Trial:
    """Where ways would bring these figures with ordinary dice."""

    def __init__(
        self,
        state: State,
        board: Board,
        unit: Unit,
        figures: Sequence[Figure],
        formation: Formation,
        order: Spacing,
        start: Point,
        way: tuple[Point, ...],
    ) -> None:
        self._state, self._board = state, board
        self._figures, self._formation, self._order = figures, formation, order
        self._start, self._way, self._looks = start, way, unit.facing
        self._foes = [place for enemy in kept_off(state, unit) for place in places(enemy.fit)]
        self.far = self._distance(figures)

    def _distance(self, figures: Sequence[Figure]) -> float:
        """Inches still to go from where these figures stand, along the way from its first point that is open."""
        here = whereabouts(figures)
        if here is None:
            return 0.0
        on = [n for n, point in enumerate(self._way) if _open(self._board, here, point)] or [0]
        return min(between(here, self._way[n]) + length(self._way[n:]) for n in on)

    def left(self, way: tuple[Point, ...]) -> float:
        """Inches that are left to the goal after an ordinary move along a way."""
        gone = route.travel(self._start, self._looks, way, TYPICAL)
        gone = route.cut(gone, passage.way_of(self._board, gone.points).length)
        placed = formed_up(
            self._state,
            self._figures,
            self._formation,
            self._order,
            gone.end,
            gone.facing,
            TYPICAL,
            self._foes,
            via=gone.points,
        )
        stood = {one.figure: one.at for one in placed}
        return self._distance([replace(figure, at=stood.get(figure.id, figure.at)) for figure in self._figures])

    def ways(self, way: tuple[Point, ...]) -> Iterator[tuple[Point, ...]]:
        straight = bearing(self._start, way[0])
        for degrees in ASIDE:
            reach = TYPICAL if abs(degrees) < 60.0 else TYPICAL / 2
            aside = step(self._start, (straight + degrees) % 360.0, reach)
            if self._board.holds(*aside):
                yield (aside, *way)


# ── Water ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _over_dry_land(board: Board, start: Point, goal: tuple[Point, ...]) -> tuple[Point, ...]:
    """The goal by bridges and fords, where deep water lies between; the goal itself where there is no other way."""
    if not board.features or passage.way_of(board, (start, *goal), climbs=False).stop is None:
        return goal
    found = next((way for off in CLEAR if (way := _shortest(board, _cell(start), _cell(goal[-1]), off))), ())
    return (*_straightened(board, start, found), goal[-1]) if found else goal


Cell: TypeAlias = tuple[int, int]
_AROUND = tuple((across, up) for across in (-1, 0, 1) for up in (-1, 0, 1) if across or up)


def _cell(point: Point) -> Cell:
    return round(point[0] / _STEP), round(point[1] / _STEP)


def _point(cell: Cell) -> Point:
    return cell[0] * _STEP, cell[1] * _STEP


@lru_cache(maxsize=256)
def _shortest(board: Board, start: Cell, goal: Cell, off: float) -> tuple[Point, ...]:
    """The shortest way over cells that are so far off deep water; empty where there is none."""
    queue: list[tuple[float, float, Cell]] = [(0.0, 0.0, start)]
    came: dict[Cell, Cell] = {start: start}
    cost: dict[Cell, float] = {start: 0.0}
    while queue:
        _, gone, here = heappop(queue)
        if here == goal:
            return tuple(map(_point, _back(came, here)))
        if gone > cost[here]:
            continue
        for there, leg in _beside(board, here, off):
            total = gone + leg
            if total < cost.get(there, math.inf):
                cost[there], came[there] = total, here
                heappush(queue, (total + math.dist(there, goal) * _STEP, total, there))
    return ()


def _back(came: dict[Cell, Cell], here: Cell) -> list[Cell]:
    found = [here]
    while came[here] != here:
        here = came[here]
        found.append(here)
    return found[::-1]


@lru_cache(maxsize=65536)
def _beside(board: Board, here: Cell, off: float) -> tuple[tuple[Cell, float], ...]:
    """The cells that are open from one, with the ways to them."""
    around = [((here[0] + across, here[1] + up), math.hypot(across, up) * _STEP) for across, up in _AROUND]
    dry = [each for each in around if board.holds(*_point(each[0])) and _dry(board, each[0], off)]
    opened = passage.open_from(board, _point(here), [_point(there) for there, _ in dry])
    return tuple(each for each, is_open in zip(dry, opened, strict=True) if is_open)


@lru_cache(maxsize=8192)
def _dry(board: Board, cell: Cell, off: float) -> bool:
    x, y = _point(cell)
    near = [(x + off * across, y + off * up) for across, up in _AROUND] if off else []
    return all(passage.has_room(board, point) for point in ((x, y), *near))


def _open(board: Board, here: Point, there: Point) -> bool:
    return passage.is_open(board, here, there)


def _straightened(board: Board, start: Point, way: Sequence[Point]) -> list[Point]:
    """Only the corners of a way: from each the furthest point that is open from it."""
    found: list[Point] = []
    here, rest = start, list(way)
    while rest:
        last = next((n for n in range(len(rest) - 1, 0, -1) if _open(board, here, rest[n])), 0)
        here = rest[last]
        found.append(here)
        rest = rest[last + 1 :]
    return found[:-1]
