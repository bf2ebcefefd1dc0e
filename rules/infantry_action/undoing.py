"""What taking a step of a battle back would give away."""

from __future__ import annotations

from rules.battle.orders.sealing import OrdersOpened
from rules.infantry_action.events.sight import Heard, LookedOut, TrailSeen
from rules.kernel.event import Event


def reveals(event: Event) -> bool:
    """Chance, or a secret of the other side: dice, what was sealed, what was seen."""
    return bool(event.draws) or isinstance(event, OrdersOpened | LookedOut | Heard | TrailSeen)
