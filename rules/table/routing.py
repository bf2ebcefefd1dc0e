"""Ways around what is closed: the shortest that a body finds by itself, over a bridge, through a door, round a wreck.

The gate says what is open. Between the corners of the things that bar the body, the middles of its openings and the
ends of the bridges and fords it looks for the shortest chain of straight, open legs. Only corners within reason are
looked at: none farther about than `about` and `detour` say. Lengths in the board's measure.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial

from shapely import LineString, Polygon
from shapely import Point as Spot
from shapely.geometry.base import BaseGeometry

from rules.kernel.once import once_for
from rules.table.board import Board, Feature, Point, Token
from rules.table.footprint import area, rings_of
from rules.table.gate import Gate, Permit, Traveller
from rules.table.measure import between, length, tidy
from rules.table.terrain import CROSSINGS, WATER, Terrain

CLEAR = 0.3
"""How far from a corner a way goes by, beside the half of the body."""
BEYOND = 1.5
"""How far before and behind a bridge or a door a way is straight."""
MOST = 400
"""Corners that are looked at; a board with more between here and there is too dense to find a way by itself."""


@dataclass(frozen=True, slots=True)
class Detour:
    """A way that was found, its start first. `by`: what it goes around and through that has a name, in order."""

    way: tuple[Point, ...]
    length: float
    by: tuple[str, ...] = ()


def around(
    gate: Gate, body: Traveller, start: Point, goal: Point, *, about: float = 3.0, detour: float = 200.0
) -> Detour | None:
    """The shortest open way from one place to another; straight where that is open. None: there is none that is at most
    `about` times as long as the straight way or `detour` longer, whichever is more; or there is no room at its end."""
    whole = between(start, goal)
    if gate.open(body, start, goal):
        return Detour((start, goal), whole)
    if gate.room(body, goal) is not None:
        return None
    most = max(whole * about, whole + detour)
    places = [start, goal, *_places(gate, body, start, goal, most)]
    found = _shortest(gate, body, places, most)
    if found is None:
        return None
    return Detour(found, length(found), _by(gate, found))


# ── Corners ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _places(gate: Gate, body: Traveller, start: Point, goal: Point, most: float) -> list[Point]:
    """Where a way may turn, the least about first."""
    reach = Polygon(LineString([start, goal]).buffer(most / 2).exterior)
    found: dict[Point, float] = {}
    for feature in gate.land.features:
        if not area(feature).intersects(reach) or (gate.gone is not None and gate.gone(feature)):
            continue
        thing = gate.barred(body, feature)
        if thing is not None:
            for place in _turns(gate.land.board, feature, thing.shape, body.wide, body.long):
                found[place] = between(start, place) + between(place, goal)
    for thing in gate.bodies(body, reach):
        for place in _corners(thing.shape, body.wide, body.long):
            found[place] = between(start, place) + between(place, goal)
    for ground in gate.shut:
        for place in _corners(ground.shape, body.wide, 0.0):
            found[place] = between(start, place) + between(place, goal)
    near = sorted((far, place) for place, far in found.items() if far <= most and gate.land.board.holds(*place))
    return [place for _, place in near[:MOST]]


@lru_cache(maxsize=4096)
def _turns(board: Board, feature: Feature, shape: BaseGeometry, wide: float, long: float) -> tuple[Point, ...]:
    """The corners of a thing, and before and behind each way through or over it; beside those no corners."""
    passages = [*_doors(feature), *(_bridges(board, feature) if feature.kind in WATER else ())]
    legs = [(LineString(leg), across / 2 + 2 * CLEAR + wide) for leg, across in passages]
    through = [place for leg, _ in passages for place in leg]
    corners = (
        corner
        for corner in _corners(shape, wide, long)
        if all(leg.distance(Spot(corner)) > clear for leg, clear in legs)
    )
    return (*through, *corners)


def _corners(shape: BaseGeometry, wide: float, long: float) -> Iterator[Point]:
    around = max(wide, long) / 2 + CLEAR
    grown = shape.buffer(around, join_style="mitre", mitre_limit=2.0).simplify(CLEAR)
    for ring in rings_of(grown):
        yield from ((tidy(x), tidy(y)) for x, y in ring[:-1])


def _doors(feature: Feature) -> Iterator[tuple[tuple[Point, ...], float]]:
    """Straight through each open door and window, with its width."""
    for opening in feature.openings:
        (ax, ay), (bx, by) = opening.a, opening.b
        wide = between(opening.a, opening.b)
        if not opening.open or wide < 1e-6:
            continue
        x, y = (ax + bx) / 2, (ay + by) / 2
        east, north = -(by - ay) / wide * BEYOND, (bx - ax) / wide * BEYOND
        yield ((tidy(x + east), tidy(y + north)), (tidy(x), tidy(y)), (tidy(x - east), tidy(y - north))), wide


def _bridges(board: Board, water: Feature) -> Iterator[tuple[tuple[Point, ...], float]]:
    """Along the middle of each bridge, ford and road over this water, from bank to bank, with its width."""
    wet = area(water)
    for other in board.features:
        if other.kind not in CROSSINGS or len(other.outline) < 2 or not other.width:
            continue
        middle = LineString(other.outline)
        over = middle.intersection(wet)
        if over.is_empty or over.length < 1e-6:
            continue
        first, last = sorted(float(middle.project(Spot(*xy[:2]))) for xy in _ends(over))
        ends = [middle.interpolate(max(0.0, first - BEYOND)), middle.interpolate(min(middle.length, last + BEYOND))]
        yield tuple((tidy(end.x), tidy(end.y)) for end in ends), other.width


def _ends(over: BaseGeometry) -> tuple[Point, Point]:
    parts: Sequence[LineString] = [p for p in getattr(over, "geoms", [over]) if isinstance(p, LineString)]
    (x, y), (u, v) = parts[0].coords[0][:2], parts[-1].coords[-1][:2]
    return (x, y), (u, v)


# ── The search ────────────────────────────────────────────────────────────────────────────────────────────────────


def _shortest(gate: Gate, body: Traveller, places: Sequence[Point], most: float) -> tuple[Point, ...] | None:
    """A*, from the first place to the second. Whether a leg is open is asked when it is the best one."""
    goal = places[1]
    is_open = gate.open
    if gate.gone is None and gate.lanes is None:
        is_open = partial(_is_open, gate.land, gate.permit, gate.others)
    came: dict[int, int] = {}
    gone = {0: 0.0}
    queue: list[tuple[float, float, int, int]] = [(between(places[0], goal), 0.0, 0, 0)]
    while queue:
        _, metres, here, before = heapq.heappop(queue)
        if here in came:
            continue
        if here != before and not is_open(body, places[before], places[here]):
            continue
        came[here], gone[here] = before, metres
        if here == 1:
            return _back(places, came)
        for there, place in enumerate(places):
            far = metres + between(places[here], place)
            if there not in came and far + between(place, goal) <= most:
                heapq.heappush(queue, (far + between(place, goal), far, there, here))
    return None


def _asked(
    land: Terrain, permit: Permit, others: tuple[tuple[Token, str], ...], body: Traveller, a: Point, b: Point
) -> tuple[object, ...]:
    size = (body.sort, body.wide, body.long, body.climbs, body.level, body.floor)
    return (land, permit, others, *size, *a, *b)


@once_for(_asked, most=1 << 14)
def _is_open(
    land: Terrain, permit: Permit, others: tuple[tuple[Token, str], ...], body: Traveller, a: Point, b: Point
) -> bool:
    """Whether a leg is open: between the corners of one board the same legs are asked about for every way."""
    return Gate(land, permit, others).open(body, a, b)


def _back(places: Sequence[Point], came: dict[int, int]) -> tuple[Point, ...]:
    way, here = [places[1]], 1
    while here != 0:
        here = came[here]
        way.append(places[here])
    return tuple(reversed(way))


def _by(gate: Gate, way: Sequence[Point]) -> tuple[str, ...]:
    """The bridges and houses that the way leads over and through, by name."""
    found: dict[str, float] = {}
    line = LineString(way)
    for feature in gate.land.features:
        leads = feature.kind in ("bridge", "ford", "building") or bool(feature.openings)
        if not leads or not feature.name:
            continue
        shape = area(feature)
        if shape.intersects(line) and not shape.covers(Spot(way[0])):
            found[feature.name] = float(line.project(line.intersection(shape).representative_point()))
    return tuple(sorted(found, key=lambda name: found[name]))
