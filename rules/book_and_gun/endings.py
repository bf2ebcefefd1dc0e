"""Where a move to a place may end: every roll of the dice followed along the way and over its ground, nothing rolled.

Figures that stand in the way, seen or not, may end a move sooner; they are not looked at.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from rules.book_and_gun import route, terrain
from rules.book_and_gun.actions.movement import Move
from rules.book_and_gun.maneuver import settled
from rules.book_and_gun.march import Roll
from rules.book_and_gun.plan import Plan
from rules.book_and_gun.route import Way
from rules.book_and_gun.state import Ground, State
from rules.facts import Fact, Source
from rules.ruleset import Odds
from rules.table.board import Board, Point
from rules.table.measure import along
from rules.table.reference import square_of
from rules.table.scene import Trace

SLACK = 0.05
"""Inches that count as nothing."""
MOST_SQUARES = 5
"""Squares in which a move may end that are named one by one."""


def endings(
    state: State, board: Board, plan: Plan, action: Move, start: Point, rolls: Iterable[tuple[Roll, Fraction]]
) -> Odds:
    """The way with its length, turns and ground, the exact chance of going all of it, and of ending in each square.

    Follows each roll as `maneuver` does. BG-VIII.1.1, BG-VIII.1.2b, BG-R34, BG-IX.1.2b.
    """
    whole = route.travel(start, plan.looks, plan.goal, 1e6, plan.at_most)
    spread: dict[float, Fraction] = {}
    for roll, share in rolls:
        _, way, _ = settled(state, plan, roll, action)
        gone = 0.0 if way is None else round(way.inches, 2)
        spread[gone] = spread.get(gone, Fraction(0)) + share
    all_the_way = sum((share for gone, share in spread.items() if gone >= whole.inches - SLACK), Fraction(0))
    average = float(sum(gone * share for gone, share in spread.items()))
    usual = route.cut(whole, average)
    side = plan.unit.side
    return Odds(
        facts=_facts(board, whole),
        chances=(("gets all the way", all_the_way), *_squares(board, whole, spread)),
        notes=(
            f"{_quantile(spread, 1):g} to {_quantile(spread, 3):g} in half of the time; "
            f"{average:.1f} in on average, to about {square_of(board, usual.end)}",
            "Who stands in the way may end it sooner",
        ),
        traces=(
            Trace("plan", whole.points, side),
            *((Trace("move", usual.points, side),) if usual.inches > SLACK else ()),
        ),
    )


def _quantile(spread: dict[float, Fraction], quarters: int) -> float:
    """The inches that so many quarters of all rolls do not exceed."""
    below = Fraction(0)
    for gone, share in sorted(spread.items()):
        below += share
        if below >= Fraction(quarters, 4):
            return round(gone, 1)
    return 0.0


def _facts(board: Board, whole: Way) -> tuple[Fact, ...]:
    """How long the way is, what its turns cost, and how much of it is rough or dense."""
    found = [Fact("way", round(whole.inches, 1), Source.MEASURED, "in")]
    found += [Fact("turns", whole.turns, Source.MEASURED, "in")] if whole.turns else []
    if board.features and len(whole.points) > 1:
        crossed = terrain.surveyed(board).stretches(whole.points)
        for ground in (Ground.ROUGH, Ground.DENSE):
            inches = sum(stretch.length for stretch in crossed if stretch.going == ground.value)
            if inches > SLACK:
                found.append(Fact(f"{ground.value} ground", round(inches, 1), Source.MEASURED, "in"))
    return tuple(found)


def _squares(board: Board, whole: Way, spread: dict[float, Fraction]) -> list[tuple[str, Fraction]]:
    """The squares in which it may end, in their order along the way; the likeliest where there are many."""
    found: dict[str, Fraction] = {}
    for gone, share in sorted(spread.items()):
        square = square_of(board, along(whole.points, gone) if gone > 0 else whole.points[0])
        found[square] = found.get(square, Fraction(0)) + share
    likely = sorted(found, key=lambda square: -found[square])[:MOST_SQUARES]
    return [(f"ends in {square}", share) for square, share in found.items() if square in likely]
