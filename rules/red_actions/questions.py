"""How each kind of question is put: its words, the answers to click, what an absent side answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from rules.action import Action
from rules.asking import Ask, Offer
from rules.red_actions.actions.segment import Answer, StandingAnswer
from rules.red_actions.pending.question import Question, meant
from rules.red_actions.state import State

CHOICES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "charged": ("stand", "fire", "counter-charge", "flee"),
        "return-fire": ("yes", "no"),
        "ambush": ("charge", "fire", "lie-low"),
        "spare": ("cover", "retire", "base", "marker"),
        "mode": ("evade", "normal"),
    }
)
"""What a standing answer may say to each kind of question that may have one."""

LABELS: Mapping[tuple[str, str], str] = MappingProxyType(
    {
        ("charged", "stand"): "Stand and fight",
        ("charged", "fire"): "Stand and fire",
        ("charged", "counter-charge"): "Counter-charge",
        ("charged", "flee"): "Flee, humiliated",
        ("return-fire", "yes"): "Return fire",
        ("return-fire", "no"): "Hold fire",
        ("ambush", "charge"): "Spring it: charge",
        ("ambush", "fire"): "Spring it: fire",
        ("ambush", "lie-low"): "Lie low",
        ("pre-empt", "yes"): "Try to act first",
        ("pre-empt", "no"): "Let them act",
        ("spare", "cover"): "Stay in cover",
        ("spare", "retire"): "Retire",
        ("spare", "base"): "Give up a base and stay",
        ("spare", "marker"): "Take a terror marker and stay",
        ("mode", "evade"): "Evade",
        ("mode", "normal"): "Do not evade",
    }
)

IDLE: Mapping[str, str] = MappingProxyType(
    {"charged": "stand", "return-fire": "no", "ambush": "lie-low", "pre-empt": "no", "mode": "normal"}
)
"""The choice that does nothing, of the kinds of questions that have one."""


def words(state: State, question: Question) -> str:
    """The question as its side reads it."""
    return WORDS[question.kind](state, question)


def _name(state: State, ref: str) -> str:
    found = state.find(ref)
    return found.name if found is not None else "an enemy"


def _unit(state: State, question: Question) -> str:
    return _name(state, question.who[0]) if question.who else ""


WORDS: Mapping[str, Callable[[State, Question], str]] = MappingProxyType(
    {
        "charged": lambda s, q: f"{_name(s, q.about)} charges {_unit(s, q)}. What does it do?",
        "return-fire": lambda s, q: f"{_name(s, q.about)} fires at {_unit(s, q)} at close range. Return fire?",
        "ambush": lambda s, q: f"{_name(s, q.about)} comes within reach of {_unit(s, q)} in ambush. Spring it?",
        "pre-empt": lambda s, q: f"{_name(s, q.about)} is about to act. Does {_unit(s, q)} try to act first (a 6)?",
        "spare": lambda s, q: f"{_unit(s, q)} is to retire. What does it do?",
        "promote": lambda s, q: f"{s.officer(q.about).name} has fallen: who takes his place?",
        "keep": lambda s, q: f"{_unit(s, q)}: what is kept?",
        "mode": lambda s, q: f"{_name(s, q.about)} fires at {_unit(s, q)}. Does it evade for the rest of the turn?",
    }
)


def ask(state: State, question: Question) -> Ask:
    """The question as a prompt."""
    secret = question.kind in ("ambush", "pre-empt")
    said = "The battle waits on an answer." if secret else words(state, question)
    answers = tuple(_offer(state, question, choice) for choice in question.choices)
    always = tuple(
        Offer(StandingAnswer.model_validate({"question": question.kind, "answer": choice}), f"Always: {_said(label)}")
        for choice in _settling(question)
        if (label := LABELS.get((question.kind, choice))) is not None
    )
    return Ask(
        key=question.key,
        side=question.side,
        question=said,
        default=absent(question),
        units=tuple(ref for ref in question.who if state.find(ref) is not None),
        quick=(*answers, *always),
        secret=secret,
        private=words(state, question) if secret else "",
        idle=_idle(question),
    )


def _settling(question: Question) -> tuple[str, ...]:
    """What may be said once for all and answers the question too: the choices that are open, then what comes to one of
    them. RA-R187"""
    found = [word for word in CHOICES.get(question.kind, ()) if meant(question.kind, word, question.choices)]
    return tuple(sorted(found, key=lambda word: word not in question.choices))


def _said(label: str) -> str:
    return label[:1].lower() + label[1:]


def _offer(state: State, question: Question, choice: str) -> Offer:
    label = LABELS.get((question.kind, choice)) or _officer_label(state, question, choice)
    return Offer(Answer.model_validate({"answer": choice}), label)


def _officer_label(state: State, question: Question, choice: str) -> str:
    """Of a promotion: the officer that the choice stands for. RA-R50"""
    officers = question.officers
    index = ("first", "second", "third").index(choice) if choice in ("first", "second", "third") else 0
    if index >= len(officers):
        return choice
    officer = state.officer(officers[index])
    return f"{officer.name} ({_name(state, officer.unit)})"


def _idle(question: Question) -> Action | None:
    """Who holds stands, holds his fire, lies low, lets the others act."""
    choice = IDLE.get(question.kind)
    return Answer.model_validate({"answer": choice}) if choice in question.choices else None


def absent(question: Question) -> Action:
    """What the deadline answers: the first of the choices."""
    return Answer.model_validate({"answer": question.choices[0]})
