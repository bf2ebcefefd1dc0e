"""What a charge, or standing or evading, may come to: exact chances, nothing rolled. VIII.1.4, XI.3, XI.4."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from rules.asking import Odds, Outcome, Prospect
from rules.book_and_gun.actions.combat import AnswerCharge
from rules.book_and_gun.book.march import Going
from rules.book_and_gun.course import Course
from rules.book_and_gun.play.combat import joining
from rules.book_and_gun.play.combat.assault import Charging
from rules.book_and_gun.play.combat.evasion import closed_on, going, run_from, unused
from rules.book_and_gun.play.combat.melee import first_bout
from rules.book_and_gun.play.combat.onset import Onset, met_by, over_ground, runs_at_once, turned
from rules.book_and_gun.play.morale.retreat import retreat_dice
from rules.book_and_gun.play.movement.forecast import at_least, going_odds, rolls
from rules.book_and_gun.play.turn.question import Answered
from rules.book_and_gun.state import Charge, State
from rules.book_and_gun.units import Unit
from rules.chance import Scripted
from rules.facts import Fact, Source


def answer_odds(state: State, ready: Answered[AnswerCharge]) -> Odds:
    """Standing: the first pair of the fight. Evading: the chance to get clear of every charger. BG-XI.3.5a,
    BG-XI.4.1, BG-R68."""
    closed = closed_on(state, ready.question.unit)
    if ready.action.answer == "stand":
        return _stand_odds(state, closed)
    return _evade_odds(state, state.unit(ready.question.unit), closed)


def _stand_odds(state: State, closed: list[Charge]) -> Odds:
    course = _undiced(state)
    combat, asked_first = joining.before_fight(course.state, joining.closed_in(course, closed))
    if asked_first is not None or not combat.attacking or not combat.defending:
        return Odds(notes=("who stands with you is asked next",))
    odds = first_bout(course.state, combat)
    return Odds(
        chances=(
            Prospect("your first man beats his opponent", 1 - odds.charger_wins, Outcome("first bout", "defender")),
            Prospect("the loser is killed", odds.killed, Outcome("first loser", "killed")),
            Prospect("the loser is wounded", odds.wounded, Outcome("first loser", "wounded")),
            Prospect("the loser runs", odds.runs, Outcome("first loser", "runs")),
        ),
        notes=("pair by pair until one side has nobody left in the fight; the losers are shaken",),
    )


def _undiced(state: State) -> Course:
    """A course of what needs no dice."""
    return Course(state, Scripted(()))


def _evade_odds(state: State, unit: Unit, closed: list[Charge]) -> Odds:
    caught = Fraction(0)
    by_inches: dict[float, bool] = {}
    for roll, share in rolls(going(state, unit), state.options):
        if roll.inches not in by_inches:
            by_inches[roll.inches] = bool(run_from(_undiced(state), unit.id, closed, roll))
        caught += share * by_inches[roll.inches]
    reach = max(unused(charge) for charge in closed)
    return Odds(
        (Fact("unused inches of the charge", reach, Source.ROSTER, "in"),),
        chances=(
            Prospect("gets away", 1 - caught, Outcome("gets away")),
            Prospect("is caught from behind", caught, Outcome("caught")),
        ),
        notes=("half of a normal move, straight away",),
    )


def charge_odds(state: State, ready: Charging) -> Odds:
    """Whether a charge reaches its target."""
    onset = ready.onset
    going, used = over_ground(state, onset)
    spread = _spread(state, onset, going)
    runs = runs_at_once(state, onset)
    odds = going_odds(
        going,
        spread,
        (*onset.known, *used),
        [Prospect("reaches the target", _reaches(state, onset, spread), Outcome("reaches"))],
        state.options,
    )
    shaken = (f"{state.unit(onset.target).name} is shaken and runs at once",) if runs else ()
    return replace(odds, notes=(*odds.notes, *shaken))


def reaches(state: State, onset: Onset) -> Fraction:
    """The chance that a charge reaches its target."""
    return _reaches(state, onset, _spread(state, onset, over_ground(state, onset)[0]))


def _reaches(state: State, onset: Onset, spread: dict[float, Fraction]) -> Fraction:
    return sum(
        (share * at_least(spread, max(onset.distance, far)) for far, share in _where_met(state, onset)), Fraction(0)
    )


def _spread(state: State, onset: Onset, going: Going) -> dict[float, Fraction]:
    """The chance of every total of the charge, the turn towards the target taken off."""
    found: dict[float, Fraction] = {}
    for roll, share in rolls(going, state.options):
        inches = turned(onset, roll).inches
        found[inches] = found.get(inches, Fraction(0)) + share
    return dict(sorted(found.items()))


def _where_met(state: State, onset: Onset) -> Iterator[tuple[float, Fraction]]:
    """How far the target is from the chargers once it has done what it does at once, with the chance of it; a target
    that has left the field is not met. BG-VIII.4.5b, BG-VIII.7.4b."""
    count = retreat_dice(state, state.unit(onset.target)) if runs_at_once(state, onset) else 0
    for total, share in totals(count).items():
        course = Course(state, Scripted([f"d6:{die}" for die in _adding_up(total, count)]))
        far = met_by(course, onset).distance
        if course.unit(onset.target).present:
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
