"""Events of guns: hooked to a vehicle and set up again, taken by the enemy. VIII.3.3, XIII.1."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.book_and_gun.pieces import Hook
from rules.book_and_gun.units import Placed
from rules.kernel.event import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class GunHooked(Event):
    """A full turn of work at a gun. `figures`: who works; `done` of `turns` are over, and with the last of them the gun
    is limbered to `vehicle`, or set up with its barrel at `facing`. BG-VIII.3.3, BG-R246"""

    kind: Literal["gun-hooked"] = "gun-hooked"
    unit: str
    gun: str
    how: Hook
    vehicle: str
    figures: tuple[str, ...]
    done: int
    turns: int
    facing: float = 0.0
    placed: tuple[Placed, ...] = ()
    """Where those who have set it up now stand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GunTaken(Event):
    """The enemy has a gun that nobody of its side is near. BG-XIII.1.1a, BG-R135"""

    kind: Literal["gun-taken"] = "gun-taken"
    unit: str
    gun: str
    captor: str


GunEvent: TypeAlias = GunHooked | GunTaken
