"""7.0 Weapons: what a character carries, where a target falls in a weapon's range, ammunition that runs out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from rules.five56mm.book.switches import BOOK, House
from rules.five56mm.book.tables import MELEE, NUMBERS, WEAPONS, Category, Group, Melee, Weapon
from rules.kernel.chance import Chance
from rules.kernel.violation import RuleViolation


class WeaponSight(StrEnum):
    """Equipment that sits on a weapon. MM-8.0.3, MM-8.0.13, MM-8.0.14."""

    TELESCOPIC = "telescopic sight"
    NIGHT_VISION = "night vision sight"
    THERMAL = "thermal imaging sight"


AUTO_FIRE = frozenset({Group.SUB_MACHINEGUN, Group.ASSAULT_RIFLE, Group.MACHINEGUN})
SPECIALIST = {
    Group.MACHINEGUN: "Machine Gunner",
    Group.SNIPER_RIFLE: "Sniper",
    Group.HEAVY_WEAPON: "Heavy Weapons",
}
"""Classes that ask for a skill. MM-9.2.2, MM-7.6.1, MM-7.7.1, MM-7.9.1."""
HEAVY_LOAD = frozenset({Group.MACHINEGUN, Group.HEAVY_WEAPON})


@dataclass(frozen=True, slots=True)
class Arm:
    """A weapon in somebody's hands. `loads`: kinds of grenade of an M203 (MM-7.5.7). `ammo_low` as the scenario says,
    or by the weapon's own rule (MM-7.0.9, MM-R30); `every_shot`: an Ammo roll follows each shot (MM-7.0.11)."""

    weapon: str
    sights: tuple[WeaponSight, ...] = ()
    loads: tuple[str, ...] = ()
    ammo_low: bool = False
    every_shot: bool = False
    out: bool = False

    @property
    def profile(self) -> Weapon | Melee:
        return WEAPONS[self.weapon] if self.weapon in WEAPONS else MELEE[self.weapon]


def _plain(name: str) -> str:
    return "".join(letter for letter in name.casefold() if letter.isalnum())


_MELEE = {_plain(name): melee for melee in MELEE.values() for name in (melee.key, melee.title)}
_RANGED = {_plain(name): arm for arm in WEAPONS.values() for name in (arm.key, arm.title, *arm.also)}


def weapon(name: str) -> Weapon:
    """The ranged weapon of that name: key, title or another name of the book, with hyphens, spaces and capitals or
    without. RuleViolation for one that there is not, or a melee weapon (MM-7.1.1)."""
    said = _plain(name)
    if said in _MELEE:
        raise RuleViolation(
            "melee-only",
            f"A {_MELEE[said].title.lower()} is of use only in hand-to-hand combat.",
            citation="MM-7.1.1",
            remedy="Engage, or choose another weapon.",
        )
    try:
        return _RANGED[said]
    except KeyError:
        raise RuleViolation(
            "unknown-weapon", f"There is no weapon “{name}”.", remedy=f"There are: {', '.join(WEAPONS)}."
        ) from None


def range_category(arm: Weapon, distance: float) -> Category:
    """The category in which `distance` inches fall. RuleViolation when the target is too near or out of range.

    MM-7.0.5, MM-7.0.6, MM-7.0.7.
    """
    category = arm.category(distance)
    if category is not None:
        return category
    if distance < arm.close:
        raise RuleViolation(
            "too-near",
            f"{distance:g} in is too near for the {arm.title}: it needs {arm.close:g} in.",
            citation="MM-7.0.6",
            remedy="Move away first, or use another weapon.",
        )
    raise RuleViolation(
        "out-of-range",
        f"{distance:g} in is beyond the {arm.title}'s maximum range of {arm.maximum:g} in.",
        citation="MM-7.0.7",
        remedy="Move closer, or use another weapon.",
    )


def auto_fire_shots(arm: Weapon, house: House = BOOK) -> int:
    """Shots of an Auto-Fire, the normal one included. MM-4.3.2, MM-4.3.5, MM-7.4.1, MM-7.5.1, MM-7.7.7, MM-R12,
    MM-R13."""
    shots = 1 + len(arm.extra)
    return min(shots, house.number("minigun-shots")) if arm.key == "minigun" else shots


def weight(arms: Iterable[Arm]) -> int:
    """Weapons counted against the limit of 4. MM-7.0.2, MM-R101: machineguns and heavy weapons 2, all grenades 1."""
    total, grenades = 0, False
    for arm in arms:
        profile = arm.profile
        if isinstance(profile, Melee):
            total += int(profile.key == "knife")
        elif profile.group is Group.GRENADE:
            grenades = True
        else:
            total += 2 if profile.group in HEAVY_LOAD else 1
    return total + int(grenades)


@dataclass(frozen=True, slots=True)
class LoadoutFault:
    kind: Literal["too-many-weapons", "launcher-alone", "not-portable", "helicopter-only"]
    words: str
    citation: str


def loadout_faults(arms: Iterable[Arm]) -> tuple[LoadoutFault, ...]:
    """What is wrong with somebody's weapons, none if all is well.

    MM-7.0.2, MM-7.5.4, MM-7.7.6, MM-7.7.9, MM-7.8.2.
    """
    carried = tuple(arms)
    faults: list[LoadoutFault] = []
    held = {arm.weapon for arm in carried}
    if weight(carried) > NUMBERS.most_weapons:
        words = f"{weight(carried)} weapons where {NUMBERS.most_weapons} are the limit (machineguns and heavy ones 2)"
        faults.append(LoadoutFault("too-many-weapons", words, "MM-7.0.2"))
    if "m203" in held and not held & {"m16", "m4"}:
        words = "an M203 without the M16 or M4 that it is fixed to"
        faults.append(LoadoutFault("launcher-alone", words, "MM-7.5.4"))
    for arm in carried:
        profile = arm.profile
        if isinstance(profile, Weapon) and not profile.carried:
            words = f"the {profile.title} cannot be carried"
            flown = profile.helicopter_only
            faults.append(
                LoadoutFault("helicopter-only", words, "MM-7.7.9")
                if flown
                else LoadoutFault("not-portable", words, "MM-7.7.6")
            )
    return tuple(faults)


def check_loadout(arms: Iterable[Arm], who: str) -> None:
    """Raise RuleViolation for weapons that nobody may carry so."""
    for fault in loadout_faults(arms):
        raise RuleViolation(
            "loadout", f"{who}: {fault.words}.", citation=fault.citation, remedy="Leave a weapon behind."
        )


def melee_bonus(arms: Iterable[Arm]) -> Melee:
    """The best melee weapon at hand: knife, rifle butt or bare hands. MM-7.1.2, MM-7.1.3, MM-7.1.4."""
    carried = tuple(arms)
    butts = {Group.ASSAULT_RIFLE, Group.SNIPER_RIFLE}
    if any(arm.weapon == "knife" for arm in carried):
        return MELEE["knife"]
    if any(isinstance(p := arm.profile, Weapon) and p.group in butts for arm in carried):
        return MELEE["rifle-butt"]
    return MELEE["unarmed"]


# ── Ammunition ────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class AmmoTest:
    """An Ammo roll. `every_shot`: from now on one follows each shot."""

    weapon: str
    number: int
    die: int
    out: bool
    every_shot: bool
    citation: str = field(default="MM-7.0.10")


def always_low(arm: Weapon) -> bool:
    """Grenades are always Ammo-Low. MM-7.8.1."""
    return arm.group is Group.GRENADE


def ammo(arm: Weapon, held: Arm, die_to_hit: int, chance: Chance, house: House = BOOK) -> AmmoTest | None:
    """The Ammo roll that follows a shot, or None where none is due.

    Below AMMO: the last round is gone. Equal: a roll follows every shot from now on, for the rest of the battle.
    Above: nothing. MM-7.0.9, MM-7.0.10, MM-7.0.11, MM-7.0.12, MM-7.8.1, MM-7.9.5, MM-R28, MM-R29.
    """
    number = arm.ammo
    if arm.key == "m203" and house.choice("m203-ammo") == "as-grenade":
        number, low = WEAPONS[held.loads[0] if held.loads else "frag"].ammo, True
    else:
        low = held.ammo_low or always_low(arm)
    steady = held.every_shot or arm.every_shot
    if number is None or not (steady or (low and die_to_hit == 1)):
        return None
    die = chance.roll(6, for_=f"Ammo of the {arm.title}")
    stays = steady and not (house.on("ammo-every-shot-ends-on-higher-roll") and die > number and not arm.every_shot)
    return AmmoTest(arm.key, number, die, die < number, die >= number and (stays or die == number))
