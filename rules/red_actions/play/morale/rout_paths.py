"""Straight ways of units that run or fall back: how far the ground lets them, and whom they meet."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from shapely import LineString
from shapely import Point as Spot
from shapely import box as rectangle
from shapely.geometry.base import BaseGeometry

from rules.kernel.violation import RuleViolation
from rules.red_actions.book.kinds import Trait
from rules.red_actions.book.terrain import NOTHING, price
from rules.red_actions.play.ground.fronts import box
from rules.red_actions.play.ground.layout import outline, shape, stood_at
from rules.red_actions.play.ground.passage import closed_to, known_to, open_inches, others_at
from rules.red_actions.play.ground.ways import in_column, pieces_of
from rules.red_actions.state import State
from rules.red_actions.units import Point, Unit
from rules.table.measure import between, step
from rules.table.terrain import spans_of

PACE = 0.25
"""Inches looked at at a time."""
_SHORT = 0.02
"""Inches before what is closed at which a way ends."""
_HAIR = 0.01
"""Inches by which a rounded place may be beside the true one, and more."""
RoutStop = Literal["", "impassable", "edge", "ends"]


@dataclass(frozen=True, slots=True)
class Straight:
    """A straight way. `stopped`: what ended it before the move was spent; "ends": ground that ends a move without
    barring it (wire)."""

    start: Point
    direction: float
    inches: float
    stopped: RoutStop = ""
    spent: float = 0.0

    @property
    def end(self) -> Point:
        return self.at(self.inches)

    def at(self, inches: float) -> Point:
        return step(self.start, self.direction, min(inches, self.inches))

    def cut(self, inches: float) -> Straight:
        return Straight(self.start, self.direction, max(0.0, min(inches, self.inches)))


def straight(
    state: State, unit: Unit, start: Point, direction: float, allowance: float, *, costs: bool = True
) -> Straight:
    """As far as so much move takes the middle of a unit that way, over the same ground and at the same prices as any
    move. `costs` False: inches are inches, and only what it may not enter stops it. RA-R58, RA-terrain.table,
    RA-retire.8, RA-R271"""
    far, stopped = _open_ahead(state, unit, start, direction, allowance)
    if not costs or far <= NOTHING:
        return Straight(start, direction, far, stopped, far)
    card = state.card(unit)
    partisan = Trait.PARTISAN in card.traits
    column = in_column(unit, unit.formation)
    gone = spent = 0.0
    for piece in pieces_of(state, unit, (start, step(start, direction, far)), column=column):
        try:
            here = price(piece.step, card.mover, card.move, partisan=partisan, house=state.house)
        except RuleViolation:
            return Straight(start, direction, max(gone, piece.start - _SHORT), "impassable", spent)
        if (here.whole and spent > NOTHING) or spent + here.inches > allowance + NOTHING:
            if piece.step.ground.line:
                return Straight(start, direction, gone, "", allowance)
            share = (allowance - spent) / here.inches if here.inches else 0.0
            return Straight(start, direction, gone + (piece.end - piece.start) * share, "", allowance)
        gone, spent = max(gone, piece.end), spent + here.inches
        if here.ends:
            return Straight(start, direction, min(far, gone + PACE), "ends", spent)
    return Straight(start, direction, far, stopped, spent)


def _open_ahead(
    state: State, unit: Unit, start: Point, direction: float, most: float
) -> tuple[float, Literal["", "impassable", "edge"]]:
    """How far its middle gets before the edge or what is closed to it; who stands in that already may leave it."""
    line = LineString([start, step(start, direction, most)])
    found: list[tuple[float, Literal["", "impassable", "edge"]]] = [(most, "")]
    board = state.board
    if board is not None and not _inside(state, (line.coords[-1][0], line.coords[-1][1])):
        within = line.intersection(rectangle(0.0, 0.0, board.width, board.depth))
        found.append((float(within.length), "edge"))
    here = Spot(start)
    for thing in closed_to(state, unit):
        if thing.shape.intersects(line) and not thing.shape.intersects(here):
            spans = spans_of(line, thing.shape)
            if spans:
                found.append((max(0.0, spans[0][0] * line.length - _SHORT), "impassable"))
    return min(found, key=lambda each: each[0])


def _inside(state: State, point: Point) -> bool:
    board = state.board
    return board is None or (0.0 <= point[0] <= board.width and 0.0 <= point[1] <= board.depth)


def paces_short(apart: float, pace: float = PACE) -> int:
    """After how many paces a block that is so far from something may touch it at the earliest; one at least.

    >>> paces_short(0.0), paces_short(0.2), paces_short(1.2)
    (1, 1, 5)
    """
    return max(1, math.ceil((apart - _HAIR) / pace))


# ── Room for the whole block ────────────────────────────────────────────────────────────────────────────────────────


def whole_block(state: State, unit: Unit, way: Straight, facing: float) -> Straight:
    """The way as far as every base stays on the table and out of what is closed to it; of who stands over an edge
    already, no more of them goes over it. RA-retire.8, RA-retire.9, RA-R261, RA-R267"""
    inches, stop = open_inches(state, unit, way.start, way.direction, way.inches, facing, unit.formation)
    return way if stop is None else way.cut(inches)


def with_room(state: State, unit: Unit, way: Straight, facing: float, but: Sequence[str] = ()) -> Straight:
    """The way as far as it can stand at its end in nobody else's bases; where that is nowhere, not at all. RA-R268"""
    inches = way.inches
    others = [each for each in known_to(state, unit) if each.id not in but]
    while inches > 0:
        if next(others_at(state, unit, (way.at(inches), facing, unit.formation), others), None) is None:
            return way if inches == way.inches else way.cut(inches)
        inches = max(0.0, inches - PACE)
    return way.cut(0.0)


# ── Whom they meet ──────────────────────────────────────────────────────────────────────────────────────────────────


def block(state: State, unit: Unit, at: Point, facing: float) -> BaseGeometry:
    """The ground that it would cover there."""
    return shape(stood_at(state, unit, at, facing, unit.formation))


def met(state: State, unit: Unit, way: Straight, facing: float, others: Iterable[Unit]) -> list[tuple[float, Unit]]:
    """Units that its bases touch on that way, with the inches after which they do, nearest first. Who is behind it
    when it sets out is not met."""
    half = box(state, unit).width / 2 + 2.5 if unit.at is not None else 6.0
    path: BaseGeometry = (
        LineString([way.start, way.end]) if way.inches > NOTHING else LineString([way.start, way.start])
    )
    corridor = path.buffer(half)
    found: list[tuple[float, Unit]] = []
    for other in others:
        area = outline(state, other)
        if other.id == unit.id or area.is_empty or not area.intersects(corridor):
            continue
        inches = _first_touch(state, unit, way, facing, other, area)
        if inches is not None:
            found.append((inches, other))
    return sorted(found, key=lambda each: (each[0], each[1].id))


def _first_touch(
    state: State, unit: Unit, way: Straight, facing: float, other: Unit, area: BaseGeometry
) -> float | None:
    ahead = step(way.start, way.direction, 1.0)
    behind = other.at is None or between(ahead, other.at) >= between(way.start, other.at)
    inches = 0.0
    while True:
        apart = float(block(state, unit, way.at(inches), facing).distance(area))
        if apart == 0.0 and not (behind and inches < 1.0):
            return inches
        if inches >= way.inches:
            return None
        inches = min(way.inches, inches + 2 * PACE * paces_short(apart, 2 * PACE))
