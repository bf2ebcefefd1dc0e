"""Where a move may end: every roll of the dice followed along the way and over its ground, nothing rolled.

Who stands in the way and is known to the moving side ends a move sooner, as he will when it is carried out; whoever is
hidden from it is not looked at.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from rules.book_and_gun.actions.movement import Move
from rules.book_and_gun.book.march import MovementRoll
from rules.book_and_gun.play.ground import route, terrain
from rules.book_and_gun.play.ground.route import Way
from rules.book_and_gun.play.ground.tabletop import known_to
from rules.book_and_gun.play.movement.maneuver import Ahead, ahead, end_facing, over, stood
from rules.book_and_gun.play.movement.plan import Plan
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Ground
from rules.kernel.facts import Fact, Source
from rules.seam.asking import Odds, Outcome, Prospect
from rules.table.board import Board, Point
from rules.table.measure import along
from rules.table.reference import square_of
from rules.table.scene import Trace

SLACK = 0.05
"""Inches that count as nothing."""
MOST_SQUARES = 5
"""Squares in which a move may end that are named one by one."""


def endings(
    state: State, board: Board, plan: Plan, action: Move, start: Point, rolls: Iterable[tuple[MovementRoll, Fraction]]
) -> Odds:
    """The way with its length, turns and ground, the exact chance of going all of it, and of ending in each square. An
    advance and a step back have a direction, but no place that they want to reach.

    Follows each roll as `maneuver` does, up to those who stand in the way. BG-VIII.1.1, BG-VIII.1.2b, BG-R34, BG-R171,
    BG-IX.1.2b.
    """
    longest = plan.at_most if plan.at_most is not None else max(board.width, board.depth)
    whole = (
        route.back(start, plan.looks, longest * route.BACKWARDS, plan.at_most)
        if plan.backwards
        else route.travel(start, plan.looks, plan.goal, 1e6, plan.at_most)
    )
    wanted = plan.at_most is not None or (not plan.backwards and action.to is not None)
    known = known_to(state, plan.unit.side)
    ways = _Ways(known, board, plan)
    spread: dict[float, Fraction] = {}
    surveyed: dict[float, Ahead] = {}
    stopped = Fraction(0)
    for roll, share in rolls:
        if roll.inches not in surveyed:
            surveyed[roll.inches] = ahead(known, plan, roll.inches, action)
        free, gone = ways.gone(*over(state, plan, roll, surveyed[roll.inches]))
        spread[gone] = spread.get(gone, Fraction(0)) + share
        stopped += share * (gone < free - SLACK)
    all_the_way = sum((share for gone, share in spread.items() if gone >= whole.inches - SLACK), Fraction(0))
    average = float(sum(gone * share for gone, share in spread.items()))
    usual = route.cut(whole, average)
    side = plan.unit.side
    return Odds(
        facts=_facts(board, whole) if wanted else (),
        chances=(
            *((Prospect("gets all the way", all_the_way, Outcome("all the way")),) if wanted else ()),
            *((Prospect("is stopped by others", stopped, Outcome("stopped")),) if stopped else ()),
            *_squares(board, whole, spread),
        ),
        notes=(
            f"{_quantile(spread, 1):g} to {_quantile(spread, 3):g} in half of the time; "
            f"{average:.1f} in on average, to about {square_of(board, usual.end)}",
            "Who is hidden in the way may end it sooner",
        ),
        traces=(
            *((Trace("plan", whole.points, side),) if wanted else ()),
            *((Trace("move", usual.points, side),) if usual.inches > SLACK else ()),
        ),
    )


class _Ways:
    """How far the unit gets on each way; ways of the same length with the same inches are looked at once."""

    def __init__(self, state: State, board: Board, plan: Plan) -> None:
        self._state, self._board, self._plan = state, board, plan
        self._known: dict[tuple[float, float], tuple[float, float]] = {}

    def gone(self, roll: MovementRoll, way: Way | None) -> tuple[float, float]:
        """The inches that the roll has for the way, and those that the unit gets."""
        if way is None:
            return 0.0, 0.0
        key = round(way.inches, 3), roll.inches
        if key not in self._known:
            facing, cut = end_facing(self._plan, way, roll.inches)
            stood_at, _ = stood(self._state, self._board, self._plan, roll, cut, facing)
            self._known[key] = round(cut.inches, 2), round(stood_at.inches, 2)
        return self._known[key]


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


def _squares(board: Board, whole: Way, spread: dict[float, Fraction]) -> list[Prospect]:
    """The squares in which it may end, in their order along the way; the likeliest where there are many."""
    found: dict[str, Fraction] = {}
    for gone, share in sorted(spread.items()):
        square = square_of(board, along(whole.points, gone) if gone > 0 else whole.points[0])
        found[square] = found.get(square, Fraction(0)) + share
    likely = sorted(found, key=lambda square: -found[square])[:MOST_SQUARES]
    return [
        Prospect(f"ends in {square}", share, Outcome("ends in", square))
        for square, share in found.items()
        if square in likely
    ]
