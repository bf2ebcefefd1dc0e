"""Grenades and blasts: the throw, where a miss lands, and what those caught in an explosion must resist.

3.2 (throwing), 3.26, 3.27, 7.8 and 7.9. The direction of a miss is counted from the line of flight (MM-R21).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from rules.five56mm.book.fire import AFOOT, Platform, platform_items
from rules.five56mm.book.injury import Harm
from rules.five56mm.book.light import Light, Optics, darkness
from rules.five56mm.book.switches import BOOK, House
from rules.five56mm.book.tables import BANDS, MARGINS, NUMBERS, ROWS, WEAPONS, Category, Dice, Group, Weapon, modifier
from rules.five56mm.book.target_number import (
    NO_HELPS,
    Help,
    Helps,
    Roll,
    ability,
    d3,
    items,
    roll,
    roll_unless_hopeless,
)
from rules.five56mm.book.weapons import range_category
from rules.kernel.chance import Chance
from rules.kernel.facts import Item, Itemised
from rules.kernel.violation import RuleViolation

GRENADES = tuple(key for key, weapon in WEAPONS.items() if weapon.group is Group.GRENADE)
"""Kinds of grenade. MM-7.8.2."""


@dataclass(frozen=True, slots=True)
class ThrowValues:
    """A grenade thrown at a place `distance` inches away."""

    grenade: Weapon
    distance: float
    strength: int
    holding: bool = False
    """Held on to as long as possible: harder to throw, and nobody throws it back. MM-3.2.25."""
    aimed: bool = False
    platform: Platform = AFOOT
    light: Light = Light.FULL
    goggles: bool = False
    penalties: tuple[Item, ...] = ()
    helps: Helps = NO_HELPS

    @property
    def category(self) -> Category:
        """RuleViolation when the place is too near or too far. MM-3.2.14, MM-R20."""
        return range_category(self.grenade, self.distance)


def throw_number(throw: ThrowValues, house: House = BOOK) -> tuple[Itemised, Itemised]:
    """Target Number and bonus of a throw: no modifier of a target counts. MM-3.2.14, MM-3.24.14, MM-R20."""
    category = throw.category
    base = Item(ROWS["range"].number(category.value), f"{throw.grenade.title}, {category.value}", "MM-3.2.14")
    dark = darkness(throw.light, Optics(goggles=throw.goggles), throw.distance, house)
    holding = modifier("3.24", "holding") if throw.holding else None
    number = (base, *items(holding, dark), *platform_items(throw.platform), *throw.penalties)
    aim = modifier("3.25", "aim") if throw.aimed else None
    return Itemised(number), Itemised((ability(throw.strength, "Strength", "MM-3.2.14"), *items(aim)))


def throw(thrown: ThrowValues, chance: Chance, house: House = BOOK) -> Roll:
    """The throw itself; a failed one may be re-rolled by a Sharpshooter. MM-3.2.14, MM-3.2.15, MM-R73."""
    number, bonus = throw_number(thrown, house)
    helps = thrown.helps.with_rerolls(Help.SHARPSHOOTER).judged(lambda margin: max(-3, min(0, margin)))
    return roll("throw", number, bonus, chance, helps)


def check_throw_back(grenade: Weapon, distance: float) -> None:
    """RuleViolation for an aim point of a throw-back that is beyond Medium range or too near. MM-3.2.22, MM-R22."""
    if range_category(grenade, distance) in (Category.LONG, Category.EXTREME):
        raise RuleViolation(
            "throw-back-too-far",
            f"A grenade thrown back reaches Medium range, less than {grenade.ranges[3]:g} in; this is {distance:g} in.",
            citation="MM-3.2.22",
            remedy="Aim at a nearer place.",
        )


# ── Where a miss lands ────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Scatter:
    """How far and in which direction a miss lands from its aim point: inches, degrees clockwise from the line of
    flight."""

    distance: int
    direction: float
    distance_die: int
    direction_die: int

    @property
    def words(self) -> str:
        return ROWS["scatter-direction"].word(str(self.direction_die), 1)


def scatter(margin: int, chance: Chance) -> Scatter:
    """Distance by the margin, then direction. MM-3.2.16, MM-3.2.17, MM-R21, MM-R93."""
    dice = MARGINS["scatter-distance"].roll(margin)
    assert dice is not None
    rolled = d3(chance, for_="scatter distance") if dice.sides == 3 else chance.roll(6, for_="scatter distance")
    direction = chance.roll(6, for_="scatter direction")
    degrees = ROWS["scatter-direction"].number(str(direction))
    return Scatter(rolled + dice.plus, float(degrees), rolled, direction)


def landing(start: tuple[float, float], aim: tuple[float, float], miss: Scatter) -> tuple[float, float]:
    """Where it comes down: from the aim point, along the line of flight turned by the scatter. MM-R21."""
    flight = math.atan2(aim[0] - start[0], aim[1] - start[1]) + math.radians(miss.direction)
    return (
        round(aim[0] + miss.distance * math.sin(flight), 3) + 0.0,
        round(aim[1] + miss.distance * math.cos(flight), 3) + 0.0,
    )


def off_line(distance: float, miss: Scatter) -> float:
    """How far from the thrower it comes down, for a throw of `distance` inches without a board."""
    x, y = landing((0.0, 0.0), (0.0, distance), miss)
    return math.hypot(x, y)


# ── What an explosion does ────────────────────────────────────────────────────────────────────────────────────────


def radius(kind: str) -> float:
    """Inches that the blast of a grenade or rocket reaches; its edge is inside (MM-R02)."""
    return WEAPONS[kind].radius


def blast_dice(kind: str, distance: float, house: House = BOOK) -> Dice | None:
    """Dice of the TN at `distance` inches from the explosion; None outside. MM-7.8.3, MM-7.8.4, MM-7.8.6, MM-7.8.9,
    MM-7.9.4, MM-7.9.6."""
    return BANDS[WEAPONS[kind].blast or kind].roll(distance, upper=house.upper)


def blast_harm(kind: str, distance: float, house: House = BOOK, thrown: int | None = None) -> Harm | None:
    """What frag, WP, LAW and RPG do to somebody at that distance; None outside. Body armour helps against all of them
    but WP. MM-7.8.3, MM-7.8.9, MM-7.8.12, MM-7.9.4, MM-7.9.6, MM-R67."""
    dice = blast_dice(kind, distance, house)
    if dice is None:
        return None
    weapon = WEAPONS[kind]
    source = "" if kind == "wp" else weapon.group.value
    return Harm(weapon.title, dice, source=source, thrown=thrown, citation=BANDS[weapon.blast or kind].citation)


def direct_harm(kind: str) -> Harm:
    """What a direct hit by a launched frag grenade, a LAW or an RPG does: its Damage. MM-7.5.8, MM-7.9.4, MM-7.9.6,
    MM-R26, MM-R99."""
    weapon = WEAPONS[kind]
    return Harm(f"{weapon.title}, direct hit", Dice(6, weapon.damage or 0), source=weapon.group.value)


def burning_harm(distance: float, house: House = BOOK) -> Harm | None:
    """What WP does to a burning man in the turn after, by his distance from the explosion. MM-7.8.10."""
    dice = BANDS["wp-burning"].roll(distance, upper=house.upper)
    return None if dice is None else Harm("burning phosphorous", dice, citation="MM-7.8.10")


@dataclass(frozen=True, slots=True)
class Resisted:
    """A test against stun or gas: the TN die and the roll. `lost`: actions lost by a stun."""

    die: int
    roll: Roll
    lost: int = 0

    @property
    def poisoned(self) -> bool:
        return not self.roll.passed


def _against(what: str, dice: Dice, score: Item, penalties: tuple[Item, ...], chance: Chance, helps: Helps) -> Resisted:
    die = chance.roll(6, for_=f"TN of {what}")
    number = Itemised((Item(die, "D6"), *items(Item(dice.plus, what)), *penalties))
    return Resisted(die, roll(f"resist {what}", number, Itemised((score,)), chance, helps))


def stun(
    distance: float,
    morale: int,
    chance: Chance,
    penalties: tuple[Item, ...] = (),
    helps: Helps = NO_HELPS,
    house: House = BOOK,
) -> Resisted | None:
    """A Morale test against a stun grenade: -1 loses one action, less loses both. None outside its blast.

    MM-7.8.4, MM-7.8.5, MM-R31.
    """
    dice = blast_dice("stun", distance, house)
    if dice is None:
        return None
    helps = helps.with_rerolls().judged(lambda margin: -actions_lost(margin))
    test = _against("stun grenade", dice, ability(morale, "Morale"), penalties, chance, helps)
    return Resisted(test.die, test.roll, actions_lost(test.roll.margin))


def actions_lost(margin: int) -> int:
    """Table 7.83. MM-7.8.5, MM-R31."""
    return MARGINS["stunned"].number(margin)


def gas(
    distance: float,
    strength: int,
    chance: Chance,
    penalties: tuple[Item, ...] = (),
    helps: Helps = NO_HELPS,
    house: House = BOOK,
) -> Resisted | None:
    """A Strength test against CS gas; a respirator needs none (MM-8.0.9, the caller's to know). None outside.

    `penalties`: his wounds, not the gas itself (MM-R32). MM-7.8.6, MM-7.8.7.
    """
    dice = blast_dice("cs", distance, house)
    if dice is None:
        return None
    score = ability(strength, "Strength")
    return _against("CS gas", dice, score, penalties, chance, helps.with_rerolls().judged(lambda m: int(m >= 0)))


def shake_off_gas(
    number: int,
    strength: int,
    turns_out: int,
    chance: Chance,
    penalties: tuple[Item, ...] = (),
    helps: Helps = NO_HELPS,
) -> Roll:
    """A poisoned man outside the cloud against the TN that felled him, +1 for every turn out. MM-7.8.8, MM-R32."""
    target = Itemised((Item(number, "TN of the gas", "MM-7.8.8"), *penalties))
    bonus = Itemised((ability(strength, "Strength"), *items(Item(turns_out, "turns out of the gas", "MM-7.8.8"))))
    return roll_unless_hopeless("shake off the gas", target, bonus, chance, helps.with_rerolls())


def explosion_harm() -> Harm:
    """What an exploding vehicle does to those within 4 in. MM-4.72.5, MM-12.51.9."""
    return Harm("explosion of the vehicle", Dice.read(NUMBERS.explosion_damage), citation="MM-12.51.9")
