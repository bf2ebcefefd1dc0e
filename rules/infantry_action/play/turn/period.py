"""The period step by step. What happens in a step stands in its chapter; here is their order. IA-R023"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from rules.battle.deed import Deed
from rules.infantry_action.actions.turn import Proceed
from rules.infantry_action.course import Course
from rules.infantry_action.events.turn import PeriodBegan, StepReached
from rules.infantry_action.play.ahead.sealing import over
from rules.infantry_action.play.air.landing import come_in
from rules.infantry_action.play.command.reach import briefed
from rules.infantry_action.play.command.writing import WRITTEN, envelope_of
from rules.infantry_action.play.fire.planning import could_fire
from rules.infantry_action.play.fire.resolving import resolve
from rules.infantry_action.play.ground.clearing import step_aside
from rules.infantry_action.play.movement.carrying_out import carry_out
from rules.infantry_action.play.reaction.testing import test
from rules.infantry_action.play.sight.locating import locate
from rules.infantry_action.play.turn.closing import close
from rules.infantry_action.state import PeriodStep, State
from rules.kernel.action import Action, Actor
from rules.kernel.chance import Chance
from rules.kernel.event import Event
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation


def _move(course: Course) -> None:
    """Who comes by air is down before the others move. IA-R048"""
    aloft = course.state
    come_in(course)
    step_aside(course, aloft)
    carry_out(course)


STEPS: Mapping[PeriodStep, Callable[[Course], None]] = MappingProxyType(
    {
        PeriodStep.MOVEMENT: _move,
        PeriodStep.LOCATION: locate,
        PeriodStep.RESOLUTION: resolve,
        PeriodStep.REACTION: test,
        PeriodStep.CLOSING: close,
    }
)
_NEXT = {
    PeriodStep.ORDERS: PeriodStep.MOVEMENT,
    PeriodStep.MOVEMENT: PeriodStep.LOCATION,
    PeriodStep.LOCATION: PeriodStep.DECLARATION,
    PeriodStep.DECLARATION: PeriodStep.RESOLUTION,
    PeriodStep.RESOLUTION: PeriodStep.REACTION,
    PeriodStep.REACTION: PeriodStep.CLOSING,
}


def due(state: State) -> Action | None:
    """The engine's own next step; None when somebody must write, or the battle is over."""
    if state.ended is not None or not state.sides:
        return None
    if state.period and state.step in WRITTEN and envelope_of(state) is not None:
        return None
    return Proceed()


def _judge(state: State, action: Proceed, by: Actor) -> PeriodStep | None:
    """The step that is due; None: the first period. RuleViolation when nothing is due."""
    if due(state) is None:
        raise RuleViolation(Why.NOTHING_DUE, "The engine has nothing to do.", remedy="Somebody must write.")
    return state.step if state.period else None


def _take(state: State, step: PeriodStep | None, chance: Chance) -> Sequence[Event]:
    course = Course(state, chance)
    if step is None:
        course.happen(PeriodBegan(period=1, briefed=briefed(state), citations=("IA-scale.time",)))
        return course.events
    if step in STEPS:
        STEPS[step](course)
    if course.state.ended is None:
        _go_on(course, step)
    return course.events


def _go_on(course: Course, step: PeriodStep) -> None:
    """To the next step. Nobody writes fire where nobody could fire at anything, and in a new period nobody orders who
    has sealed ahead until something has happened. IA-R023, IA-R252"""
    if step is PeriodStep.CLOSING:
        state = course.state
        course.happen(PeriodBegan(period=state.period + 1, briefed=briefed(state), citations=("IA-scale.time",)))
        for event in over(course.state):
            course.happen(event)
        return
    after = _NEXT[step]
    if after is PeriodStep.DECLARATION:
        for event in over(course.state, at_once=True):
            course.happen(event)
        fire_first = course.house.choice("fire-declaration") == "with-orders"
        able = not fire_first and any(could_fire(course.state, side.key) for side in course.state.sides)
        after = after if able else PeriodStep.RESOLUTION
    course.happen(StepReached(step=after, citations=("IA-R023",)))


PROCEED = Deed(action=Proceed, judge=_judge, carry_out=_take)
