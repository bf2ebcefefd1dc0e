"""What comes from the air: men and weapons under parachutes, gliders and helicopters, and their crashes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.infantry_action.book.kinds import Weapon
from rules.infantry_action.figures import Point
from rules.kernel.event import Event


@dataclass(frozen=True, slots=True)
class Fallen:
    """One man or gun: where he came down, by which dice, and what became of him. `hurt`: the die of dangerous ground
    was a 1, or a gun is at the bottom of the water."""

    who: str
    at: Point
    clock: int | None = None
    dice: tuple[int, ...] = ()
    off: bool = False
    hurt: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Dropped(Event):
    """A group has come down by parachute. IA-air.para-drop, IA-air.para-hazard, IA-air.para-water-weapons"""

    kind: Literal["dropped"] = "dropped"
    group: str
    men: tuple[Fallen, ...]
    guns: tuple[Fallen, ...] = ()
    facing: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Flew(Event):
    """A glider or helicopter has flown its way; at its end it has landed, hovers, or has left the table.
    IA-air.flight-plan, IA-R221"""

    kind: Literal["flew"] = "flew"
    vehicle: str
    path: tuple[Point, ...]
    facing: float
    then: Literal["land", "hover", "pass"]


@dataclass(frozen=True, slots=True, kw_only=True)
class FlewOff(Event):
    """An aircraft whose way led off the table has left it at the end of the period, with everybody aboard. IA-R221"""

    kind: Literal["flew-off"] = "flew-off"
    vehicle: str


@dataclass(frozen=True, slots=True)
class CrashDie:
    """A man aboard who was not hit before. `weapons`: what he saves."""

    figure: str
    die: int
    survived: bool
    weapons: tuple[Weapon, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ShotAt(Event):
    """A die for each man hit in an aircraft in flight: any 1 brings it down. IA-air.brought-down, IA-R051"""

    kind: Literal["shot-at"] = "shot-at"
    vehicle: str
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Crashed(Event):
    """IA-air.crash-survival, IA-R051"""

    kind: Literal["crashed"] = "crashed"
    vehicle: str
    at: Point
    dice: tuple[CrashDie, ...]


AirEvent: TypeAlias = Dropped | Flew | FlewOff | ShotAt | Crashed
