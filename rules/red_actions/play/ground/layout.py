"""Where the bases of a unit stand, and what follows from it: distances, contact. Fronts and flanks: `fronts.py`.

A unit's place is the middle of its block of bases. Each base is an oblong; neighbours touch. RA-form.contact, RA-R190
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from shapely import LineString, Polygon, union_all
from shapely import Point as Spot
from shapely.geometry.base import BaseGeometry

from rules.kernel.once import once_for
from rules.red_actions.book.cards import TroopCard
from rules.red_actions.book.kinds import Arm, Mover, UnitFormation
from rules.red_actions.book.tables import Figures, section
from rules.red_actions.play.ground.features import feature_of
from rules.red_actions.state import State
from rules.red_actions.units import Point, Unit
from rules.table.board import Token
from rules.table.footprint import corners
from rules.table.measure import step


class _Bases(Figures):
    width: float
    foot: float
    deep: float
    car: float
    contact: float
    mixed: float


BASES = section("bases", _Bases)
WIDTH, CONTACT = BASES.width, BASES.contact


@dataclass(frozen=True, slots=True)
class Stood:
    """A base on the table: the middle of its oblong."""

    base: str
    at: Point
    facing: float
    width: float
    depth: float

    @property
    def token(self) -> Token:
        return Token(self.base, *self.at, self.facing, kind="base", length=self.depth, width=self.width)

    @property
    def corners(self) -> tuple[Point, ...]:
        """Front left, front right, rear right, rear left."""
        return corners(self.token)


def depth_of(card: TroopCard) -> float:
    """Inches from the front to the back of a base. RA-R190"""
    return _depth(card.arm, card.mover)


@lru_cache(maxsize=64)
def _depth(arm: Arm, mover: Mover) -> float:
    if arm.train:
        return BASES.car
    deep = arm in (Arm.GUN, Arm.TACHANKA, Arm.SABRE, Arm.CART) or arm.vehicle
    return BASES.deep if deep or (arm is Arm.OFFICER and mover is not Mover.INFANTRY) else BASES.foot


Named: TypeAlias = Unit | str
"""A unit, or its id."""
Spots: TypeAlias = tuple[tuple[str, float, float, float], ...]


def unit_of(state: State, unit: Named) -> Unit:
    """KeyError for the id of nobody."""
    return state.unit(unit) if isinstance(unit, str) else unit


# ── Places ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def carrier(state: State, unit: Named) -> Unit:
    """The unit whose place it shares: the one that an officer is with, or that carries it; else itself."""
    unit = unit_of(state, unit)
    for ref in (unit.with_unit, unit.aboard):
        if ref and (other := state.find(ref)) is not None:
            return carrier(state, other)
    return unit


def place_of(state: State, unit: Named) -> Point | None:
    """The middle of its block, or of whom it is with. None off the table."""
    return carrier(state, unit).at


def _stands(state: State, unit: Unit) -> tuple[object, ...]:
    return unit, state.board, state.pack


def layout(state: State, unit: Named) -> tuple[Stood, ...]:
    """Its bases as they stand, those of its carrier if it has one; none off the table. RA-form.contact"""
    return _laid_out(state, carrier(state, unit))


@once_for(_stands)
def _laid_out(state: State, unit: Unit) -> tuple[Stood, ...]:
    if unit.at is None:
        return ()
    if unit.rails is not None and state.board is not None:
        return _on_rails(state, unit)
    return stood_at(state, unit, unit.at, unit.facing, unit.formation)


def stood_at(state: State, unit: Unit, at: Point, facing: float, formation: UnitFormation) -> tuple[Stood, ...]:
    """How it would stand there."""
    return _stood(_ids(unit), depth_of(state.card(unit)), at, facing, formation, _lining(unit, formation))


def area_at(state: State, unit: Unit, at: Point, facing: float, formation: UnitFormation) -> BaseGeometry:
    """The ground that it would cover there."""
    return _area(_ids(unit), depth_of(state.card(unit)), at, facing, formation, _lining(unit, formation))


def _lining(unit: Unit, formation: UnitFormation) -> Spots:
    """Where its bases stand along an edge; none in any other formation. RA-R270"""
    return unit.spots if formation is UnitFormation.LINING else ()


def mixed(unit: Unit) -> bool:
    """Whether its bases face different ways: a square, or round the corner of a wood or house. RA-move.5, RA-R270"""
    if unit.formation is UnitFormation.SQUARE:
        return len(unit.bases) > 1
    if unit.formation is not UnitFormation.LINING:
        return False
    there = {base.id for base in unit.bases}
    turns = [(turned + 180.0) % 360.0 - 180.0 for ref, _, _, turned in unit.spots if ref in there]
    return bool(turns) and max(turns) - min(turns) > BASES.mixed


def _ids(unit: Unit) -> tuple[str, ...]:
    return tuple(base.id for base in unit.bases)


@lru_cache(maxsize=16384)
def _stood(
    ids: tuple[str, ...], depth: float, at: Point, facing: float, formation: UnitFormation, lining: Spots = ()
) -> tuple[Stood, ...]:
    along = {ref: spot for ref, *spot in lining}
    if ids and all(id_ in along for id_ in ids):
        return tuple(
            Stood(id_, _moved(at, facing, right, ahead), (facing + turned) % 360.0, WIDTH, depth)
            for id_ in ids
            for right, ahead, turned in (along[id_],)
        )
    return tuple(
        Stood(id_, _moved(at, facing, right, ahead), (facing + turned) % 360.0, WIDTH, depth)
        for id_, (right, ahead, turned) in zip(ids, spots_of(formation, len(ids), depth), strict=True)
    )


@lru_cache(maxsize=16384)
def _area(
    ids: tuple[str, ...], depth: float, at: Point, facing: float, formation: UnitFormation, lining: Spots = ()
) -> BaseGeometry:
    return union_all([oblong(base) for base in _stood(ids, depth, at, facing, formation, lining)])


@lru_cache(maxsize=512)
def spots_of(formation: UnitFormation, count: int, depth: float) -> tuple[tuple[float, float, float], ...]:
    """Of each base: inches to the right and ahead of the middle, and degrees that it is turned from the front."""
    match formation:
        case UnitFormation.COLUMN:
            return tuple((0.0, ((count - 1) / 2 - i) * depth, 0.0) for i in range(count))
        case UnitFormation.RANKS if count > 1:
            front = (count + 1) // 2
            return tuple(
                (*_rank(i, front, depth / 2), 0.0) if i < front else (*_rank(i - front, count - front, -depth / 2), 0.0)
                for i in range(count)
            )
        case UnitFormation.SQUARE if count > 1:
            return _square(count, depth)
        case _:
            return tuple((*_rank(i, count, 0.0), 0.0) for i in range(count))


def _rank(index: int, count: int, ahead: float) -> tuple[float, float]:
    return (index - (count - 1) / 2) * WIDTH, ahead


def _ranks(count: int, ahead: float) -> list[tuple[float, float]]:
    return [_rank(i, count, ahead) for i in range(count)]


def _square(count: int, depth: float) -> tuple[tuple[float, float, float], ...]:
    """Bases back to back and side to side, facing outwards: front, rear, right, left, then front and rear again."""
    double = count > 4
    wide = WIDTH if double else WIDTH / 2
    ahead = depth / 2 if count < 3 else WIDTH / 2 + depth / 2
    aside = wide + depth / 2
    rear = count - 4 if double else 0
    front = 2 if double else 1
    shifted = WIDTH / 2 if rear == 1 else 0.0
    spots = [(*spot, 0.0) for spot in _ranks(front, ahead)]
    spots += [(right + shifted, back, 180.0) for right, back in _ranks(max(1, rear), -ahead)]
    spots += [(aside, 0.0, 90.0), (-aside, 0.0, 270.0)]
    return tuple(spots[:count])


def _moved(at: Point, facing: float, right: float, ahead: float) -> Point:
    angle = math.radians(facing)
    sin, cos = math.sin(angle), math.cos(angle)
    return round(at[0] + ahead * sin + right * cos, 6), round(at[1] + ahead * cos - right * sin, 6)


def rail_line(state: State, key: str) -> LineString | None:
    """The line of a railway, by its feature's key."""
    feature = feature_of(state, key)
    return None if feature is None or len(feature.outline) < 2 else LineString(feature.outline)


def _on_rails(state: State, unit: Unit) -> tuple[Stood, ...]:
    """Cars one behind the other along the line; the first base is nearest to the line's last point. RA-train.cars.1"""
    rails = unit.rails
    assert rails is not None
    line = rail_line(state, rails.line)
    if line is None:
        assert unit.at is not None
        return stood_at(state, unit, unit.at, unit.facing, UnitFormation.COLUMN)
    found: list[Stood] = []
    length, count = BASES.car, len(unit.bases)
    head = rails.along if rails.ahead else rails.along + length * count
    for i, base in enumerate(unit.bases):
        along = head - length * (i + 0.5)
        at, facing = on_line(line, along)
        found.append(Stood(base.id, at, facing, WIDTH, length))
    return tuple(found)


def on_line(line: LineString, along: float) -> tuple[Point, float]:
    """The point so many inches along a line, and the direction of the line there; straight on beyond its ends."""
    ahead = min(max(along, 0.0), line.length)
    one = line.interpolate(max(0.0, ahead - 0.05))
    other = line.interpolate(min(line.length, ahead + 0.05))
    facing = math.degrees(math.atan2(other.x - one.x, other.y - one.y)) % 360.0
    spot = line.interpolate(ahead)
    return step((spot.x, spot.y), facing, along - ahead), facing


def ahead_in_base(stood: Stood, direction: float) -> float:
    """Inches from the middle of a base to its border that way. RA-R262

    >>> ahead_in_base(Stood("a", (0.0, 0.0), 90.0, 1.2, 0.8), 90.0)
    0.4
    """
    off = math.radians(direction - stood.facing)
    along, across = abs(math.cos(off)), abs(math.sin(off))
    return min(stood.depth / 2 / along if along > 1e-9 else math.inf,
               stood.width / 2 / across if across > 1e-9 else math.inf)  # fmt: skip


# ── Shapes ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@lru_cache(maxsize=16384)
def oblong(stood: Stood) -> Polygon:
    """The ground that a base covers."""
    return Polygon(stood.corners)


@lru_cache(maxsize=8192)
def shape(bases: tuple[Stood, ...]) -> BaseGeometry:
    """The ground that these bases cover."""
    return union_all([oblong(base) for base in bases])


def outline(state: State, unit: Named) -> BaseGeometry:
    """The ground that it covers; empty off the table."""
    return _covered(state, carrier(state, unit))


@once_for(_stands)
def _covered(state: State, unit: Unit) -> BaseGeometry:
    if unit.at is None:
        return Polygon()
    if unit.rails is not None:
        return shape(layout(state, unit))
    return area_at(state, unit, unit.at, unit.facing, unit.formation)


def distance(state: State, a: Named, b: Named) -> float:
    """Inches between the nearest points of two units; infinite if one is off the table. RA-R43"""
    return _apart(state, carrier(state, a), carrier(state, b))


def _both(state: State, a: Unit, b: Unit) -> tuple[object, ...]:
    return a, b, state.board, state.pack


@once_for(_both, 1 << 17)
def _apart(state: State, a: Unit, b: Unit) -> float:
    one, other = _covered(state, a), _covered(state, b)
    return math.inf if one.is_empty or other.is_empty else round(float(one.distance(other)), 6)


def distance_to(state: State, unit: Named, point: Point) -> float:
    """Inches from its nearest point to a place."""
    own = outline(state, unit)
    return math.inf if own.is_empty else round(float(own.distance(Spot(point))), 6)


def in_contact(state: State, a: Named, b: Named) -> bool:
    return distance(state, a, b) <= CONTACT
