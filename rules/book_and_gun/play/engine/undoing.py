"""Which events cannot be taken back by a player: those that drew a die or card, or showed what was hidden."""

from __future__ import annotations

from rules.book_and_gun.events.battle import KnowledgeChanged, UnitRevealed
from rules.book_and_gun.events.fire import SpottingTried, UnitSpotted
from rules.kernel.event import Event


def reveals(event: Event) -> bool:
    if isinstance(event, KnowledgeChanged):
        return bool(event.appeared)
    return bool(event.draws) or isinstance(event, UnitRevealed | UnitSpotted | SpottingTried)
