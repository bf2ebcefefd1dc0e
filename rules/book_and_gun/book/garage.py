"""The garage: vehicles and aircraft by type, in the book's classes; our defaults. X.6, X.10, VIII.2.7 to VIII.2.13."""

from __future__ import annotations

import tomllib
from importlib import resources
from types import MappingProxyType
from typing import Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from rules.book_and_gun.book.drive import RIDERS, Carrier, MoverType
from rules.book_and_gun.book.rows import AircraftKind, Armour
from rules.book_and_gun.book.vehicle_fire import ArmourExtra, FirersAid
from rules.book_and_gun.vehicles import VehicleCondition
from rules.kernel.violation import RuleViolation
from rules.seam.forces import ElementKind, ElementType
from rules.seam.sheets import SheetKind

Bearing: TypeAlias = Literal["turret", "mount", "hull"]
"""How a weapon bears: all round with the turret, all round on a mount of its own, ahead only. BG-R214"""


class VehicleType(BaseModel):
    """A type of the garage. `crew`: its own people, the driver first; `weapons`: (weapon, how it bears), the main
    armament first; `dischargers`: it lays smoke (BG-X.14.3b); `length`, `width`, `height` of its model in inches."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    key: str
    title: str
    row: MoverType
    carrier: Carrier | None = None
    armour: Armour
    crew: int = Field(ge=1)
    passengers: int = 0
    weapons: tuple[tuple[str, Bearing], ...] = ()
    tube: str = ""
    """A missile that is fired through the barrel of its main armament. BG-X.4.20"""
    extras: tuple[ArmourExtra, ...] = ()
    aids: tuple[FirersAid, ...] = ()
    off_road: bool = True
    amphibious: bool = False
    snow: bool = False
    """It goes over snow as nothing else does, and elsewhere by its own row. BG-VIII.2.14a"""
    dischargers: bool = False
    aircraft: AircraftKind | None = None
    """What it is in the air; None: it goes on the ground. BG-X.10"""
    attack: bool = False
    """An armoured attack helicopter. BG-X.11.1a"""
    length: float
    width: float
    height: float

    @property
    def riders(self) -> int:
        """How many ride on its hull. BG-VIII.2.9a, BG-R210"""
        return RIDERS.get(self.carrier, 0) if self.carrier is not None else 0

    @property
    def boat(self) -> bool:
        """It goes on water and nowhere else. BG-VIII.2.10a"""
        return self.row in ("light boats", "motor patrol boats")

    @property
    def fixed_wing(self) -> bool:
        """It neither hovers nor lands. BG-X.10.2, BG-X.10.3, BG-X.10.4"""
        return self.aircraft is not None and self.aircraft != "helo"

    @property
    def seats(self) -> tuple[str, ...]:
        """What a figure may be in it, one entry a seat."""
        crew = ("driver", *("crew",) * (self.crew - 1))
        return (*crew, *("passenger",) * self.passengers, *("rider",) * self.riders)


class _Sheet(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    vehicle: tuple[VehicleType, ...]


def _load() -> dict[str, VehicleType]:
    text = resources.files("rules.book_and_gun.book").joinpath("garage.toml").read_text(encoding="utf-8")
    return {each.key: each for each in _Sheet.model_validate(tomllib.loads(text)).vehicle}


GARAGE = MappingProxyType(_load())
"""Every type by its key."""

_CONDITION = SheetKind(VehicleCondition, remedy="Have it repaired, or replace it.", empty='"sound"')


def load_condition(text: str, name: str) -> VehicleCondition:
    """What a vehicle carries over from earlier battles. RuleViolation for text that cannot be read."""
    return _CONDITION.load(text, name)


def dump_condition(condition: VehicleCondition) -> str:
    return _CONDITION.dump(condition)


def type_of(key: str, name: str) -> VehicleType:
    """The type of a roster's vehicle. Raises RuleViolation for one that the garage does not have."""
    if key not in GARAGE:
        raise RuleViolation(
            "not-in-garage",
            f"{name} is of no known type: “{key}”.",
            remedy=f"Choose one of: {', '.join(GARAGE)}.",
        )
    return GARAGE[key]


VEHICLE_TYPES: tuple[ElementType, ...] = tuple(
    ElementType(each.key, ElementKind.VEHICLE, each.title, places=each.seats) for each in GARAGE.values()
)
"""The garage as a campaign keeps it."""
