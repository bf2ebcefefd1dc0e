"""11.12, 11.13 What may be asked for one character of a Random Squad, what it costs, and the plain refusals."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rules.five56mm.book.profile import ABILITIES, HIGHEST, Gear, Skill, Traits
from rules.five56mm.book.squads import FREE_RIFLES, cost
from rules.five56mm.book.tables import MELEE, WEAPONS, Group, Weapon
from rules.five56mm.forces.draft import Member, bought
from rules.language.words import counted
from rules.seam.drafting import Purchase, refuse

ABILITY, SKILL, GUN, SMALL, OTHER = "Ability", "Special skill", "Weapon", "Grenade or knife", "Rifle, radio, rank"
RANKS = ("Private", "Corporal", "Sergeant", "Staff Sergeant", "Warrant Officer", "Lieutenant", "Captain")


def purchases(traits: Traits) -> Iterator[Purchase]:
    """Every step that a character could be asked for, whether he may take it or not."""
    for name in ABILITIES:
        now = traits.ability(name)
        yield Purchase(f"ability.{name}", f"{name.capitalize()} +{now + 1}", f"1 Upgrade · +{now} now", ABILITY)
    for skill in Skill:
        yield Purchase(f"skill.{skill.value}", skill.value, "1 Upgrade", SKILL)
    for key, weapon in WEAPONS.items():
        if weapon.carried and weapon.round_of is None and weapon.group is not Group.GRENADE:
            yield Purchase(f"buy.{key}", weapon.title, f"{_price(traits, key)} · {_about(weapon)}", GUN)
    for key in ("frag", "stun", "cs", "wp"):
        yield Purchase(f"buy.{key}", WEAPONS[key].title, f"{_price(traits, key)} · thrown", SMALL)
    yield Purchase("buy.knife", MELEE["knife"].title, f"{_price(traits, 'knife')} · hand-to-hand", SMALL)
    if any(arm.loads for arm in traits.arms):
        for key in ("frag", "stun", "cs", "wp"):
            yield Purchase(f"load.{key}", f"{WEAPONS[key].title} for the M203", _purchased(3), SMALL)
    for key in FREE_RIFLES:
        yield Purchase(f"swap.{key}", f"{WEAPONS[key].title} as his rifle", "free · instead of the one he has", OTHER)
    yield Purchase("leave", "Leave the rifle behind", "free · nothing is refunded", OTHER)
    yield Purchase("radio", "Carry the Patrol Radio", "free · the squad has one", OTHER)
    yield Purchase("lead", "Lead the squad", "free · at least a Sergeant", OTHER)
    for rank in RANKS:
        yield Purchase(f"rank.{rank}", rank, "free · rank", OTHER)


def _price(traits: Traits, key: str) -> str:
    return _purchased(cost(replace(traits, arms=(*traits.arms, bought(key)))).purchases - cost(traits).purchases)


def _purchased(number: int) -> str:
    return counted(number, "Purchase") if number else "free"


def _about(weapon: Weapon) -> str:
    damage = f" · damage +{weapon.damage}" if weapon.damage is not None else ""
    return f"{weapon.group.value} · reach {weapon.maximum:g} in{damage}"


def _title(key: str) -> str:
    return WEAPONS[key].title if key in WEAPONS else MELEE[key].title


def check(who: Member, key: str) -> None:
    """What `faults` could not tell from a lawful squad, or would tell in less plain words."""
    what, _, which = key.partition(".")
    traits = who.traits
    if what == "ability" and traits.ability(which) >= HIGHEST:
        refuse(f"{which.capitalize()} is at +{HIGHEST} already.", "MM-9.0.2", "Raise another ability.")
    if what == "skill" and which in traits.skills:
        refuse(f"He is {which} already.", "MM-10.0.1", "Learn another skill.")
    if what == "buy" and any(arm.weapon == which for arm in traits.arms):
        refuse(f"He carries {_title(which)} already.", "MM-7.0.2", "Buy another weapon.")
    if what == "load" and any(which in arm.loads for arm in traits.arms):
        refuse(f"His M203 has {_title(which)} rounds already.", "MM-7.5.7", "Buy another kind.")
    if what in ("swap", "leave") and not any(arm.weapon in FREE_RIFLES for arm in traits.arms):
        refuse("He has left his free assault rifle behind.", "MM-R74", "Take that back first.")
    if what == "swap" and any(arm.weapon == which for arm in traits.arms):
        refuse(f"He carries {_title(which)} already.", "MM-R114", "Choose another type.")
    if what == "radio" and Gear.RADIO in traits.gear:
        refuse("He has the squad's Patrol Radio; a second one comes only from a scenario.", "MM-R114", "Go on.")
    if what == "lead" and traits.leader:
        refuse("He leads the squad already.", "MM-11.1R.1", "Choose somebody else.")
    if what == "rank" and who.rank == which:
        refuse(f"He is {which} already.", "MM-R114", "Choose another rank.")
