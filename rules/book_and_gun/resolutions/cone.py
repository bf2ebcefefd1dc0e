"""Several units in one cone of fire, by declared facts. X.2.7, XIII.9.2."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rules.book_and_gun.book.arms import Arm
from rules.book_and_gun.book.casualty import Man
from rules.book_and_gun.book.rows import TargetClass
from rules.book_and_gun.book.volley import PartOfFire, Rolled
from rules.kernel.facts import Itemised
from rules.kernel.violation import RuleViolation
from rules.language.words import with_article

_CLASSES: dict[str, TargetClass] = {"I": "I", "II": "II", "III": "III", "IV": "IV"}
_WRITTEN = re.compile(
    r"\s*(?:class\s+)?(IV|I{1,3})[\s,:]+(\d+)(?:\s*figures?)?[\s,:]+(\d+(?:\.\d+)?)\s*(?:in)?\s*", re.I
)


@dataclass(frozen=True, slots=True)
class InTheCone:
    """A unit in a cone: its class, how many figures of it are in the cone, and inches from the barrel."""

    name: str
    target_class: TargetClass
    figures: int
    range: float

    @property
    def men(self) -> tuple[Man, ...]:
        return tuple(Man(f"{self.name}, figure {i}") for i in range(1, self.figures + 1))


def further_units(written: Iterable[str]) -> list[InTheCone]:
    """What is written of further units in the cone: "III 4 9" is a class III target, four figures, nine inches away.

    Raises RuleViolation for what is not written so."""
    return [_further(number, text) for number, text in enumerate(written, start=2)]


def _further(number: int, text: str) -> InTheCone:
    found = _WRITTEN.fullmatch(text)
    figures = int(found[2]) if found else 0
    if found is None or not 1 <= figures <= 60:
        raise RuleViolation(
            "further-unit",
            f"“{text}” is no further unit in the cone",
            citation="BG-X.2.7",
            remedy="give target class, figures and inches, as in “III 4 9”",
        )
    of_class = _CLASSES[found[1].upper()]
    return InTheCone(f"unit {number}", of_class, figures, float(found[3]))


def require_no_back_blast(weapons: Iterable[Arm]) -> None:
    """What those inside a building may not fire. BG-IX.4.5."""
    for weapon in weapons:
        if weapon.back_blast:
            raise RuleViolation(
                "indoors",
                f"{with_article(weapon.key)} has a back blast and is not fired from inside a building",
                citation="BG-IX.4.5",
                remedy="fire it from outside, or another weapon",
            )


def require_cone(*, aimed: bool, cones: bool) -> None:
    """Fire at several units is into a cone, at all in it. BG-X.2.7, BG-XIII.9.2, BG-R87."""
    if aimed:
        raise RuleViolation(
            "not-aimed",
            "fire into a cone is at all in it, not at one figure",
            citation="BG-X.2.7",
            remedy="fire at the unit, or leave further-units out",
        )
    if not cones:
        raise RuleViolation(
            "no-cone",
            "only machineguns, and weapons on automatic within their short range, fire into a cone",
            citation="BG-X.2.7",
            remedy="leave further-units out, or name a machinegun",
        )


def aims_in_cone(units: Sequence[tuple[float, PartOfFire]]) -> tuple[PartOfFire, ...]:
    """An aim for each figure in the cone, the nearest unit's first; the dice are dealt out in this order. BG-R87."""
    ordered = sorted(units, key=lambda each: each[0])
    return tuple(part for _, part in ordered for _ in part.area)


def hits_by_unit(rolled: Iterable[Rolled]) -> dict[str, int]:
    """The hits that dice made on each unit of a cone, before a joker."""
    found: dict[str, int] = {}
    for one in rolled:
        for die in one.dice:
            unit = one.firing.aims[die.aim].unit
            found[unit] = found.get(unit, 0) + die.hit
    return found


def needed(rolled: Rolled) -> str:
    """The numbers that a firing's dice were held against: "12", or "unit 2: 9" where there are several."""
    numbers = {aim.unit: aim.number for aim in rolled.firing.aims}
    if len(numbers) == 1:
        return _number(next(iter(numbers.values())))
    return "; ".join(f"{unit}: {_number(number)}" for unit, number in numbers.items())


def _number(number: Itemised | None) -> str:
    return str(number) if number is not None else "N/A, cannot hit"
