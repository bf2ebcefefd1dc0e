"""Events of the umpire's hand, beside those of the chapters (a figure falls, a unit is steady)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from rules.battle import hand
from rules.battle.umpire import UmpireActed
from rules.book_and_gun.units import FigureTraits, Munitions


@dataclass(frozen=True, slots=True, kw_only=True)
class KitChanged(hand.KitChanged):
    """A figure carries something else now, or his unit has other rounds."""

    unit: str
    figure: str
    traits: FigureTraits
    empty: tuple[str, ...]
    munitions: Munitions


HandEvent: TypeAlias = UmpireActed | KitChanged
