"""The lane of a charge: the way from a charger to a figure of its target that is open, and the last of it straight.

VIII.1.41a, BG-R203.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from rules.book_and_gun.play.combat.closing import TOUCH
from rules.book_and_gun.play.ground import housing, passage
from rules.book_and_gun.play.ground.tabletop import BASE, in_sight, middle, places, tokens
from rules.book_and_gun.play.ground.terrain import INSIDE
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Figure, Unit
from rules.table.board import Board, Feature, Point, Token
from rules.table.measure import between
from rules.table.reach import in_reach

TRIED = 40
"""Pairs of a charger and his target that are looked at, the closest first."""


def lane(
    state: State, unit: Unit, runners: Sequence[Figure], target: Unit, over: Feature | None = None
) -> tuple[Point, Point] | None:
    """The places of the closest charger and figure of the target with an open way between them; of equally close ones
    the most central. None where there is none, or no board. `over`: the wall that is charged over. Knows of nobody whom
    the side does not see. BG-VIII.1.41a, BG-R203."""
    board, centre = housing.ground_of(state, runners), middle(runners)
    ours, theirs = places(runners), places(target.fit or target.present)
    if board is None or centre is None or not theirs:
        return None
    bodies = in_the_way(state, unit, target, seen=True)

    def near(a: Point, b: Point) -> float:
        return round((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2, 6)

    pairs = sorted(((a, b) for a in ours for b in theirs), key=lambda pair: (near(*pair), near(pair[0], centre), pair))
    for a, b in islice(pairs, TRIED):
        passed = passage.way_of(board, (a, b), bodies)
        if passed.stop is None or (over is not None and passed.stop.by == over):
            return a, b
        if isinstance(passed.stop.by, Feature) and passed.stop.by.kind in INSIDE:
            stood = passage.tidied(passed.points[-1])
            if _fights_at(state.board, stood, b):
                return a, b
    return None


def _fights_at(board: Board | None, stood: Point, foe: Point) -> bool:
    """Whether a charger whom a house stops there is in contact with a man who stands at one of its openings, locked as
    they are. BG-R203, BG-R206."""
    one, other = (Token(name, *at, radius=BASE) for name, at in (("charger", stood), ("foe", foe)))
    return board is not None and in_reach(passage.gate(board), one, other, TOUCH, passage.between_arms)


def in_the_way(state: State, unit: Unit, target: Unit, *, seen: bool = False) -> passage.Bodies:
    """The figures on their feet whom a charge does not pass through: all but its own unit's and its target's. `seen`:
    only those whom its side sees. BG-R203."""
    return tuple(
        (token, other.name)
        for other in state.units
        if other.in_play and other.id not in (unit.id, target.id) and (not seen or in_sight(state, unit.side, other))
        for token in tokens(other.fit)
    )


def length_of(pair: tuple[Point, Point]) -> float:
    """Inches from base to base."""
    return max(0.0, between(*pair) - 2 * BASE)
