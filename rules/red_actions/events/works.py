"""Foxholes, fires, wire; vehicles that get free, units that lose their way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.kernel.event import Event
from rules.red_actions.state import Lane
from rules.red_actions.units import Foxholes, Point


@dataclass(frozen=True, slots=True, kw_only=True)
class Dug(Event):
    """Foxholes are begun or deepened; `foxholes`: as they are now. RA-dig.1, RA-R62"""

    kind: Literal["dug"] = "dug"
    unit: str
    foxholes: Foxholes


@dataclass(frozen=True, slots=True, kw_only=True)
class FireLaid(Event):
    """A unit has tried to set a building on fire. RA-building.fire.1"""

    kind: Literal["fire-laid"] = "fire-laid"
    unit: str
    building: str
    roll: int
    before: int
    markers: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FireFought(Event):
    """RA-building.fire.4"""

    kind: Literal["fire-fought"] = "fire-fought"
    unit: str
    building: str
    roll: int
    before: int
    markers: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FireGrew(Event):
    """RA-building.fire.2"""

    kind: Literal["fire-grew"] = "fire-grew"
    building: str
    markers: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BurntOut(Event):
    """A building is no more; who was in it leaves. RA-building.fire.3, RA-R103"""

    kind: Literal["burnt-out"] = "burnt-out"
    building: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FledFire(Event):
    """A unit has left a burning building; `at`: where it is now. RA-R103"""

    kind: Literal["fled-fire"] = "fled-fire"
    unit: str
    building: str
    way: tuple[Point, ...]
    at: Point


@dataclass(frozen=True, slots=True, kw_only=True)
class WireTried(Event):
    """The roll of infantry in wire. `at`: where it stands then; `lane`: what engineers cut. RA-wire.2, RA-wire.3"""

    kind: Literal["wire-tried"] = "wire-tried"
    unit: str
    wire: str
    dice: tuple[int, ...]
    across: bool
    at: Point
    lane: Lane | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WireCrushed(Event):
    """A tank has crossed wire, or cleared it along its length: `dice` of its strips. RA-wire.4, RA-wire.5, RA-R179"""

    kind: Literal["wire-crushed"] = "wire-crushed"
    unit: str
    wire: str
    lanes: tuple[Lane, ...]
    dice: tuple[int, ...] = ()
    way: tuple[Point, ...] = ()
    """The tank's own way along the wire; empty where it has merely crossed."""
    inches: float = 0.0
    facing: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class RecoveryRolled(Event):
    """A stuck or broken-down vehicle at the start of its segment. RA-R94"""

    kind: Literal["recovery-rolled"] = "recovery-rolled"
    unit: str
    roll: int
    free: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Veered(Event):
    """A unit's die for its way in the dark. `degrees`: how far it has turned, left being negative.
    RA-weather.night.veer"""

    kind: Literal["veered"] = "veered"
    unit: str
    roll: int
    degrees: float
    facing: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Oriented(Event):
    """It has come to something that it can follow, and knows its way again. RA-weather.night.veer"""

    kind: Literal["oriented"] = "oriented"
    unit: str


WorksEvent: TypeAlias = (
    Dug | FireLaid | FireFought | FireGrew | BurntOut | FledFire | WireTried | WireCrushed | RecoveryRolled | Veered
    | Oriented
)  # fmt: skip
