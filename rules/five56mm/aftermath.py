"""Between battles: what a survivor's sheet says afterwards, and how an umpire improves it. MM-R92.

The book only hints at veterans of several battles (MM-11.1R.8). By default all wounds are healed; ammunition, LAWs,
once-per-game skills and luck are fresh in every battle anyway, because a sheet does not hold them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rules.five56mm.injury import Level
from rules.five56mm.profile import ABILITIES, HIGHEST, Skill, Traits
from rules.five56mm.state import State
from rules.violation import RuleViolation


def sheets_after(state: State) -> Mapping[str, Traits]:
    """The sheets of those who live, by id, for their next battle: healed, or with their open wounds where the table
    keeps them. A Mortal Wound that was survived is a Critical one by then (MM-R47)."""
    kept = state.house.choice("wounds-between-battles") == "kept"
    return {
        who.id: replace(who.traits, wounds=tuple(_carried(w.level) for w in who.wounds) if kept else ())
        for who in state.characters
        if who.life.value != "dead"
    }


def _carried(level: Level) -> Level:
    return Level.CRITICAL if level is Level.MORTAL else level


def improved(traits: Traits, *, ability: str | None = None, skill: Skill | None = None) -> Traits:
    """One Upgrade more by the umpire's order: +1 to an ability or a skill. The limit of three holds only when a squad
    is created (MM-11.1R.5, MM-R92). RuleViolation for an ability at +3, a skill that he has, or neither."""
    if ability in ABILITIES and skill is None:
        scores = {name: traits.ability(name) for name in ABILITIES}
        if scores[ability] >= HIGHEST:
            raise RuleViolation(
                "ability-full",
                f"{ability.capitalize()} is at +{HIGHEST} already.",
                citation="MM-9.0.2",
                remedy="Raise another ability.",
            )
        scores[ability] += 1
        return replace(traits, **scores)
    if skill is not None and ability is None and skill not in traits.skills:
        return replace(traits, skills=(*traits.skills, skill))
    raise RuleViolation(
        "no-improvement",
        "An Upgrade is +1 to one ability, or one skill that he has not got.",
        citation="MM-11.1R.4",
        remedy=f"Name one of {', '.join(ABILITIES)}, or a skill.",
    )
