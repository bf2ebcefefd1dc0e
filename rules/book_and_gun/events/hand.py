"""Events of the umpire's hand, beside those of the chapters (a figure falls, a unit is steady)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.battle.umpire import UmpireActed
from rules.book_and_gun.units import FigureTraits, Munitions
from rules.event import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class KitChanged(Event):
    """A figure carries something else now, or his unit has other rounds. `what`: what was given or taken, in words."""

    kind: Literal["kit-changed"] = "kit-changed"
    unit: str
    figure: str
    what: str
    given: bool
    traits: FigureTraits
    empty: tuple[str, ...]
    munitions: Munitions


HandEvent: TypeAlias = UmpireActed | KitChanged
