"""Reach: whether somebody is within so much of another, with levels and what lies between them.

"Within n", "adjacent", "in contact", base to base: one question for every book. Arms and voices do not go through
walls; they go through open doors and windows, and over what the book calls low enough.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from shapely import LineString
from shapely.geometry.base import BaseGeometry
from shapely.ops import nearest_points

from rules.table.board import Feature, Opening, Token
from rules.table.footprint import footprint
from rules.table.gate import HAIR, Bars, Gate, Traveller, barred_by
from rules.table.measure import at, gap
from rules.table.storeys import house_at
from rules.table.terrain import Terrain

Blocks = Callable[[Feature], Bars | None]
"""The book's word on what of a thing an arm does not reach through; None for what is low or thin enough."""
ARMS = Traveller("arms")
"""What a book's lanes over or through a thing are asked for."""
RISE = 1.0
"""How much higher somebody may stand and still be within reach: a figure's height."""


def in_reach(gate: Gate, one: Token, other: Token, most: float, blocks: Blocks, *, rise: float = RISE) -> bool:
    """Whether two are within `most` of each other, base to base, on about the same level, and nothing between them
    keeps them apart. Lengths in the board's measure."""
    if abs(one.z - other.z) > rise + 1e-6 or gap(one, other) > most + 1e-6:
        return False
    return not kept_apart(gate, one, other, blocks)


def kept_apart(gate: Gate, one: Token, other: Token, blocks: Blocks) -> bool:
    """Whether a wall or the like stands between two, with no opening where they would reach through."""
    land = gate.land
    if abs(one.z - other.z) > HAIR and _floor_between(land, one, other):
        return True
    line = _between(one, other)
    if line.length < HAIR:
        return False
    low = min(one.z, other.z)
    for index in land.tree.query(line, predicate="intersects"):
        feature = land.features[int(index)]
        bars = None if gate.gone is not None and gate.gone(feature) else blocks(feature)
        if bars is None or (low > 0 and _below(land, feature, one, other)):
            continue
        through = _reached_through if low <= 0 else partial(_reached_at, low)
        shape = barred_by(land.board, feature, bars, through)
        lane = None if gate.lanes is None else gate.lanes(feature, ARMS)
        if _crossed(shape if lane is None else shape.difference(lane), line):
            return True
    return False


def _floor_between(land: Terrain, one: Token, other: Token) -> bool:
    """Whether they stand on different levels of one house."""
    houses = [house_at(land.board, land.natures, at(each)) for each in (one, other)]
    if houses[0] is None or houses[0] != houses[1]:
        return False
    levels = {houses[0].level_at(land.elevation(at(each)) + each.z - houses[0].base) for each in (one, other)}
    return len(levels) > 1


def _below(land: Terrain, feature: Feature, one: Token, other: Token) -> bool:
    """Whether both stand at least as high as the top of a thing."""
    low = min(land.elevation(at(each)) + each.z for each in (one, other))
    return feature.base + (feature.height or land.nature(feature).height) <= low + HAIR


def _between(one: Token, other: Token) -> LineString:
    """From the middle of a base, or from the nearest side of an oblong, to that of the other."""
    if not (one.length or other.length):
        return LineString([at(one), at(other)])
    return LineString(nearest_points(footprint(one), footprint(other)))


def _crossed(shape: BaseGeometry, line: LineString) -> bool:
    return float(line.intersection(shape).length) > HAIR


def _reached_through(opening: Opening) -> bool:
    return opening.open


def _reached_at(height: float, opening: Opening) -> bool:
    """An opening before somebody who stands so high."""
    return opening.open and opening.sill <= height + RISE and opening.head > height
