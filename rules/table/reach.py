"""Reach: whether somebody is within so much of another, with levels and what lies between them.

"Within n", "adjacent", "in contact", base to base: one question for every book. Arms and voices do not go through
walls; they go through open doors and windows, and over what the book calls low enough.
"""

from __future__ import annotations

from collections.abc import Callable

from shapely import LineString
from shapely.geometry.base import BaseGeometry
from shapely.ops import nearest_points

from rules.table.board import Feature, Opening, Token
from rules.table.footprint import footprint
from rules.table.gate import HAIR, Bars, Gate, barred_by
from rules.table.measure import at, gap

Blocks = Callable[[Feature], Bars | None]
"""The book's word on what of a thing an arm does not reach through; None for what is low or thin enough."""
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
    line = _between(one, other)
    if line.length < HAIR:
        return False
    land = gate.land
    for index in land.tree.query(line, predicate="intersects"):
        feature = land.features[int(index)]
        bars = None if gate.gone is not None and gate.gone(feature) else blocks(feature)
        if bars is not None and _crossed(barred_by(land.board, feature, bars, _reached_through), line):
            return True
    return False


def _between(one: Token, other: Token) -> LineString:
    """From the middle of a base, or from the nearest side of an oblong, to that of the other."""
    if not (one.length or other.length):
        return LineString([at(one), at(other)])
    return LineString(nearest_points(footprint(one), footprint(other)))


def _crossed(shape: BaseGeometry, line: LineString) -> bool:
    return float(line.intersection(shape).length) > HAIR


def _reached_through(opening: Opening) -> bool:
    return opening.open
