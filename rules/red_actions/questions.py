"""How each kind of question is put: one row a kind, with its words, its answers and what they mean."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from rules.battle.question import Put, Questions, answer_of
from rules.red_actions.actions.segment import Answer, StandingAnswer
from rules.red_actions.knowledge import known_as, known_to_all, may_see
from rules.red_actions.pending.question import Question, QuestionKind
from rules.red_actions.state import UNASKED, State
from rules.seam.asking import Ask, KnownAs, Offer, PublicWords, Wording
from rules.seam.viewing import PUBLIC


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """What is known of a kind of question."""

    words: Callable[[State, Question], Wording]
    labels: Mapping[str, str]
    """The answers in words, by the choice; of a promotion there are none, the officers' names are said."""
    idle: str = ""
    """The choice that does nothing; empty: each of them does something."""
    topic: str = ""
    """What a standing answer to it is about; empty: it is asked each time."""
    instead: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    """What a side means that has said something once for all which is not open now: the first of these that is.
    RA-R187"""
    secret: bool = False
    """It would betray an ambush."""


def _name(state: State, question: Question, ref: str) -> KnownAs:
    return known_as(state, question.side, ref)


def _unit(state: State, question: Question) -> KnownAs:
    return _name(state, question, question.who[0])


def _about(state: State, question: Question) -> KnownAs:
    return _name(state, question, question.about)


def _officer(state: State, question: Question) -> KnownAs:
    """Whom a question is about; of a hidden unit everybody hears no more than that there is one."""
    officer = state.officer(question.about)
    public = officer.name if may_see(state, PUBLIC, officer.unit) else "A senior officer"
    return KnownAs(officer.name, PublicWords(public))


ROWS: Mapping[QuestionKind, Row] = MappingProxyType(
    {
        "charged": Row(
            words=lambda s, q: Wording("{} charges {}. What now?", (_about(s, q), _unit(s, q))),
            labels={
                "stand": "Stand and fight",
                "fire": "Stand and fire",
                "counter-charge": "Counter-charge",
                "flee": "Flee, humiliated",
            },
            idle="stand",
            topic="When charged",
            instead={"fire": ("stand",), "counter-charge": ("fire", "stand"), "flee": ("fire", "stand")},
        ),
        "return-fire": Row(
            words=lambda s, q: Wording("{} fires at {} at close range. Return fire?", (_about(s, q), _unit(s, q))),
            labels={"yes": "Return fire", "no": "Hold fire"},
            idle="no",
            topic="Return fire",
        ),
        "ambush": Row(
            words=lambda s, q: Wording(
                "{} comes within reach of {} in ambush. Spring it?", (_about(s, q), _unit(s, q))
            ),
            labels={"charge": "Spring it: charge", "fire": "Spring it: fire", "lie-low": "Lie low"},
            idle="lie-low",
            topic="Ambushes",
            instead={"charge": ("lie-low",)},
            secret=True,
        ),
        "pre-empt": Row(
            words=lambda s, q: Wording(
                "{} is about to act. Try to act first with {} (a 6)?", (_about(s, q), _unit(s, q))
            ),
            labels={"yes": "Try to act first", "no": "Let them act"},
            idle="no",
            secret=True,
        ),
        "spare": Row(
            words=lambda s, q: Wording("{} is to retire. What now?", (_unit(s, q),)),
            labels={
                "cover": "Stay in cover",
                "retire": "Retire",
                "base": "Give up a base and stay",
                "marker": "Take a terror marker and stay",
            },
            topic="Retire results",
            instead={"cover": ("retire",), "base": ("retire",), "marker": ("retire",)},
        ),
        "promote": Row(
            words=lambda s, q: Wording("{} has fallen: who takes his place?", (_officer(s, q),)),
            labels={},
        ),
        "mode": Row(
            words=lambda s, q: Wording(
                "{} fires at {}. Does it evade for the rest of the turn?", (_about(s, q), _unit(s, q))
            ),
            labels={"evade": "Evade", "normal": "Do not evade"},
            idle="normal",
            topic="Evading under fire",
        ),
        "go-on": Row(
            words=lambda s, q: Wording(
                "Those whom {} charged have fled. Does it halt where they stood, or go on into {}?",
                (_unit(s, q), _about(s, q)),
            ),
            labels={"halt": "Halt there", "go-on": "Go on"},
            idle="halt",
            topic="After those who flee",
        ),
    }
)


def standing_choices(kind: QuestionKind) -> tuple[str, ...]:
    """What a standing answer may say to questions of that kind."""
    return tuple(ROWS[kind].labels)


def meant(question: Question, said: str) -> str | None:
    """What an answer once for all comes to where these choices are open; None: it settles nothing, and its side is
    asked. RA-R187"""
    ways = (said, *ROWS[question.kind].instead.get(said, ()))
    return next((each for each in ways if each in question.choices), None)


def _standing(state: State, question: Question) -> Answer | None:
    """What the side has said, else what holds until it says something, where that is open. RA-R180, RA-R181, RA-R185"""
    said = answer_of(state.standing, question.side, question.kind)
    choice = UNASKED.get(question.kind, "") if said is None else meant(question, said)
    return _answer(question, choice) if choice in question.choices else None


def _answer(question: Question, choice: str) -> Answer:
    return Answer.model_validate({"officer" if question.kind == "promote" else "answer": choice})


def _answers(state: State, question: Question) -> Iterator[Offer]:
    """Every choice that is open, then what may be said once for all and answers the question too: those choices, then
    what comes to one of them. RA-R187"""
    row = ROWS[question.kind]
    for choice in question.open:
        yield Offer(_answer(question, choice), row.labels.get(choice) or _officer_label(state, choice))
    settling = [choice for choice in row.labels if row.topic and meant(question, choice)]
    for choice in sorted(settling, key=lambda each: each not in question.choices):
        label = row.labels[choice]
        standing = StandingAnswer.model_validate({"question": question.kind, "answer": choice})
        yield Offer(standing, f"Always: {label[:1].lower()}{label[1:]}")


def _officer_label(state: State, id_: str) -> str:
    officer = state.officer(id_)
    unit = state.find(officer.unit)
    return f"{officer.name} ({unit.name})" if unit is not None else officer.name


def _put(row: Row) -> Put[State, Question]:
    return Put(
        words=row.words,
        answers=lambda state, question: tuple(_answers(state, question)),
        absent=lambda state, question: _answer(question, question.open[0]),
        idle=lambda state, question: _answer(question, row.idle) if row.idle in question.choices else None,
        standing=_standing,
        secret=row.secret,
    )


QUESTIONS: Questions[State, Question] = Questions(
    MappingProxyType({kind: _put(row) for kind, row in ROWS.items()}), known_to_all
)


def ask(state: State, question: Question) -> Ask:
    """The question as a prompt, of those units that are still there."""
    there = tuple(ref for ref in question.who if state.find(ref) is not None)
    return QUESTIONS.ask(state, question, units=there)
