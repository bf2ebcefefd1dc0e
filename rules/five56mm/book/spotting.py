"""Seeing an enemy before firing at him: 3.2, 4.2 and 6.2, from plain view to two rolls in the dark."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules.five56mm.book.light import NAKED_EYE, Light, Optics, darkness
from rules.five56mm.book.switches import BOOK, House
from rules.five56mm.book.tables import BANDS, NUMBERS, ROWS, modifier
from rules.five56mm.book.target_number import NO_HELPS, Helps, Roll, ability, items, possible, roll
from rules.kernel.chance import Chance
from rules.kernel.facts import Item, Itemised


class Concealment(StrEnum):
    """By the percentage of a target that is obscured. MM-3.24.1, MM-3.24.2, MM-R04."""

    NONE = "none"
    PARTIAL = "partial"
    FULL = "full"


def concealment(obscured: float) -> Concealment:
    """Below 25% none, from 25% partial, from 50% full. MM-R04."""
    if obscured >= NUMBERS.half:
        return Concealment.FULL
    return Concealment.PARTIAL if obscured >= NUMBERS.quarter else Concealment.NONE


@dataclass(frozen=True, slots=True)
class Look:
    """A target as one pair of eyes has it: inches away, percent obscured, what it does to stay unseen.
    `fired`: it gave itself away by Firing (MM-3.2.7)."""

    distance: float
    obscured: float = 0.0
    stealth: bool = False
    hidden: bool = False
    fired: bool = False

    @property
    def behind_something(self) -> bool:
        """Hides with full effect: the view is obstructed, if only slightly, and he is an inch away or more.
        MM-4.2.5, MM-4.2.6."""
        return self.hidden and self.obscured > 0 and self.distance >= NUMBERS.contact

    @property
    def stealthy(self) -> bool:
        """Uses Stealth, or Hides from eyes that see him plainly, which comes to the same. MM-4.2.5, MM-R50."""
        return self.stealth or (self.hidden and not self.behind_something)


@dataclass(frozen=True, slots=True)
class Eyes:
    """Who looks. `penalties`: what his wounds, gas and escape add to his Target Numbers."""

    morale: int
    tracker: bool = False
    optics: Optics = NAKED_EYE
    penalties: tuple[Item, ...] = ()
    helps: Helps = NO_HELPS


@dataclass(frozen=True, slots=True)
class SpottingDue:
    """A spotting test that is due: `rolls` of them must all succeed."""

    rolls: int
    number: Itemised
    bonus: Itemised


@dataclass(frozen=True, slots=True)
class SpottingRolls:
    """The rolls of a spotting test. `seen` without any roll when there could be none."""

    seen: bool
    rolls: tuple[Roll, ...] = ()


def in_sight(look: Look, optics: Optics = NAKED_EYE) -> bool:
    """Whether there is a line of sight at all; a thermal sight looks through cover. MM-3.2.1, MM-8.0.15, MM-R04."""
    return look.obscured < 100 or optics.thermal


def due(look: Look, eyes: Eyes, light: Light = Light.FULL, house: House = BOOK) -> SpottingDue | None:
    """The spotting test to pass before an attack, or None where the target is simply seen.

    Half of it in plain view in Full Light needs none (MM-3.2.2); less does (MM-3.2.3), a Hidden one does by its own
    chart (MM-4.2.6), in Low Light everybody (MM-6.2.7, MM-R64), in No Light everybody as if he were Hiding
    (MM-6.2.4), and twice if he is (MM-6.2.5). A thermal sight needs none (MM-8.0.14, MM-8.0.15).
    """
    if eyes.optics.thermal:
        return None
    as_hidden = look.behind_something or light is Light.NO
    if not as_hidden and light is Light.FULL and look.obscured <= NUMBERS.half:
        return None
    number = _hidden_number(look, house) if as_hidden else _plain_number(look, house)
    number += items(darkness(light, eyes.optics, look.distance, house))
    rolls = 2 if light is Light.NO and look.behind_something else 1
    return SpottingDue(rolls, Itemised((*number, *eyes.penalties)), Itemised(_bonus(look, eyes, light)))


def _plain_number(look: Look, house: House) -> tuple[Item, ...]:
    """Tables 3.21 and 3.22. MM-3.2.4, MM-3.2.5, MM-3.2.6."""
    base = Item(
        BANDS["spotting"].number(look.distance, upper=house.upper), f"at {round(look.distance, 1):g} in", "MM-3.2.4"
    )
    return (
        base,
        *items(
            modifier("3.22", "stealth") if look.stealthy else None,
            modifier("3.22", "under-quarter") if look.obscured > NUMBERS.three_quarters else None,
        ),
    )


def _hidden_number(look: Look, house: House) -> tuple[Item, ...]:
    """Tables 4.24 and 4.25, and none of 3.22. MM-4.2.7, MM-4.2.8, MM-R49."""
    amount = BANDS["spotting-hidden"].number(look.distance, upper=house.upper)
    base = Item(amount, f"at {round(look.distance, 1):g} in, Hiding", "MM-4.2.7")
    how = concealment(look.obscured)
    if how is Concealment.NONE:
        return (base,)
    return base, Item(ROWS["hidden-concealment"].number(how.value), f"{how.value} concealment", "MM-4.2.8")


def _bonus(look: Look, eyes: Eyes, light: Light) -> tuple[Item, ...]:
    """Morale, the target that gave itself away, Tracker, goggles. MM-3.2.7, MM-10.T.1, MM-8.0.12."""
    goggles = light is Light.LOW and eyes.optics.goggles
    return (
        ability(eyes.morale, "Morale"),
        *items(
            Item(NUMBERS.fired_bonus if look.fired else 0, "target has Fired", "MM-3.2.7"),
            Item(NUMBERS.tracker if eyes.tracker else 0, "Tracker", "MM-10.T.1"),
            Item(1 if goggles else 0, "goggles", "MM-8.0.12"),
        ),
    )


def spot(look: Look, eyes: Eyes, chance: Chance, light: Light = Light.FULL, house: House = BOOK) -> SpottingRolls:
    """Try to see a target. No die is rolled where none is due or none could succeed; two that are due are one try
    with two dice (MM-R05, MM-R93). MM-3.2.3, MM-3.2.8, MM-4.2.9, MM-6.2.5."""
    test = due(look, eyes, light, house)
    if test is None:
        return SpottingRolls(True)
    if not possible(test.number, test.bonus):
        return SpottingRolls(False)
    helps, rolls = eyes.helps.with_rerolls(), ()
    for _ in range(test.rolls):
        rolls = (*rolls, roll("spot", test.number, test.bonus, chance, helps))
        helps = helps.after(rolls[-1])
    return SpottingRolls(all(each.passed for each in rolls), rolls)
