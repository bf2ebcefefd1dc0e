"""Answers, and standing answers that answer the question on the table too."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rules.battle.admission import not_asked
from rules.battle.course import BrokenOff
from rules.battle.deed import Deed
from rules.five56mm.actions import GO_ACTIONS, RollingAction
from rules.five56mm.actions.battle import Answer, StandingAnswer
from rules.five56mm.actions.fire import CoverShot, ThrowBack
from rules.five56mm.events.battle import Answered, CoverPassed, IntentDropped, StandingSet
from rules.five56mm.events.fire import GrenadeLeft
from rules.five56mm.events.foot import ConsentSpoken
from rules.five56mm.play.engine.admission import require_asked
from rules.five56mm.play.engine.proceeding import DueStep, Intended, judge_step, take_step
from rules.five56mm.play.engine.steps import STEPS, as_far_as_asked
from rules.five56mm.play.turn.course import Resumed, fold
from rules.five56mm.play.turn.deeds import in_his_go
from rules.five56mm.play.turn.standing_answers import of_character, of_question, topic, words
from rules.five56mm.state import Character, Question, State
from rules.kernel.action import UMPIRE, Actor, SideId
from rules.kernel.chance import Chance
from rules.kernel.event import Event
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.seam.asking import Offer

NO = {"cover": "Hold fire", "throw-back": "Leave it", "withdraw": "Hold him", "help": "Keep it"}
YES = {"withdraw": "Let him go", "help": "Use it"}


@dataclass(frozen=True, slots=True)
class TakenUp:
    """A step that was broken off, judged again: `ready` for the deed of `held.action`, or for the engine's step."""

    held: BrokenOff[RollingAction]
    answers: tuple[bool, ...]
    ready: Any


@dataclass(frozen=True, slots=True)
class Consequence:
    """What an answer does at once, and the step that goes on with it."""

    events: tuple[Event, ...]
    goes_on: TakenUp | None = None


def _closed(question: Question, answer: str) -> Answered:
    return Answered(number=question.number, question=question.kind, side=question.side, answer=answer)


def _judge_answer(state: State, action: Answer, by: Actor) -> Consequence:
    """Yes or no. For a shot from Covering Fire and a throw-back “yes” needs the action of that name."""
    question = state.question
    if question is None:
        raise not_asked("Nobody has asked anything.")
    require_asked(state, by, question.kind)
    yes = action.answer == "yes"
    if question.kind == "help":
        return _helped(state, question, yes, ())
    if yes and question.kind != "withdraw":
        raise RuleViolation(
            "say-how",
            "Say at whom, or where to.",
            remedy=("Use ", CoverShot, " or ", ThrowBack, "."),
        )
    closed = _closed(question, action.answer)
    match question.kind:
        case "withdraw":
            return Consequence((closed, ConsentSpoken(character=question.about, given=yes, citations=("MM-3.7.9",))))
        case "cover":
            return Consequence((closed, CoverPassed(character=question.who[0], this_go=action.this_go)))
        case "throw-back":
            return Consequence((closed, GrenadeLeft(side=question.side)))


def _judge_standing(state: State, action: StandingAnswer, by: Actor) -> Consequence:
    """For all such questions to come, and for the one that stands: covering fire and a throw-back are then up to the
    engine, which finds the standing answer."""
    if by.side is None:
        raise RuleViolation(Why.NO_SIDE, "A standing answer belongs to a side.", remedy="Let its player give it.")
    standing = StandingSet(side=by.side, question=action.question, answer=action.answer, audience=(by.side,))
    question, yes = state.question, action.answer == "yes"
    if question is None or question.side != by.side or topic(question) != action.question or action.answer == "ask":
        return Consequence((standing,))
    if question.kind == "help":
        return _helped(state, question, yes, (standing,))
    closed = _closed(question, action.answer)
    if question.kind == "withdraw":
        spoken = ConsentSpoken(character=question.about, given=yes, citations=("MM-3.7.9",))
        return Consequence((standing, closed, spoken))
    return Consequence((standing, closed))


def _helped(state: State, question: Question, yes: bool, before: tuple[Event, ...]) -> Consequence:
    """The broken-off step again from its start, with the same dice and one answer more. What is no longer lawful, since
    the umpire has changed something meanwhile, is dropped."""
    held = state.held
    assert held is not None
    events = (*before, _closed(question, "yes" if yes else "no"))
    now = fold(state, events)
    try:
        ready = judge_step(now) if held.action is None else STEPS.judge(now, held.action, UMPIRE)
    except RuleViolation as refusal:
        if isinstance(held.action, GO_ACTIONS) and now.go is not None:
            events = (*events, IntentDropped(character=now.go.character, reason=refusal.message))
        return Consequence(events)
    return Consequence(events, TakenUp(held, (*held.answers, yes), ready))


def _reply(state: State, reply: Consequence, chance: Chance) -> Sequence[Event]:
    goes_on = reply.goes_on
    if goes_on is None:
        return reply.events
    now, action, ready = fold(state, reply.events), goes_on.held.action, goes_on.ready

    def step(source: Resumed) -> Sequence[Event]:
        if isinstance(ready, DueStep | Intended | IntentDropped):
            return take_step(now, ready, source)
        assert action is not None
        return STEPS.carry_out(now, action, ready, source)

    source = Resumed(chance, goes_on.held.draws, goes_on.answers)
    return [*reply.events, *as_far_as_asked(now, step, action, source)]


# ── Offers ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _asked(state: State, side: SideId, unit: str) -> Question | None:
    question = state.question
    return question if question is not None and question.side == side and unit in question.who else None


def _answers(state: State, side: SideId, unit: str) -> Iterator[Offer]:
    question = _asked(state, side, unit)
    if question is None:
        return
    if question.kind in YES:
        yield Offer(Answer(answer="yes"), YES[question.kind])
    yield Offer(Answer(answer="no"), NO[question.kind])
    if question.kind == "cover" and question.phase == "before":
        yield Offer(Answer(answer="no", this_go=True), "Hold fire in this go")


def _for_good(state: State, side: SideId, unit: str) -> Iterator[Offer]:
    question = _asked(state, side, unit)
    if question is None:
        yield from in_his_go(_of_his)(state, side, unit)
        return
    for answer in of_question(state, question):
        yield Offer(answer, words(answer.question, answer.answer))


def _of_his(state: State, who: Character) -> Iterator[Offer]:
    for answer in of_character(state, who):
        yield Offer(answer, words(answer.question, answer.answer))


ANSWER = Deed(action=Answer, judge=_judge_answer, carry_out=_reply, offers=_answers)
STANDING_ANSWER = Deed(action=StandingAnswer, judge=_judge_standing, carry_out=_reply, offers=_for_good)
