"""What rallying, standing, evading or a called test of morale may come to: exact chances, nothing rolled. `odds` for
VIII.6, XI and XII.1."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from rules.action import Actor
from rules.book_and_gun.actions.battle import CallMoraleTest
from rules.book_and_gun.actions.combat import AnswerCharge
from rules.book_and_gun.actions.movement import ChargeEnemy, RallyUnit
from rules.book_and_gun.book.check import side_name
from rules.book_and_gun.book.morale import critical_limit, critical_result, major_limit
from rules.book_and_gun.book.switches import switch
from rules.book_and_gun.play.combat import joining
from rules.book_and_gun.play.combat.assault import declared, enemy_unit, require_charger, require_reach
from rules.book_and_gun.play.combat.evasion import going, run_from, unused
from rules.book_and_gun.play.combat.melee import first_bout
from rules.book_and_gun.play.combat.onset import Onset, met_by, over_ground, runs_at_once, turned
from rules.book_and_gun.play.morale.morale_phase import call_morale_test, testable
from rules.book_and_gun.play.morale.rally import rallier, rally_limit
from rules.book_and_gun.play.morale.retreat import retreat_dice
from rules.book_and_gun.play.movement.forecast import at_least, going_odds, rolls
from rules.book_and_gun.play.movement.movement import group_of
from rules.book_and_gun.play.turn.leadership import leader_of
from rules.book_and_gun.play.turn.question import find
from rules.book_and_gun.play.turn.sequence import claim, find_unit, require_mobile
from rules.book_and_gun.record import Record
from rules.book_and_gun.state import Charge, ChargeStage, State
from rules.book_and_gun.units import Morale, Phase, Unit
from rules.chance import Scripted, Seeded
from rules.facts import Fact, Itemised, Source
from rules.ruleset import Odds, Outcome, Prospect


def rally_odds(state: State, action: RallyUnit, by: Actor) -> Odds:
    """The chance to rally. Raises RuleViolation when it is not the unit's card. BG-VIII.6.1c, BG-R47."""
    unit = claim(state, action.unit, by, Phase.MOVEMENT)
    leader, own = rallier(state, unit, declared=action.leader_near)
    source = Source.DECLARED if action.leader_near is not None else Source.MEASURED
    near = Fact("leader near", leader.name if leader else "none", source)
    back = ("failing that it goes 4D6 inches back",) if unit.morale is Morale.SHAKEN else ()
    if leader is None and switch(state, "rally-without-leader") == "fails":
        return Odds(
            (near,),
            chances=(Prospect("rallies", Fraction(0), Outcome("rallies")),),
            notes=("no leader, no attempt", *back),
        )
    limit = rally_limit(side_name(unit.side), unit.morale, own=own, options=state.options)
    return Odds((near,), (limit,), (Prospect("rallies", Fraction(limit.value, 6), Outcome("rallies")),), back)


def answer_odds(state: State, action: AnswerCharge, by: Actor) -> Odds:
    """Standing: the first pair of the fight. Evading: the chance to get clear of every charger.

    Raises RuleViolation when the unit has not been asked. BG-XI.3.5a, BG-XI.4.1, BG-R68.
    """
    question = find(state, "evade", action.unit, by)
    unit = state.unit(question.unit)
    closed = [c for c in state.charges if c.target == unit.id and c.stage is ChargeStage.CLOSED]
    if action.answer == "stand":
        return _stand_odds(state, closed)
    return _evade_odds(state, unit, closed)


def _stand_odds(state: State, closed: list[Charge]) -> Odds:
    record = Record(state, _NoDice())
    try:
        joining.join(record, closed)
    except _DiceDue:
        pass
    else:
        return Odds(notes=("who stands with you is asked next",))
    odds = first_bout(record.state, record.state.combats[-1])
    return Odds(
        chances=(
            Prospect("your first man beats his opponent", 1 - odds.charger_wins, Outcome("first bout", "defender")),
            Prospect("the loser is killed", odds.killed, Outcome("first loser", "killed")),
            Prospect("the loser is wounded", odds.wounded, Outcome("first loser", "wounded")),
            Prospect("the loser runs", odds.runs, Outcome("first loser", "runs")),
        ),
        notes=("pair by pair until one side has nobody left in the fight; the losers are shaken",),
    )


def _evade_odds(state: State, unit: Unit, closed: list[Charge]) -> Odds:
    caught = Fraction(0)
    by_inches: dict[float, bool] = {}
    for roll, share in rolls(going(state, unit), state.options):
        if roll.inches not in by_inches:
            by_inches[roll.inches] = bool(run_from(Record(state, _NoDice()), unit.id, closed, roll))
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


class _DiceDue(Exception):
    """Something is to be rolled for: what comes before it is known."""


class _NoDice(Scripted):
    """A source for what needs no dice."""

    def __init__(self) -> None:
        super().__init__(())

    def _pick(self, purpose: str, number: int, sides: int, among: tuple[str, ...]) -> int:
        raise _DiceDue(purpose)


def called_test_odds(state: State, action: CallMoraleTest, by: Actor) -> Odds:
    """What a called test may come to, unit by unit. Raises RuleViolation as the test would. BG-XII.1.21a,
    BG-XII.1.31a, BG-R193."""
    # The dice of this source are thrown away with the events: only the judgement matters.
    call_morale_test(state, action, by, Seeded(b"judgement only", 0))
    if action.test == "major":
        side = action.side or find_unit(state, action.unit or "").side
        limit = major_limit(side_name(side), options=state.options)
        holds = _two_dice(limit.value)
        return Odds(
            numbers=(limit,),
            chances=(
                Prospect("holds", holds, Outcome("holds")),
                Prospect("cannot move in the coming turn", 1 - holds, Outcome("immobile")),
            ),
        )
    units = [u for u in state.units if u.id == action.unit or (action.unit is None and u.side == action.side)]
    numbers: list[Itemised] = []
    found: list[Prospect] = []
    for unit in (u for u in units if testable(u)):
        led = leader_of(state, unit) is not None
        limit = critical_limit(side_name(unit.side), unit.morale, leader=led, options=state.options)
        numbers.append(limit)
        fate: dict[Morale, Fraction] = {}
        for a in range(1, 7):
            for b in range(1, 7):
                after = critical_result(a + b - limit.value, unit.morale, options=state.options)
                fate[after] = fate.get(after, Fraction(0)) + Fraction(1, 36)
        named = f"{unit.name} " if len(units) > 1 else ""
        found += [
            Prospect(f"{named}{'stays ' if s is unit.morale else 'is '}{s.value}", p, Outcome(f"is {s.value}", unit.id))
            for s, p in sorted(fate.items())
        ]
    return Odds(numbers=tuple(dict.fromkeys(numbers)), chances=tuple(found))


def _two_dice(most: int) -> Fraction:
    """The chance of at most so many on 2D6."""
    return Fraction(sum(a + b <= most for a in range(1, 7) for b in range(1, 7)), 36)


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
    odds = going_odds(
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
