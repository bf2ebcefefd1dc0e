"""How a battle has ended, and what taking a step of it back would give away."""

from __future__ import annotations

from rules.event import Event
from rules.red_actions.events.sight import Revealed
from rules.red_actions.state import State
from rules.viewing import Result


def result(state: State) -> Result | None:
    """None while it goes on."""
    ended = state.ended
    return None if ended is None else ended.result


def reveals(event: Event) -> bool:
    """Chance, or a secret of the other side: dice and tokens, and what came out of hiding."""
    return bool(event.draws) or isinstance(event, Revealed)
