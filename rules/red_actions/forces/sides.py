"""The two sides: who attacks, and who defends. RA-seq.1"""

from __future__ import annotations

from rules.red_actions.state import ATTACKER, DEFENDER
from rules.seam.forces import SideKind

SIDES: tuple[SideKind, ...] = (
    SideKind(ATTACKER, "Attacker", "#9c2b21", "hostile"),
    SideKind(DEFENDER, "Defender", "#1f4e79", "friend"),
)
COLOURS = {kind.key: kind.colour for kind in SIDES}
AFFILIATIONS = {kind.key: kind.affiliation for kind in SIDES}
