"""Rules of engagement: when the soldiers of a side may fire, and what a breach costs. II.2.4, III.2.3.

Pure: the questions get plain answers about the shot. `fire` asks them before a shot and after it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.kernel.violation import RuleViolation

NAMES = {0: "none", 1: "weapons hold", 2: "weapons tight", 3: "weapons ready", 4: "weapons free"}
"""BG-III.2.4.0."""


@dataclass(frozen=True, slots=True)
class Engagement:
    """A shot as the rules of engagement see it.

    `fired_on_by_target`: the target fired at the firing unit (BG-R130). `bystanders`: non-combatants stand in the line
    of fire. `authorised`: an unhurt leader of the unit is there to decide. `civilians`: non-combatants are the declared
    target. `self_defence`: those civilians fired at the unit. `may_fight_civilians` False: the scenario forbids to
    attack them but in self-defence.
    """

    roe: int
    fired_on_by_target: bool = False
    spotted: bool = True
    bystanders: bool = False
    authorised: bool = True
    civilians: bool = False
    self_defence: bool = False
    may_fight_civilians: bool = True


def breach(shot: Engagement) -> RuleViolation | None:
    """The refusal of a shot that the rules forbid; None when it is allowed. Raising it is the caller's business: a
    player may insist. BG-III.2.3a, BG-III.2.4.a, BG-III.2.4.b, BG-III.2.4.c, BG-R119."""
    if shot.civilians and not shot.may_fight_civilians and not shot.self_defence:
        return _refused("civilians", "Your nation may attack civilians only in self-defence.", "BG-III.2.3a")
    if shot.roe == 1:
        return _hold(shot)
    if shot.roe == 2 and not shot.authorised:
        return _refused("weapons-tight", "Weapons tight: only a leader on the spot may order fire.", "BG-III.2.4.b")
    if shot.roe == 3 and not shot.spotted:
        return _refused("weapons-ready", "Weapons ready: no fire at targets that are not spotted.", "BG-III.2.4.c")
    return None


def _hold(shot: Engagement) -> RuleViolation | None:
    """ROE1: only after being fired on, only at that firer, only if he is spotted, nobody else in the way."""
    if not shot.fired_on_by_target:
        return _refused("weapons-hold", "Weapons hold: you may fire only at a unit that fired at you.", "BG-III.2.4.a")
    if not shot.spotted:
        return _refused("weapons-hold", "Weapons hold: the firer is not spotted.", "BG-III.2.4.a")
    if shot.bystanders:
        return _refused("weapons-hold", "Weapons hold: non-combatants are in the line of fire.", "BG-III.2.4.a")
    return None


def _refused(code: str, message: str, citation: str) -> RuleViolation:
    return RuleViolation(
        code, message, citation=citation, remedy="Hold fire; or insist, and the soldier is removed from the battle."
    )


def punished(shot: Engagement, *, insisted: bool, civilians_harmed: bool) -> Literal["nobody", "figure", "leader"]:
    """Who is removed from the battle once the shot is resolved.

    The firing figure when he insisted on a forbidden shot, or made civilians his target under weapons ready or free;
    under weapons tight the leader, also when a non-combatant was killed or wounded. Civilians that fired at the unit
    are fair targets. BG-III.2.4.a to BG-III.2.4.d, BG-R119, BG-R143.
    """
    forbidden = insisted and breach(shot) is not None
    if shot.roe == 2:
        return "leader" if forbidden or (civilians_harmed and not shot.self_defence) else "nobody"
    on_purpose = shot.roe in (3, 4) and shot.civilians and not shot.self_defence
    return "figure" if forbidden or on_purpose else "nobody"
