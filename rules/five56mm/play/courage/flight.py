"""Where fear drives a man: the way that takes him farthest from the enemy, and whether anybody watches it."""

from __future__ import annotations

import math
from collections.abc import Iterator

from rules.five56mm.book.ground import OBSTACLE
from rules.five56mm.book.injury import move_left
from rules.five56mm.play.ground import field, passage
from rules.five56mm.state import Character, Point, State
from rules.table.board import Board
from rules.table.measure import between, nearest_edge, step

DIRECTIONS = 16


def from_enemies(state: State, side: str, point: Point) -> float:
    """Inches from a place to the nearest enemy able to act; infinite where there is none."""
    places = (state.position(e) for e in state.enemies(side) if e.able)
    return min((between(point, p) for p in places if p is not None), default=math.inf)


def ways(state: State, who: Character, pool: float) -> Iterator[Point]:
    """The ends of straight ways over passable ground, best first: far from the nearest enemy, then from all of them.
    Which ground a way crosses costs far more to find out than where it ends, so that is asked last, one way after the
    other."""
    board, here = state.board, who.at
    if board is None or here is None:
        return
    enemies = [p for e in state.enemies(who.side) if e.able and (p := state.position(e)) is not None]
    found: list[tuple[float, float, int, Point]] = []
    for number in range(DIRECTIONS):
        for share in (1.0, 0.5):
            end = step(here, 360 / DIRECTIONS * number, pool * share)
            if board.holds(*end):
                inches = [between(end, enemy) for enemy in enemies]
                found.append((-min(inches, default=math.inf), -sum(inches), number, end))
    yield from (end for *_, end in sorted(found) if _passable(state, board, here, end, who.level))


def _passable(state: State, board: Board, start: Point, end: Point, level: int) -> bool:
    high = any(s.ground == OBSTACLE and s.length > 3 for s in field.stretches(board, (start, end), level))
    return not high and passage.closed(state, (start, end), level) is None


def best_way(state: State, who: Character, pool: float) -> Point:
    """The end of the best way; where he stands if there is none better."""
    assert who.at is not None
    best = next(ways(state, who, pool), None)
    if best is None:
        return who.at
    better = from_enemies(state, who.side, best) > from_enemies(state, who.side, who.at)
    return best if better else who.at


def reaches_edge(state: State, who: Character, pool: float, best: Point) -> bool:
    """Whether his run carries him off the table: an edge is within reach and nothing on the table is farther away from
    the enemy. MM-R69."""
    assert state.board is not None
    assert who.at is not None
    if who.level:
        return False
    _, inches = nearest_edge(state.board, who.at)
    return inches <= pool and between(who.at, best) < pool - 0.01


def watched(state: State, who: Character) -> bool:
    """Whether every way out leads into the line of sight of an enemy. MM-9.01.1, MM-9.01.2."""
    found = tuple(ways(state, who, move_left(who.wounds)))
    return bool(found) and all(field.in_view_of_enemies(state, who.side, end, who.level) for end in found)
