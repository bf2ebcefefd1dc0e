"""What this book's words are measured from, carried out in one place. RA-R272

- *Within* so much, and *range*: between the nearest points of two outlines of bases; exactly so much is within.
- *Contact*: within `CONTACT` of each other. *Touching* ground: within `TOUCHING` of it. *At* horses, trains and carts:
  within `BESIDE`.
- *Ahead* and *to the right*: from the middle of the block, along its front.
- *Uphill*: the ground under the middles of two blocks.
- *The edge* of cover: along the line of sight, from the border of a base (`lines.from_borders`, RA-R262).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from rules.red_actions.book import fire_arcs
from rules.red_actions.book.tables import Figures, section
from rules.red_actions.play.ground.features import land_of
from rules.red_actions.play.ground.fronts import BlockExtent
from rules.red_actions.play.ground.layout import Stood
from rules.red_actions.state import State
from rules.red_actions.units import Point


class _Measures(Figures):
    touching: float
    beside: float
    rise: float


MEASURES = section("measures", _Measures)
TOUCHING, BESIDE = MEASURES.touching, MEASURES.beside


def from_middle(block: BlockExtent, place: Point) -> tuple[float, float]:
    """Inches to the right of and ahead of the middle of a block, as it looks.

    >>> from_middle(BlockExtent((10.0, 10.0), 90.0, 0.4, -0.4, -2.4, 2.4), (13.0, 9.0))
    (1.0, 3.0)
    """
    angle = math.radians(block.facing)
    east, north = place[0] - block.at[0], place[1] - block.at[1]
    right = east * math.cos(angle) - north * math.sin(angle) - (block.left + block.right) / 2
    ahead = east * math.sin(angle) + north * math.cos(angle) - (block.front + block.rear) / 2
    return round(right, 9), round(ahead, 9)


def down_its_length(shooters: Sequence[Stood], block: BlockExtent) -> bool:
    """Whether the bulk of the bases that shoot fire down the length of a block. RA-enfilade.1, RA-R272"""
    shots = [from_middle(block, stood.at) for stood in shooters]
    return bool(shots) and fire_arcs.enfiladed(shots, block.width, block.depth)


def uphill(state: State, one: Point | None, two: Point | None) -> bool:
    """Whether one place lies higher than another. RA-combat.modifiers.uphill, RA-R260"""
    land = land_of(state)
    if land is None or one is None or two is None:
        return False
    return land.elevation(one) > land.elevation(two) + MEASURES.rise
