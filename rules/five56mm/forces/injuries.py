"""Lasting injuries under 5.56mm: each takes 1 from one ability. MM-R291"""

from __future__ import annotations

from dataclasses import replace

from rules.five56mm.book.profile import ABILITIES, dump_traits, load_traits
from rules.seam.injuries import Injuries, LastingInjury

_LESSENS = {"limp": "movement", "hands": "weapons", "arm": "strength", "nerve": "morale"}


def borne(traits: str, keys: tuple[str, ...]) -> str:
    """The character's sheet with these injuries; an ability of +0 becomes -1. Raises RuleViolation for a sheet that
    cannot be read. MM-9.0.2"""
    own = load_traits(traits, "a character")
    less = [_LESSENS[key] for key in keys if key in _LESSENS]
    return dump_traits(replace(own, **{name: own.ability(name) - less.count(name) for name in ABILITIES}))


INJURIES = Injuries(
    known=(
        LastingInjury("limp", "a limp", "Movement 1 lower", "MM-R291"),
        LastingInjury("hands", "shaking hands", "Weapons 1 lower", "MM-R291"),
        LastingInjury("arm", "a weak arm", "Strength 1 lower", "MM-R291"),
        LastingInjury("nerve", "shattered nerves", "Morale 1 lower", "MM-R291"),
    ),
    borne=borne,
)
