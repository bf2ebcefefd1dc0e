"""What is going on in the middle of an action: tasks, questions, answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.kernel.action import SideId
from rules.kernel.event import Event
from rules.red_actions.pending import Task
from rules.red_actions.pending.question import Question, QuestionKind
from rules.red_actions.state import WatchKept


@dataclass(frozen=True, slots=True, kw_only=True)
class AgendaSet(Event):
    """The tasks that are left; nothing to tell. `taken`: the reply to the last question has been used."""

    kind: Literal["agenda-set"] = "agenda-set"
    agenda: tuple[Task, ...]
    taken: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked(Event):
    """Somebody must answer before it goes on."""

    kind: Literal["asked"] = "asked"
    question: Question


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered(Event):
    kind: Literal["answered"] = "answered"
    question: Question
    answer: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingSet(Event):
    """What a side answers to such questions from now on; "ask": it is asked again."""

    kind: Literal["standing-set"] = "standing-set"
    side: SideId
    question: QuestionKind
    answer: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchSet(Event):
    """A Clever officer watches, or does not any more. RA-preempt.clever.1"""

    kind: Literal["watch-set"] = "watch-set"
    unit: str
    watch: WatchKept | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PreemptRolled(Event):
    """A Clever officer has tried to act before an enemy unit. RA-preempt.clever.1"""

    kind: Literal["preempt-rolled"] = "preempt-rolled"
    unit: str
    about: str
    roll: int
    done: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionResumed(Event):
    """What was announced may now be done. RA-R110"""

    kind: Literal["action-resumed"] = "action-resumed"
    unit: str
    action: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionDropped(Event):
    """What was announced cannot be done any more; its player may do something else. RA-R110"""

    kind: Literal["action-dropped"] = "action-dropped"
    unit: str


AgendaEvent: TypeAlias = (
    AgendaSet | Asked | Answered | StandingSet | WatchSet | PreemptRolled | ActionResumed | ActionDropped
)
