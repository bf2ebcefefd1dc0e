"""The two sides: who attacks, and who defends. IA-notes.preparation"""

from __future__ import annotations

from rules.infantry_action.state import ATTACKER, DEFENDER
from rules.seam.forces import SideKind

SIDES: tuple[SideKind, ...] = (
    SideKind(ATTACKER, "Attacker", "#1f4e79", "friend"),
    SideKind(DEFENDER, "Defender", "#8c2f1b", "hostile"),
)
COLOURS = {kind.key: kind.colour for kind in SIDES}
AFFILIATIONS = {kind.key: kind.affiliation for kind in SIDES}
