"""Questions: what somebody must answer in the middle of something before the battle goes on.

A rule set keeps its open questions as data of its state, each with what its kind needs. All else that it knows of a
kind stands in one row: the words, the answers to click, what an absent side answers, and the answer that stands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, Literal, Protocol, TypeVar

from rules.battle.admission import not_asked
from rules.kernel.action import Action, Actor, Role, SideId
from rules.seam.asking import Ask, Offer, PublicKnowledge, Wording, put_to

S = TypeVar("S")

SECRET = "The battle waits on an answer."
"""What everybody may read of a question that would betray something."""


class Question(Protocol):
    """An open question as a state keeps it."""

    @property
    def key(self) -> str:
        """Stable while the question stands."""
        ...

    @property
    def kind(self) -> str: ...

    @property
    def side(self) -> SideId: ...

    @property
    def who(self) -> tuple[str, ...]:
        """The units that may answer."""
        ...


@dataclass(frozen=True, slots=True)
class Window:
    """Units that may still interrupt an action, before it or after it."""

    phase: Literal["before", "after"]
    waiting: tuple[str, ...]


R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class StandingReply(Generic[R]):
    """An answer that a side gives without being asked, to one kind of question."""

    side: SideId
    question: str
    answer: R


def answer_of(standing: Iterable[StandingReply[R]], side: SideId, question: str) -> R | None:
    """What the side has said once for all; None: nothing."""
    return next((each.answer for each in standing if (each.side, each.question) == (side, question)), None)


def with_answer(standing: Iterable[StandingReply[R]], changed: StandingReply[R]) -> tuple[StandingReply[R], ...]:
    """The newest last; it goes before what the side has said to that kind of question before."""
    subject = (changed.side, changed.question)
    return (*(each for each in standing if (each.side, each.question) != subject), changed)


Q = TypeVar("Q", bound=Question)


def _each_time(state: Any, question: Any) -> None:
    return None


def _no_way_to(state: Any, question: Any) -> None:
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Put(Generic[S, Q]):
    """How one kind of question is put."""

    words: Callable[[S, Q], Wording]
    """The names in it as the side and as everybody knows them."""
    answers: Callable[[S, Q], Sequence[Offer]]
    """Every answer that one click can give."""
    absent: Callable[[S, Q], Action]
    """What the deadline answers."""
    idle: Callable[[S, Q], Action | None] = _no_way_to
    """The answer that does nothing; None: each of them does something."""
    standing: Callable[[S, Q], Action | None] = _each_time
    """What the side has said once for all; None: it is asked."""
    secret: bool = False
    """The question would betray something: its side alone may read it."""


@dataclass(frozen=True, slots=True)
class Questions(Generic[S, Q]):
    """All kinds of questions of a rule set. `known`: what everybody knows."""

    rows: Mapping[str, Put[S, Q]]
    known: Callable[[S], PublicKnowledge]

    def ask(
        self,
        state: S,
        question: Q,
        *,
        side: SideId | None = None,
        umpire: bool = False,
        units: tuple[str, ...] | None = None,
    ) -> Ask:
        """The question as a prompt. `side`: who answers where it is not the side that it concerns; `units`: who may be
        picked where not all may that are asked."""
        row = self.rows[question.kind]
        words = row.words(state, question)
        return put_to(
            side or question.side,
            question.key,
            replace(words, openly=SECRET) if row.secret else words,
            row.absent(state, question),
            known=self.known(state),
            units=question.who if units is None else units,
            quick=row.answers(state, question),
            secret=row.secret,
            umpire=umpire,
            idle=row.idle(state, question),
        )

    def audience(self, question: Q) -> tuple[SideId, ...] | None:
        """Who may know that it is asked and what is answered; None: everybody."""
        return (question.side,) if self.rows[question.kind].secret else None

    def to_be_asked(self, state: S, questions: Iterable[Q]) -> tuple[Q, ...]:
        """Those that no standing answer settles."""
        return tuple(each for each in questions if self._standing(state, each) is None)

    def settled(self, state: S, questions: Iterable[Q]) -> Action | None:
        """The answer to the first of those that a standing answer settles; None: there are none."""
        found = (self._standing(state, each) for each in questions)
        return next((answer for answer in found if answer is not None), None)

    def absent(self, state: S, question: Q) -> Action:
        return self.rows[question.kind].absent(state, question)

    def words(self, state: S, question: Q) -> str:
        """As the side that is asked reads it."""
        return self.rows[question.kind].words(state, question).own

    def answers(self, state: S, question: Q) -> tuple[Offer, ...]:
        return tuple(self.rows[question.kind].answers(state, question))

    def _standing(self, state: S, question: Q) -> Action | None:
        return self.rows[question.kind].standing(state, question)


def spoken_for(by: Actor) -> Callable[[SideId], bool]:
    """For which sides he answers: a player for his own, the umpire and the engine for any."""
    return lambda side: by.role is not Role.PLAYER or by.side == side


def asked_of(questions: Iterable[Q], kind: str, speaks_for: Callable[[SideId], bool], *, unit: str = "") -> Q:
    """The open question of that kind (empty: of any), of that unit where one is named, that the asker may answer.
    Raises RuleViolation where nobody is asked so, or somebody else is."""
    found = [each for each in questions if kind in ("", each.kind) and (not unit or unit in each.who)]
    if not found:
        one = "Nobody has asked that." if kind else "Nobody has asked anything."
        raise not_asked("Nothing of the kind is being asked of that unit now." if unit else one)
    mine = next((each for each in found if speaks_for(each.side)), None)
    if mine is None:
        raise not_asked("The other side is asked, not yours.")
    return mine
