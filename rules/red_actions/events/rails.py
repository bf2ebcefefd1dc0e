"""Trains."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.kernel.action import SideId
from rules.kernel.event import Event
from rules.red_actions.units import Loss, Point, Rails


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainRan(Event):
    """A train has run along its rails, or stands. `rails`: as it is now; `way`: the points that its front went
    through; `blocked`: what has stopped it. RA-train.move.1, RA-R96"""

    kind: Literal["train-ran"] = "train-ran"
    unit: str
    order: str
    rails: Rails
    at: Point
    facing: float
    inches: float
    way: tuple[Point, ...]
    blocked: str = ""
    driven: bool = True
    """False: nobody has driven it this turn, and it runs on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainLeft(Event):
    """A train has run off the table with all that is aboard. `losses`: its cars, if the enemy has taken it.
    RA-train.hits.4, RA-train.capture"""

    kind: Literal["train-left"] = "train-left"
    unit: str
    name: str
    losses: tuple[Loss, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainTaken(Event):
    """The enemy has a train in his hands. RA-train.capture, RA-R233"""

    kind: Literal["train-taken"] = "train-taken"
    unit: str
    by: str
    side: SideId
    was: SideId
    officers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class VehicleTaken(Event):
    """A tank or armoured car that cannot move is taken. `tanks`: its bases that count as tanks captured intact.
    RA-action.possess, RA-tank.capture, RA-R233"""

    kind: Literal["vehicle-taken"] = "vehicle-taken"
    unit: str
    name: str
    by: str
    losses: tuple[Loss, ...]
    tanks: tuple[str, ...] = ()
    officers: tuple[str, ...] = ()


RailsEvent: TypeAlias = TrainRan | TrainLeft | TrainTaken | VehicleTaken
