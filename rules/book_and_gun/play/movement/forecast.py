"""What a move or charge would use and what may come of it: exact chances over all dice, nothing rolled.

The seam's `odds` for the movement phase. On a board a move is followed roll by roll over the ground that it crosses
(`endings`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial, prod

from rules.book_and_gun import facts
from rules.book_and_gun.book.march import Going, MovementRoll, number_of_dice, reckoned
from rules.book_and_gun.book.switches import HouseRules
from rules.book_and_gun.evolve import fold
from rules.book_and_gun.play.ground.route import BACKWARDS
from rules.book_and_gun.play.movement import endings
from rules.book_and_gun.play.movement.maneuver import ahead
from rules.book_and_gun.play.movement.movement import Marching
from rules.book_and_gun.state import State
from rules.kernel.facts import Fact, Item, Itemised, Source
from rules.seam.asking import Odds, Prospect


def distribution(going: Going, options: HouseRules = ()) -> dict[float, Fraction]:
    """The chance of every total in inches that this movement roll can come to, deductions taken. BG-VIII.1.1."""
    found: dict[float, Fraction] = {}
    for roll, share in rolls(going, options):
        found[roll.inches] = found.get(roll.inches, Fraction(0)) + share
    return dict(sorted(found.items()))


def rolls(going: Going, options: HouseRules = ()) -> Iterator[tuple[MovementRoll, Fraction]]:
    """All that this movement roll can be, dice in rising order, each with its chance."""
    count = number_of_dice(going, options)
    whole = 6**count * (6 if going.lessened else 1)
    for less in range(1, 7) if going.lessened else (0,):
        for dice in combinations_with_replacement(range(1, 7), count):
            ways = factorial(count) // prod(factorial(n) for n in Counter(dice).values())
            yield reckoned(going, dice, less, options=options), Fraction(ways, whole)


def at_least(spread: dict[float, Fraction], inches: float) -> Fraction:
    """The chance of so many inches or more."""
    return sum((share for total, share in spread.items() if total >= inches), Fraction(0))


def typical(spread: dict[float, Fraction], quantiles: Iterable[Fraction]) -> list[float]:
    """The totals that these shares of all rolls do not exceed."""
    found: list[float] = []
    for quantile in quantiles:
        below = Fraction(0)
        for total, share in spread.items():
            below += share
            if below >= quantile:
                found.append(total)
                break
    return found


# ── Odds of actions ───────────────────────────────────────────────────────────────────────────────────────────────


def move_odds(state: State, ready: Marching) -> Odds:
    """Where a move may end."""
    out, action = ready.off.out, ready.off.action
    state = fold(state, list(ready.off.before))
    plan, spread = out.plan, distribution(out.going, state.options)
    if state.board is None or plan.start is None:
        ground = ahead(state, plan, 0.0, action)
        going = replace(out.going, ground=ground.ground, slope=ground.slope)
        spread, said = distribution(going, state.options), (f for f in ground.facts if f.source is not Source.DEFAULT)
        if plan.backwards:
            spread = {inches / BACKWARDS: share for inches, share in spread.items()}
        return going_odds(out.going, spread, (*said, *out.known), [], state.options)
    found = endings.endings(state, state.board, plan, action, plan.start, rolls(out.going, state.options))
    unit = plan.unit.id
    ruled = (*facts.said(state, unit, facts.TERRAIN), *facts.said(state, unit, facts.SLOPE))
    odds = going_odds(out.going, spread, (*found.facts, *ruled, *out.known), [*found.chances], state.options)
    return replace(odds, notes=found.notes, traces=found.traces)


def going_odds(
    going: Going,
    spread: dict[float, Fraction],
    known: tuple[Fact, ...],
    chances: list[Prospect],
    options: HouseRules,
) -> Odds:
    """What such a movement roll comes to, whatever it is made for."""
    low, middle_, high = typical(spread, (Fraction(1, 4), Fraction(1, 2), Fraction(3, 4)))
    dice = number_of_dice(going, options)
    return Odds(
        facts=known,
        numbers=(Itemised((Item(dice, f"D6, {' to '.join(dict.fromkeys(going.rows))}", "BG-VIII.1.43a"),)),),
        chances=tuple(chances),
        notes=(f"{low:g} to {high:g} in half of the time, {middle_:g} in the middle",),
    )
