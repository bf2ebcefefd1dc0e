"""The engine's next step: its own, or a declared action that nobody interrupts any more. MM-3.6.2."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rules.battle.deed import Deed
from rules.five56mm.actions import GoAction
from rules.five56mm.actions.battle import Proceed
from rules.five56mm.events.battle import IntentDropped
from rules.five56mm.play.engine.engine import EngineStep, next_step, take
from rules.five56mm.play.engine.steps import STEPS
from rules.five56mm.play.turn.course import Course, fold
from rules.five56mm.state import State
from rules.kernel.action import UMPIRE, Actor
from rules.kernel.chance import Chance
from rules.kernel.event import Event
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation


@dataclass(frozen=True, slots=True)
class DueStep:
    """The engine's next step, if it is its own."""

    step: EngineStep


@dataclass(frozen=True, slots=True)
class Intended:
    """A declared action, judged once more: `ready` for its deed."""

    character: str
    action: GoAction
    ready: Any


def judge_step(state: State) -> DueStep | Intended | IntentDropped:
    """What is due. A declared action that is no longer lawful is dropped. RuleViolation when nothing is due."""
    step = next_step(state)
    if step is None:
        raise RuleViolation(Why.NOTHING_DUE, "The engine has nothing to do.", remedy="Somebody must decide.")
    if step is not EngineStep.CARRY_OUT:
        return DueStep(step)
    assert state.go is not None
    assert state.intent is not None
    who = state.go.character
    try:
        return Intended(who, state.intent, STEPS.judge(state, state.intent, UMPIRE))
    except RuleViolation as refusal:
        return IntentDropped(character=who, reason=refusal.message, citations=("MM-3.6.2",))


def take_step(state: State, due: DueStep | Intended | IntentDropped, chance: Chance) -> Sequence[Event]:
    match due:
        case DueStep():
            course = Course(state, chance)
            take(course, due.step)
            return course.events
        case IntentDropped():
            return (due,)
        case Intended():
            events = STEPS.carry_out(state, due.action, due.ready, chance)
            if fold(state, events).intent is None:
                return events
            # It was not spent: the target was not spotted. He may do something else (MM-4.2.9).
            reason = "the target was not spotted"
            return (*events, IntentDropped(character=due.character, reason=reason, citations=("MM-4.2.9",)))


def _judge(state: State, action: Proceed, by: Actor) -> DueStep | Intended | IntentDropped:
    return judge_step(state)


PROCEED = Deed(action=Proceed, judge=_judge, carry_out=take_step)
