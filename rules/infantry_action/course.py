"""The course of one decision: events that happen one after the other, each seen by what follows it."""

from __future__ import annotations

from dataclasses import replace

from rules.action import SideId
from rules.battle import course
from rules.chance import Chance
from rules.event import Event
from rules.infantry_action.book.switches import House
from rules.infantry_action.evolve import evolve
from rules.infantry_action.state import State


class Course(course.Course[State]):
    def __init__(self, state: State, chance: Chance) -> None:
        super().__init__(state, chance, evolve)

    @property
    def house(self) -> House:
        return self.state.house

    def happen(self, event: Event) -> None:
        """Let an event happen: it takes the dice drawn since the last one."""
        drawn = self.chance.taken()
        self.note(replace(event, draws=(*event.draws, *drawn)) if drawn else event)

    def known_to(self, side: SideId, *, others: bool) -> tuple[SideId, ...] | None:
        """The audience of what happens to a side: everybody where the others can see it, else itself alone."""
        return None if others else (side,)
