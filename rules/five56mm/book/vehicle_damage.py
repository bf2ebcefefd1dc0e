"""12.5 Vehicle damage: Armour against a hit, table 12.51, and what damage costs."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

from rules.five56mm.book.injury import Harm
from rules.five56mm.book.tables import MARGINS, NUMBERS, ROWS, VehicleProfile
from rules.five56mm.book.target_number import Roll, ability, items, roll
from rules.kernel.chance import Chance
from rules.kernel.facts import Item, Itemised


class Damage(StrEnum):
    """Table 12.51. MM-12.51.1 to MM-12.51.8."""

    NONE = "none"
    MINOR = "minor"
    MAJOR = "major"
    CRIPPLING = "crippling"
    IMMOBILISED = "immobilised"
    DESTROYED = "destroyed"


def damage_penalty(damage: Collection[Damage]) -> int:
    """TN of every task with a damaged vehicle; several results add up. MM-12.51.2, MM-12.51.3, MM-R84."""
    return sum(_effect(each, 0) for each in damage)


def allowance(profile: VehicleProfile, damage: Collection[Damage]) -> float:
    """Inches that it moves without a roll, at least 0. MM-4.6.3, MM-4.7.3, MM-12.51.2, MM-12.51.3, MM-R84."""
    if Damage.IMMOBILISED in damage or Damage.DESTROYED in damage:
        return 0.0
    column = 2 if profile.kind == "helicopter" else 1
    return max(0.0, profile.allowance - sum(_effect(each, column) for each in damage))


def _effect(damage: Damage, column: int) -> int:
    chart = ROWS["vehicle-damage-effects"]
    return chart.number(damage.value, column) if damage.value in chart else 0


# ── Damage to the vehicle ─────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class ArmourTest:
    """A hit on a vehicle and what came of it."""

    damage_die: int | None
    roll: Roll
    damage: Damage


def armour_test(harm: Harm, profile: VehicleProfile, damage: Collection[Damage], chance: Chance) -> ArmourTest:
    """Damage die, Armour die, table 12.51. An immobilised vehicle tests at TN +6; a second Minor counts as Major.

    MM-12.5.1, MM-12.51.1, MM-12.51.7, MM-R84.
    """
    die = harm.thrown
    if die is None and harm.dice.sides:
        die = chance.roll(harm.dice.sides, for_=f"damage of {harm.what}")
    wreck = Item(NUMBERS.immobilised if Damage.IMMOBILISED in damage else 0, "immobilised", "MM-12.51.7")
    first = items(Item(die or 0, f"D{harm.dice.sides}"), Item(harm.dice.plus, harm.what, harm.citation))
    number = Itemised((*first, *harm.items, *items(wreck)))
    test = roll("armour", number, Itemised((ability(profile.armour, "Armour", "MM-12.5.1"),)), chance)
    return ArmourTest(die, test, vehicle_damage(test.margin, damage))


def vehicle_damage(margin: int, damage: Collection[Damage]) -> Damage:
    """Table 12.51. MM-12.51.1 to MM-12.51.4, MM-12.51.8, MM-R80, MM-R84."""
    if margin >= 0:
        return Damage.NONE
    result = Damage(MARGINS["armour"].word(margin))
    if result is Damage.MINOR and Damage.MINOR in damage:
        return Damage.MAJOR
    if result is Damage.IMMOBILISED and Damage.IMMOBILISED in damage:
        return Damage.NONE
    return result


def weapons_work(chance: Chance) -> tuple[int, bool]:
    """One D6 for all mounted weapons of an immobilised vehicle. MM-12.51.6, MM-R84."""
    die = chance.roll(6, for_="mounted weapons")
    return die, die >= NUMBERS.weapons_work
