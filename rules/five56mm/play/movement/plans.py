"""Ways on foot as they are planned: over the ground and over floors and roofs, by stairs and up walls between them.

MM-3.1.1, MM-6.1.1, MM-R62, MM-R201, MM-R226, MM-R227
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from shapely import LineString
from shapely import Point as Spot

from rules.five56mm.book.ground import LADDER, OBSTACLE, STAIRS, PathPiece, ground_number
from rules.five56mm.play.ground import field as ground
from rules.five56mm.play.ground import levels
from rules.five56mm.play.ground.goals import PlaceMeant
from rules.five56mm.play.ground.passage import CLIMBED, closed, with_room
from rules.five56mm.state import Point, State
from rules.kernel.facts import Fact, Source
from rules.kernel.violation import RuleViolation
from rules.table.board import Board
from rules.table.footprint import area
from rules.table.measure import between, length, toward
from rules.table.storeys import Building

FLIGHT, RUNGS = 2.0, 4.0
"""The most inches that a flight of stairs and a ladder take. MM-R226, MM-R227"""
FOOTHOLD = 0.3
"""Inches from a wall at which its climb begins and ends."""
LADDER_AT = 0.6
"""Inches from a ladder within which a climb goes by it."""


@dataclass(frozen=True, slots=True)
class Leg:
    """The part of a way on one level. `then`: the stairs or the climb at its end."""

    points: tuple[Point, ...]
    level: int = 0
    then: PathPiece | None = None


@dataclass(frozen=True, slots=True)
class Come:
    """How far somebody has come: his way, the level that he has reached, and the ways on each level."""

    route: tuple[Point, ...]
    level: int
    parts: tuple[tuple[tuple[Point, ...], int], ...]

    @property
    def inches(self) -> float:
        return round(sum(length(points) for points, _ in self.parts), 3)


@dataclass(frozen=True, slots=True)
class Plan:
    """A way to walk: its points (none without a board), its stretches, and its legs on each level."""

    route: tuple[Point, ...]
    stretches: tuple[PathPiece, ...]
    facts: tuple[Fact, ...]
    legs: tuple[Leg, ...] = field(default=())

    def far(self, covered: float, climbed: int = 0) -> Come:
        """How far so many inches and climbs bring him. `climbed`: how many of the ways to another level he has made."""
        done, left = self.legs[:climbed], covered
        parts: list[tuple[tuple[Point, ...], int]] = []
        for leg in done:
            parts.append((leg.points, leg.level))
            left -= length(leg.points)
        last = self.legs[climbed]
        parts.append((ground.truncated(last.points, max(0.0, left)), last.level))
        return _come(parts)

    def come(self, state: State, who: str, covered: float, climbed: int = 0) -> Come:
        """The same as far as he has room to stand. MM-R201, MM-R290"""
        found = self.far(covered, climbed)
        points, level = found.parts[-1]
        return _come([*found.parts[:-1], (with_room(state, who, points, level), level)])


def _come(parts: list[tuple[tuple[Point, ...], int]]) -> Come:
    route: list[Point] = []
    for points, _ in parts:
        route += points if not route or route[-1] != points[0] else points[1:]
    return Come(tuple(route), parts[-1][1], tuple(parts))


# ── Planning ──────────────────────────────────────────────────────────────────────────────────────────────────────


def planned(state: State, points: tuple[Point, ...], level: int = 0) -> Plan:
    """A way along these points on one level. RuleViolation for an obstacle on it that nobody climbs and for whatever
    closes it. MM-R62, MM-R201, MM-R202, MM-R226."""
    return _plan(state, (Leg(points, level),))


def planned_to(state: State, start: Point, level: int, goals: Sequence[PlaceMeant]) -> Plan:
    """A way to these places one after the other, by stairs, ladders and climbs where they lie on other levels.
    RuleViolation as `planned`, and for a level to which there is no way. MM-R226, MM-R227"""
    if level == 0 and all(not goal.level for goal in goals):
        return planned(state, (start, *(goal.at for goal in goals)))
    assert state.board is not None
    way = _Way(state, state.board, start, level)
    for goal in goals:
        way.go(goal)
    return _plan(state, way.legs())


def _plan(state: State, legs: tuple[Leg, ...]) -> Plan:
    assert state.board is not None
    pieces: list[PathPiece] = []
    for leg in legs:
        found = ground.stretches(state.board, leg.points, leg.level) if len(leg.points) > 1 else ()
        for stretch in found:
            ground_number(stretch)
        barred = closed(state, leg.points, leg.level) if len(leg.points) > 1 else None
        if barred is not None:
            raise barred
        pieces += [*found, *((leg.then,) if leg.then is not None else ())]
    whole = _come([(leg.points, leg.level) for leg in legs])
    inches = ground.inches(legs[0].points) if len(legs) == 1 else whole.inches
    return Plan(whole.route, tuple(pieces), (Fact("path", round(inches, 2), Source.MEASURED, "in"),), legs)


class _Way:
    """A way as it is laid, leg by leg."""

    def __init__(self, state: State, board: Board, start: Point, level: int) -> None:
        self.state, self.board, self.level = state, board, level
        self.points: list[Point] = [start]
        self.done: list[Leg] = []

    @property
    def here(self) -> Point:
        return self.points[-1]

    def legs(self) -> tuple[Leg, ...]:
        return (*self.done, Leg(tuple(self.points), self.level))

    def go(self, goal: PlaceMeant) -> None:
        level = self.level if goal.level is None else goal.level
        there, here = levels.house_at(self.board, goal.at), levels.house_at(self.board, self.here)
        if level == self.level:
            self._walk(goal.at, there, here)
        elif there is not None and here is not None and there.feature == here.feature:
            self._by_stairs(there, level, self.here)
            self._on(goal.at)
        elif self.level == 0 and there is not None:
            self._up(there, level, goal.at)
        elif level == 0 and here is not None:
            self._down(here, goal.at)
        else:
            raise _no_way(here)

    def _on(self, at: Point) -> None:
        if at != self.here:
            self.points.append(at)

    def _walk(self, at: Point, there: Building | None, here: Building | None) -> None:
        """On the level where he is; from roof to roof there is no way."""
        if self.level and there is not None and here is not None and there.feature != here.feature:
            raise _no_way(here)
        self._on(at)

    def _rise(self, piece: PathPiece, at: Point) -> None:
        self.done.append(Leg(tuple(self.points), self.level, piece))
        assert piece.level is not None
        self.points, self.level = [at], piece.level

    def _by_stairs(self, house: Building, level: int, nearby: Point) -> None:
        """Floor by floor; where the board shows stairs, there, else where he stands. MM-R226"""
        self._on(_stairs(self.board, house, nearby) or nearby)
        while self.level != level:
            step = self.level + (1 if level > self.level else -1)
            self._rise(PathPiece(STAIRS, round(min(house.storey, FLIGHT), 3), level=step), self.here)

    def _up(self, house: Building, level: int, at: Point) -> None:
        """Through a door and up the stairs; where the way does not lead through one, up the wall to the roof."""
        if closed(self.state, (self.here, at)) is None:
            self._by_stairs(house, level, at)
            self._on(at)
            return
        if level != house.roof:
            raise _no_way(house)
        foot, head = _over_edge(house, self.here, at)
        self._on(foot)
        self._rise(_climb(self.board, house, foot, head, level), head)
        self._on(at)

    def _down(self, house: Building, at: Point) -> None:
        """From a roof down its wall. MM-R227"""
        if self.level != house.roof:
            raise _no_way(house)
        foot, head = _over_edge(house, at, self.here)
        self._on(head)
        self._rise(_climb(self.board, house, foot, head, 0), foot)
        self._on(at)


def _stairs(board: Board, house: Building, nearby: Point) -> Point | None:
    """The nearest stairs that the board shows in a house."""
    inside = area(house.feature)
    spots = [area(f).representative_point() for f in board.features if f.kind == STAIRS]
    found = [(round(spot.x, 3), round(spot.y, 3)) for spot in spots if inside.covers(spot)]
    return min(found, key=lambda spot: between(spot, nearby), default=None)


def _over_edge(house: Building, outside: Point, inside: Point) -> tuple[Point, Point]:
    """Where a climb begins and ends, on the straight way from the ground outside to a place in the house."""
    cut = LineString([outside, inside]).intersection(area(house.feature).boundary)
    edge = float(cut.distance(Spot(outside)))
    whole = between(outside, inside)
    return toward(outside, inside, max(0.0, edge - FOOTHOLD)), toward(outside, inside, min(whole, edge + FOOTHOLD))


def _climb(board: Board, house: Building, foot: Point, head: Point, level: int) -> PathPiece:
    """The wall as an obstacle of its height; a ladder needs no roll. MM-6.1.2, MM-R62, MM-R227"""
    tall = round(levels.height(board, head, house.roof) + house.feature.parapet, 3)
    at = LineString([foot, head])
    if any(f.kind == LADDER and area(f).distance(at) <= LADDER_AT for f in board.features):
        return PathPiece(LADDER, min(tall, RUNGS), level=level)
    if tall > CLIMBED:
        raise RuleViolation(
            "too-high",
            f"The walls of {house.called} are {tall:g} in high: nobody climbs more than {CLIMBED:g} in.",
            citation="MM-R62",
            remedy="Use the stairs inside, by way of a door, or a ladder.",
        )
    if levels.house_at(board, foot) is not None:
        raise _no_way(house)
    return PathPiece(OBSTACLE, tall, level=level)


def _no_way(house: Building | None) -> RuleViolation:
    name = "that floor" if house is None else house.called
    return RuleViolation(
        "no-way-up-or-down",
        f"There is no way there but by the stairs of {name}.",
        citation="MM-R226",
        remedy="Stairs lead from floor to floor and to the roof: give the way in parts, such as “down; D4”.",
    )
