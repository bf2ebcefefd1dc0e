"""The lawful actions of one unit for its side."""

from __future__ import annotations

from rules.kernel.action import SideId
from rules.red_actions.deeds import DEEDS
from rules.red_actions.state import State
from rules.seam.asking import Offer


def offers(state: State, side: SideId, unit: str) -> tuple[Offer, ...]:
    """Nothing for others' units, and nothing when the battle is over."""
    found = state.find(unit)
    if state.ended is not None or found is None or found.side != side:
        return ()
    return DEEDS.offers(state, side, unit)
