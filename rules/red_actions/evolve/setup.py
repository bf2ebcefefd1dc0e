"""The roll after the battle changes nothing on the table."""

from __future__ import annotations

from rules.red_actions.events.setup import SetupEvent
from rules.red_actions.state import State


def evolve_setup(state: State, event: SetupEvent) -> State:
    return state
