"""Tasks of moving: the way that a unit still goes, ambushes sprung on it, pre-emption."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.action import SideId
from rules.red_actions.book.kinds import Formation
from rules.red_actions.units import Point


@dataclass(frozen=True, slots=True)
class March:
    """A unit on its way. It goes from point to point; after each stretch hidden enemies may be met and ambushes sprung.
    `asked`: ambushers that have been asked about this stretch. RA-ambush.spring.1"""

    unit: str
    way: tuple[Point, ...]
    facing: float | None = None
    formation: Formation | None = None
    pace: Literal["normal", "evading", "march"] = "normal"
    spent: float = 0.0
    back: float = 0.0
    asked: tuple[str, ...] = ()
    kind: Literal["march"] = "march"


@dataclass(frozen=True, slots=True)
class Spring:
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


MovementTask: TypeAlias = March | Spring | Declared
