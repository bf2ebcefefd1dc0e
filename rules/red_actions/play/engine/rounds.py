"""The engine's own steps: tokens, turns, initiative, the end of a turn. RA-def.turn, RA-seq.2, RA-seq.5"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum

from rules.battle.deed import Deed
from rules.kernel.action import Actor
from rules.kernel.chance import Chance
from rules.kernel.event import Event
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.red_actions.actions.segment import Proceed
from rules.red_actions.course import Course
from rules.red_actions.events.agenda import ActionDropped
from rules.red_actions.events.turn import TurnBegan, TurnEnded
from rules.red_actions.play.command.promoting import promote_due
from rules.red_actions.play.engine.agenda import interrupted, settle
from rules.red_actions.play.engine.ending import end_at_limit, end_if_broken, turns_are_up
from rules.red_actions.play.fire.supply import refill_all
from rules.red_actions.play.rails.train_running import trains_run_on
from rules.red_actions.play.setup.preparing import setup_due
from rules.red_actions.play.setup.token_drawing import draw_tokens
from rules.red_actions.play.turn.initiative import anybody_waits, begin_turn, cards_of, open_segment
from rules.red_actions.play.works.buildings import fires_grow
from rules.red_actions.state import Phase, State

TURN_BEGINNINGS: tuple[Callable[[Course], None], ...] = (fires_grow,)
"""What comes at the start of a turn: fires grow (RA-building.fire.2)."""
TURN_ENDS: tuple[Callable[[Course], None], ...] = (trains_run_on, refill_all, promote_due)
"""What comes at the end of a turn: trains that nobody has driven run on (RA-R236), rounds are refilled (RA-R117),
fallen seniors replaced (RA-officer.loss.4)."""


class TurnStep(StrEnum):
    DRAW = "draw tokens"
    BEGIN_TURN = "begin turn"
    OPEN = "open segment"
    END_TURN = "end turn"
    REST = "have a resting side's unit stand"
    DROP = "drop what was announced"
    SETTLE = "go on"


def next_step(state: State) -> TurnStep | None:
    """The engine's next step; None while somebody must decide, or when the battle is over."""
    if state.ended is not None or not state.sides or state.question is not None:
        return None
    if state.phase is not Phase.PLAYING:
        if setup_due(state):
            return TurnStep.DRAW
        return TurnStep.BEGIN_TURN if len(state.deployed) == len(state.sides) else None
    if state.agenda and not interrupted(state):
        return TurnStep.SETTLE
    if state.announced:
        return TurnStep.DROP
    if state.segment is not None:
        if state.segment.acted:
            return TurnStep.SETTLE
        return TurnStep.REST if state.segment.side in state.resting and not state.segment.out_of_turn else None
    if state.closed == state.turn:
        return TurnStep.BEGIN_TURN
    return TurnStep.OPEN if anybody_waits(state) or state.deck else TurnStep.END_TURN


def _judge(state: State, action: Proceed, by: Actor) -> TurnStep:
    step = next_step(state)
    if step is None:
        raise RuleViolation(Why.NOTHING_DUE, "The engine has nothing to do.", remedy="Somebody must decide.")
    return step


def _take(state: State, step: TurnStep, chance: Chance) -> Sequence[Event]:
    course = Course(state, chance)
    match step:
        case TurnStep.DRAW:
            draw_tokens(course)
        case TurnStep.BEGIN_TURN:
            _begin_turn(course)
        case TurnStep.OPEN:
            if not open_segment(course):
                _end_turn(course)
        case TurnStep.END_TURN:
            _end_turn(course)
        case TurnStep.DROP:
            unit = state.segment.unit if state.segment is not None else None
            course.happen(ActionDropped(unit=unit or "", citations=("RA-R110",)))
        case TurnStep.SETTLE | TurnStep.REST:
            settle(course)
    return course.events


def _begin_turn(course: Course) -> None:
    state = course.state
    course.happen(TurnBegan(turn=state.turn + 1, deck=cards_of(state), citations=("RA-def.turn",)))
    for each in TURN_BEGINNINGS:
        each(course)
    begin_turn(course)


def _end_turn(course: Course) -> None:
    """The turn is over; the battle too, when the agreed turns are played. RA-seq.5"""
    course.happen(TurnEnded(turn=course.state.turn, citations=("RA-def.turn",)))
    for each in TURN_ENDS:
        each(course)
    end_if_broken(course)
    if course.state.ended is None and turns_are_up(course.state):
        end_at_limit(course)


PROCEED = Deed(action=Proceed, judge=_judge, carry_out=_take)
