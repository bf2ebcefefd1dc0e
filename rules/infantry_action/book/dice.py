"""Ordinary and average dice: 2, 3, 3, 4, 4, 5, where players agreed on them for a group. IA-notes.average-dice"""

from __future__ import annotations

from rules.infantry_action.book.switches import BOOK, House
from rules.infantry_action.book.tables import Figures, section
from rules.kernel.chance import Chance


class _AverageDie(Figures):
    faces: tuple[int, int, int, int, int, int]


AVERAGE = section("average-die", _AverageDie).faces


def uses_average(agreed: bool, house: House = BOOK) -> bool:
    """Whether a group for which it is agreed throws average dice for chance and reaction. IA-R156,
    IA-notes.agreement"""
    return agreed and house.choice("average-dice") == "per-group"


def score(chance: Chance, for_: str, average: bool = False) -> int:
    """One die; the faces of an average die are counted from the lowest."""
    face = chance.roll(6, for_=f"{for_} (average die)" if average else for_)
    return AVERAGE[face - 1] if average else face


def scores(chance: Chance, count: int, for_: str, average: bool = False) -> tuple[int, ...]:
    """Several dice in the order thrown."""
    return tuple(score(chance, for_, average) for _ in range(count))
