"""The record of a handler: its events so far and the state after them."""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.book_and_gun.evolve import evolve
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Unit
from rules.chance import Chance
from rules.event import Event


@dataclass(slots=True)
class Record:
    """What has happened so far in one decision. `state` is always the fold of `events` over where it began."""

    state: State
    chance: Chance
    events: list[Event] = field(default_factory=lambda: list[Event]())

    def note(self, *events: Event) -> None:
        for event in events:
            self.state = evolve(self.state, event)
            self.events.append(event)

    def unit(self, unit_id: str) -> Unit:
        """The unit as it is now. Raises KeyError for an unknown id."""
        return self.state.unit(unit_id)
