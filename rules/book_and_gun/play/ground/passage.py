"""The table's one gate with this book's permissions: what bars a figure on foot, and how walls are crossed.

Deep water without bridge or ford, high walls and the walls of houses but for their doors bar everybody. A low wall or
barricade stops whoever comes to it; from beside it he gets on top of it, and from there down on a later turn. From
beside a window he gets in, and no further in that move.
IX.3.1, IX.4.3, IX.4.4, BG-R200, BG-R201, BG-R207
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import numpy as np
import numpy.typing as npt
from shapely import LineString, STRtree, box, get_parts, linestrings
from shapely import Point as Spot
from shapely.ops import unary_union

from rules.book_and_gun.play.ground import terrain
from rules.book_and_gun.play.ground.tabletop import BASE, STANDING, token, tokens
from rules.book_and_gun.units import Figure
from rules.kernel.once import once_a_state
from rules.table.board import Board, Feature, Opening, Point, Token
from rules.table.footprint import area
from rules.table.gate import SILL, THIN, Bar, Bars, Gate, OpenWay, Stoppage, Traveller
from rules.table.measure import along, bearing, between, gap, length, step, tidy
from rules.table.reach import in_reach
from rules.table.terrain import spans_of

MAN = Traveller("foot", wide=0.6)
"""A figure, in inches; its base may stand out over a sill."""
BESIDE = 0.75
"""Inches from the middle of a base to a wall or barricade that it stands at. BG-XI.5.3a"""
OFF = BASE - MAN.wide / 2
"""Inches more that a base keeps off what stops it."""
NEAR = 0.1
"""Inches from his place at which a figure has come to it."""
CROWD = 24
"""Bodies from which on it is quicker to look all of them over at once."""
HULL = "vehicle"
"""The kind of a vehicle or wreck that people on foot go round. BG-X.2.10"""
Bodies = tuple[tuple[Token, str], ...]
"""Figures that bar a way, with why."""


def low(feature: Feature) -> bool:
    """Whether it is a wall or barricade that figures cross: no higher than a man. BG-IX.3.1, BG-R200"""
    return feature.kind in terrain.RAMPARTS and _height(feature) <= STANDING


def closed(feature: Feature) -> Bars | None:
    """What of a thing nobody on foot goes or fights through; None for what is open, or low. BG-IX.4.3, BG-R200"""
    if feature.kind in terrain.DEEP or feature.kind in terrain.HIGH or feature.kind == HULL:
        return Bars.WHOLE
    if feature.kind in terrain.RAMPARTS and not low(feature):
        return Bars.WHOLE
    return Bars.WALLS if feature.kind in terrain.INSIDE else None


def between_arms(feature: Feature) -> Bars | None:
    """What of a thing figures do not fight through: high walls and the walls of houses. BG-XI.5.3b, BG-R203"""
    return None if feature.kind in terrain.DEEP or feature.kind == HULL else closed(feature)


def permit(feature: Feature, body: Traveller) -> Bar | None:
    """This book's word on a thing for a figure on foot. BG-IX.3.1a, BG-IX.4.3, BG-R200"""
    bars = closed(feature)
    if bars is not None:
        return Bar(bars, f"the {feature.name or feature.kind}")
    return Bar(Bars.WHOLE, f"the {feature.name or feature.kind}") if low(feature) else None


@lru_cache(maxsize=64)
def gate(board: Board) -> Gate:
    """The gate of a board, with nobody in the way."""
    return Gate(terrain.surveyed(board), permit)


def way_of(board: Board, points: Sequence[Point], bodies: Bodies = (), *, climbs: bool = True) -> OpenWay:
    """How far a figure gets along the points. `climbs`: from beside a low wall it gets on top, from beside a window
    inside. BG-IX.3.1a, BG-IX.4.4a, BG-R201, BG-R207"""
    way = tuple(points)
    near = tuple(one for one in _close(bodies, way) if any(_touches(one[0], a, b) for a, b in pairwise(way)))
    if near or not all(board.holds(*point) for point in way):
        return _way(board, way, near, climbs)
    if len(way) > 1 and _closed_ground(board).query(LineString(way), "intersects").size:
        return _way(board, way, near, climbs)
    return OpenWay(way, length(way))


@lru_cache(maxsize=64)
def _closed_ground(board: Board) -> STRtree:
    """Where the middle of nobody can stand, and no way leads through, in parts."""
    table = box(0.0, 0.0, board.width, board.depth)
    ground = unary_union([thing.shape for thing in gate(board).things(MAN, table)]).buffer(MAN.wide / 2)
    return STRtree(get_parts(ground))


@dataclass(frozen=True, slots=True)
class _Crowd:
    """Where bodies stand and how wide they are: numbers, to be looked over at once."""

    x: npt.NDArray[np.float64]
    y: npt.NDArray[np.float64]
    reach: npt.NDArray[np.float64]


@once_a_state
def _crowd(bodies: Bodies) -> _Crowd:
    where = np.array([(token.x, token.y, token.radius) for token, _ in bodies], dtype=np.float64)
    return _Crowd(where[:, 0], where[:, 1], where[:, 2] + BASE + NEAR)


def _close(bodies: Bodies, way: Sequence[Point]) -> Iterator[tuple[Token, str]]:
    """Those of many bodies that are anywhere near to one of the legs, in their order."""
    if len(bodies) < CROWD:
        yield from bodies
        return
    crowd = _crowd(bodies)
    close = np.zeros(len(bodies), dtype=np.bool_)
    for (ax, ay), (bx, by) in pairwise(way):
        across = (crowd.x + crowd.reach >= min(ax, bx)) & (crowd.x - crowd.reach <= max(ax, bx))
        close |= across & (crowd.y + crowd.reach >= min(ay, by)) & (crowd.y - crowd.reach <= max(ay, by))
    yield from (bodies[index] for index in np.flatnonzero(close).tolist())


def _touches(token: Token, a: Point, b: Point) -> bool:
    """Whether a figure on its straight way would touch another."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    whole = dx * dx + dy * dy
    share = 0.0 if whole <= 0.0 else min(1.0, max(0.0, ((token.x - a[0]) * dx + (token.y - a[1]) * dy) / whole))
    return between((token.x, token.y), (a[0] + share * dx, a[1] + share * dy)) < token.radius + BASE


@lru_cache(maxsize=16384)
def _way(board: Board, points: tuple[Point, ...], bodies: Bodies, climbs: bool) -> OpenWay:
    opened = gate(board)
    if bodies:
        opened = Gate(opened.land, permit, bodies)
    passed = opened.way(MAN, points)
    stop = passed.stop
    if stop is None:
        return passed
    if climbs and isinstance(stop.by, Feature) and low(stop.by):
        top = _top(opened, stop.by, points)
        if top is not None:
            return top
    if climbs and isinstance(stop.by, Feature) and stop.by.kind in terrain.INSIDE:
        inside = _through_window(opened, stop.by, points)
        if inside is not None:
            return inside
    if isinstance(stop.by, Token):
        return passed
    at = max(0.0, passed.length - OFF)
    return OpenWay((*_before(points, at),), at, Stoppage(at, along(points, at), stop.why, stop.by))


def _top(opened: Gate, wall: Feature, points: tuple[Point, ...]) -> OpenWay | None:
    """Onto the wall, for whoever stands beside it at the start; None where he does not, or something else stops him."""
    ground = area(wall)
    if ground.distance(Spot(points[0])) > BESIDE:
        return None
    line = LineString(points)
    spans = spans_of(line, ground)
    if not spans:
        return None
    start, end = (share * line.length for share in spans[0])
    if start > 2 * BESIDE:
        return None
    at = min((start + end) / 2, start + max(wall.width, 2 * BASE) / 2)
    upon = _before(points, at)
    rest = Gate(opened.land, permit, opened.others, gone=lambda feature: feature == wall)
    if rest.way(MAN, upon).stop is not None:
        return None
    return OpenWay(upon, at, Stoppage(at, upon[-1], f"the {wall.name or wall.kind}", wall))


def _through_window(opened: Gate, house: Feature, points: tuple[Point, ...]) -> OpenWay | None:
    """In by a window, for whoever stands before it at the start and whom the wall stops: he ends with his back to it.
    None where there is none beside him, or something else stops him. BG-IX.4.4a, BG-R207"""
    start = Spot(points[0])
    if area(house).covers(start):
        return None
    for window in house.openings:
        if window.kind != "window" or not window.open or window.sill > SILL:
            continue
        if LineString([window.a, window.b]).distance(start) > BESIDE:
            continue
        end = _behind(house, window)
        if end is None:
            continue
        way = (points[0], end)
        rest = Gate(opened.land, permit, opened.others, gone=lambda feature: feature == house)
        if rest.way(MAN, way).stop is None:
            return OpenWay(way, length(way), Stoppage(length(way), end, f"the {house.name or house.kind}", house))
    return None


def _behind(house: Feature, window: Opening) -> Point | None:
    """The place inside a window with one's back to it; None where the house is too narrow for that."""
    (ax, ay), (bx, by) = window.a, window.b
    middle, across = ((ax + bx) / 2, (ay + by) / 2), bearing(window.a, window.b) + 90.0
    for way in (across, across + 180.0):
        spot = tidied(step(middle, way % 360.0, BASE + THIN))
        if area(house).buffer(-MAN.wide / 2 - THIN).covers(Spot(spot)):
            return spot
    return None


def _before(points: Sequence[Point], most: float) -> tuple[Point, ...]:
    kept, left = [points[0]], most
    for a, b in pairwise(points):
        leg = between(a, b)
        if leg >= left - 1e-9:
            if left > 1e-9:
                kept.append(along((a, b), left))
            break
        kept.append(b)
        left -= leg
    return tuple(kept) if len(kept) > 1 else (points[0], points[0])


def is_open(board: Board, a: Point, b: Point, bodies: Bodies = ()) -> bool:
    """Whether a figure gets straight from one place to another in one move."""
    return way_of(board, (a, b), bodies, climbs=False).stop is None


def in_arms_reach(board: Board | None, ones: Iterable[Figure], others: Iterable[Figure], inches: float) -> bool | None:
    """Whether one of these has one of those within so many inches, base to base, and no wall of a house or high wall
    between them but for its openings. None where nothing can be measured. BG-R203"""
    here, there = tokens(ones), tokens(others)
    return arms_reach(board, here, there, inches) if here and there else None


def arms_reach(board: Board | None, here: Iterable[Token], there: Collection[Token], inches: float) -> bool:
    """The same for whatever stands on the table, hulls too. BG-R203"""
    if board is None:
        return any(gap(one, other) <= inches + 1e-6 for one in here for other in there)
    return any(in_reach(gate(board), one, other, inches, between_arms) for one in here for other in there)


def hand_reaches(board: Board | None, figure: Figure, at: Point, inches: float) -> bool:
    """Whether a place on its own level lies within so many inches of a figure's middle, with no wall between."""
    here = token(figure)
    if here is None:
        return False
    return arms_reach(board, [here], [Token("", *at, radius=0.0, z=here.z)], inches - here.radius)


def open_from(board: Board, a: Point, others: Sequence[Point]) -> list[bool]:
    """The same for several places around one, with nobody in the way."""
    if not others or not board.holds(*a):
        return [is_open(board, a, b) for b in others]
    met = set(_closed_ground(board).query(linestrings([(a, b) for b in others]), "intersects")[0].tolist())
    return [(each not in met and board.holds(*b)) or is_open(board, a, b) for each, b in enumerate(others)]


def has_room(board: Board, at: Point) -> bool:
    """Whether nothing that is closed is where a figure would stand."""
    return not _closed_ground(board).query(Spot(at), "intersects").size


def follow(board: Board, start: Point, goal: Point, via: Sequence[Point], bodies: Bodies = ()) -> tuple[Point, ...]:
    """A figure's own way to its place: straight, or else along its unit's way from the last point of it that is open
    to it; as far as it gets. BG-R202"""
    straight = way_of(board, (start, goal), bodies).points
    if len(via) < 2 or between(straight[-1], goal) < NEAR:
        return straight
    along_it = _joining(board, start, goal, via, bodies)
    return along_it if between(along_it[-1], goal) < between(straight[-1], goal) - NEAR else straight


def _joining(board: Board, start: Point, goal: Point, via: Sequence[Point], bodies: Bodies) -> tuple[Point, ...]:
    for number in range(len(via) - 1, -1, -1):
        if is_open(board, start, via[number], bodies):
            rest = (start, *via[number:])
            for last in range(2, len(rest) + 1):
                if is_open(board, rest[last - 1], goal, bodies):
                    return way_of(board, (*rest[:last], goal), bodies).points
            return way_of(board, rest, bodies).points
    return (start, start)


def tidied(point: Point) -> Point:
    """A place in the table's measure."""
    return tidy(point[0]), tidy(point[1])


def _height(feature: Feature) -> float:
    return feature.height or terrain.NATURES.of(feature.kind).height
