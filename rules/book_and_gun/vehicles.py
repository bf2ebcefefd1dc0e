"""Vehicles of a battle, and the seats in and on them: plain values of the state.

A vehicle is a thing of its own; who is in it are figures with a seat. Its type stands in the garage (`book/garage`).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, TypeAlias

from rules.table.board import Point

SeatPlace: TypeAlias = Literal["driver", "crew", "passenger", "rider"]
"""Where somebody sits: one of the crew, inside without a task, or on top of the hull."""


Flight: TypeAlias = Literal["", "landed", "hovering", "moving"]
"""How an aircraft is: on the ground, still in the air, going on; empty for what goes on the ground."""


class VehicleCondition(StrEnum):
    """BG-R91."""

    SOUND = "sound"
    IMMOBILIZED = "immobilized"
    DESTROYED = "destroyed"


@dataclass(frozen=True, slots=True)
class Seat:
    """A figure's seat. `vehicle`: its id; `type`: key of the garage, for its hull hides whoever sits inside."""

    vehicle: str
    type: str
    place: SeatPlace
    aloft: bool = False
    """The vehicle is in the air. BG-VIII.2.12a"""

    @property
    def inside(self) -> bool:
        """Behind the hull; a rider sits on top. BG-VIII.2.9b"""
        return self.place != "rider"

    @property
    def crews(self) -> bool:
        """One of the vehicle's own crew."""
        return self.place in ("driver", "crew")


@dataclass(frozen=True, slots=True)
class Vehicle:
    """A vehicle on the table, or its wreck. `unit`: whose it is; `at`: its middle, None without a board or before it
    has come; `facing`, `turret`: degrees clockwise from north."""

    id: str
    type: str
    name: str
    unit: str
    condition: VehicleCondition = VehicleCondition.SOUND
    at: Point | None = None
    facing: float = 0.0
    turret: float = 0.0
    moved_turn: int = 0
    """Turn in which it last moved."""
    moved_inches: float = 0.0
    """Inches of that move."""
    allowance: float = 0.0
    """Inches that it might have gone with that move. BG-VIII.2.2a, BG-R40"""
    flight: Flight = ""
    """Of an aircraft, since its last move. BG-R40"""
    flown: tuple[Point, ...] = ()
    """The way of its last flight, from its start. BG-VIII.2.12b"""
    boarded_turn: int = 0
    """An aircraft or boat: turn in which people last got in or out. BG-VIII.2.131, BG-VIII.2.10b"""
    boarded: Literal["", "in", "out"] = ""
    """Which of the two."""

    discharged: bool = False
    """Its smoke dischargers have been fired. BG-R257"""
    home: str = ""
    """The unit that it came with, once another has taken it; empty: none has. BG-XIII.1.1a"""
    drivable: Literal["", "yes", "no"] = ""
    """Whether somebody of those who have it now can drive it; empty: they have not tried. BG-XIII.4.1b"""

    @property
    def wreck(self) -> bool:
        return self.condition is VehicleCondition.DESTROYED

    @property
    def aloft(self) -> bool:
        """In the air: no ground bears it, and nothing on the ground is in its way. BG-VIII.2.12a"""
        return self.flight in ("hovering", "moving") and not self.wreck

    @property
    def taken(self) -> bool:
        """In the hands of others than those who came with it. BG-R273"""
        return self.home not in ("", self.unit)

    @property
    def drives(self) -> bool:
        return self.condition is VehicleCondition.SOUND
