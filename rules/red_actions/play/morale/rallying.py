"""Rallying from terror and from pinned."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from rules.kernel.action import Actor, SideId
from rules.kernel.chance import Chance
from rules.kernel.event import Event
from rules.kernel.facts import Fact, Itemised, Source
from rules.kernel.violation import RuleViolation
from rules.language.words import counted
from rules.red_actions.actions.morale import RallyPinned, RallyTerror
from rules.red_actions.book import rallying as book
from rules.red_actions.book.kinds import Test
from rules.red_actions.book.morale import Doing
from rules.red_actions.book.units import Markers
from rules.red_actions.course import Course
from rules.red_actions.events.morale import StayedPinned, Unmarked
from rules.red_actions.play.ground.facts import SEES, said
from rules.red_actions.play.morale.hesitation import hesitates, may_hesitate, must_hesitate, require_nerve
from rules.red_actions.play.morale.numbers import ruled_for_tests, success
from rules.red_actions.play.morale.odds import goes, passes
from rules.red_actions.play.morale.testing import roll_test
from rules.red_actions.play.officers.replacing import states_to_come
from rules.red_actions.play.turn.offering import if_lawful, own
from rules.red_actions.play.turn.segments import act_done, beside, require_segment, take
from rules.red_actions.state import State
from rules.red_actions.units import Concealment, Unit
from rules.seam.asking import Odds, Offer, Outcome, Prospect


def markers_of(unit: Unit) -> Markers:
    return Markers(unit.terror, unit.humiliated, unit.pinned)


# ── Terror ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def judge_terror(state: State, action: RallyTerror, by: Actor) -> Unit:
    """RA-action.rally-terror, RA-R56"""
    unit = require_segment(state, action.unit, by)
    require_nerve(state, unit, Doing.RALLY_TERROR)
    if not unit.terror:
        raise RuleViolation(
            "no-terror",
            f"{unit.name} has no terror markers; humiliated ones stay.",
            citation="RA-rally.terror.1",
            remedy="Choose another action.",
        )
    return unit


def carry_terror(state: State, unit: Unit, chance: Chance) -> Sequence[Event]:
    """RA-rally.terror.1, RA-rally.terror.2, RA-def.terror.3, RA-evade.2"""
    course = Course(state, chance)
    take(course, unit.id)
    if hesitates(course, unit.id, Doing.RALLY_TERROR):
        return course.events
    unit = course.state.unit(unit.id)
    steadied = book.rally_terror(markers_of(unit), len(unit.bases), chance, state.house)
    evades = state.card(unit).arm.infantry and state.card(unit).evade > 0
    course.happen(Unmarked(unit=unit.id, terror=steadied.off, evades=evades, citations=("RA-rally.terror.1", "RA-R56")))
    act_done(course, unit.id)
    return course.events


def terror_odds(state: State, unit: Unit) -> Odds:
    doing = Doing.RALLY_TERROR
    return Odds(hesitation_facts(state, unit, doing), chances=hesitation_odds(state, unit, doing))


def hesitation_odds(state: State, unit: Unit, doing: Doing) -> tuple[Prospect, ...]:
    """The chance that a Mob stays where it is. RA-char.mob.1"""
    stays = 1 - will_go(state, unit, doing)
    return (Prospect("hesitates and stays", stays, Outcome("hesitates", unit.id), danger=True),) if stays else ()


def hesitation_facts(state: State, unit: Unit, doing: Doing) -> tuple[Fact, ...]:
    """The umpire's word on which enemies a Mob sees, before whom it hesitates; of those who hide nothing is said.
    RA-char.mob.1"""
    if not any(may_hesitate(each, unit, doing) for each, _ in states_to_come(state, unit.id)):
        return ()
    enemies = (enemy.id for enemy in state.enemies(unit.side) if enemy.hidden in (Concealment.NO, Concealment.MARKER))
    found = (fact for enemy in enemies for fact in said(state, unit.id, SEES, other=enemy))
    return tuple(dict.fromkeys((*said(state, unit.id, SEES), *found)))


def will_go(state: State, unit: Unit, doing: Doing) -> Fraction:
    """The chance that it does what it is asked."""
    return sum(
        (share * (goes() if must_hesitate(each, unit, doing) else 1) for each, share in states_to_come(state, unit.id)),
        Fraction(0),
    )


def will_rally(state: State, unit: Unit, doing: Doing) -> Fraction:
    """The chance that it goes about a rally test and passes it."""
    return sum(
        (
            share
            * passes(success(each, unit, Test.RALLY), state.light)
            * (goes() if must_hesitate(each, unit, doing) else 1)
            for each, share in states_to_come(state, unit.id)
        ),
        Fraction(0),
    )


def terror_offers(state: State, side: SideId, ref: str) -> Iterator[Offer]:
    action = RallyTerror(unit=ref)
    if (unit := own(state, side, ref)) is not None and unit.terror and not unit.routing:
        yield from if_lawful(state, action, judge_terror, side, "Rally from terror", counted(unit.terror, "marker"))


# ── Pinned ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def judge_pinned(state: State, action: RallyPinned, by: Actor) -> Unit:
    """RA-action.extra.rally-pinned, RA-R55"""
    unit = require_segment(state, action.unit, by, beside="rally-pinned")
    require_nerve(state, unit, Doing.RALLY_PINNED)
    if not unit.pinned:
        raise RuleViolation(
            "not-pinned", f"{unit.name} is not pinned.", citation="RA-rally.pinned.1", remedy="Go on with its action."
        )
    return unit


def carry_pinned(state: State, unit: Unit, chance: Chance) -> Sequence[Event]:
    course = Course(state, chance)
    take(course, unit.id)
    if not hesitates(course, unit.id, Doing.RALLY_PINNED):
        beside(course, unit.id, "rally-pinned")
        rally_from_pinned(course, unit.id)
    return course.events


def rally_from_pinned(course: Course, unit: str) -> bool:
    """The rally test of a pinned unit; whether it has passed. RA-rally.pinned.1, RA-rally.pinned.2,
    RA-morale.trigger.rally-pinned, RA-morale.fail.rally-pinned"""
    found = course.state.unit(unit)
    tried = roll_test(course, found, Test.RALLY, "to rally from pinned", citation="RA-morale.trigger.rally-pinned")
    if tried.tested.passed:
        course.happen(Unmarked(unit=unit, pinned=True, citations=("RA-rally.pinned.1",)))
    else:
        course.happen(StayedPinned(unit=unit, citations=("RA-rally.pinned.2", "RA-R55")))
    return tried.tested.passed


def pinned_odds(state: State, unit: Unit) -> Odds:
    number = success(state, unit, Test.RALLY)
    chance = will_rally(state, unit, Doing.RALLY_PINNED)
    return Odds(
        facts=(needed(number), *ruled_for_tests(state, unit), *hesitation_facts(state, unit, Doing.RALLY_PINNED)),
        numbers=(number,),
        chances=(
            Prospect("is no longer pinned", chance, Outcome("rallies", unit.id)),
            *hesitation_odds(state, unit, Doing.RALLY_PINNED),
        ),
    )


def needed(number: Itemised) -> Fact:
    return Fact("needed on 2d6", number.value, Source.ROSTER)


def pinned_offers(state: State, side: SideId, ref: str) -> Iterator[Offer]:
    if (unit := own(state, side, ref)) is not None and unit.pinned:
        yield from if_lawful(state, RallyPinned(unit=ref), judge_pinned, side, "Rally from pinned", "beside its action")
