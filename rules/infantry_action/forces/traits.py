"""What rosters say of a man, a gun and a unit: JSON that only this rule set reads."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from rules.infantry_action.book.kinds import Charge, Gear, Rank, Weapon
from rules.infantry_action.book.points import Cost
from rules.infantry_action.book.troops import man_cost
from rules.kernel.violation import RuleViolation
from rules.seam.sheets import SheetKind

Defence: TypeAlias = tuple[str, int]
"""A field defence and how much of it: base widths, loopholes, pieces of 5 m, or a number. IA-opt.field-defences"""
ENGINEER, OBSERVER = "engineer", "forward observer"
MOST_CARRIED = 8
"""Things that a sheet may list for one man: nobody carries an arsenal."""


@dataclass(frozen=True, slots=True)
class FigureTraits:
    """A man's sheet. `weapons`: small arms that are paid for; the free pistol is not written. IA-cost.man, IA-R006"""

    rank: Rank = Rank.PRIVATE
    weapons: tuple[Weapon, ...] = ()
    grenades: bool = False
    gear: tuple[Gear, ...] = ()
    charges: tuple[Charge, ...] = ()
    specialities: tuple[str, ...] = ()
    rocket: bool = True
    """His one-man anti-tank weapon is a rocket or recoilless: False for a PIAT. IA-R015"""
    injuries: tuple[str, ...] = ()
    """What lasts of earlier wounds. IA-R271"""

    @property
    def paid(self) -> tuple[Weapon, ...]:
        """Weapons with grenades among them, as the price list has them. IA-cost.grenades"""
        return (*self.weapons, Weapon.GRENADE) if self.grenades else self.weapons

    @property
    def cost(self) -> Cost:
        return man_cost(self.rank, self.paid, self.gear, self.charges)


@dataclass(frozen=True, slots=True)
class UnitTraits:
    """`average`: average dice are agreed for it (IA-R156); `support`: points of off-table fire that it brings;
    `defences`: what it has built where its side is the agreed defender (IA-R225)."""

    average: bool = False
    support: int = 0
    defences: tuple[Defence, ...] = ()


@dataclass(frozen=True, slots=True)
class ElementTraits:
    """`model`: key of the garage or of the guns."""

    model: str


_REMEDY = "Have it repaired, or replace it."
_FIGURE = SheetKind(FigureTraits, remedy=_REMEDY)
_UNIT = SheetKind(UnitTraits, remedy=_REMEDY)
_ELEMENT = SheetKind(ElementTraits, remedy=_REMEDY)
dump_figure = _FIGURE.dump
load_unit, dump_unit = _UNIT.load, _UNIT.dump
load_element = _ELEMENT.load


def dump_element(model: str) -> str:
    return _ELEMENT.dump(ElementTraits(model))


def load_figure(text: str, who: str) -> FigureTraits:
    """RuleViolation for what cannot be read, and for what no man may have. IA-R011"""
    found = _FIGURE.load(text, who)
    found.cost  # refuses what no man carries  # noqa: B018
    if OBSERVER in found.specialities and found.rank is not Rank.OFFICER:
        raise RuleViolation(
            "not-an-officer",
            f"{who} is a forward observer without a commission.",
            citation="IA-R011",
            remedy="Make him an officer, or take the speciality away.",
        )
    return found


# ── In words ──────────────────────────────────────────────────────────────────────────────────────────────────────

PIAT = "PIAT"
"""A one-man anti-tank weapon that is neither rocket nor recoilless. IA-R015, IA-R228"""
_SHORT = {"SMG": Weapon.SMG, "LMG": Weapon.MAGAZINE_LMG, PIAT: Weapon.ONE_MAN_AT}
GRENADES = "grenades"


def read_kit(rank: Rank, text: str) -> FigureTraits:
    """ "rifle, grenades, radio, 2 satchel charge, engineer": what a man has, in the book's words. Raises ValueError."""
    weapons: list[Weapon] = []
    gear: list[Gear] = []
    charges: list[Charge] = []
    specialities: list[str] = []
    grenades, rocket = False, True
    for word in filter(None, (each.strip() for each in text.split(","))):
        number, _, rest = word.partition(" ")
        count, name = (int(number), rest) if number.isdigit() else (1, word)
        if name == GRENADES:
            grenades = True
        elif name in (ENGINEER, OBSERVER):
            specialities.append(name)
        elif name in {each.value for each in Charge}:
            charges += [Charge(name)] * count
        elif name in {each.value for each in Gear}:
            gear += [Gear(name)] * count
        else:
            weapons += [_SHORT.get(name) or Weapon(name)] * count
            rocket = rocket and name != PIAT
    return FigureTraits(rank, tuple(weapons), grenades, tuple(gear), tuple(charges), tuple(specialities), rocket)


def kit_in_words(traits: FigureTraits) -> tuple[str, ...]:
    """What he carries, one entry each; a pistol where he has no firearm that was paid for."""
    found = [PIAT if weapon is Weapon.ONE_MAN_AT and not traits.rocket else weapon.value for weapon in traits.weapons]
    if not any(weapon is not Weapon.PISTOL for weapon in traits.weapons):
        found = ["pistol"]
    if traits.grenades:
        found.append("hand grenades")
    return (*found, *(each.value for each in traits.gear), *_counted(traits.charges), *traits.specialities)


def _counted(charges: Iterable[Charge]) -> list[str]:
    every = list(charges)
    return [
        each.value if every.count(each) == 1 else f"{every.count(each)} × {each.value}" for each in dict.fromkeys(every)
    ]
