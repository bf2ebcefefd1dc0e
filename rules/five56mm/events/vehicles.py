"""Events of vehicles: getting in and out, driving, flying, ramming, damage, crashes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.five56mm.book.collisions import Dodge
from rules.five56mm.book.driving import Task
from rules.five56mm.book.target_number import Roll
from rules.five56mm.book.vehicle_damage import ArmourTest, Damage
from rules.five56mm.state import Point
from rules.kernel.action import SideId
from rules.kernel.event import Event
from rules.kernel.facts import Fact


@dataclass(frozen=True, slots=True, kw_only=True)
class Boarded(Event):
    """MM-12.1.1."""

    kind: Literal["boarded"] = "boarded"
    character: str
    vehicle: str
    place: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GotOut(Event):
    """MM-12.1.2, MM-12.1.3. `carried`: others brought him out. MM-R212."""

    kind: Literal["got-out"] = "got-out"
    character: str
    vehicle: str
    at: Point | None
    jumped: bool = False
    carried: bool = False
    level: int = 0
    """The roof on which he stands, from a helicopter over or on it. MM-R229"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Travelled(Event):
    """A vehicle after its driver's or pilot's go. `moved`: inches in all, its speed until the next one. `hover`: TN for
    those aboard, None when it does not hover. MM-12.6.5."""

    kind: Literal["travelled"] = "travelled"
    vehicle: str
    driver: str
    task: Task | None
    to: Point | None
    facing: float
    moved: float
    full_speed: bool = False
    flying: bool = False
    hover: int | None = None
    route: tuple[Point, ...] = ()
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Drifted(Event):
    """Nobody flies it: it keeps its place in the air without the benefits of Hover. MM-R59."""

    kind: Literal["drifted"] = "drifted"
    vehicle: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RolledOut(Event):
    """Nobody able is at its wheel any more: it stands from now on. MM-R59, MM-R205."""

    kind: Literal["rolled-out"] = "rolled-out"
    vehicle: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatTaken(Event):
    """Somebody aboard is at another place in it. `shoved`: he could not help it. MM-12.1.1, MM-R205."""

    kind: Literal["seat-taken"] = "seat-taken"
    character: str
    vehicle: str
    place: str
    shoved: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RunAt(Event):
    """A vehicle runs at somebody. MM-12.2.1."""

    kind: Literal["run-at"] = "run-at"
    vehicle: str
    character: str
    dodge: Dodge


@dataclass(frozen=True, slots=True, kw_only=True)
class Collided(Event):
    """A vehicle rams a vehicle. MM-12.2.3."""

    kind: Literal["collided"] = "collided"
    vehicle: str
    other: str
    speed: float


@dataclass(frozen=True, slots=True, kw_only=True)
class VehicleHit(Event):
    """MM-12.5.1."""

    kind: Literal["vehicle-hit"] = "vehicle-hit"
    vehicle: str
    cause: str
    test: ArmourTest
    by: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class VehicleDamaged(Event):
    """Damage without an Armour test (a bad landing). MM-4.72.3, MM-R56."""

    kind: Literal["vehicle-damaged"] = "vehicle-damaged"
    vehicle: str
    damage: Damage


@dataclass(frozen=True, slots=True, kw_only=True)
class ControlTested(Event):
    """Does the driver keep an immobilised vehicle from crashing? `roll` None: nobody is at the wheel. MM-12.51.5."""

    kind: Literal["control-tested"] = "control-tested"
    vehicle: str
    driver: str | None
    roll: Roll | None


@dataclass(frozen=True, slots=True, kw_only=True)
class WeaponsChecked(Event):
    """MM-12.51.6."""

    kind: Literal["weapons-checked"] = "weapons-checked"
    vehicle: str
    die: int
    work: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Crashed(Event):
    """MM-12.6.1. It stands still and on the ground from now on."""

    kind: Literal["crashed"] = "crashed"
    vehicle: str
    speed: float


@dataclass(frozen=True, slots=True, kw_only=True)
class VehicleLeft(Event):
    """It leaves the table for good, with all aboard. MM-R215."""

    kind: Literal["vehicle-left"] = "vehicle-left"
    vehicle: str
    edge: str


@dataclass(frozen=True, slots=True, kw_only=True)
class VehicleSet(Event):
    """The umpire's word on a vehicle. `side`: whose it is from now on."""

    kind: Literal["vehicle-set"] = "vehicle-set"
    vehicle: str
    to: Literal["whole", "immobilised", "destroyed", "captured"]
    side: SideId


VehicleEvent: TypeAlias = (
    Boarded | GotOut | SeatTaken | Travelled | Drifted | RolledOut | RunAt | Collided | VehicleHit | VehicleDamaged
    | ControlTested | WeaponsChecked | Crashed | VehicleLeft | VehicleSet
)  # fmt: skip
