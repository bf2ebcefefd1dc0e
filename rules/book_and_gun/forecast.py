"""What a move or charge would use and what may come of it: exact chances over all dice, nothing rolled.

The seam's `odds` for the movement phase. A move to a place is followed roll by roll over the ground that it crosses
(`endings`); otherwise ground counts as the whole way crosses it, though a short roll may stop before a wood.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial, prod

from rules.action import Actor
from rules.book_and_gun import endings, facts, route, terrain
from rules.book_and_gun.actions.movement import ChargeEnemy, Move
from rules.book_and_gun.assault import declared, enemy_unit, require_charger, require_reach
from rules.book_and_gun.march import LEAST, Going, Roll, number_of_dice, reckoned
from rules.book_and_gun.movement import group_of
from rules.book_and_gun.orders import require_mobile
from rules.book_and_gun.plan import Plan, going_of, planned
from rules.book_and_gun.sequence import claim
from rules.book_and_gun.state import Ground, Phase, State
from rules.book_and_gun.switches import HouseRules
from rules.book_and_gun.tabletop import closest, middle
from rules.facts import Fact, Item, Itemised
from rules.ruleset import Odds, Outcome, Prospect
from rules.table.measure import length


def distribution(going: Going, options: HouseRules = ()) -> dict[float, Fraction]:
    """The chance of every total in inches that this movement roll can come to, deductions taken. BG-VIII.1.1."""
    found: dict[float, Fraction] = {}
    for roll, share in rolls(going, options):
        found[roll.inches] = found.get(roll.inches, Fraction(0)) + share
    return dict(sorted(found.items()))


def rolls(going: Going, options: HouseRules = ()) -> Iterator[tuple[Roll, Fraction]]:
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


def move_odds(state: State, action: Move, by: Actor) -> Odds:
    """Where a move may end. Raises RuleViolation as `movement.move` would before it rolls."""
    unit = claim(state, action.unit, by, Phase.MOVEMENT)
    figures = group_of(state, unit, action.figures)
    require_mobile(state, unit)
    plan = planned(state, unit, [f.id for f in figures], action)
    going, known = going_of(state, plan, action)
    way, needed = _way(plan)
    ground, fact = facts.word(
        state,
        "terrain",
        unit.id,
        declared=action.terrain.value if action.terrain else None,
        measured=lambda: terrain.worst(state.board, way, plan.wide) if state.board and way else None,
        default=Ground.CLEAR.value,
    )
    slope, _ = facts.flag(
        state,
        "slope",
        unit.id,
        declared=action.slope,
        measured=lambda: terrain.steep(state.board, way, plan.wide) if state.board and way else None,
        default=False,
    )
    on_the_way = replace(going, ground=Ground(ground), slope=slope)
    spread = distribution(on_the_way, state.options)
    if action.to is not None and state.board is not None and plan.start is not None and plan.goal:
        shares = rolls(going, state.options)
        found = endings.endings(state, state.board, plan, action, plan.start, shares)
        odds = _odds(on_the_way, spread, (*found.facts, *known, fact), [*found.chances], state.options)
        return replace(odds, notes=found.notes, traces=found.traces)
    all_the_way = Prospect("gets all the way", at_least(spread, needed or 0.0), Outcome("all the way"))
    chances = [all_the_way] if needed is not None else []
    return _odds(on_the_way, spread, (*known, fact), chances, state.options)


def _way(plan: Plan) -> tuple[list[tuple[float, float]], float | None]:
    """The whole way as wanted, and the inches that it takes, turns included."""
    if plan.start is None or not plan.goal:
        return [], None
    whole = route.travel(plan.start, plan.unit.facing, plan.goal, 1e6, plan.at_most)
    return [plan.start, *plan.goal], length(whole.points) + whole.turns


def charge_odds(state: State, action: ChargeEnemy, by: Actor) -> Odds:
    """Whether a charge reaches its target. Raises RuleViolation as `assault.charge_enemy` would before it rolls."""
    unit = claim(state, action.unit, by, Phase.MOVEMENT)
    require_mobile(state, unit)
    figures = group_of(state, unit, "unit")
    require_charger(unit)
    target = enemy_unit(state, unit, action.target)
    onset = declared(state, unit, target, figures, action)
    require_reach(state, onset)
    here, there = middle(figures), closest(figures, target.present)
    way = [here, there] if here is not None and there is not None else []
    ground, fact = facts.word(
        state,
        "terrain",
        unit.id,
        declared=action.terrain.value if action.terrain else None,
        measured=lambda: terrain.worst(state.board, way, 1.0) if state.board and way else None,
        default=Ground.CLEAR.value,
    )
    going = replace(onset.going, ground=Ground(ground))
    spread = distribution(going, state.options)
    reaches = sum(
        (share for total, share in spread.items() if max(LEAST, total - onset.turns) >= onset.distance), Fraction(0)
    )
    return _odds(
        going,
        spread,
        (*onset.known, fact),
        [Prospect("reaches the target", reaches, Outcome("reaches"))],
        state.options,
    )


def _odds(
    going: Going,
    spread: dict[float, Fraction],
    known: tuple[Fact, ...],
    chances: list[Prospect],
    options: HouseRules,
) -> Odds:
    low, middle_, high = typical(spread, (Fraction(1, 4), Fraction(1, 2), Fraction(3, 4)))
    dice = number_of_dice(going, options)
    return Odds(
        facts=known,
        numbers=(Itemised((Item(dice, f"D6, {' to '.join(dict.fromkeys(going.rows))}", "BG-VIII.1.43a"),)),),
        chances=tuple(chances),
        notes=(f"{low:g} to {high:g} in half of the time, {middle_:g} in the middle",),
    )
