"""Tasks of a shooting: declared, answered, resolved for one or both, its effects. RA-R35, RA-R70"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.kernel.facts import Itemised
from rules.red_actions.book.shooting import Band
from rules.red_actions.units import Point


@dataclass(frozen=True, slots=True)
class Shot:
    """Who fires at whom, and how. `car`: the base of a train that is named; `building`: the section that is fired at,
    `at`: a place where an enemy is suspected, with the target's unit empty."""

    unit: str
    target: str = ""
    building: str = ""
    at: Point | None = None
    car: str = ""
    speculative: bool = False
    harassing: bool = False
    gas: bool = False
    observer: str = ""
    at_distance: float | None = None
    """Inches that hold instead of those measured. RA-R75"""
    no_turn: bool = False
    """It may not turn to fire. RA-R122"""


@dataclass(frozen=True, slots=True)
class CarryOutShooting:
    """A shooting. `answered`: the target has been asked about return fire and evading, or need not be."""

    shot: Shot
    reason: Literal["action", "charged", "ambush", "friends"] = "action"
    answered: bool = False
    mode_asked: bool = False
    """The target has said whether it evades. RA-evade.4"""
    back: Shot | None = None
    """Fire that is returned at the same time."""
    kind: Literal["shoot"] = "shoot"


@dataclass(frozen=True, slots=True)
class RollOnTable:
    """The two dice of a shooting that has hit directly, after what the hits have done; the rest as `ShotResolved` tells
    it. RA-shoot.7, RA-R35"""

    unit: str
    target: str
    name: str
    hits: int
    total: int
    lines: tuple[str, ...]
    shift: Itemised
    column: int
    machine_guns: bool
    far: Band
    tank: int = 0
    gas: bool = False
    kind: Literal["roll-on-table"] = "roll-on-table"


FireTask: TypeAlias = CarryOutShooting | RollOnTable
