"""A unit's action segment: who may act now, and how its action begins and ends. RA-action.one, RA-voluntary-action"""

from __future__ import annotations

from rules.battle.admission import question_open
from rules.kernel.action import Actor, Role
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.red_actions.course import Course
from rules.red_actions.events.turn import ActionDone, BesideDone, SegmentLost, SegmentTaken
from rules.red_actions.play.officers.officer_effects import secret_to
from rules.red_actions.play.turn.beginning import begin
from rules.red_actions.state import Phase, State
from rules.red_actions.units import Concealment, Unit


def own_unit(state: State, ref: str, by: Actor) -> Unit:
    """The asker's unit of that id; the umpire and the engine act for anybody. Raises RuleViolation."""
    unit = state.find(ref)
    if unit is None or (by.role is Role.PLAYER and unit.side != by.side):
        raise RuleViolation(Why.UNKNOWN_UNIT, "You have no such unit.", remedy="Pick one of your units.")
    return unit


def require_segment(
    state: State,
    ref: str,
    by: Actor,
    *,
    beside: str = "",
    routing: bool = False,
    ambush: bool = False,
    after_fire: bool = False,
    off_table: bool = False,
) -> Unit:
    """The unit whose segment it is or may become. `beside`: it asks for something beside its action, which it has not
    done yet in this segment; `routing`, `ambush`, `after_fire`, `off_table`: also a unit that routs, lies in ambush,
    has fired, is not on the table. Raises RuleViolation for whoever is out of the order of initiative: only who is
    charged, fired at from close by, Clever or in ambush acts then. RA-action.one, RA-init.standard.1,
    RA-preempt.only"""
    unit = own_unit(state, ref, by)
    if state.question is not None:
        raise question_open()
    segment = state.segment
    if state.phase is not Phase.PLAYING or segment is None:
        raise RuleViolation(
            Why.NOT_YET, "No unit can act now.", citation="RA-def.turn", remedy="Wait until your side is asked."
        )
    if segment.side != unit.side:
        raise RuleViolation(
            Why.NOT_YOUR_TURN,
            "The other side has this segment.",
            citation="RA-init.standard.1",
            remedy="Wait for yours.",
        )
    if segment.unit and segment.unit != unit.id:
        acting = state.unit(segment.unit).name
        raise RuleViolation(
            "another-unit-acts",
            f"{acting} is in its segment.",
            citation="RA-action.one",
            remedy=f"Finish with {acting} first.",
        )
    if segment.only and unit.id not in segment.only:
        names = " or ".join(each.name for ref in segment.only if (each := state.find(ref)) is not None)
        raise RuleViolation(
            "not-its-card", f"This segment is for {names}.", citation="RA-init.cards.1", remedy=f"Act with {names}."
        )
    if not unit.ready(state.turn):
        raise RuleViolation(
            Why.HAS_ACTED,
            f"{unit.name} has had or lost its segment this turn.",
            citation="RA-action.forfeit",
            remedy="Act with another unit.",
        )
    _require_fit(state, unit, routing=routing, ambush=ambush, off_table=off_table)
    if beside:
        if beside in segment.extras:
            raise RuleViolation(
                "done-already", f"{unit.name} has done that in this segment.", remedy="Go on with its action."
            )
    elif segment.fired and not after_fire:
        raise RuleViolation(
            "has-fired",
            f"{unit.name} has fired; now it may only move.",
            citation="RA-action.one",
            remedy="Move it, or end its segment.",
        )
    return unit


def _require_fit(state: State, unit: Unit, *, routing: bool, ambush: bool, off_table: bool) -> None:
    if unit.routing and not routing:
        raise RuleViolation(
            Why.ROUTING, f"{unit.name} is routing.", citation="RA-action.rally-rout", remedy="Rally it, or let it run."
        )
    if unit.with_unit:
        raise RuleViolation(
            "attached",
            f"{unit.name} is with {state.unit(unit.with_unit).name}.",
            citation="RA-def.officer.senior-unit.1",
            remedy="Detach the officer first, or act with that unit.",
        )
    if unit.hidden is Concealment.AMBUSH and not ambush:
        raise RuleViolation(
            "in-ambush",
            f"{unit.name} lies in ambush: it may only charge or fire.",
            citation="RA-ambush.order",
            remedy="Send a senior officer to order it out.",
        )
    if unit.at is None and not off_table and not unit.aboard:
        raise RuleViolation(Why.NOT_THERE, f"{unit.name} is not on the table.", remedy="Act with another unit.")


def take(course: Course, unit: str) -> None:
    """Its segment begins, unless it has. RA-action.one"""
    segment = course.state.segment
    if segment is None or segment.unit is None:
        course.happen(taken(course.state.unit(unit)))
        begin(course, unit)


def taken(unit: Unit, extras: tuple[str, ...] = ()) -> SegmentTaken:
    """Its segment begins; only those who may know of the unit hear that it is its. RA-action.one, RA-action.hide"""
    return SegmentTaken(unit=unit.id, side=unit.side, extras=extras, audience=secret_to(unit))


def beside(course: Course, unit: str, what: str) -> None:
    """It does something beside its action."""
    take(course, unit)
    course.happen(BesideDone(unit=unit, what=what, audience=secret_to(course.state.unit(unit))))


def act_done(course: Course, unit: str, *, may_move: bool = False) -> None:
    """Its action is done, or only its fire (`may_move`). Tasks that are on the agenda still come before the end."""
    course.happen(ActionDone(unit=unit, may_move=may_move))


def lose_segment(course: Course, unit: str, why: str) -> None:
    """It was forced to act or has answered out of turn; nothing for one that has acted or whose segment it is.
    RA-action.forfeit, RA-R69"""
    found = course.state.find(unit)
    segment = course.state.segment
    if found is None or not found.ready(course.state.turn) or (segment is not None and segment.unit == unit):
        return
    course.happen(SegmentLost(unit=unit, why=why, audience=secret_to(found), citations=("RA-action.forfeit",)))
