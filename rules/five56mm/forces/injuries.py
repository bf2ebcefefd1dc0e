"""Lasting injuries under 5.56mm: each takes 1 from one ability. MM-R291"""

from __future__ import annotations

from dataclasses import replace

from rules.five56mm.book.profile import ABILITIES, Traits, dump_traits, load_traits
from rules.seam.injuries import Injuries, LastingInjury

_LESSENS = {"limp": "movement", "hands": "weapons", "arm": "strength", "nerve": "morale"}


def borne(traits: str, keys: tuple[str, ...]) -> str:
    """The character's sheet with these injuries. Raises RuleViolation for a sheet that cannot be read."""
    return dump_traits(replace(load_traits(traits, "a character"), injuries=keys))


def lessened(traits: Traits) -> Traits:
    """The sheet as it counts in a battle: an ability of +0 becomes -1. MM-9.0.2, MM-R291"""
    less = [_LESSENS[key] for key in traits.injuries if key in _LESSENS]
    return replace(traits, **{name: traits.ability(name) - less.count(name) for name in ABILITIES})


INJURIES = Injuries(
    known=(
        LastingInjury("limp", "a limp", "Movement 1 lower", "MM-R291"),
        LastingInjury("hands", "shaking hands", "Weapons 1 lower", "MM-R291"),
        LastingInjury("arm", "a weak arm", "Strength 1 lower", "MM-R291"),
        LastingInjury("nerve", "shattered nerves", "Morale 1 lower", "MM-R291"),
    ),
    borne=borne,
)
