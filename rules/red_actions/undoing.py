"""What taking a step of a battle back would give away."""

from __future__ import annotations

from rules.kernel.event import Event
from rules.red_actions.events.sight import Revealed


def reveals(event: Event) -> bool:
    """Chance, or a secret of the other side: dice and tokens, and what came out of hiding."""
    return bool(event.draws) or isinstance(event, Revealed)
