"""6.2 Night fighting and the optics of 8.0: what darkness adds to a Target Number, and who sees through it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

from rules.five56mm.book.switches import BOOK, House
from rules.five56mm.book.tables import BANDS, NUMBERS
from rules.five56mm.book.weapons import WeaponSight
from rules.kernel.chance import Chance
from rules.kernel.facts import Item


class Light(StrEnum):
    """Levels of light. Full Light unless the scenario says otherwise (MM-6.2.1, MM-6.2.8)."""

    FULL = "Full Light"
    LOW = "Low Light"
    NO = "No Light"


@dataclass(frozen=True, slots=True)
class Optics:
    """What helps one pair of eyes: goggles for everything, the sights of the weapon in use for Fire and the spotting
    for it only (MM-R65)."""

    goggles: bool = False
    sights: Collection[WeaponSight] = ()

    @property
    def night_sight(self) -> bool:
        return WeaponSight.NIGHT_VISION in self.sights

    @property
    def thermal(self) -> bool:
        return WeaponSight.THERMAL in self.sights


NAKED_EYE = Optics()


def rolled(chance: Chance) -> tuple[int, Light]:
    """The light by a D6, when both players agree to roll for it: the die and the level. MM-6.2.2."""
    die = chance.roll(6, for_="light level")
    return die, Light(str(BANDS["light"].at(die)))


def darkness(light: Light, optics: Optics = NAKED_EYE, distance: float = 0.0, house: House = BOOK) -> Item | None:
    """What the light adds to the TN of an action `distance` inches away (0 without a target); None for nothing.

    No Light +2, Low Light +1; goggles and sights replace it and the best of them counts. MM-6.2.3, MM-6.2.6, MM-6.2.8,
    MM-8.0.11, MM-8.0.12, MM-8.0.13, MM-8.0.14, MM-R65.
    """
    if light is Light.FULL:
        return None
    if light is Light.LOW:
        helped = optics.goggles or optics.night_sight or optics.thermal
        return None if helped else Item(NUMBERS.low_light, "Low Light", "MM-6.2.6")
    best = Item(NUMBERS.no_light, "No Light", "MM-6.2.3")
    if optics.goggles:
        amount = BANDS["goggles"].number(distance, upper=house.upper)
        best = min(best, Item(amount, "No Light, goggles", "MM-8.0.11"), key=lambda item: item.amount)
    if optics.night_sight:
        amount = BANDS["night-sight"].number(distance, upper=house.upper)
        best = min(best, Item(amount, "No Light, night vision sight", "MM-8.0.13"), key=lambda item: item.amount)
    if optics.thermal:
        return None
    return best if best.amount else None
