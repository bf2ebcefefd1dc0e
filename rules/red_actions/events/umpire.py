"""What the umpire has done beside what chapters know: weather, places, officers restored, units taken off."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.battle.hand import KitChanged as SharedKitChanged
from rules.battle.umpire import FactRuled, UmpireActed
from rules.kernel.event import Event
from rules.red_actions.book.kinds import Light, Weather
from rules.red_actions.units import Base, Loss, Point


@dataclass(frozen=True, slots=True, kw_only=True)
class WeatherSet(Event):
    """RA-weather.rain, RA-weather.night.range"""

    kind: Literal["weather-set"] = "weather-set"
    light: Light
    weather: Weather


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitPlaced(Event):
    kind: Literal["unit-placed"] = "unit-placed"
    unit: str
    at: Point
    facing: float


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitSteadied(Event):
    """Terror, pinned and rout are off; `humiliated`: those markers too."""

    kind: Literal["unit-steadied"] = "unit-steadied"
    unit: str
    humiliated: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class OfficerStruck(Event):
    """An officer falls by the umpire's word. `loss`: the base of a senior one."""

    kind: Literal["officer-struck"] = "officer-struck"
    officer: str
    unit: str
    loss: Loss | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OfficerRestored(Event):
    kind: Literal["officer-restored"] = "officer-restored"
    officer: str


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitRemoved(Event):
    """It leaves the battle with its officers, unharmed."""

    kind: Literal["unit-removed"] = "unit-removed"
    unit: str
    name: str
    losses: tuple[Loss, ...]
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class KitChanged(SharedKitChanged):
    """What a unit has now: the rounds of its bases, tools, devices, gas shells."""

    unit: str
    bases: tuple[Base, ...]
    tools: tuple[str, ...]


UmpireEvent: TypeAlias = (
    UmpireActed
    | FactRuled
    | WeatherSet
    | UnitPlaced
    | UnitSteadied
    | OfficerStruck
    | OfficerRestored
    | UnitRemoved
    | KitChanged
)
