"""The deed of charging: what is asked for, judged, carried out, offered. RA-action.charge, RA-R80"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from dataclasses import replace as changed

from rules.battle.deed import AnyDeed, Deed
from rules.kernel.action import Actor, SideId
from rules.kernel.chance import Chance
from rules.kernel.event import Event
from rules.kernel.facts import Fact, Source
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.red_actions.actions.fight import Charge
from rules.red_actions.book.charging import fear_tested
from rules.red_actions.book.kinds import StruckSide, Test
from rules.red_actions.book.morale import acts_after_failed_charge
from rules.red_actions.book.officers import commissar_marker
from rules.red_actions.course import Course
from rules.red_actions.events.charge import ChargeFailed
from rules.red_actions.pending.morale import PutMarkers
from rules.red_actions.pending.movement import OpenAmbush
from rules.red_actions.play.charge.charging import announce, declared
from rules.red_actions.play.charge.reaching import Assault, assault, require_charger, target_of
from rules.red_actions.play.charge.strengths import match_of
from rules.red_actions.play.charge.winning import goes_in, wins
from rules.red_actions.play.ground.facts import SEES, said
from rules.red_actions.play.ground.lines import distance_fact
from rules.red_actions.play.morale.numbers import ruled_for_tests, success, tests
from rules.red_actions.play.morale.odds import passes
from rules.red_actions.play.morale.rallying import rally_from_pinned
from rules.red_actions.play.morale.testing import roll_test
from rules.red_actions.play.officers.officer_effects import token_of
from rules.red_actions.play.sight.knowledge import show
from rules.red_actions.play.turn.offering import if_lawful, own
from rules.red_actions.play.turn.segments import act_done, require_segment, take
from rules.red_actions.state import State
from rules.red_actions.units import Concealment
from rules.seam.asking import Odds, Offer, Outcome, Prospect


@dataclass(frozen=True, slots=True)
class ReadyCharge:
    assault: Assault
    beyond: bool | None
    ambush: bool


def judge_charge(state: State, action: Charge, by: Actor) -> ReadyCharge:
    """RA-action.charge, RA-charge.legal.reach, RA-R54, RA-R55"""
    unit = require_segment(state, action.unit, by, ambush=True)
    require_charger(state, unit)
    segment = state.segment
    if segment is not None and segment.unit == unit.id and segment.pinned_down:
        raise RuleViolation(
            Why.PINNED,
            f"{unit.name} is pinned: its rally has failed.",
            citation="RA-rally.pinned.2",
            remedy="Retire, shoot, or stand.",
        )
    ambush = unit.hidden is Concealment.AMBUSH
    found = assault(state, unit, target_of(state, unit, action.target), ambush=ambush)
    return ReadyCharge(found, action.beyond, ambush)


def charge(state: State, ready: ReadyCharge, chance: Chance) -> Sequence[Event]:
    """A pinned unit rallies first; then the charge test. Who fails it may do something else. RA-charge.test,
    RA-morale.trigger.charge, RA-morale.fail.charge, RA-char.commissar.2, RA-misc.commissar-charge, RA-R45, RA-R54"""
    course = Course(state, chance)
    unit, target = ready.assault.unit.id, ready.assault.target.id
    take(course, unit)
    if ready.ambush:
        course.push(OpenAmbush(unit, target, "charge"))
        act_done(course, unit)
        return course.events
    if course.state.unit(unit).pinned and not rally_from_pinned(course, unit):
        return course.events
    if course.state.unit(unit).hidden is not Concealment.NO:
        show(course, unit, why="charges")
    task = declared(ready.assault, beyond=ready.beyond is True, undecided=ready.beyond is None)
    announce(course, task)
    found = course.state.unit(unit)
    tried = roll_test(course, found, Test.CHARGE, "charging", citation="RA-morale.trigger.charge")
    if tried.tested.passed:
        course.push(changed(task, stage="tested"))
        act_done(course, unit)
        return course.events
    course.happen(ChargeFailed(unit=unit, target=target, citations=("RA-morale.fail.charge",)))
    terror = commissar_marker(token_of(course.state, course.state.commander(unit)), course.house)
    if terror:
        course.push(PutMarkers(unit, terror=terror, reason="its Commissar makes examples"))
    if not acts_after_failed_charge(course.house):
        act_done(course, unit)
    return course.events


# ── Forecast ────────────────────────────────────────────────────────────────────────────────────────────────────────


def charge_odds(state: State, ready: ReadyCharge) -> Odds:
    """The chance that it goes in, exactly; what the target's test and the combat would be as it stands."""
    found = ready.assault
    unit, target = found.unit, found.target
    facts = (
        distance_fact(state, unit, target)[1],
        Fact("reach", round(found.reach, 2), Source.MEASURED, "in"),
        Fact("strikes", found.side.value, Source.MEASURED),
        *said(state, unit.id, SEES, other=target.id),
        *ruled_for_tests(state, unit),
    )
    notes = tuple(_notes(state, ready))
    if ready.ambush:
        return Odds(facts=facts, notes=notes)
    begun = goes_in(state, unit.id)
    number = success(state, unit, Test.CHARGE)
    return Odds(
        facts=facts,
        numbers=(number,),
        chances=(Prospect(f"charges {target.name}", begun, Outcome("charges", unit.id)),),
        notes=notes,
    )


def _notes(state: State, ready: ReadyCharge) -> Iterator[str]:
    found = ready.assault
    unit, target = found.unit, found.target
    arm = state.card(target).arm
    if fear_tested(arm, target.routing) and tests(state, target, Test.FEAR):
        chance = passes(success(state, target, Test.FEAR), state.light)
        yield f"{target.name} holds against the charge in {float(chance):.0%} of cases."
    vehicle = state.card(unit).arm.vehicle
    if not vehicle and not arm.artillery and not target.routing and state.card(target).combat:
        both = match_of(state, unit, target, found.side, False, ())
        stronger = unit.name if both.odds.charger_stronger else target.name
        yield f"Hand to hand as they are now: {stronger} is the stronger, {both.odds.name}."
    won = wins(state, found, ambush=ready.ambush)
    yield f"{unit.name} wins in {float(won):.0%} of cases all told: its own test, theirs, their fire, the fight."
    if found.side is not StruckSide.FRONT:
        yield f"It strikes the {found.side.value}."


def charge_offers(state: State, side: SideId, ref: str) -> Iterator[Offer]:
    unit = own(state, side, ref)
    if unit is None or unit.at is None or unit.routing or not state.card(unit).charge:
        return
    for enemy in state.enemies(side):
        if enemy.hidden is Concealment.NO:
            action = Charge(unit=ref, target=enemy.id)
            yield from if_lawful(state, action, judge_charge, side, f"Charge {enemy.name}")


CHARGE_DEEDS: tuple[AnyDeed[State], ...] = (
    Deed(action=Charge, judge=judge_charge, carry_out=charge, odds=charge_odds, offers=charge_offers),
)
