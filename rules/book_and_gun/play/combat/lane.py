"""The lane of a charge: the way from a charger to a figure of its target that is open, and the last of it straight.

VIII.1.41a, BG-R203.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from rules.book_and_gun.play.ground import passage
from rules.book_and_gun.play.ground.tabletop import BASE, in_sight, middle, places, tokens
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Figure, Unit
from rules.table.board import Feature, Point
from rules.table.measure import between

TRIED = 40
"""Pairs of a charger and his target that are looked at, the closest first."""


def lane(
    state: State, unit: Unit, runners: Sequence[Figure], target: Unit, over: Feature | None = None
) -> tuple[Point, Point] | None:
    """The places of the closest charger and figure of the target with an open way between them; of equally close ones
    the most central. None where there is none, or no board. `over`: the wall that is charged over. Knows of nobody whom
    the side does not see. BG-VIII.1.41a, BG-R203."""
    board, centre = state.board, middle(runners)
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
    return None


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
