"""Lawful actions of one character, facts filled in, as buttons show them: the likeliest first."""

from __future__ import annotations

from collections.abc import Iterator

from rules.five56mm.deeds import DEEDS
from rules.five56mm.state import State
from rules.kernel.action import SideId
from rules.seam.asking import Offer


def offers(state: State, side: SideId, unit: str) -> tuple[Offer, ...]:
    """What this character may do now; nothing for one who may not act."""
    return tuple(each_offer(state, side, unit))


def each_offer(state: State, side: SideId, unit: str) -> Iterator[Offer]:
    """The same found one after the other: a prompt looks at the first few only."""
    return iter(()) if state.ended is not None else DEEDS.found(state, side, unit)
