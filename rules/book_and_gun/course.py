"""The course of one decision: its events so far and the state after them."""

from __future__ import annotations

from rules.battle import course
from rules.book_and_gun.evolve import evolve
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Unit
from rules.kernel.chance import Chance


class Course(course.Course[State]):
    """What has happened so far in one decision."""

    def __init__(self, state: State, chance: Chance) -> None:
        super().__init__(state, chance, evolve)

    def unit(self, unit_id: str) -> Unit:
        """The unit as it is now. Raises KeyError for an unknown id."""
        return self.state.unit(unit_id)
