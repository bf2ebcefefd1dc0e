"""The agenda: what waits is done from the top, until it is empty or somebody must be asked. Half-done things are data,
so that a restart loses nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from rules.red_actions.course import Course
from rules.red_actions.events.turn import SegmentEnded
from rules.red_actions.pending.charge import CarryOutCharge, FightCombat, Pursue
from rules.red_actions.pending.fire import CarryOutShooting, RollOnTable
from rules.red_actions.pending.morale import (
    LoseBases,
    OfficerDice,
    Promote,
    PutMarkers,
    RetireUnit,
    RunAway,
    Surrender,
    TakeTest,
)
from rules.red_actions.pending.movement import BreakDown, Declared, March, OpenAmbush
from rules.red_actions.pending.works import LeaveFire
from rules.red_actions.play.ambush.springing import step_spring
from rules.red_actions.play.charge.charging import step_charge
from rules.red_actions.play.charge.fighting import step_combat
from rules.red_actions.play.charge.pursuing import step_pursue
from rules.red_actions.play.command.casualties import step_officer_dice
from rules.red_actions.play.command.promoting import step_promote
from rules.red_actions.play.engine.ending import end_if_broken
from rules.red_actions.play.engine.preempting import step_declared
from rules.red_actions.play.fire.shooting import step_roll_on_table, step_shoot
from rules.red_actions.play.morale.marking import step_lose_bases, step_mark, step_surrender
from rules.red_actions.play.morale.retiring import step_retire
from rules.red_actions.play.morale.running_away import step_run_away
from rules.red_actions.play.morale.testing import step_take_test
from rules.red_actions.play.movement.marching import step_march
from rules.red_actions.play.turn.initiative import able
from rules.red_actions.play.works.leaving import step_leave_fire
from rules.red_actions.play.works.wire import step_break_down
from rules.red_actions.state import State

STEPS: Mapping[type[Any], Callable[[Course, Any], None]] = MappingProxyType(
    {
        Declared: step_declared,
        CarryOutShooting: step_shoot,
        RollOnTable: step_roll_on_table,
        March: step_march,
        BreakDown: step_break_down,
        OpenAmbush: step_spring,
        LeaveFire: step_leave_fire,
        PutMarkers: step_mark,
        LoseBases: step_lose_bases,
        Surrender: step_surrender,
        TakeTest: step_take_test,
        RetireUnit: step_retire,
        RunAway: step_run_away,
        OfficerDice: step_officer_dice,
        Promote: step_promote,
        CarryOutCharge: step_charge,
        FightCombat: step_combat,
        Pursue: step_pursue,
    }
)
"""What does each kind of task; each leaves the agenda changed, or a question open."""

LIMIT = 2000
"""Tasks of one action: more is a fault of the rules, not a long battle."""


class Endless(RuntimeError):
    """A task has left the agenda as it was, or there is no end of them: a fault of the rule set."""


def settle(course: Course) -> None:
    """Everything that waits, as far as nobody must be asked; then the segment that is over. RA-def.turn"""
    for _ in range(LIMIT):
        state = course.state
        if state.ended is not None or state.question is not None:
            return
        if state.agenda and not before_it(state):
            _one(course)
        elif state.segment is not None and (state.segment.acted or gone(state)):
            _end_segment(course)
        else:
            return
    raise Endless(f"{len(course.state.agenda)} tasks are left: {course.state.agenda[-1:]}")


def before_it(state: State) -> bool:
    """The segment of a Clever officer's unit comes before what is on the agenda. RA-preempt.clever.1"""
    segment = state.segment
    return isinstance(state.agenda[-1], Declared) and segment is not None and segment.out_of_turn == "clever"


def interrupted(state: State) -> bool:
    """Such a segment is not over yet: its player has to act."""
    return before_it(state) and not (state.segment is not None and state.segment.acted) and not gone(state)


def gone(state: State) -> bool:
    """The unit whose segment it is has been lost; or nobody is left who might take it."""
    segment = state.segment
    if segment is None:
        return False
    return not able(state, segment) if segment.unit is None else state.find(segment.unit) is None


def _one(course: Course) -> None:
    before = course.state.agenda
    STEPS[type(before[-1])](course, before[-1])
    if course.state.agenda == before and course.state.question is None and course.state.ended is None:
        raise Endless(f"{before[-1]} has neither gone on nor asked")


def _end_segment(course: Course) -> None:
    segment = course.state.segment
    assert segment is not None
    course.happen(SegmentEnded(side=segment.side, unit=segment.unit, citations=("RA-action.one",)))
    end_if_broken(course)
