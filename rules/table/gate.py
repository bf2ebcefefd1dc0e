"""The gate: how far a body gets along a way, and what stops it; where a body has room.

Whatever moves a body in any book asks here: a walk, a charge, a rout, a man who is carried, a vehicle. The board gives
the things that may bar a way, the book says as data which of them do (`Permit`): by the sort of body, with what words.
Prices are the book's own: they are asked for the part of the way that is open.

A way is that of the body's middle. A thing bars it where the body would touch it; a door, gate or breach is a hole in
a thing, as wide as it is, and a bridge or ford one in the water. Whoever already touches a thing may go on along it or
away from it: no move begins with being stuck. Lengths in the board's measure, from the start of the way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise

from shapely import LineString, Polygon, get_coordinates
from shapely import Point as Spot
from shapely.geometry.base import BaseGeometry

from rules.kernel.once import once_for
from rules.table.board import Board, Feature, Opening, Point, Token
from rules.table.footprint import area, footprint
from rules.table.measure import along, bearing, between, step
from rules.table.terrain import CROSSINGS, WATER, Terrain, spans_of

HAIR = 0.01
"""How far before a thing a body stops."""
THIN = 0.05
"""Half the thickness of a house's wall."""
BANK = 0.2
"""How far a bridge or ford reaches onto the bank."""
STEP, SILL = 0.5, 1.5
"""How high above the floor a door's and a window's sill may be for whoever goes or climbs through."""
DOORS = frozenset({"door", "gate", "breach", "arch", "gap"})
"""Openings that are walked through. A window is one only for bodies that climb through it."""


@dataclass(frozen=True, slots=True)
class Traveller:
    """What moves. `sort`: the book's word for how ("foot", "horse", "tracks"); `wide`: the room that it needs between
    two things, `long`: of an oblong, along its way; `climbs`: it gets through windows; `level`: the height of the
    floor that it is on above the ground, with `floor`, the building or roof that it cannot leave at that height."""

    sort: str = "foot"
    wide: float = 0.0
    long: float = 0.0
    climbs: bool = False
    level: float = 0.0
    floor: Feature | None = None


class Bars(StrEnum):
    """What of a thing bars a way."""

    WHOLE = "whole"
    """All of its ground."""
    WALLS = "walls"
    """Its outline, but for the openings; within there is room."""


@dataclass(frozen=True, slots=True)
class Bar:
    """That a thing bars a sort of body, and why, as a refusal says it: "deep water", "a wall without a door"."""

    what: Bars
    why: str


Permit = Callable[[Feature, Traveller], Bar | None]
"""The book's word on a thing: None where the body goes through or over it, at whatever price."""


@dataclass(frozen=True, slots=True)
class Stoppage:
    """Where a way ends and by what. `by`: the feature or the body in the way; None: the table's or the floor's edge."""

    at: float
    point: Point
    why: str
    by: Feature | Token | None = None


@dataclass(frozen=True, slots=True)
class OpenWay:
    """The part of a way that is open. `stop`: what ends it; None where all of it is open."""

    points: tuple[Point, ...]
    length: float
    stop: Stoppage | None = None


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Something in the way, with the ground that it bars."""

    shape: BaseGeometry
    why: str
    by: Feature | Token


@dataclass(frozen=True, slots=True)
class Gate:
    """The gate of a board at one moment. `others`: bodies that bar a way, with why: wrecks, vehicles, people who may
    not be passed through."""

    land: Terrain
    permit: Permit
    others: tuple[tuple[Token, str], ...] = ()
    gone: Callable[[Feature], bool] | None = None
    """Features that are not there any more: burnt out, breached whole, over."""
    lanes: Callable[[Feature, Traveller], BaseGeometry | None] | None = None
    """What else leads over or through a thing in this book: a road over a trench, a lane cut through wire."""
    shut: tuple[Obstacle, ...] = ()
    """Ground that bars whatever moves here, whatever lies on it: the land for a boat."""

    # Ways -------------------------------------------------------------------------------------------------------

    def way(self, body: Traveller, points: Sequence[Point]) -> OpenWay:
        """How far the body gets along the points; its start is where it stands."""
        start = Spot(points[0])
        gone = 0.0
        for a, b in pairwise(points):
            leg = between(a, b)
            if leg < 1e-9:
                continue
            stop = self._on_leg(body, a, b, start)
            if stop is not None:
                at = gone + stop.at
                return OpenWay(cut(points, at), at, Stoppage(at, stop.point, stop.why, stop.by))
            gone += leg
        return OpenWay(tuple(points), gone)

    def open(self, body: Traveller, a: Point, b: Point) -> bool:
        """Whether the straight way between two places is open from end to end."""
        if body.long:
            return self.way(body, (a, b)).stop is None
        if between(a, b) < 1e-9:
            return True
        if self._edge(body, a, b) is not None:
            return False
        line, start = LineString([a, b]), Spot(a)
        return not any(_blocks(thing.shape, line, body.wide / 2, start) for thing in self.things(body, line))

    def _on_leg(self, body: Traveller, a: Point, b: Point, start: Spot) -> Stoppage | None:
        """The first thing that the body meets on a leg. The nose of an oblong goes ahead of its middle."""
        heading = bearing(a, b)
        nose = step(b, heading, body.long / 2) if body.long else b
        line = LineString([a, nose])
        swept = line.buffer(body.wide / 2, cap_style="flat") if body.long else line
        met: list[tuple[float, str, Feature | Token | None]] = []
        edge = self._edge(body, a, b)
        if edge is not None:
            met.append(edge)
        for thing in self.things(body, swept):
            at = (_struck if body.long else _touched)(thing.shape, line, body.wide / 2, start)
            if at is not None and at - body.long / 2 < between(a, b) - 1e-9:
                met.append((max(0.0, at - body.long / 2 - HAIR), thing.why, thing.by))
        if not met:
            return None
        at, why, by = min(met, key=lambda each: each[0])
        return Stoppage(at, along((a, b), at), why, by)

    def _edge(self, body: Traveller, a: Point, b: Point) -> tuple[float, str, None] | None:
        """Where a leg leaves the table, or the floor that the body is on."""
        board = self.land.board
        if body.floor is not None:
            ground, why = area(body.floor), "the floor's edge"
            if ground.covers(Spot(b)):
                return None
        else:
            if board.holds(*b):
                return None
            ground = Polygon([(0, 0), (board.width, 0), (board.width, board.depth), (0, board.depth)])
            why = "the table's edge"
        inside = LineString([a, b]).intersection(ground)
        return (max(0.0, inside.length - HAIR), why, None)

    # Places -----------------------------------------------------------------------------------------------------

    def room(self, body: Traveller, at: Point, facing: float = 0.0) -> Stoppage | None:
        """What keeps a body from standing at a place; None where it has room."""
        board = self.land.board
        if not board.holds(*at):
            return Stoppage(0.0, at, "the table's edge")
        stood = footprint(Token("", at[0], at[1], facing, length=body.long, width=body.wide)) if body.long else Spot(at)
        if body.floor is not None and not area(body.floor).covers(stood):
            return Stoppage(0.0, at, "the floor's edge", body.floor)
        around = stood if body.long else stood.buffer(max(body.wide / 2, HAIR))
        for thing in self.things(body, around):
            near = thing.shape.distance(stood)
            if near < (1e-9 if body.long else max(body.wide / 2, HAIR / 2) - 1e-6):
                return Stoppage(0.0, at, thing.why, thing.by)
        return None

    # Things -----------------------------------------------------------------------------------------------------

    def things(self, body: Traveller, near: BaseGeometry) -> Iterator[Obstacle]:
        """Whatever bars the body close to a way or place."""
        reach = body.wide / 2 + BANK
        nearby: list[int] = self.land.tree.query(near, predicate="dwithin", distance=reach).tolist()
        for index in sorted(nearby):
            found = self.barred(body, self.land.features[index])
            if found is not None:
                yield found
        yield from (ground for ground in self.shut if ground.shape.dwithin(near, reach))
        yield from self.bodies(body, near)

    def barred(self, body: Traveller, feature: Feature) -> Obstacle | None:
        """The ground of a feature that bars the body, and why; None: it is gone, on another level, or open."""
        if (self.gone is not None and self.gone(feature)) or not _on_level(feature, body):
            return None
        bar = self.permit(feature, body)
        if bar is None:
            return None
        shape = _barred(self.land.board, feature, bar.what, body.climbs, body.level)
        lane = None if self.lanes is None else self.lanes(feature, body)
        shape = shape if lane is None else shape.difference(lane)
        return None if shape.is_empty else Obstacle(shape, bar.why, feature)

    def bodies(self, body: Traveller, near: BaseGeometry) -> Iterator[Obstacle]:
        """Whoever of the others bars the body close to a way or place."""
        reach = body.wide / 2 + BANK
        for token, why in self.others:
            if abs(token.z - body.level) < max(token.height, HAIR) and footprint(token).distance(near) <= reach:
                yield Obstacle(footprint(token), why, token)


# ── Shapes ────────────────────────────────────────────────────────────────────────────────────────────────────────


@lru_cache(maxsize=4096)
def _barred(board: Board, feature: Feature, what: Bars, climbs: bool, level: float) -> BaseGeometry:
    """The ground of a thing that is closed, without its openings on that level and without what leads over it."""
    return barred_by(board, feature, what, lambda opening: _lets_through(opening, climbs, level))


def barred_by(board: Board, feature: Feature, what: Bars, open_: Callable[[Opening], bool]) -> BaseGeometry:
    """The ground of a thing without the openings that are open so, and without the bridges and fords over it."""
    shape = area(feature)
    if what is Bars.WALLS:
        shape = shape.boundary.buffer(THIN, cap_style="flat")
    thick = 2 * THIN + (feature.width if what is Bars.WHOLE else 0.0)
    for opening in feature.openings:
        if open_(opening):
            shape = shape.difference(LineString([opening.a, opening.b]).buffer(thick, cap_style="flat"))
    if feature.kind in WATER:
        for other in board.features:
            if other.kind in CROSSINGS:
                shape = shape.difference(area(other).buffer(BANK, join_style="mitre"))
    return shape


def _what_grows(shape: BaseGeometry, by: float) -> tuple[object, ...]:
    return (shape, by)


@once_for(_what_grows, most=4096)
def _grown(shape: BaseGeometry, by: float) -> BaseGeometry:
    """Told apart by identity: the same things are asked about again and again, and to compare outlines takes longer."""
    return shape.buffer(by, quad_segs=4)


def _lets_through(opening: Opening, climbs: bool, level: float) -> bool:
    """A door on that level, or a window low enough to climb through: its sill there, and head room above it."""
    if not opening.open or not (opening.kind in DOORS or (climbs and opening.kind == "window")):
        return False
    most = level + (SILL if opening.kind == "window" else STEP)
    return level - HAIR <= opening.sill <= most and opening.head > level


def _on_level(feature: Feature, body: Traveller) -> bool:
    """Whether a thing reaches up to where the body is."""
    return body.level <= 0.0 or feature.base + feature.height > body.level + HAIR


def _touched(shape: BaseGeometry, line: LineString, half: float, start: Spot) -> float | None:
    """How far along a straight line a body that is twice `half` wide first touches a shape. Whoever touches it from the
    start may go on along it or away, not into it; whoever stands in it may leave it."""
    clear = _clear(shape, half, start)
    if clear > 1e-6:
        grown = _grown(shape, round(clear, 6))
        spans = spans_of(line, grown) if grown.intersects(line) else []
        return spans[0][0] * line.length if spans else None
    core = _grown(shape, -HAIR)
    spans = spans_of(line, core) if core.intersects(line) else []
    if spans and spans[0][0] * line.length < 1e-6 and core.covers(start):
        spans = spans[1:]
    return spans[0][0] * line.length if spans else None


def _clear(shape: BaseGeometry, half: float, start: Spot) -> float:
    """How much room a body that is twice `half` wide keeps from a shape: less, where it begins closer to it."""
    far = not shape.dwithin(start, half + HAIR / 2)
    return half if far else min(half, float(shape.distance(start)) - HAIR / 2)


def _blocks(shape: BaseGeometry, line: LineString, half: float, start: Spot) -> bool:
    """Whether the body touches the shape anywhere on the line; what `_touched` says, sooner."""
    clear = _clear(shape, half, start)
    if clear <= 1e-6:
        return _touched(shape, line, half, start) is not None
    grown = _grown(shape, round(clear, 6))
    if not grown.intersects(line):
        return False
    common = line.intersection(grown)
    return any(isinstance(part, LineString) and part.length > 1e-9 for part in getattr(common, "geoms", (common,)))


def _struck(shape: BaseGeometry, line: LineString, half: float, start: Spot) -> float | None:
    """The same for an oblong, whose front is flat: how far its front gets along the line."""
    clear = _clear(shape, half, start)
    if clear <= 1e-6:
        return _touched(shape, line, half, start)
    common = line.buffer(clear, cap_style="flat").intersection(shape)
    if common.is_empty or common.area < HAIR * HAIR:
        return None
    return min(float(line.project(Spot(each))) for each in get_coordinates(common).tolist())


def cut(points: Sequence[Point], most: float) -> tuple[Point, ...]:
    """The first part of a way; all of it where it is no longer than that."""
    kept, left = [points[0]], most
    for a, b in pairwise(points):
        leg = between(a, b)
        if leg >= left - 1e-9:
            kept.append(along((a, b), left))
            break
        kept.append(b)
        left -= leg
    return tuple(kept)
