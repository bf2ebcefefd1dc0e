"""Open questions: what a side must answer in the middle of a close combat, how it is put, and who may answer.

The state holds the question as data; `asked` makes a prompt of it, with complete answers to click. An absent side
stands, keeps its neighbours out, defends no wounded and stays where it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from rules.action import Action, Actor, SideId
from rules.battle.admission import not_asked
from rules.book_and_gun.actions.combat import AnswerCharge, BringSupport, DefendWounded, TakePlace
from rules.book_and_gun.events.combat import QuestionAnswered, QuestionAsked
from rules.book_and_gun.play.turn.sequence import commands, controllers
from rules.book_and_gun.record import Record
from rules.book_and_gun.state import CIVILIANS, Question, QuestionKind, State
from rules.ruleset import Ask, Offer
from rules.table.board import Point

A = TypeVar("A", bound=Action)


def put(
    record: Record,
    kind: QuestionKind,
    unit_id: str,
    other: str,
    *citations: str,
    choices: tuple[str, ...] = (),
    place: Point | None = None,
) -> None:
    """Asks the unit's side. The key names turn, kind and both units."""
    question = Question(
        key=f"{kind}:{record.state.turn}:{unit_id}:{other}",
        kind=kind,
        side=record.unit(unit_id).side,
        unit=unit_id,
        other=other,
        choices=choices,
        place=place,
    )
    record.note(QuestionAsked(question=question, citations=citations))


@dataclass(frozen=True, slots=True)
class Answered(Generic[A]):
    """An open question, and the action that answers it."""

    question: Question
    action: A


def answered(state: State, kind: QuestionKind, unit_id: str, action: A, by: Actor) -> Answered[A]:
    """The open question of that kind which the action answers. Raises RuleViolation when nothing of the kind was asked
    of a unit that the actor commands."""
    for question in state.questions:
        if (question.kind, question.unit) == (kind, unit_id) and commands(state, by, question.side):
            return Answered(question, action)
    raise not_asked("Nothing of the kind is being asked of that unit now.")


def close(record: Record, question: Question, words: str) -> None:
    record.note(QuestionAnswered(key=question.key, unit=question.unit, answer=words))


def asked(state: State, question: Question) -> Ask:
    """The question as a prompt: its words, the default for the absent, and the answers to click. Civilians answer by
    the player who controls them, else by the umpire (BG-III.2.3b)."""
    unit, other = state.unit(question.unit).name, state.unit(question.other).name
    match question.kind:
        case "evade":
            words = f"{other} charges home and {unit} stands its ground. Stand and fight, or evade?"
        case "support":
            names = ", ".join(state.unit(choice).name for choice in question.choices)
            words = f"{unit} is about to fight {other}. Bring up figures of {names} from within 3 inches?"
        case "defend":
            words = f"{other} is upon {unit}. Which of its wounded does it defend to the last?"
        case "place":
            words = f"{other} has left its place. Does {unit} take it?"
    side = controllers(state).get(question.side, question.side)
    return Ask(
        key=question.key,
        side=side,
        question=words,
        default=default(question),
        units=(question.unit,),
        quick=offers(state, question),
        umpire=side == CIVILIANS,
    )


def default(question: Question) -> Action:
    """What an absent side answers."""
    match question.kind:
        case "evade":
            return AnswerCharge(unit=question.unit, answer="stand")
        case "support":
            return BringSupport(unit=question.unit, bring=False)
        case "defend":
            return DefendWounded(unit=question.unit)
        case "place":
            return TakePlace(unit=question.unit, take=False)


def offered(kind: QuestionKind, state: State, side: SideId, unit_id: str) -> Iterator[Offer]:
    """The answers to the open questions of that kind that a unit is asked."""
    for question in state.questions:
        if (question.kind, question.unit) == (kind, unit_id):
            yield from offers(state, question)


def offers(state: State, question: Question) -> tuple[Offer, ...]:
    """All answers that can be given with one click."""
    unit = question.unit
    match question.kind:
        case "evade":
            return (
                Offer(AnswerCharge(unit=unit, answer="stand"), "Stand and fight"),
                Offer(AnswerCharge(unit=unit, answer="evade"), "Evade"),
            )
        case "support":
            return (
                Offer(BringSupport(unit=unit, bring=True), "Bring them up"),
                Offer(BringSupport(unit=unit, bring=False), "Keep them out"),
            )
        case "defend":
            names = ", ".join(state.figure(choice).name for choice in question.choices)
            return (
                Offer(DefendWounded(unit=unit, figures=question.choices), "Defend them all", detail=names),
                Offer(DefendWounded(unit=unit), "Leave them"),
            )
        case "place":
            return (
                Offer(TakePlace(unit=unit, take=True), "Take the place"),
                Offer(TakePlace(unit=unit, take=False), "Stay"),
            )
