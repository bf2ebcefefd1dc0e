"""Fronts, flanks and rears: how far a block of bases reaches, who stands behind its front, where a charge strikes it.
RA-charge.flank.1, RA-charge.rear.1, RA-R190
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from rules.red_actions.book.kinds import StruckSide, UnitFormation
from rules.red_actions.play.ground.layout import Named, Stood, carrier, layout, mixed, place_of, unit_of
from rules.red_actions.state import State
from rules.red_actions.units import Point, Unit


def _ahead_of(point: Point, at: Point, facing: float) -> float:
    angle = math.radians(facing)
    return (point[0] - at[0]) * math.sin(angle) + (point[1] - at[1]) * math.cos(angle)


def _right_of(point: Point, at: Point, facing: float) -> float:
    angle = math.radians(facing)
    return (point[0] - at[0]) * math.cos(angle) - (point[1] - at[1]) * math.sin(angle)


@dataclass(frozen=True, slots=True)
class BlockExtent:
    """The block as seen from its front: how far it reaches ahead, behind, left and right of its middle."""

    at: Point
    facing: float
    front: float
    rear: float
    left: float
    right: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def depth(self) -> float:
        return self.front - self.rear


def box_of(bases: Sequence[Stood], at: Point, facing: float) -> BlockExtent:
    points = [corner for stood in bases for corner in stood.corners]
    ahead = [_ahead_of(point, at, facing) for point in points]
    right = [_right_of(point, at, facing) for point in points]
    return BlockExtent(at, facing, max(ahead), min(ahead), min(right), max(right))


def box(state: State, unit: Named) -> BlockExtent:
    """Raises ValueError off the table."""
    unit = carrier(state, unit)
    if unit.at is None:
        raise ValueError(f"{unit.id} is not on the table")
    return box_of(layout(state, unit), unit.at, unit.facing)


def behind_front(state: State, unit: Named, other: Named) -> float:
    """The share of another's bases behind the line along its front. RA-charge.flank.1, RA-R51"""
    b, bases = box(state, unit), layout(state, other)
    behind = sum(_ahead_of(stood.at, b.at, b.facing) < b.front for stood in bases)
    return behind / len(bases) if bases else 0.0


def within_sides(state: State, unit: Named, other: Named) -> float:
    """The share of another's bases behind it, between the lines down its sides. RA-charge.rear.1"""
    b, bases = box(state, unit), layout(state, other)
    inside = sum(
        _ahead_of(stood.at, b.at, b.facing) < b.rear + 1e-6
        and b.left - 1e-6 <= _right_of(stood.at, b.at, b.facing) <= b.right + 1e-6
        for stood in bases
    )
    return inside / len(bases) if bases else 0.0


def side_struck(state: State, charger: Named, target: Named) -> StruckSide:
    """Where a charge that starts from there strikes. A square has no flank; where bases face several ways along an edge
    the nearest one counts. RA-charge.flank.1, RA-charge.rear.1, RA-R190, RA-R270"""
    target = unit_of(state, target)
    if target.formation is UnitFormation.LINING and mixed(target):
        return _base_struck(state, charger, target)
    if target.formation is UnitFormation.SQUARE and len(target.bases) > 2:
        return StruckSide.FRONT
    if behind_front(state, target, charger) <= 0.5:
        return StruckSide.FRONT
    return StruckSide.REAR if within_sides(state, target, charger) > 0.5 else StruckSide.FLANK


def _base_struck(state: State, charger: Named, target: Unit) -> StruckSide:
    bases, start = layout(state, charger), place_of(state, charger)
    assert start is not None
    near = min(layout(state, target), key=lambda each: (math.dist(each.at, start), each.base))
    front = near.depth / 2
    behind = sum(_ahead_of(each.at, near.at, near.facing) < front for each in bases)
    if behind * 2 <= len(bases):
        return StruckSide.FRONT
    inside = sum(
        _ahead_of(each.at, near.at, near.facing) < -front
        and abs(_right_of(each.at, near.at, near.facing)) <= near.width / 2
        for each in bases
    )
    return StruckSide.REAR if inside * 2 > len(bases) else StruckSide.FLANK
