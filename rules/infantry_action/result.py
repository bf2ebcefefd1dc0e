"""How a battle has ended, and what taking a step of it back would give away."""

from __future__ import annotations

from rules.battle.orders.sealing import OrdersOpened
from rules.event import Event
from rules.infantry_action.events.sight import Heard, LookedOut, TrailSeen
from rules.infantry_action.state import State
from rules.viewing import Result


def result(state: State) -> Result | None:
    """None while it goes on."""
    ended = state.ended
    return None if ended is None else ended.result


def reveals(event: Event) -> bool:
    """Chance, or a secret of the other side: dice, what was sealed, what was seen."""
    return bool(event.draws) or isinstance(event, OrdersOpened | LookedOut | Heard | TrailSeen)
