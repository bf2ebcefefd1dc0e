"""Tasks of a shooting: declared, answered, resolved for one or both, its effects. RA-R35, RA-R70"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias


@dataclass(frozen=True, slots=True)
class Shot:
    """Who fires at whom, and how. `car`: the base of a train that is named; `building`: the section that is fired at,
    with the target's unit empty."""

    unit: str
    target: str = ""
    building: str = ""
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
class Shoot:
    """A shooting. `answered`: the target has been asked about return fire and evading, or need not be."""

    shot: Shot
    reason: Literal["action", "charged", "ambush", "friends"] = "action"
    answered: bool = False
    back: Shot | None = None
    """Fire that is returned at the same time."""
    kind: Literal["shoot"] = "shoot"


FireTask: TypeAlias = Shoot
