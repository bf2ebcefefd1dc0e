"""The course of one decision: events that happen one after the other, each seen by what follows it."""

from __future__ import annotations

from rules.battle import course
from rules.infantry_action.book.switches import House
from rules.infantry_action.evolve import evolve
from rules.infantry_action.state import State
from rules.kernel.chance import Chance


class Course(course.Course[State]):
    def __init__(self, state: State, chance: Chance) -> None:
        super().__init__(state, chance, evolve)

    @property
    def house(self) -> House:
        return self.state.house
