"""Infantry along the edge of a wood, or along the walls of a building: a place for each base, each facing out.

RA-move.5, RA-move.6, RA-building.1, RA-R270
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from shapely import LinearRing, LineString, Polygon
from shapely import Point as Spot

from rules.kernel.violation import RuleViolation
from rules.red_actions.book.kinds import Arm
from rules.red_actions.book.terrain import Ground
from rules.red_actions.play.ground.features import features_under, ground_of
from rules.red_actions.play.ground.layout import WIDTH, Spots, depth_of
from rules.red_actions.play.ground.points import points_of
from rules.red_actions.state import State
from rules.red_actions.units import Point, Unit
from rules.table.board import Feature, Token
from rules.table.footprint import corners, polygons
from rules.table.measure import bearing, between, step

REACH = 2.0
"""Inches from its middle within which a unit lines an edge. RA-R270"""
_WALL = 0.02
"""Inches between a base and the edge that it lines."""
_PACE = 0.05
_SHARED = 0.01
"""Square inches that two bases at a corner may share."""


@dataclass(frozen=True, slots=True)
class Lined:
    """Where it stands then: its middle base, how that looks, and all bases beside it."""

    at: Point
    facing: float
    spots: Spots


def edges_near(state: State, at: Point) -> Iterator[tuple[Feature, Polygon]]:
    """Woods and buildings in which, or within reach of which, a place is: those around it first."""
    found: list[tuple[float, int, Feature, Polygon]] = []
    for feature, area in features_under(state, Spot(at), REACH):
        ground = ground_of(feature)
        if ground is not None and (ground.wooded or ground is Ground.BUILDINGS):
            parts = sorted(polygons(area), key=lambda part: part.distance(Spot(at)))
            found += [(part.distance(Spot(at)), len(found), feature, part) for part in parts[:1]]
    yield from ((feature, part) for _, _, feature, part in sorted(found, key=lambda each: each[:2]))


def lined(state: State, unit: Unit, at: Point, facing: float | None = None) -> Lined:
    """A unit along the edge that is nearest to a place, or the one that it looks at. Raises RuleViolation for whom it
    is not for, where there is no edge, or not enough of it. RA-R270"""
    if state.card(unit).arm not in (Arm.RIFLE, Arm.MG, Arm.MORTAR):
        raise RuleViolation(
            "not-along-an-edge",
            f"{unit.name} does not line edges: only troops on foot do.",
            citation="RA-R270",
            remedy="Dismount first, or choose another formation.",
        )
    for _, ground in edges_near(state, at):
        found = _along(unit, depth_of(state.card(unit)), ground, at, facing)
        if found is not None:
            return found
    raise RuleViolation(
        "no-edge",
        f"There is no edge of a wood or building within {REACH:g} in that is long enough for {unit.name}.",
        citation="RA-R270",
        remedy="Move up to it first, or choose another formation.",
    )


def _along(unit: Unit, depth: float, ground: Polygon, at: Point, facing: float | None) -> Lined | None:
    inner = ground.buffer(-(depth / 2 + _WALL), join_style="mitre")
    if inner.is_empty:
        return None
    part = min(polygons(inner), key=lambda each: each.distance(Spot(at)))
    ring = LinearRing(part.exterior.coords)
    start = _start(ring, part, at, facing)
    stood = _places(ring, ground, depth, start, len(unit.bases))
    if len(stood) < len(unit.bases):
        return None
    stood.sort(key=lambda each: each[0])
    _, middle, looks = stood[len(stood) // 2] if len(stood) % 2 else min(stood, key=lambda each: abs(each[0]))
    looks = looks if facing is None else facing % 360.0
    spots = tuple(
        (base.id, *_beside(middle, looks, place), (turned - looks) % 360.0)
        for base, (_, place, turned) in zip(unit.bases, stood, strict=True)
    )
    return Lined(middle, looks, spots)


def _start(ring: LinearRing, part: Polygon, at: Point, facing: float | None) -> float:
    """Inches along the ring of its middle: where its front leads, else what is nearest."""
    here = at if part.covers(Spot(at)) else (part.representative_point().x, part.representative_point().y)
    if facing is not None and part.covers(Spot(here)):
        met = points_of(LineString([here, step(here, facing, 200.0)]).intersection(ring))
        if met:
            near = min(met, key=lambda point: between(here, point))
            return float(ring.project(Spot(near)))
    return float(ring.project(Spot(at)))


def _places(
    ring: LinearRing, ground: Polygon, depth: float, start: float, count: int
) -> list[tuple[float, Point, float]]:
    """Inches from the start, place and direction of each base: to both sides of the start by turns, shoulder to
    shoulder."""
    found: list[tuple[float, Point, float]] = []
    stood: list[Polygon] = []
    ahead = [WIDTH / 2 if count % 2 == 0 else 0.0, -WIDTH / 2 if count % 2 == 0 else -WIDTH]
    for number in range(count):
        side = number % 2
        sign = 1.0 if side == 0 else -1.0
        while abs(ahead[side]) <= ring.length:
            place, looks = _at(ring, ground, start + ahead[side])
            base = Polygon(corners(Token("", *place, looks, length=depth, width=WIDTH)))
            if all(base.intersection(other).area <= _SHARED for other in stood):
                found.append((ahead[side], place, looks))
                stood.append(base)
                ahead[side] += sign * WIDTH
                break
            ahead[side] += sign * _PACE
    return found if _whole(found, ring.length) else []


def _whole(found: list[tuple[float, Point, float]], length: float) -> bool:
    return bool(found) and max(each[0] for each in found) - min(each[0] for each in found) <= length


def _at(ring: LinearRing, ground: Polygon, along: float) -> tuple[Point, float]:
    """A place on the ring, and straight out from there."""
    spot = ring.interpolate(along % ring.length)
    one, other = ring.interpolate((along - 0.01) % ring.length), ring.interpolate((along + 0.01) % ring.length)
    tangent = bearing((one.x, one.y), (other.x, other.y))
    outer = LinearRing(ground.exterior.coords)
    here = (round(spot.x, 4), round(spot.y, 4))
    sides = [(tangent + turned) % 360.0 for turned in (90.0, -90.0)]
    looks = min(sides, key=lambda way: outer.distance(Spot(step(here, way, 0.3))))
    return here, round(looks, 2)


def _beside(middle: Point, facing: float, place: Point) -> tuple[float, float]:
    angle = math.radians(facing)
    east, north = place[0] - middle[0], place[1] - middle[1]
    right = east * math.cos(angle) - north * math.sin(angle)
    ahead = east * math.sin(angle) + north * math.cos(angle)
    return round(right, 6), round(ahead, 6)
