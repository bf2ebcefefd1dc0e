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

from rules.action import Actor
from rules.book_and_gun import column, endings
from rules.book_and_gun.actions.movement import ChargeEnemy, Move
from rules.book_and_gun.assault import declared, enemy_unit, require_charger, require_reach
from rules.book_and_gun.evolve import evolve
from rules.book_and_gun.maneuver import postured, set_out
from rules.book_and_gun.march import Going, Roll, number_of_dice, reckoned
from rules.book_and_gun.movement import group_of
from rules.book_and_gun.onset import Onset, met_by, over_ground, runs_at_once, turned
from rules.book_and_gun.orders import require_mobile
from rules.book_and_gun.record import Record
from rules.book_and_gun.retreat import retreat_dice
from rules.book_and_gun.route import BACKWARDS
from rules.book_and_gun.sequence import claim
from rules.book_and_gun.state import Phase, State
from rules.book_and_gun.switches import HouseRules
from rules.chance import Scripted
from rules.facts import Fact, Item, Itemised
from rules.ruleset import Odds, Outcome, Prospect


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
    followers = column.followers(state, action, by)
    column.companions(state, action, by)
    ids = [f.id for f in figures]
    lying = postured(unit, ids, action)
    state = state if lying is None else evolve(state, lying)
    together = (unit.id, *(follower.id for follower in followers))
    leaderless = column.leaderless(state, together) if followers else None
    out = set_out(state, state.unit(unit.id), ids, action, leaderless=leaderless)
    plan, spread = out.plan, distribution(out.going, state.options)
    if state.board is None or plan.start is None:
        if plan.backwards:
            spread = {inches / BACKWARDS: share for inches, share in spread.items()}
        return _odds(out.going, spread, out.known, [], state.options)
    found = endings.endings(state, state.board, plan, action, plan.start, rolls(out.going, state.options))
    odds = _odds(out.going, spread, (*found.facts, *out.known), [*found.chances], state.options)
    return replace(odds, notes=found.notes, traces=found.traces)


def charge_odds(state: State, action: ChargeEnemy, by: Actor) -> Odds:
    """Whether a charge reaches its target. Raises RuleViolation as `assault.charge_enemy` would before it rolls."""
    unit = claim(state, action.unit, by, Phase.MOVEMENT)
    require_mobile(state, unit)
    figures = group_of(state, unit, "unit")
    require_charger(unit)
    target = enemy_unit(state, unit, action.target)
    onset = declared(state, unit, target, figures, action)
    require_reach(state, onset)
    going, used = over_ground(state, onset)
    spread: dict[float, Fraction] = {}
    for roll, share in rolls(going, state.options):
        inches = turned(onset, roll).inches
        spread[inches] = spread.get(inches, Fraction(0)) + share
    spread = dict(sorted(spread.items()))
    runs = runs_at_once(state, onset)
    reaches = sum(
        (share * at_least(spread, max(onset.distance, far)) for far, share in _where_met(state, onset)), Fraction(0)
    )
    odds = _odds(
        going,
        spread,
        (*onset.known, *used),
        [Prospect("reaches the target", reaches, Outcome("reaches"))],
        state.options,
    )
    return replace(odds, notes=(*odds.notes, *((f"{target.name} is shaken and runs at once",) if runs else ())))


def _where_met(state: State, onset: Onset) -> Iterator[tuple[float, Fraction]]:
    """How far the target is from the chargers once it has done what it does at once, with the chance of it; a target
    that has left the field is not met. BG-VIII.4.5b, BG-VIII.7.4b."""
    count = retreat_dice(state, state.unit(onset.target)) if runs_at_once(state, onset) else 0
    for total, share in totals(count).items():
        record = Record(state, Scripted([f"d6:{die}" for die in _adding_up(total, count)]))
        far = met_by(record, onset).distance
        if record.unit(onset.target).present:
            yield far, share


def totals(dice: int) -> dict[int, Fraction]:
    """The chance of every total of so many D6."""
    found = {0: Fraction(1)}
    for _ in range(dice):
        after: dict[int, Fraction] = {}
        for total, share in found.items():
            for die in range(1, 7):
                after[total + die] = after.get(total + die, Fraction(0)) + share / 6
        found = after
    return found


def _adding_up(total: int, dice: int) -> list[int]:
    """So many dice that show this total."""
    found: list[int] = []
    for left in range(dice - 1, -1, -1):
        found.append(min(6, total - sum(found) - left))
    return found


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
