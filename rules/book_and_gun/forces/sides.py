"""The sides of the game. BG-II.0.1."""

from __future__ import annotations

from types import MappingProxyType

from rules.book_and_gun.state import ARMY, CIVILIANS, INSURGENTS
from rules.seam.forces import SideKind

SIDES: tuple[SideKind, ...] = (
    SideKind(ARMY, "Army", "#2f5d8a", "friend"),
    SideKind(INSURGENTS, "Insurgents", "#a63d2f", "hostile"),
    SideKind(CIVILIANS, "Civilians", "#4d7c4a", "neutral", playable=False),
)
"""Black cards are the army's, red ones the insurgents'. Civilians are the umpire's or, friendly to the insurgents,
their player's. BG-VII.2, BG-III.2.3b."""

SIDE_KINDS = MappingProxyType({kind.key: kind for kind in SIDES})
