"""How each kind of question is put: its words, the answers to click, what an absent side answers."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from rules.action import Action
from rules.asking import Offer
from rules.battle.question import Put, Questions
from rules.five56mm.actions.battle import Answer
from rules.five56mm.actions.fire import CoverShot, ThrowBack
from rules.five56mm.offers import offers
from rules.five56mm.state import Question, State

WAYS = 2
"""Shots or throws shown beside a question; there are more on the character's own panel."""


def _answers(state: State, question: Question) -> tuple[Offer, ...]:
    """A few of the shots or throws, and every answer in words."""
    found = offers(state, question.side, question.who[0])
    ways = [offer for offer in found if isinstance(offer.action, CoverShot | ThrowBack)]
    return (*ways[:WAYS], *(offer for offer in found if offer not in ways))


def _no(state: State, question: Question) -> Action:
    return Answer(answer="no")


def _not_in_this_go(state: State, question: Question) -> Action:
    """For the rest of the go: else one man's go could wait for three deadlines."""
    return Answer(answer="no", this_go=True)


def _names(state: State, question: Question) -> str:
    return " or ".join(state.character(who).name for who in question.who)


def _about(state: State, question: Question) -> str:
    about = state.find(question.about)
    return about.name if about is not None else ""


def _cover_words(state: State, question: Question) -> str:
    when = "before this action" if question.phase == "before" else "now that the go is over"
    declared = f" ({state.intent.verb.replace('-', ' ')})" if state.intent is not None else ""
    return f"{_about(state, question)} acts{declared}. Does {_names(state, question)} fire from Covering Fire {when}?"


def _throw_back_words(state: State, question: Question) -> str:
    about, names = _about(state, question), _names(state, question)
    return f"A grenade of {about} has landed beside {names}. Does anybody throw it back?"


def _withdraw_words(state: State, question: Question) -> str:
    about, names = _about(state, question), _names(state, question)
    return f"{about} asks to withdraw from hand-to-hand combat with {names}. Let him go?"


def _help_words(state: State, question: Question) -> str:
    skill = question.help.value.capitalize() if question.help is not None else ""
    return f"{_names(state, question)} missed “{question.what}” by {-question.margin}. Use {skill}?"


_ROWS: Mapping[Literal["cover", "throw-back", "withdraw", "help"], Put[State, Question]] = {
    "cover": Put(
        words=_cover_words,
        answers=_answers,
        absent=_not_in_this_go,
        idle=_not_in_this_go,
    ),
    "throw-back": Put(words=_throw_back_words, answers=_answers, absent=_no, idle=_no),
    "withdraw": Put(words=_withdraw_words, answers=_answers, absent=_no),
    # A skill is used on a failure; whoever holds saves it.
    "help": Put(words=_help_words, answers=_answers, absent=lambda state, question: Answer(answer="yes"), idle=_no),
}
QUESTIONS: Questions[State, Question] = Questions(MappingProxyType({**_ROWS}))
"""An answer that stands is found where the question would be asked: none reaches the state."""
