"""Scouting and ambushes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.kernel.event import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class Searched(Event):
    """A unit has scouted a piece of ground; the die is rolled whether anybody is there or not. `sound`: it would have
    found them. RA-ambush.scout.1, RA-ambush.scout.2"""

    kind: Literal["searched"] = "searched"
    unit: str
    place: str
    name: str
    roll: int
    sound: bool
    found: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Sprung(Event):
    """An ambush is sprung. `again`: others have ambushed the target this turn, and its effects do not come twice.
    RA-ambush.spring.1, RA-ambush.once, RA-R102"""

    kind: Literal["sprung"] = "sprung"
    unit: str
    target: str
    how: Literal["charge", "fire"]
    again: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CalledOut(Event):
    """A senior officer has ordered a unit out of ambush. RA-ambush.order"""

    kind: Literal["called-out"] = "called-out"
    unit: str
    officer: str


AmbushEvent: TypeAlias = Searched | Sprung | CalledOut
