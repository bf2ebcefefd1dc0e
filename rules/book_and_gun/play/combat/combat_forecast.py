"""What a charge, or standing or evading, may come to: exact chances, nothing rolled. VIII.1.4, XI.3, XI.4."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from rules.book_and_gun import facts
from rules.book_and_gun.actions.combat import AnswerCharge
from rules.book_and_gun.book.march import Going
from rules.book_and_gun.course import Course
from rules.book_and_gun.evolve import fold
from rules.book_and_gun.play.combat import joining
from rules.book_and_gun.play.combat.assault import Charging
from rules.book_and_gun.play.combat.evasion import closed_on, going, run_from, running, unused
from rules.book_and_gun.play.combat.melee import first_bout
from rules.book_and_gun.play.combat.onset import Onset, met_by, over_ground, runs_at_once, turned
from rules.book_and_gun.play.combat.riders import riders_odds
from rules.book_and_gun.play.movement.forecast import at_least, going_odds, rolls
from rules.book_and_gun.play.turn.question import Answered
from rules.book_and_gun.state import ChargeInProgress, Combat, State
from rules.book_and_gun.units import Phase, Unit
from rules.kernel.chance import Chance
from rules.kernel.every_die import every_die, without_dice
from rules.kernel.facts import Fact, Source
from rules.seam.asking import Odds, Outcome, Prospect


def answer_odds(state: State, ready: Answered[AnswerCharge]) -> Odds:
    """Standing: the first pair of the fight. Evading: the chance to get clear of every charger. BG-XI.3.5a,
    BG-XI.4.1, BG-R68."""
    if state.phase is Phase.MOVEMENT:
        evades = ready.action.answer == "evade"
        return riders_odds(state, ready.question.unit) if evades else Odds(notes=("they fight in close combat",))
    closed = closed_on(state, ready.question.unit)
    if ready.action.answer == "stand":
        return replace(_stand_odds(state, closed), facts=_ruled_stand(state, ready.question.unit, closed))
    return _evade_odds(state, state.unit(ready.question.unit), closed)


def _ruled_stand(state: State, defender: str, closed: list[ChargeInProgress]) -> tuple[Fact, ...]:
    """What the umpire has ruled of the ground of those who would fight."""
    units = dict.fromkeys((defender, *(charge.unit for charge in closed)))
    names = (facts.IN_BUILDING, facts.IN_WATER, facts.ON_WALL, facts.SURROUNDED, facts.DESPERATE_DEFENCE)
    return tuple(dict.fromkeys(fact for unit in units for fact in facts.said(state, unit, *names)))


def _stand_odds(state: State, closed: list[ChargeInProgress]) -> Odds:
    there, combat, asked_first = without_dice(lambda chance: _closed_in(Course(state, chance), closed))
    if asked_first or not combat.attacking or not combat.defending:
        return Odds(notes=("who stands with you is asked next",))
    odds = first_bout(there, combat)
    return Odds(
        chances=(
            Prospect("your first man beats his opponent", 1 - odds.charger_wins, Outcome("first bout", "defender")),
            Prospect("the loser is killed", odds.killed, Outcome("first loser", "killed")),
            Prospect("the loser is wounded", odds.wounded, Outcome("first loser", "wounded")),
            Prospect("the loser runs", odds.runs, Outcome("first loser", "runs")),
        ),
        notes=("pair by pair until one side has nobody left in the fight; the losers are shaken",),
    )


def _closed_in(course: Course, closed: list[ChargeInProgress]) -> tuple[State, Combat, bool]:
    """The battle with the chargers base to base, the combat, and whether somebody is asked before its first bout."""
    combat, asked_first = joining.before_fight(course.state, joining.closed_in(course, closed))
    return course.state, combat, asked_first is not None


def _evade_odds(state: State, unit: Unit, closed: list[ChargeInProgress]) -> Odds:
    caught = Fraction(0)
    by_inches: dict[float, bool] = {}
    for roll, share in rolls(going(state, unit), state.options):
        ready = running(state, unit, closed, roll)
        if ready.inches not in by_inches:
            by_inches[ready.inches] = without_dice(
                lambda chance, ready=ready: bool(run_from(Course(state, chance), unit.id, closed, ready))
            )
        caught += share * by_inches[ready.inches]
    reach = max(unused(charge) for charge in closed)
    return Odds(
        (
            Fact("unused inches of the charge", reach, Source.ROSTER, "in"),
            *facts.said(state, unit.id, facts.TERRAIN),
            *facts.said(state, unit.id, facts.LEADER_NEAR),
        ),
        chances=(
            Prospect("gets away", 1 - caught, Outcome("gets away")),
            Prospect("is caught from behind", caught, Outcome("caught")),
        ),
        notes=("half of a normal move, straight away",),
    )


def charge_odds(state: State, ready: Charging) -> Odds:
    """Whether a charge reaches its target."""
    onset, state = ready.onset, fold(state, list(ready.out))
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

    def met(chance: Chance) -> float | None:
        course = Course(state, chance)
        far = met_by(course, onset).distance
        return far if course.unit(onset.target).present else None

    for far, share in every_die(met, totals=True).items():
        if far is not None:
            yield far, share
