"""What belongs to no chapter: standing, passing, answers, standing answers, watches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.battle.deed import AnyDeed, Deed, certain
from rules.battle.question import asked_of, spoken_for
from rules.kernel.action import Actor, Role, SideId
from rules.kernel.chance import Chance
from rules.kernel.event import Event
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.red_actions.actions.orders import GiveOrders
from rules.red_actions.actions.segment import Answer, Pass, Stand, StandingAnswer, Watch
from rules.red_actions.book.initiative import bar_pass, pre_emption_bar
from rules.red_actions.book.kinds import Arm
from rules.red_actions.course import Course
from rules.red_actions.events.agenda import Answered, StandingSet, WatchSet
from rules.red_actions.events.turn import SegmentEnded, SideRests
from rules.red_actions.pending.question import Question
from rules.red_actions.play.engine.preempting import clever
from rules.red_actions.play.turn.initiative import waiting
from rules.red_actions.play.turn.segments import act_done, own_unit, require_segment, taken
from rules.red_actions.play.vehicles.breaking import recover
from rules.red_actions.questions import QUESTIONS, meant, standing_choices
from rules.red_actions.state import State, WatchKept
from rules.seam.asking import Offer

STAYS = "Stand until cancelled"
"""Offered to a senior officer by himself, so that nobody need be asked for him at the end of each turn. RA-R189"""


def _judge_stand(state: State, action: Stand, by: Actor) -> Stand:
    require_segment(state, action.unit, by, after_fire=True, ambush=True)
    return action


def _stand(state: State, action: Stand, chance: Chance) -> Sequence[Event]:
    """Its segment begins and ends; a vehicle may get free in it. Standing is no voluntary action: no new officer comes,
    nobody loses his way. RA-R94, RA-R239"""
    course = Course(state, chance)
    unit = state.unit(action.unit)
    if state.segment is not None and state.segment.unit is None:
        course.happen(taken(unit))
        recover(course, unit.id)
    act_done(course, action.unit)
    if action.rest and unit.side not in state.resting:
        course.happen(SideRests(side=unit.side, citations=("RA-R186",)))
    return course.events


def _stand_offers(state: State, side: SideId, unit: str) -> Iterator[Offer]:
    found, segment = state.find(unit), state.segment
    if found is None or segment is None or segment.side != side or found.routing or found.with_unit:
        return
    if state.question is not None:
        return
    if segment.unit not in (None, unit) or (segment.only and unit not in segment.only) or not found.ready(state.turn):
        return
    if found.at is None and not found.aboard:
        return
    if state.card(found).arm is Arm.OFFICER and segment.unit is None:
        stays = GiveOrders(first="hold", units=(unit,), lasts="battle")
        yield Offer(stays, STAYS, detail="an order: you are not asked for it alone any more; cancel it when you like")
    label = "Stay there" if segment.fired else "Do nothing"
    yield Offer(Stand(unit=unit), label, detail="its segment ends")
    if len(waiting(state, side)) > 1 and not segment.only:
        yield Offer(Stand(unit=unit, rest=True), "Nobody does more this turn", detail="your other units stand, too")


def _judge_pass(state: State, action: Pass, by: Actor) -> Sequence[Event]:
    """RA-R108"""
    bar_pass(state.house)
    segment = state.segment
    if segment is None or segment.unit is not None or state.question is not None:
        raise RuleViolation(Why.NOT_YET, "There is nothing to pass now.", remedy="Finish the unit's segment.")
    if by.role is Role.PLAYER and by.side != segment.side:
        raise RuleViolation(Why.NOT_YOUR_TURN, "The other side has this segment.", remedy="Wait for yours.")
    return (SegmentEnded(side=segment.side, unit=None, citations=("RA-R108",)),)


def _judge_answer(state: State, action: Answer, by: Actor) -> Sequence[Event]:
    question = asked_of(() if state.question is None else (state.question,), "", spoken_for(by))
    answer = question.named(action.said)
    if answer not in question.open:
        raise RuleViolation(
            Why.UNKNOWN_CHOICE,
            f"“{action.said}” isn't an answer to that.",
            remedy=f"Answer {', '.join(question.words)}.",
        )
    return (_answered(question, answer),)


def _answered(question: Question, answer: str) -> Event:
    """A secret question's answer is its side's own; what follows from it shows."""
    return Answered(question=question, answer=answer, audience=QUESTIONS.audience(question))


def _judge_standing(state: State, action: StandingAnswer, by: Actor) -> Sequence[Event]:
    """It answers the question that stands too, where it is open to it. RA-R187"""
    if by.side is None:
        raise RuleViolation(Why.NO_SIDE, "A standing answer belongs to a side.", remedy="Let its player give it.")
    choices = standing_choices(action.question)
    if action.answer not in ("ask", *choices):
        raise RuleViolation(
            Why.UNKNOWN_CHOICE,
            f"“{action.answer}” isn't an answer to such questions.",
            remedy=f"Say ask, {', '.join(choices)}.",
        )
    standing = StandingSet(side=by.side, question=action.question, answer=action.answer, audience=(by.side,))
    question = state.question
    if question is None or question.side != by.side or question.kind != action.question:
        return (standing,)
    answer = meant(question, action.answer)
    return (standing,) if answer is None else (standing, _answered(question, answer))


def _judge_watch(state: State, action: Watch, by: Actor) -> Sequence[Event]:
    unit = own_unit(state, action.unit, by)
    barred = pre_emption_bar(clever=clever(state, unit.id), enemy_clever=False)
    if action.how != "off" and barred is not None:
        raise barred
    watch = None if action.how == "off" else WatchKept(unit.id, action.how)
    return (WatchSet(unit=unit.id, watch=watch, audience=(unit.side,)),)


def _watch_offers(state: State, side: SideId, unit: str) -> Iterator[Offer]:
    found = state.find(unit)
    if found is None or found.side != side or not clever(state, unit):
        return
    now = next((watch.answer for watch in state.watches if watch.unit == unit), "off")
    words = {
        "ask": "Ask me before enemy actions",
        "try": "Try to pre-empt, unasked",
        "off": "Do not try to pre-empt",
    }
    for how in ("ask", "try", "off"):
        if how != now:
            yield Offer(Watch(unit=unit, how=how), words[how], detail="Clever officer: a 6 lets it act first")


FIRST_DEEDS: tuple[AnyDeed[State], ...] = (certain(Answer, _judge_answer),)
LAST_DEEDS: tuple[AnyDeed[State], ...] = (
    Deed(action=Stand, judge=_judge_stand, carry_out=_stand, offers=_stand_offers),
    certain(Pass, _judge_pass),
    certain(Watch, _judge_watch, offers=_watch_offers),
    certain(StandingAnswer, _judge_standing),
)
