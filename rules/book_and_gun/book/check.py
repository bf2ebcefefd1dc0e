"""Checks by chart: dice against the highest number that passes.

Rally, close into combat, stand and fight, evasion and the three morale checks are all of this kind: roll low.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.book_and_gun.book.rows import SideName
from rules.book_and_gun.units import Morale
from rules.kernel.action import SideId
from rules.kernel.chance import Chance
from rules.kernel.facts import Item, Itemised

ChartOfWill: TypeAlias = Literal[
    "rally", "close into combat", "stand and fight", "evasion", "major", "critical", "pinned"
]
"""The charts of will."""


@dataclass(frozen=True, slots=True)
class Check:
    """Dice rolled against `limit`, the top of the passing range with everything that changed it."""

    subject: ChartOfWill
    dice: tuple[int, ...]
    limit: Itemised

    @property
    def total(self) -> int:
        return sum(self.dice)

    @property
    def over(self) -> int:
        """How far the roll lies above the passing range; 0 or less passes."""
        return self.total - self.limit.value

    @property
    def passed(self) -> bool:
        return self.over <= 0


def check(subject: ChartOfWill, limit: Itemised, chance: Chance, *, dice: int = 1, sides: int = 6) -> Check:
    """Roll `dice` dice of `sides` sides together against the limit."""
    return Check(subject, chance.dice(dice, sides=sides, for_=subject), limit)


def state_penalty(morale: Morale) -> tuple[Item, ...]:
    """A shaken or pinned unit is tested at one less on every morale table: the top of its passing range is lowered by
    1. BG-XII.2.11b, BG-XII.2.21b, BG-R52."""
    if morale is Morale.SHAKEN:
        return (Item(-1, "shaken", "BG-XII.2.11b"),)
    return (Item(-1, "pinned", "BG-XII.2.21b"),) if morale is Morale.PINNED else ()


def side_name(side: SideId) -> SideName:
    """A side as the charts name it. Raises ValueError for a side that the book does not know."""
    match side:
        case "army" | "insurgents" | "civilians":
            return side
        case _:
            raise ValueError(f"the charts know no side {side!r}")
