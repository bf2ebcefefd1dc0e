"""The two armies, and what each may be in a battle: who attacks, who defends. RA-seq.1"""

from __future__ import annotations

from rules.red_actions.state import ATTACKER, DEFENDER
from rules.seam.forces import RoleKind, SideKind

SIDES: tuple[SideKind, ...] = (
    SideKind(ATTACKER, "First Army", "#9c2b21", "hostile"),
    SideKind(DEFENDER, "Second Army", "#1f4e79", "friend"),
)
ROLES: tuple[RoleKind, ...] = (
    RoleKind(ATTACKER, "Attacker", "attack"),
    RoleKind(DEFENDER, "Defender", "defend"),
)
COLOURS = {kind.key: kind.colour for kind in SIDES}
AFFILIATIONS = {kind.key: kind.affiliation for kind in SIDES}
