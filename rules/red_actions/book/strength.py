"""Strengths of fire and of combat: a value times bases, kept as exact fractions, with the reasons for each part."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import Annotated

from pydantic import BeforeValidator

from rules.language.words import plural

_VULGAR = {Fraction(1, 4): "¼", Fraction(1, 2): "½", Fraction(3, 4): "¾"}


def _share(pair: object) -> object:
    match pair:
        case [int(above), int(below)]:
            return Fraction(above, below)
        case _:
            return pair


Share = Annotated[Fraction, BeforeValidator(_share)]
"""A fraction that tables.toml writes as two whole numbers: [3, 4]."""


def words(number: Fraction) -> str:
    """ "6", "½", "4½", "27/8"."""
    whole, rest = divmod(number, 1)
    if not rest:
        return str(whole)
    if rest in _VULGAR:
        return f"{whole or ''}{_VULGAR[rest]}"
    return str(number)


@dataclass(frozen=True, slots=True)
class Factor:
    """What a strength is multiplied by, and why."""

    by: Fraction
    reason: str
    citation: str


@dataclass(frozen=True, slots=True)
class Strength:
    """Value of the card × bases × factors; `total` is rounded down, once, at the end. RA-R18"""

    value: int
    bases: Fraction
    factors: tuple[Factor, ...] = ()
    label: str = "strength"

    @property
    def exact(self) -> Fraction:
        product = self.value * self.bases
        for factor in self.factors:
            product *= factor.by
        return product

    @property
    def total(self) -> int:
        return floor(self.exact)

    @property
    def lines(self) -> tuple[str, ...]:
        """A line a part: "2 × 4 bases", "× ½ long range"."""
        bases = f"{words(self.bases)} {plural(float(max(self.bases, 1)), 'base')}"
        return (f"{self.value} × {bases}", *(f"× {words(f.by)} {f.reason}" for f in self.factors))

    def __str__(self) -> str:
        return f"{self.label} {words(self.exact)} = {' · '.join(self.lines)}"
