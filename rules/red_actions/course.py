"""The course of one decision: events that happen one after the other, each seen by what follows it; and the agenda, on
which a task puts what follows from it, or asks and waits.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.battle import course
from rules.kernel.action import SideId
from rules.kernel.chance import Chance
from rules.red_actions.actions.segment import Answer
from rules.red_actions.book.switches import House
from rules.red_actions.events.agenda import AgendaSet, Asked
from rules.red_actions.evolve import evolve
from rules.red_actions.pending import Task
from rules.red_actions.pending.question import Question, QuestionKind
from rules.red_actions.questions import QUESTIONS
from rules.red_actions.state import State


class Course(course.Course[State]):
    def __init__(self, state: State, chance: Chance) -> None:
        super().__init__(state, chance, evolve)

    @property
    def house(self) -> House:
        return self.state.house

    # The agenda --------------------------------------------------------------------------------------------------

    def push(self, *tasks: Task) -> None:
        """Tasks to be done before everything else that waits, the first of them next."""
        if tasks:
            self.happen(AgendaSet(agenda=(*self.state.agenda, *reversed(tasks))))

    def done(self, *then: Task) -> None:
        """The task on top is done; these follow from it, the first of them next."""
        taken = bool(self.state.reply)
        self.happen(AgendaSet(agenda=(*self.state.agenda[:-1], *reversed(then)), taken=taken))

    def ask(
        self,
        kind: QuestionKind,
        side: SideId,
        who: Sequence[str],
        choices: Sequence[str],
        *,
        about: str = "",
    ) -> str | None:
        """The side's answer: the reply that has come, else what it says to all such questions, else the only choice.
        None: it has been asked now, and the task must return as it is, to be done again with the reply. RA-R187"""
        state = self.state
        if state.reply:
            return state.reply
        question = Question(state.questions + 1, kind, side, tuple(who), tuple(choices), about)
        settled = QUESTIONS.settled(state, (question,))
        if isinstance(settled, Answer):
            return settled.said
        if len(choices) == 1:
            return choices[0]
        self.happen(Asked(question=question, audience=QUESTIONS.audience(question)))
        return None
