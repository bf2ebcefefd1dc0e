"""Random battles on a board that a river, a high wall and a low one cut in two: nobody gets through what is closed.

Whatever is done, and to whomever: each figure stays in its part of the board, and gets from one to the other only by
way of the low wall's top; nobody ends in a wall, in the water, or in another.
"""

import math
from dataclasses import replace
from itertools import combinations

import pytest
from shapely import Point as Spot
from shapely import Polygon, get_parts, union_all

from rules.book_and_gun.play.ground import passage
from rules.book_and_gun.play.ground.tabletop import BASE
from rules.table.board import Board, Feature, Opening
from rules.table.footprint import area

from .test_random_battles import STEPS, Battle

CUT = Board(
    32,
    20,
    features=(
        Feature("river", ((0, 9.5), (10, 9.5), (10, 10.5), (0, 10.5)), name="river"),
        Feature("wall", ((10, 10), (24, 10)), width=0.4, height=0.6, name="low wall"),
        Feature("wall", ((24, 10), (32, 10)), width=0.4, height=2.0, name="high wall"),
        Feature("building", ((3, 4), (8, 4), (8, 8), (3, 8)), height=2.5, name="doorless"),
        Feature(
            "building",
            ((14, 12), (20, 12), (20, 16), (14, 16)),
            height=2.5,
            name="house",
            openings=(Opening("door", (16, 12), (18, 12)),),
        ),
    ),
    edges=(("army", "south"), ("insurgents", "north"), ("civilians", "east")),
)
TABLE = Polygon([(0, 0), (32, 0), (32, 20), (0, 20)])


class Cut(Battle):
    """A random battle on that board."""

    def call(self):
        return replace(super().call(), board=CUT)


def parts():
    """South of everything, north of it, and within the house without a door."""
    return list(get_parts(TABLE.difference(union_all(passage._closed_ground(CUT).geometries))))


def part_of(pieces, at):
    """The number of the part that a place lies in; None on a wall, in the water, or as near to it as a start may be."""
    return next((number for number, piece in enumerate(pieces) if piece.covers(Spot(at))), None)


def crowded(state):
    """Pairs of figures whose bases overlap."""
    stood = [(f.id, f.at) for unit in state.units if unit.in_play for f in unit.present if f.at]
    return {(one, other) for (one, a), (other, b) in combinations(stood, 2) if math.dist(a, b) < 2 * BASE - 0.01}


def test_the_board_falls_into_three_parts():
    assert len(parts()) == 3


def fought(seed):
    """A whole random battle; how many figures were moved in it, each of them looked at."""
    battle, pieces, moves = Cut(seed), parts(), 0
    low = next(feature for feature in CUT.features if feature.name == "low wall")
    for _ in range(STEPS):
        before, told = battle.state, len(battle.events)
        if not battle.step() or battle.state.board.features != CUT.features:
            break
        stood = {f.id: f.at for unit in before.units for f in unit.figures}
        for event in battle.events[told:]:
            for one in event.placed if event.kind == "unit-moved" else ():
                was, stood[one.figure] = stood.get(one.figure), one.at
                old, new = was and part_of(pieces, was), part_of(pieces, one.at)
                if old is None:
                    continue
                moves += 1
                if new is None:
                    assert area(low).covers(Spot(one.at)), (seed, event, was)
                    assert area(low).distance(Spot(was)) <= passage.BESIDE, (seed, event, was)
                else:
                    assert old == new, (seed, event, was)
        assert crowded(battle.state) <= crowded(before), seed
    return moves


@pytest.mark.rule("BG-R200", "BG-R201", "BG-R202", "BG-R203")
def test_nobody_gets_through_what_is_closed_nor_into_another():
    assert sum(map(fought, range(4))) > 80
