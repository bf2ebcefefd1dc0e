"""The two sides: black cards and red cards. MM-2.3T.1, MM-2.3T.3."""

from __future__ import annotations

from rules.five56mm.state import BLACK, RED
from rules.seam.forces import SideKind

SIDES: tuple[SideKind, ...] = (
    SideKind(BLACK, "Black", "#1f2a44", "friend"),
    SideKind(RED, "Red", "#a4262c", "hostile"),
)
COLOURS = {kind.key: kind.colour for kind in SIDES}
AFFILIATIONS = {kind.key: kind.affiliation for kind in SIDES}
