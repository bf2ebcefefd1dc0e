"""Events of vehicles: fire at them, what it does, who gets in and out. People who are hit are `FigureFell` events."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.book_and_gun.book.rows import AircraftKind, Armour, TargetClass
from rules.book_and_gun.units import Placed
from rules.book_and_gun.vehicles import SeatPlace, VehicleCondition
from rules.kernel.action import SideId
from rules.kernel.chance import Card
from rules.kernel.event import Event
from rules.kernel.facts import Fact, Itemised

WhyOut = Literal["wreck", "jump", "dismount"]
"""Why people leave a vehicle: it is destroyed, a rider was hit, they want to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VehicleFiredAt(Event):
    """One figure fired one weapon at a vehicle: its dice and the TO HIT number. BG-X.6.1. `to_hit` None: the chart has
    N/A."""

    kind: Literal["vehicle-fired-at"] = "vehicle-fired-at"
    unit: str
    figure: str
    weapon: str
    target: str
    """The unit whose vehicle it is."""
    vehicle: str
    armour: Armour
    target_class: TargetClass
    to_hit: Itemised | None
    dice: tuple[int, ...]
    hits: int
    facts: tuple[Fact, ...] = ()
    flying: AircraftKind | None = None
    """What it is in the air; None: it stands or goes on the ground. BG-X.9.1"""


@dataclass(frozen=True, slots=True, kw_only=True)
class VehicleStruck(Event):
    """A hit's card, or two, and the vehicle after it. `penetrated`: it came through without destroying the vehicle.
    BG-R91, BG-R92."""

    kind: Literal["vehicle-struck"] = "vehicle-struck"
    unit: str
    """Whose vehicle it is."""
    vehicle: str
    die: int
    cards: tuple[Card, ...]
    fate: Literal["unharmed", "immobilized", "destroyed"]
    condition: VehicleCondition
    penetrated: bool
    by: str
    by_unit: str
    weapon: str
    to_hit: Itemised | None = None
    """Of a shell: what its D20 must not exceed. BG-X.7.221a"""
    second: int | None = None
    """A bomblet's D6: 1 to 4 lands on the vehicle. BG-X.7.223b"""
    flying: bool = False
    """It was in the air: immobilized is then damaged. BG-R91, BG-R109"""


@dataclass(frozen=True, slots=True, kw_only=True)
class PeopleRolled(Event):
    """The dice of those in a vehicle, or on it, when something came through. BG-R93, BG-R209."""

    kind: Literal["people-rolled"] = "people-rolled"
    unit: str
    vehicle: str
    where: Literal["inside", "on top"]
    dice: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TurretTurned(Event):
    """The turret looks where its weapon has fired. BG-R214."""

    kind: Literal["turret-turned"] = "turret-turned"
    unit: str
    vehicle: str
    turret: float


@dataclass(frozen=True, slots=True, kw_only=True)
class PeopleOut(Event):
    """People of one unit leave a vehicle. `placed`: beside it; `dice`: of a dismounting unit, and how far it went.
    BG-VIII.4.21a, BG-VIII.2.9c, BG-R93."""

    kind: Literal["people-out"] = "people-out"
    unit: str
    vehicle: str
    why: WhyOut
    figures: tuple[str, ...]
    placed: tuple[Placed, ...] = ()
    beside: str = ""
    """On which side of the vehicle: "north". Empty without a board."""
    dice: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PeopleIn(Event):
    """People of one unit get into a vehicle. `seats`: (figure, seat). BG-VIII.4.21a, BG-VIII.4.21c."""

    kind: Literal["people-in"] = "people-in"
    unit: str
    vehicle: str
    seats: tuple[tuple[str, SeatPlace], ...]
    dice: tuple[int, ...] = ()
    short: tuple[str, ...] = ()
    """Who was too far away for the roll, and stays."""
    placed: tuple[Placed, ...] = ()
    """Where the vehicle stands that they are in now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VehicleTaken(Event):
    """A vehicle that nobody is left in falls to others. `unit`: whose it was; `side`: the captor's. BG-XIII.1.1a,
    BG-R273"""

    kind: Literal["vehicle-taken"] = "vehicle-taken"
    unit: str
    vehicle: str
    captor: str
    side: SideId


@dataclass(frozen=True, slots=True, kw_only=True)
class DriverSought(Event):
    """The die for whether any of them can drive what they have taken. BG-XIII.4.1b"""

    kind: Literal["driver-sought"] = "driver-sought"
    unit: str
    vehicle: str
    die: int
    able: bool


VehicleEvent: TypeAlias = (
    VehicleFiredAt | VehicleStruck | PeopleRolled | TurretTurned | PeopleOut | PeopleIn | VehicleTaken | DriverSought
)
