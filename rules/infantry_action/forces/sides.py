"""The two armies, and what each may be in a battle: who attacks, who defends, who has agreed to. IA-notes.preparation,
IA-opt.defensive-agreement"""

from __future__ import annotations

from rules.infantry_action.state import ATTACKER, DEFENDER
from rules.seam.forces import RoleKind, SideKind

SIDES: tuple[SideKind, ...] = (
    SideKind(ATTACKER, "First Army", "#1f4e79", "friend"),
    SideKind(DEFENDER, "Second Army", "#8c2f1b", "hostile"),
)
ROLES: tuple[RoleKind, ...] = (
    RoleKind(ATTACKER, "Attacker", "attack"),
    RoleKind(DEFENDER, "Defender", "defend"),
    RoleKind(
        "agreed-defender",
        "Agreed defender",
        "defend by agreement",
        DEFENDER,
        (("agreed-defender", DEFENDER),),
    ),
)
COLOURS = {kind.key: kind.colour for kind in SIDES}
AFFILIATIONS = {kind.key: kind.affiliation for kind in SIDES}
