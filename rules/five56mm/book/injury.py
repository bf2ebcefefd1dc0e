"""5.0 Injury: what a hit does to a character, what his wounds cost him, and how his body resists.

The attacker's die comes first, then the victim's, then a Nails re-roll, then the countdown of a Mortal Wound
(MM-R93). Wounds stay separate records and never merge (MM-R45).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from rules.five56mm.book.switches import BOOK, House
from rules.five56mm.book.tables import MARGINS, NUMBERS, ROWS, Dice, Group
from rules.five56mm.book.target_number import NO_HELPS, Help, Helps, Roll, ability, items, roll
from rules.kernel.chance import Chance
from rules.kernel.facts import Item, Itemised


class Level(StrEnum):
    """Grades of an injury, mildest first. MM-5.01.1 to MM-5.01.5."""

    NONE = "none"
    MINOR = "minor"
    SERIOUS = "serious"
    CRITICAL = "critical"
    MORTAL = "mortal"
    DEAD = "dead"


ORDER = tuple(Level)


def milder(level: Level) -> Level:
    """One level down: a Minor becomes none. MM-3.5.3, MM-4.4.3, MM-4.4.4."""
    return ORDER[max(0, ORDER.index(level) - 1)]


@dataclass(frozen=True, slots=True)
class WoundOnRecord:
    """One wound on record. `aid_until`: First Aid holds to the end of that turn and the wound acts one level milder.
    `dies_at`: a Mortal Wound kills at the end of that turn; `left`: turns left to live, kept while First Aid holds
    (MM-R34, MM-R46)."""

    number: int
    level: Level
    aid_until: int | None = None
    dies_at: int | None = None
    left: int | None = None

    @property
    def acts_as(self) -> Level:
        return self.level if self.aid_until is None else milder(self.level)


def penalty(wounds: Iterable[WoundOnRecord]) -> int:
    """TN penalty: the sum over all wounds. MM-5.01.2, MM-5.01.3, MM-5.0.4."""
    return sum(_effect(wound, 0) for wound in wounds)


def move_reduction(wounds: Iterable[WoundOnRecord]) -> int:
    """Inches taken off a Move. MM-5.0.4, MM-R45."""
    return sum(_effect(wound, 1) for wound in wounds)


def _effect(wound: WoundOnRecord, column: int) -> int:
    return 0 if wound.acts_as is Level.NONE else ROWS["wound-effects"].number(wound.acts_as.value, column)


def move_left(wounds: Iterable[WoundOnRecord]) -> float:
    """Inches of a Move action, at least 0. MM-3.1.1, MM-5.0.4, MM-R45, MM-R48."""
    return max(0.0, NUMBERS.move - move_reduction(wounds))


def one_action(wounds: Iterable[WoundOnRecord]) -> bool:
    """A Critical Wound leaves one action per turn and no special action. MM-5.01.3."""
    return any(wound.acts_as is Level.CRITICAL for wound in wounds)


def incapacitated(wounds: Iterable[WoundOnRecord]) -> bool:
    """A Mortal Wound that nobody has treated: no action at all. MM-5.01.4, MM-R46."""
    return any(wound.acts_as is Level.MORTAL for wound in wounds)


def worst(wounds: Iterable[WoundOnRecord]) -> WoundOnRecord | None:
    """The worst wound by its original level, the older first among equals."""
    return max(wounds, key=lambda w: (ORDER.index(w.level), -w.number), default=None)


def penalty_items(wounds: Iterable[WoundOnRecord], poison: int = 0) -> tuple[Item, ...]:
    """Wounds and poison as items of a Target Number. MM-5.0.4, MM-7.8.6, MM-R42."""
    return items(Item(penalty(wounds), "wounds", "MM-5.0.4"), Item(poison, "CS gas", "MM-7.8.6"))


# ── A hit ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Harm:
    """What strikes: `dice` and `items` make the damage TN. `source`: row of the body armour chart, empty for falls,
    crashes, gas and other sources (MM-8.0.8, MM-R67). `armour`: what body armour gives instead (P90, MM-7.4.4).
    `cover`: light, medium or heavy cover shot through (MM-8.0.16). `thrown`: the die when it was rolled already."""

    what: str
    dice: Dice
    source: str = ""
    items: tuple[Item, ...] = ()
    armour: int | None = None
    cover: str | None = None
    glass: bool = False
    thrown: int | None = None
    citation: str = "MM-5.0.1"


@dataclass(frozen=True, slots=True)
class StruckBody:
    """He who is struck. `minor`: a Minor Wound is on record (MM-R44). `penalties`: MM-5.0.5."""

    strength: int
    body_armour: bool = False
    minor: bool = False
    penalties: tuple[Item, ...] = ()
    helps: Helps = NO_HELPS


@dataclass(frozen=True, slots=True)
class Injury:
    """What came of it. `roll` is None where cover stopped the shot without a die."""

    level: Level
    roll: Roll | None = None
    damage_die: int | None = None
    countdown: int | None = None
    """A Mortal Wound: ends of turns to live, D6+1 after the present turn."""


def armour_bonus(source: str, house: House = BOOK, against: int | None = None) -> int:
    """What body armour adds to resist this source of damage. MM-8.0.6, MM-8.0.7, MM-8.0.8, MM-R66."""
    if against is not None:
        return against
    if source == Group.MACHINEGUN.value:
        return house.number("machinegun-armour")
    chart = ROWS["body-armour"]
    return chart.number(source) if source in chart else 0


def wound_level(margin: int, minor: bool) -> Level:
    """The wound of table 5.01; a further Minor Wound is a Serious one. MM-5.0.2, MM-5.01.1, MM-R44."""
    if margin >= 0:
        return Level.NONE
    level = Level(MARGINS["injury"].word(margin))
    return Level.SERIOUS if level is Level.MINOR and minor else level


def harm_number(harm: Harm, die: int | None, body: StruckBody) -> Itemised:
    """The damage TN with everything that makes it up. MM-5.0.1, MM-5.0.3, MM-5.0.5."""
    first = items(Item(die or 0, f"D{harm.dice.sides}"))
    plus = items(Item(harm.dice.plus, harm.what, harm.citation))
    return Itemised((*first, *plus, *harm.items, *body.penalties))


def resistance(harm: Harm, body: StruckBody, house: House = BOOK) -> Itemised:
    """Strength, body armour, armoured glass and cover. MM-5.0.2, MM-12.7.4, MM-8.0.16."""
    cover = ROWS["thermal"].number(harm.cover) if harm.cover in ("light", "medium") else 0
    worn = armour_bonus(harm.source, house, harm.armour) if body.body_armour else 0
    return Itemised((
        ability(body.strength, "Strength"),
        *items(
            Item(worn, "body armour", "MM-7.4.4" if harm.armour is not None else "MM-8.0.6"),
            Item(NUMBERS.armoured_glass_bonus if harm.glass else 0, "armoured glass", "MM-12.7.4"),
            Item(cover, f"{harm.cover} cover", "MM-8.0.16"),
        ),
    ))  # fmt: skip


def injure(harm: Harm, body: StruckBody, chance: Chance, house: House = BOOK) -> Injury:
    """Damage die, resist die, Nails, countdown: what the hit does. MM-5.0.1, MM-5.0.2, MM-5.01.4, MM-R93, MM-R24.

    Heavy cover stops the shot without a die (MM-8.0.16).
    """
    if harm.cover == "heavy":
        return Injury(Level.NONE)
    die = harm.thrown
    if die is None and harm.dice.sides:
        die = chance.roll(harm.dice.sides, for_=f"damage of {harm.what}")
    helps = body.helps.with_rerolls(Help.NAILS).judged(lambda margin: _rank(margin, body.minor), _grave)
    result = roll(f"resist {harm.what}", harm_number(harm, die, body), resistance(harm, body, house), chance, helps)
    level = wound_level(result.margin, body.minor)
    countdown = chance.roll(6, for_="turns to live") + 1 if level is Level.MORTAL else None
    return Injury(level, result, die, countdown)


def _rank(margin: int, minor: bool) -> int:
    return -ORDER.index(wound_level(margin, minor))


def _grave(margin: int) -> bool:
    """Nails is worth spending on a Mortal Wound or death, and on nothing less unless its owner says so."""
    return margin <= -4
