"""Events of aircraft: how they fly, an attack that is lost, those that are out of the battle. Shots and hits are events
of vehicles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.book_and_gun.vehicles import Flight
from rules.kernel.event import Event
from rules.table.board import Point


@dataclass(frozen=True, slots=True, kw_only=True)
class AircraftFlew(Event):
    """An aircraft is on the ground, hovers or goes on from now on. `way`: the points of its flight, from its start;
    empty where it stayed over its place, and without a board. BG-VIII.2.13a, BG-VIII.2.131, BG-R40."""

    kind: Literal["aircraft-flew"] = "aircraft-flew"
    unit: str
    vehicle: str
    flight: Flight
    way: tuple[Point, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackLost(Event):
    """An aircraft was hit before its attack, which is lost. `target`: whom it was to attack. BG-VIII.2.12b, BG-R115."""

    kind: Literal["attack-lost"] = "attack-lost"
    unit: str
    vehicle: str
    target: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AircraftGone(Event):
    """An aircraft is out of the battle: shot down with all aboard, or damaged, and then it leaves with those who are
    still aboard. `figures`: (unit, figure) of these. BG-R109."""

    kind: Literal["aircraft-gone"] = "aircraft-gone"
    unit: str
    vehicle: str
    why: Literal["shot down", "damaged"]
    figures: tuple[tuple[str, str], ...] = ()


AircraftEvent: TypeAlias = AircraftFlew | AttackLost | AircraftGone
