"""Open questions: what a side must answer in the middle of a close combat, how it is put, and who may answer.

The state holds the question as data; how each kind is put stands in `QUESTIONS`. An absent side stands, keeps its
neighbours out, defends no wounded and stays where it is: whoever holds does the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Generic, TypeVar

from rules.battle.question import Put, Questions, asked_of
from rules.book_and_gun.actions.combat import AnswerCharge, BringSupport, DefendWounded, TakePlace
from rules.book_and_gun.course import Course
from rules.book_and_gun.events.combat import QuestionAnswered, QuestionAsked
from rules.book_and_gun.play.ground.knowing import known_as, known_to_all
from rules.book_and_gun.play.turn.sequence import commands, controllers
from rules.book_and_gun.state import CIVILIANS, Question, QuestionKind, Side, State
from rules.book_and_gun.units import Phase
from rules.kernel.action import Action, Actor, SideId
from rules.seam.asking import Ask, KnownAs, Offer, PublicWords, Wording
from rules.table.board import Point

A = TypeVar("A", bound=Action)


def put(
    course: Course,
    kind: QuestionKind,
    unit_id: str,
    other: str,
    *citations: str,
    choices: tuple[str, ...] = (),
    place: Point | None = None,
) -> None:
    """Asks the unit's side. The key names turn, kind and both units."""
    question = Question(
        key=f"{kind}:{course.state.turn}:{unit_id}:{other}",
        kind=kind,
        side=course.unit(unit_id).side,
        unit=unit_id,
        other=other,
        choices=choices,
        place=place,
    )
    course.note(QuestionAsked(question=question, citations=citations))


@dataclass(frozen=True, slots=True)
class Answered(Generic[A]):
    """An open question, and the action that answers it."""

    question: Question
    action: A


def answered(state: State, kind: QuestionKind, unit_id: str, action: A, by: Actor) -> Answered[A]:
    """The open question of that kind which the action answers. Raises RuleViolation when nothing of the kind was asked
    of a unit that the actor commands."""
    return Answered(asked_of(state.questions, kind, lambda side: commands(state, by, side), unit=unit_id), action)


def close(course: Course, question: Question, words: str) -> None:
    course.note(QuestionAnswered(key=question.key, unit=question.unit, answer=words))


def asked(state: State, question: Question) -> Ask:
    """The question as a prompt. Civilians answer by the player who controls them, else by the umpire (BG-III.2.3b)."""
    side = controllers(state).get(question.side, question.side)
    return QUESTIONS.ask(state, question, side=side, umpire=side == CIVILIANS)


def offered(kind: QuestionKind, state: State, side: SideId, unit_id: str) -> Iterator[Offer]:
    """The answers to the open questions of that kind that a unit is asked."""
    for question in state.questions:
        if (question.kind, question.unit) == (kind, unit_id):
            yield from QUESTIONS.answers(state, question)


# ── How each kind is put ──────────────────────────────────────────────────────────────────────────────────────────


def _named(state: State, question: Question) -> tuple[KnownAs, KnownAs]:
    return known_as(state, question.unit), known_as(state, question.other)


def _side(state: State, question: Question) -> Side | None:
    return next((side for side in state.sides if side.key == question.side), None)


def _evade_words(state: State, question: Question) -> Wording:
    unit, other = _named(state, question)
    if state.phase is Phase.MOVEMENT:
        return Wording("{} charges {} on foot. Stand, or try to ride off?", (other, unit))
    return Wording("{} charges home and {} stands its ground. Stand and fight, or evade?", (other, unit))


def _evade_answers(state: State, question: Question) -> tuple[Offer, ...]:
    words = ("Stand", "Ride off") if state.phase is Phase.MOVEMENT else ("Stand and fight", "Evade")
    return (
        Offer(AnswerCharge(unit=question.unit, answer="stand"), words[0]),
        Offer(AnswerCharge(unit=question.unit, answer="evade"), words[1]),
    )


def _evade_standing(state: State, question: Question) -> Action | None:
    side = _side(state, question)
    if side is None or side.when_charged == "ask":
        return None
    return AnswerCharge(unit=question.unit, answer=side.when_charged)


def _support_words(state: State, question: Question) -> Wording:
    unit, other = _named(state, question)
    near = [known_as(state, choice) for choice in question.choices]
    names = KnownAs(", ".join(each.own for each in near), PublicWords(", ".join(each.public for each in near)))
    return Wording("{} is about to fight {}. Bring up figures of {} from within 3 inches?", (unit, other, names))


def _support_answers(state: State, question: Question) -> tuple[Offer, ...]:
    return (
        Offer(BringSupport(unit=question.unit, bring=True), "Bring them up"),
        Offer(BringSupport(unit=question.unit, bring=False), "Keep them out"),
    )


def _defend_words(state: State, question: Question) -> Wording:
    unit, other = _named(state, question)
    return Wording("{} is upon {}. Which of its wounded does it defend to the last?", (other, unit))


def _defend_answers(state: State, question: Question) -> tuple[Offer, ...]:
    names = ", ".join(state.figure(choice).name for choice in question.choices)
    return (
        Offer(DefendWounded(unit=question.unit, figures=question.choices), "Defend them all", detail=names),
        Offer(DefendWounded(unit=question.unit), "Leave them"),
    )


def _place_words(state: State, question: Question) -> Wording:
    unit, other = _named(state, question)
    return Wording("{} has left its place. Does {} take it?", (other, unit))


def _place_answers(state: State, question: Question) -> tuple[Offer, ...]:
    return (
        Offer(TakePlace(unit=question.unit, take=True), "Take the place"),
        Offer(TakePlace(unit=question.unit, take=False), "Stay"),
    )


def _place_standing(state: State, question: Question) -> Action | None:
    side = _side(state, question)
    if side is None or side.when_won == "ask":
        return None
    return TakePlace(unit=question.unit, take=side.when_won == "take")


def _stand(state: State, question: Question) -> Action:
    return AnswerCharge(unit=question.unit, answer="stand")


def _keep_out(state: State, question: Question) -> Action:
    return BringSupport(unit=question.unit, bring=False)


def _leave_them(state: State, question: Question) -> Action:
    return DefendWounded(unit=question.unit)


def _stay(state: State, question: Question) -> Action:
    return TakePlace(unit=question.unit, take=False)


_ROWS: Mapping[QuestionKind, Put[State, Question]] = {
    "evade": Put(
        words=_evade_words,
        answers=_evade_answers,
        absent=_stand,
        idle=_stand,
        standing=_evade_standing,
    ),
    "support": Put(
        words=_support_words,
        answers=_support_answers,
        absent=_keep_out,
        idle=_keep_out,
    ),
    "defend": Put(
        words=_defend_words,
        answers=_defend_answers,
        absent=_leave_them,
        idle=_leave_them,
    ),
    "place": Put(
        words=_place_words,
        answers=_place_answers,
        absent=_stay,
        idle=_stay,
        standing=_place_standing,
    ),
}
QUESTIONS: Questions[State, Question] = Questions(MappingProxyType({**_ROWS}), known_to_all)
