"""3.5 First Aid and 4.4 Treat Injury in a battle."""

from __future__ import annotations

from dataclasses import dataclass

from rules.five56mm.actions.foot import FirstAid, TreatInjury
from rules.five56mm.book.first_aid import (
    Aid,
    Helper,
    aid_number,
    check_patient,
    first_aid,
    treat_injury,
    treated,
    under_first_aid,
)
from rules.five56mm.book.injury import ORDER, Level, WoundOnRecord
from rules.five56mm.book.profile import Gear, Skill
from rules.five56mm.book.tables import NUMBERS
from rules.five56mm.book.target_number import possible
from rules.five56mm.events.battle import ActionTaken
from rules.five56mm.events.foot import Aided, FireOut
from rules.five56mm.play.ground.facts import Facts
from rules.five56mm.play.turn.course import Course, in_the_dark
from rules.five56mm.play.turn.deeds import Ready
from rules.five56mm.play.turn.goes import (
    find_character,
    require_action,
    require_afoot,
    require_alive,
    require_free,
    require_special,
    require_unforced,
)
from rules.five56mm.state import Character, State
from rules.kernel.facts import Fact
from rules.kernel.violation import RuleViolation


@dataclass(frozen=True, slots=True)
class Case:
    """Who is helped with which wound."""

    patient: Character
    wound: WoundOnRecord
    facts: tuple[Fact, ...]


def companion(state: State, who: Character, ref: str, contact: bool | None) -> tuple[Character, tuple[Fact, ...]]:
    """Somebody on his own side within an inch, or he himself; aboard the same vehicle is close enough, and whoever is
    within an inch of a vehicle on the ground reaches those aboard it.

    MM-3.5.1, MM-R35, MM-R212.
    """
    patient = find_character(state, ref)
    require_alive(patient)
    if patient.side != who.side:
        raise RuleViolation("not-a-friend", f"{patient.name} is an enemy.", remedy="Choose a friend.")
    facts = Facts(state)
    together = who.vehicle is not None and who.vehicle == patient.vehicle
    if patient.id != who.id and not together:
        require_afoot(who)
        if not facts.contact(who.id, patient.vehicle or patient.id, contact):
            raise RuleViolation(
                "not-adjacent",
                f"{patient.name} is not within {NUMBERS.contact:g} in.",
                citation="MM-3.5.1",
                remedy="Move to him first (without a board: declare contact).",
            )
    return patient, facts.used


def _wound(patient: Character, number: int | None, *, aided_too: bool) -> WoundOnRecord:
    """The wound named, or the worst that can be helped. MM-3.5.5, MM-R34, MM-R35."""
    if number is not None:
        found = next((w for w in patient.wounds if w.number == number), None)
        if found is None:
            raise RuleViolation("no-such-wound", f"{patient.name} has no wound {number}.", remedy="Leave it empty.")
    else:
        fit = [w for w in patient.wounds if aided_too or w.aid_until is None]
        found = max(fit, key=lambda w: (ORDER.index(w.level), -w.number), default=None)
        if found is None:
            raise RuleViolation(
                "nothing-to-treat",
                f"{patient.name} has no wound to help with now.",
                citation="MM-3.5.5" if patient.wounds else "MM-4.4.5",
                remedy="Choose somebody else.",
            )
    if found.aid_until is not None and not aided_too:
        raise RuleViolation(
            "aid-holds",
            "First Aid still holds on that wound.",
            citation="MM-3.5.5",
            remedy="Help with another wound, or wait until it reverts.",
        )
    return found


def helper_of(course_state: State, who: Character, kit: bool) -> Helper:
    own = kit and who.wears(Gear.FIRST_AID_KIT)
    return Helper(who.traits.morale, own, in_the_dark(course_state, who))


def _helps(course: Course, who: Character, kit: bool) -> Helper:
    helper = helper_of(course.state, who, kit)
    return Helper(helper.morale, helper.kit, helper.penalties, course.helps(who))


# ── First Aid and Treat Injury ────────────────────────────────────────────────────────────────────────────────────


def check_first_aid(state: State, action: FirstAid, who: Character) -> Case:
    """MM-3.5.1, MM-3.5.6, MM-3.5.7, MM-2.3N.4."""
    require_action(state, who)
    require_free(state, who)
    require_unforced(state, who)
    patient, facts = companion(state, who, action.patient, action.contact)
    wound = _wound(patient, action.wound, aided_too=False)
    himself = patient.id == who.id
    check_patient(wound.level, himself, "MM-3.5.7")
    _possible("first-aid", wound.level, helper_of(state, who, action.kit), himself)
    return Case(patient, wound, facts)


def _possible(kind: str, level: Level, helper: Helper, himself: bool) -> None:
    number, bonus = aid_number("first-aid" if kind == "first-aid" else "treat-injury", level, helper, himself)
    if not possible(number, bonus):
        raise RuleViolation(
            "impossible", f"Even a 6 would not reach {number}.", citation="MM-2.3N.4", remedy="Let somebody else do it."
        )


def do_first_aid(course: Course, ready: Ready[FirstAid, Case]) -> None:
    """MM-3.5.2 to MM-3.5.4."""
    action, who, case = ready.action, ready.who, ready.found
    course.happen(ActionTaken(character=who.id, verb="first-aid", cost=1))
    helper = _helps(course, who, action.kit)
    aid = first_aid(case.wound.level, helper, case.patient.id == who.id, course.chance)
    after = under_first_aid(case.wound, course.state.turn, aid.holds) if aid.holds is not None else case.wound
    _aided(course, "first-aid", who, case, aid, after)


def check_treat_injury(state: State, action: TreatInjury, who: Character) -> Case:
    """MM-4.4.1, MM-4.4.5, MM-4.4.6, MM-10.M.1."""
    require_special(state, who)
    require_free(state, who)
    require_unforced(state, who)
    if not who.has(Skill.MEDIC):
        raise RuleViolation(
            "not-a-medic", f"{who.name} isn't a Medic.", citation="MM-4.4.1", remedy=("Use ", FirstAid, " instead.")
        )
    patient, facts = companion(state, who, action.patient, action.contact)
    wound = _wound(patient, action.wound, aided_too=True)
    himself = patient.id == who.id
    check_patient(wound.level, himself, "MM-4.4.6")
    _possible("treat-injury", wound.level, helper_of(state, who, action.kit), himself)
    return Case(patient, wound, facts)


def do_treat_injury(course: Course, ready: Ready[TreatInjury, Case]) -> None:
    """MM-4.4.2 to MM-4.4.4, MM-R35."""
    action, who, case = ready.action, ready.who, ready.found
    course.happen(ActionTaken(character=who.id, verb="treat-injury", cost=2))
    helper = _helps(course, who, action.kit)
    aid = treat_injury(case.wound.level, helper, case.patient.id == who.id, course.chance)
    _aided(course, "treat-injury", who, case, aid, treated(case.wound) if aid.roll.passed else case.wound)


def _aided(course: Course, how: str, who: Character, case: Case, aid: Aid, after: WoundOnRecord | None) -> None:
    first = how == "first-aid"
    course.happen(
        Aided(
            how="first-aid" if first else "treat-injury",
            helper=who.id,
            patient=case.patient.id,
            number=case.wound.number,
            before=case.wound.level,
            roll=aid.roll,
            wound=after,
            holds=aid.holds,
            facts=case.facts,
            citations=("MM-3.5.3",) if first else ("MM-4.4.3",),
        )
    )
    burning = course.state.character(case.patient.id).burning
    if aid.roll.passed and burning is not None and burning.turn == course.state.turn:
        course.happen(FireOut(character=case.patient.id, reason="helped", citations=("MM-7.8.11",)))
