"""Straight ways of units that run or fall back: how far the ground lets them, and whom they meet."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from shapely import LineString, dwithin
from shapely.geometry.base import BaseGeometry

from rules.red_actions.book.terrain import NOTHING, WayPiece, price
from rules.red_actions.play.ground.features import barred, features_under, ground_of, grounds_among
from rules.red_actions.play.ground.layout import box, outline, shape, stood_at
from rules.red_actions.play.ground.passage import open_inches, others_at
from rules.red_actions.state import State
from rules.red_actions.units import Point, Unit
from rules.table.board import Feature
from rules.table.measure import between, step
from rules.violation import RuleViolation

PACE = 0.25
"""Inches looked at at a time."""
Lie: TypeAlias = Sequence[tuple[Feature, BaseGeometry]]
"""Features with their areas, in the board's order."""
_BESIDE = 1.0
"""Inches beside a way within which its ground is looked up, once for all of it."""
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
    """As far as so much move takes the middle of a unit that way. `costs` False: inches are inches, and only what it
    may not enter stops it. RA-R58, RA-terrain.table, RA-retire.8"""
    gone = spent = 0.0
    near = tuple(features_under(state, LineString([start, step(start, direction, allowance)]), _BESIDE))
    begun = {index for index, _ in _lines(near, LineString([start, step(start, direction, 1e-3)]))}
    while spent < allowance - NOTHING:
        here = step(start, direction, gone)
        pace = min(PACE, allowance - spent)
        there = step(here, direction, pace)
        if state.board is not None and not _inside(state, there):
            return Straight(start, direction, gone, "edge", spent)
        leg = LineString([here, there])
        try:
            cost, ends = _cost(state, unit, near, leg, pace, begun, spent)
        except RuleViolation:
            return Straight(start, direction, gone, "impassable", spent)
        if not costs:
            cost, ends = pace, False
        if spent + cost > allowance + NOTHING:
            share = (allowance - spent) / cost if cost else 0.0
            crossing = cost > 4 * pace + NOTHING
            return Straight(start, direction, gone if crossing else gone + pace * share, "", allowance)
        gone, spent = gone + pace, spent + cost
        if ends:
            return Straight(start, direction, gone, "ends", spent)
    return Straight(start, direction, gone, "", spent)


def _inside(state: State, point: Point) -> bool:
    board = state.board
    return board is None or (0.0 <= point[0] <= board.width and 0.0 <= point[1] <= board.depth)


def _lines(near: Lie, leg: LineString) -> list[tuple[str, WayPiece]]:
    """Lines of the ground that a stretch crosses, each by its own name."""
    found: list[tuple[str, WayPiece]] = []
    for feature, area in near:
        ground = ground_of(feature)
        if ground is not None and ground.line and area.intersects(leg):
            found.append((f"{feature.kind}{feature.name}{feature.outline[:1]}", WayPiece(ground)))
    return found


def _cost(
    state: State, unit: Unit, near: Lie, leg: LineString, pace: float, begun: set[str], spent: float
) -> tuple[float, bool]:
    """What a stretch costs, and whether the move ends with it. Raises RuleViolation for what bars it."""
    card, here_about = state.card(unit), [(feature, area) for feature, area in near if dwithin(area, leg, NOTHING)]
    cost, ends = pace, False
    if not here_about:
        return cost, ends
    mover, move = card.mover, card.move
    middle = leg.interpolate(0.5, normalized=True)
    if any(barred(feature) and area.covers(middle) for feature, area in here_about):
        raise RuleViolation("impassable", "It cannot go there.")
    for ground in grounds_among((feature, area) for feature, area in here_about if dwithin(area, middle, NOTHING)):
        if not ground.line:
            here = price(WayPiece(ground, pace), mover, move, house=state.house)
            cost, ends = max(cost, here.inches), ends or here.ends
    for name, crossed in _lines(here_about, leg):
        if name in begun:
            continue
        begun.add(name)
        here = price(crossed, mover, move, house=state.house)
        cost += here.inches
        if here.whole and spent > NOTHING:
            return cost, False
        ends = ends or here.ends
    return cost, ends


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
    others = [each for each in state.on_table() if each.id not in but]
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
