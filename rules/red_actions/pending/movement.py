"""Tasks of moving: the way that a unit still goes, ambushes sprung on it, pre-emption."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.kernel.action import SideId
from rules.red_actions.book.kinds import UnitFormation
from rules.red_actions.units import Point


@dataclass(frozen=True, slots=True)
class Leg:
    """A straight piece of a way. `facing`: of the front on it; `inches`: what its outermost base covers, wheels before
    it included; `dice`: the breakdown tests that are thrown at its end; `wire`: it ends in touch with that wire."""

    to: Point
    facing: float
    inches: float
    dice: tuple[str, ...] = ()
    wire: str = ""


@dataclass(frozen=True, slots=True)
class March:
    """A unit on its way. It goes leg by leg; wherever hidden enemies see it come or come to light, it is interrupted.
    `facing`: at the end; `back`: the enemy unit from which moving away counts; `was`: where it stood before the last
    stretch; `asked`: ambushers with what they have been asked. RA-ambush.spring.1"""

    unit: str
    legs: tuple[Leg, ...]
    facing: float | None = None
    formation: UnitFormation | None = None
    pace: Literal["normal", "evading", "march"] = "normal"
    turned: float = 0.0
    """Inches of the last wheel, at the end of the way."""
    foe: str = ""
    was: Point | None = None
    moved: float = 0.0
    unlimber: bool = False
    """Horse artillery unlimbers at the end. RA-horse-artillery"""
    fast: bool = False
    """A vehicle that owes a die for its speed at the end. RA-terrain.star-speed"""
    asked: tuple[str, ...] = ()
    friends: tuple[str, ...] = ()
    """Friends whom it saw when it set out in the dark. RA-weather.night.friends"""
    kind: Literal["march"] = "march"


@dataclass(frozen=True, slots=True)
class BreakDown:
    """A vehicle throws a die for an obstacle, for wire or for its speed; `test`: which. RA-R92, RA-R179"""

    unit: str
    test: str
    kind: Literal["break-down"] = "break-down"


@dataclass(frozen=True, slots=True)
class OpenAmbush:
    """An ambush is sprung: the marker, the fear test, then the charge or the shooting. RA-R100"""

    unit: str
    target: str
    how: Literal["charge", "fire"]
    kind: Literal["spring"] = "spring"


@dataclass(frozen=True, slots=True)
class Declared:
    """A player's action that waits while others may pre-empt it; `action` is its JSON text. RA-R110"""

    unit: str
    action: str
    side: SideId
    extras: tuple[str, ...] = ()
    """What the unit has done beside its action."""
    asked: tuple[str, ...] = ()
    kind: Literal["declared"] = "declared"


MovementTask: TypeAlias = March | BreakDown | OpenAmbush | Declared
