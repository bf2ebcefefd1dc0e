"""The lawful actions of one group for its side."""

from __future__ import annotations

from rules.infantry_action.deeds import DEEDS
from rules.infantry_action.play.command.writing import WRITTEN
from rules.infantry_action.state import State
from rules.kernel.action import SideId
from rules.seam.asking import Offer


def offers(state: State, side: SideId, unit: str) -> tuple[Offer, ...]:
    """Nothing while nobody writes, and nothing for others' groups."""
    group = state.find_group(unit)
    if state.ended is not None or state.step not in WRITTEN or group is None or group.side != side:
        return ()
    return DEEDS.offers(state, side, unit)
