"""The men, guns and vehicles of a battle: immutable values, what they carry, what they did, what has become of them.

Places are (east, north) in metres, facings degrees clockwise from north. What lasts for one period stands in `Doing`
and is emptied when the next begins; what counts from a period carries its number.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from rules.infantry_action.book.kinds import Charge, Gear, Pace, Posture, Rank, Weapon
from rules.kernel.action import SideId
from rules.table.measure import step

Point = tuple[float, float]

LONG_AGO = -99
"""The period of what has never happened."""


class Life(StrEnum):
    """A man is fit or a casualty: there are no wounds. IA-scale.figure"""

    FIT = "fit"
    CASUALTY = "casualty"
    PRISONER = "prisoner"
    LOST = "lost"
    """Off the table in panic, or landed beyond it. IA-R111, IA-air.para-off-table"""
    WITHDRAWN = "withdrawn"
    """Over his own base line by his own will. IA-R153"""


@dataclass(frozen=True, slots=True)
class Doing:
    """What somebody or something did in the period that runs."""

    pace: Pace = Pace.HALT
    path: tuple[Point, ...] = ()
    """The way that was gone, its start included; empty for who stood still."""
    moved: float = 0.0
    """Metres of it."""
    turned: bool = False
    """He ended his move by turning, or turned on the spot. IA-R061"""
    silent: bool = False
    boarding: bool = False
    """Entered or left a vehicle. IA-R086"""
    busy: bool = False
    """A task took the whole period: he neither fires nor observes."""
    panic: bool = False
    """A panic dash. IA-R111"""
    fired: bool = False
    grenaded: bool = False

    @property
    def dashed(self) -> bool:
        """A short dash, or a vehicle's high speed dash. IA-tt.exposed"""
        return self.pace in (Pace.DASH, Pace.RUSH)


NOTHING = Doing()


@dataclass(frozen=True, slots=True)
class GivenUp:
    """What a man had on him when he surrendered: lost to his side, whatever becomes of him. IA-R151"""

    weapons: tuple[Weapon, ...] = ()
    grenades: bool = False
    gear: tuple[Gear, ...] = ()
    charges: tuple[Charge, ...] = ()


LIMP = "limp"
"""A lasting injury. IA-R271"""


@dataclass(frozen=True, slots=True)
class Figure:
    """One man."""

    id: str
    name: str
    number: int
    side: SideId
    group: str
    rank: Rank
    weapons: tuple[Weapon, ...] = (Weapon.PISTOL,)
    """Small arms that he carries. IA-R006"""
    grenades: bool = False
    gear: tuple[Gear, ...] = ()
    charges: tuple[Charge, ...] = ()
    """Each entry is one piece. IA-R010, IA-R012"""
    specialities: tuple[str, ...] = ()
    """"engineer", "forward observer", or the class of a heavy weapon. IA-R011"""
    rocket: bool = True
    """His one-man anti-tank weapon is a rocket or recoilless. IA-R015"""
    home: str = ""
    """The group with which he came to the battle: what he belongs to for leaders and memories."""
    value: Decimal = Decimal(0)
    """Points of man, rank and all that he carries, surcharges left out. IA-R004"""
    broken: tuple[Gear, ...] = ()
    """Equipment of his that was shot to pieces."""
    at: Point | None = None
    """None: aboard, or not on the table."""
    facing: float = 0.0
    posture: Posture = Posture.ERECT
    life: Life = Life.FIT
    killed: bool = False
    """Of a casualty, settled when the battle is over. IA-R201"""
    fell_openly: bool = False
    """Everybody was told how he went out of the battle."""
    lost_in: int = LONG_AGO
    """The period in which he stopped being fit."""
    aboard: str | None = None
    """Id of his vehicle or aircraft."""
    place: str = ""
    """Aboard: driver, commander, gunner or passenger."""
    serves: str | None = None
    """Id of the gun that he mans; the gunner is the first of its men in roster order, numbers two and three follow."""
    share: bool = False
    """He carries a share of that gun. IA-foot.carry-shares"""
    doing: Doing = NOTHING
    fired_in: int = LONG_AGO
    """The last period in which he fired or grenaded. IA-tt.moved-or-fresh"""
    doubled_in: int = LONG_AGO
    """IA-foot.double-limit"""
    ready_from: int = 0
    """The first period in which he may use what he has taken over. IA-soft.takeover-delay"""
    briefed_in: int = LONG_AGO
    """The last period at whose start he could hear the officer: he may carry his word. IA-R027"""
    landed_in: int = LONG_AGO
    """The period in which he came down from the air. IA-air.para-first-period"""
    given_up: GivenUp = GivenUp()
    injuries: tuple[str, ...] = ()
    """What lasts of earlier wounds. IA-R271"""
    title: str = ""
    """What his army calls his rank, where that is not the book's word."""

    @property
    def called(self) -> str:
        """His name, with his rank where he leads: "Junior Sergeant Anisimov"."""
        return f"{self.title or self.rank.value.capitalize()} {self.name}" if self.rank.leads else self.name

    @property
    def fit(self) -> bool:
        return self.life is Life.FIT

    @property
    def on_foot(self) -> bool:
        """Fit and standing on the table himself."""
        return self.fit and self.at is not None and self.aboard is None

    def has(self, gear: Gear) -> bool:
        return gear in self.gear


@dataclass(frozen=True, slots=True)
class Gun:
    """A crew-served weapon on the ground. IA-hw.effect"""

    id: str
    name: str
    kind: Weapon
    side: SideId
    group: str
    at: Point | None = None
    facing: float = 0.0
    ready_from: int | None = 0
    """The first period in which it may fire; None: packed, limbered or carried. IA-R074"""
    towed_by: str | None = None
    missiles: int = 0
    """Left, of a missile set. IA-cost.missiles"""
    shield: bool = False
    calibre: int = 0
    """Millimetres, where bunkers ask for it. IA-bunker.collapse"""
    value: Decimal = Decimal(0)
    gone: bool = False
    """Destroyed or unserviceable."""
    fired_in: int = LONG_AGO
    doing: Doing = NOTHING


class VehicleKind(StrEnum):
    AFV = "AFV"
    SOFT = "soft vehicle"
    MOTORCYCLE = "motorcycle"
    CYCLE = "pedal cycle"
    HORSE = "horse"
    GLIDER = "glider"
    HELICOPTER = "helicopter"

    @property
    def aircraft(self) -> bool:
        return self in (VehicleKind.GLIDER, VehicleKind.HELICOPTER)


class RunningGear(StrEnum):
    TRACKED = "tracked"
    MULTI_WHEELED = "multi-wheeled"
    """Six wheels or more. IA-R044"""
    WHEELED = "wheeled"
    HOOVES = "hooves"
    AIR = "air"


@dataclass(frozen=True, slots=True)
class VehicleType:
    """What a kind of vehicle is, whoever drives it. Tons are metric."""

    key: str
    title: str
    kind: VehicleKind
    going: RunningGear = RunningGear.TRACKED
    tons: Decimal = Decimal(0)
    """Weight of an AFV, official load of a soft vehicle. IA-cost.afv, IA-cost.soft-vehicle"""
    weapons: tuple[Weapon, ...] = ()
    """Mounted ones, turret guns first."""
    crew: int = 1
    """Places besides passengers, driver and commander among them."""
    seats: int = 0
    tank: bool = False
    """A medium or heavier tank crushes brush. IA-R044"""
    apc: bool = False
    self_propelled: bool = False
    """Self-propelled artillery. IA-R119"""
    open_topped: bool = False
    amphibious: bool = False
    turreted: bool = False
    projectors: bool = False
    """Multiple smoke projectors. IA-smoke.projectors"""
    flail: bool = False
    line_charge: bool = False
    night_device: bool = False
    searchlight: bool = False
    calibre: int = 0
    """Of its shell gun, in millimetres."""
    length: float = 7.0
    width: float = 3.0

    @property
    def hard(self) -> bool:
        return self.kind is VehicleKind.AFV


class Condition(StrEnum):
    RUNNING = "running"
    IMMOBILISED = "immobilised"
    KNOCKED_OUT = "knocked out"
    """Of an AFV."""
    DESTROYED = "destroyed"
    """Of a soft vehicle or aircraft; a disabled one counts so. IA-R141"""
    ABANDONED = "abandoned"


@dataclass(frozen=True, slots=True)
class Mount:
    """A weapon on a vehicle. `missiles`: left, of a missile set."""

    weapon: Weapon
    turret: bool = False
    """It bears where the turret points, else with the hull. IA-hw.turret-targets"""
    missiles: int = 0
    fired_in: int = LONG_AGO
    heavy: bool = False
    """A machine gun of at least 12.7 mm. IA-at.light-weapons"""

    @property
    def title(self) -> str:
        return f"heavy {self.weapon.value}" if self.heavy else self.weapon.value


@dataclass(frozen=True, slots=True)
class Vehicle:
    """An AFV, a soft vehicle, a mount or an aircraft; its crew are figures `aboard` it."""

    id: str
    name: str
    type: VehicleType
    side: SideId
    group: str
    at: Point | None = None
    facing: float = 0.0
    turret: float = 0.0
    """Where the turret points, in degrees clockwise from north."""
    condition: Condition = Condition.RUNNING
    mounts: tuple[Mount, ...] = ()
    gear: tuple[Gear, ...] = ()
    closed: bool = False
    """Closed down: nobody looks out. IA-R164"""
    running: bool = False
    """The engine. IA-veh.accelerate"""
    smoke: bool = False
    """A salvo of its projectors is left. IA-R150"""
    line_charge: bool = False
    smgs: int = 0
    """Sub machine guns that were paid for its crew. IA-afvcrew.escape"""
    value: Decimal = Decimal(0)
    """Of itself with its mounted weapons and gear."""
    burning_since: int = LONG_AGO
    hull_down: bool = False
    """In a prepared emplacement. IA-opt.emplacement-cost"""
    doing: Doing = NOTHING
    aloft: bool = False
    """An aircraft that hovers, or flies in this period. IA-R050"""
    flies_off: bool = False
    """Its way of this period leads off the table. IA-R221"""
    halted_in: int = 0
    """The last period that it ended stationary. IA-R042"""

    @property
    def able(self) -> bool:
        """It can still fight."""
        return self.condition in (Condition.RUNNING, Condition.IMMOBILISED)

    @property
    def mobile(self) -> bool:
        return self.condition is Condition.RUNNING

    @property
    def hard(self) -> bool:
        return self.type.hard

    @property
    def front(self) -> Point | None:
        """The middle of its front edge, to which distances run. IA-R017"""
        return None if self.at is None else self.front_at(self.at, self.facing)

    def front_at(self, at: Point, facing: float) -> Point:
        """The same with its middle there and its hull so. IA-R017"""
        return step(at, facing, self.type.length / 2)


# ── Who fires ─────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Mounted:
    """One of the weapons on a vehicle, by its number from 0."""

    vehicle: Vehicle
    number: int

    @property
    def mount(self) -> Mount:
        return self.vehicle.mounts[self.number]

    @property
    def ref(self) -> str:
        """As fire plans and shots name it: "truck/0"."""
        return f"{self.vehicle.id}/{self.number}"

    @property
    def side(self) -> SideId:
        return self.vehicle.side

    @property
    def group(self) -> str:
        return self.vehicle.group


WhoFires = Figure | Gun | Mounted
"""What fires: a man with a weapon of his own, a gun with its crew, a weapon on a vehicle."""
