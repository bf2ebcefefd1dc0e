"""How each kind of question is put: its words, the answers to click, what an absent side answers."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from rules.battle.question import Put, Questions
from rules.five56mm.actions.battle import Answer
from rules.five56mm.actions.fire import CoverShot, ThrowBack
from rules.five56mm.offers import offers
from rules.five56mm.state import Question, State
from rules.kernel.action import Action
from rules.seam.asking import KnownAs, Offer, PublicKnowledge, Wording, common

SHOWN = (
    "move", "sprint", "jump-down", "stealth", "hide", "aim", "carry", "engage", "fall-back", "fire", "auto-fire",
    "board", "leave", "drive", "pilot", "fast-rope", "face", "withdraw", "escape", "cover-shot", "throw-back",
    "answer", "end-go",
)  # fmt: skip
OUTSIDE = PublicKnowledge(lambda ref: True, verbs=SHOWN)
"""Everybody sees who is there and what he holds. His skills, his gear and what his side has said once for all stand on
its own sheets: what rests on those makes no button in a channel."""
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


def _names(state: State, question: Question) -> KnownAs:
    return common(" or ".join(state.character(who).name for who in question.who))


def _about(state: State, question: Question) -> KnownAs:
    about = state.find(question.about)
    return common(about.name if about is not None else "")


def _cover_words(state: State, question: Question) -> Wording:
    when = common("before this action" if question.phase == "before" else "now that the go is over")
    declared = common(f" ({state.intent.verb.replace('-', ' ')})" if state.intent is not None else "")
    about, names = _about(state, question), _names(state, question)
    return Wording("{} acts{}. Does {} fire from Covering Fire {}?", (about, declared, names, when))


def _throw_back_words(state: State, question: Question) -> Wording:
    about, names = _about(state, question), _names(state, question)
    return Wording("A grenade of {} has landed beside {}. Does anybody throw it back?", (about, names))


def _withdraw_words(state: State, question: Question) -> Wording:
    about, names = _about(state, question), _names(state, question)
    return Wording("{} asks to withdraw from hand-to-hand combat with {}. Let him go?", (about, names))


def _help_words(state: State, question: Question) -> Wording:
    skill = common(question.help.value.capitalize() if question.help is not None else "")
    missed = (_names(state, question), common(question.what), common(-question.margin), skill)
    return Wording("{} missed “{}” by {}. Use {}?", missed, openly="{} missed “{}” by {}. Does anything help?")


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
QUESTIONS: Questions[State, Question] = Questions(MappingProxyType({**_ROWS}), lambda state: OUTSIDE)
"""An answer that stands is found where the question would be asked: none reaches the state."""
