"""The event of bicycles: who gets on, gets off, lays them down. VIII.2.51."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.book_and_gun.units import Placed
from rules.kernel.event import Event

CycleUse = Literal["on", "off", "left"]
"""Onto bicycles; off them, to push them; and down on the ground they go."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CyclesUsed(Event):
    """Figures of a unit with their bicycles: (figure, bicycle). `short`: who was too far from one for the roll.
    BG-VIII.2.51, BG-R280"""

    kind: Literal["cycles-used"] = "cycles-used"
    unit: str
    how: CycleUse
    pairs: tuple[tuple[str, str], ...]
    placed: tuple[Placed, ...] = ()
    dice: tuple[int, ...] = ()
    short: tuple[str, ...] = ()


CycleEvent: TypeAlias = CyclesUsed
