"""A character's sheet in words, as the book prints a profile (11.11, 11.2)."""

from __future__ import annotations

from rules.five56mm.book.profile import ABILITIES, Gear, Skill, Traits
from rules.five56mm.book.tables import WEAPONS, Group
from rules.five56mm.book.weapons import Arm

SHORT = {"movement": "Mov", "weapons": "Wpn", "strength": "Str", "morale": "Mor"}


def scores_in_words(traits: Traits) -> str:
    """ "Movement +0 · Weapons +1 · Strength +1 · Morale +2"."""
    return " · ".join(f"{name.capitalize()} {traits.ability(name):+d}" for name in ABILITIES)


def scores_in_short(traits: Traits) -> str:
    """ "Wpn +1 Mor +2": those that are not +0."""
    return " ".join(f"{SHORT[name]} {traits.ability(name):+d}" for name in ABILITIES if traits.ability(name))


def skills_in_words(traits: Traits) -> str:
    """ "Machine Gunner, Nails"."""
    return ", ".join(skill.value for skill in traits.skills)


def arm_in_words(arm: Arm) -> str:
    """ "M21 (telescopic sight)", "M203 (Frag, Stun)"."""
    extra = (*(sight.value for sight in arm.sights), *(WEAPONS[load].title for load in arm.loads))
    return arm.profile.title + (f" ({', '.join(extra)})" if extra else "")


def arms_in_words(traits: Traits) -> str:
    """Weapons, then equipment."""
    return ", ".join((*(arm_in_words(arm) for arm in traits.arms), *(gear.value for gear in traits.gear)))


def in_words(traits: Traits) -> tuple[str, ...]:
    """The whole sheet: abilities, skills, weapons and equipment. MM-11.2.1."""
    return tuple(filter(None, (scores_in_words(traits), skills_in_words(traits), arms_in_words(traits))))


def in_short(traits: Traits) -> str:
    """ "Wpn +2 · Leader · M16, Knife"."""
    return " · ".join(filter(None, (scores_in_short(traits), skills_in_words(traits), arms_in_words(traits))))


_BY_SKILL = {
    Skill.MEDIC: "medic",
    Skill.SNIPER: "sniper",
    Skill.MACHINE_GUNNER: "machine gunner",
    Skill.HEAVY_WEAPONS: "anti-armour",
    Skill.PILOT: "pilot",
    Skill.DRIVER: "driver",
    Skill.TRACKER: "scout",
    Skill.SHARPSHOOTER: "marksman",
}
_BY_WEAPON = {
    Group.MACHINEGUN: "machine gunner",
    Group.SNIPER_RIFLE: "sniper",
    Group.HEAVY_WEAPON: "anti-armour",
    Group.GRENADE_LAUNCHER: "grenadier",
}


def role_of(traits: Traits) -> str:
    """What such a character is in his squad, by what he can do and carries."""
    if traits.leader:
        return "squad leader"
    groups = {WEAPONS[arm.weapon].group for arm in traits.arms if arm.weapon in WEAPONS}
    by_skill = next((role for skill, role in _BY_SKILL.items() if skill in traits.skills), None)
    by_weapon = next((role for group, role in _BY_WEAPON.items() if group in groups), None)
    return by_skill or by_weapon or ("signaller" if Gear.RADIO in traits.gear else "rifleman")
