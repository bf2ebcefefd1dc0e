"""Events of devices: laid, worked at, looked for, gone off. Those whom they hurt fall in `FigureFell` events after."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.book_and_gun.book.explosives import LaidKind
from rules.book_and_gun.devices import Device
from rules.kernel.event import Event
from rules.table.board import Point

HowSetOff = Literal["sprung", "swept", "fired", "fuse", "bomber"]
"""Why a device goes off: a victim comes upon it, whoever looks for it sets it off, its own side fires it, its fuse, or
a bomber explodes."""


@dataclass(frozen=True, slots=True)
class Breached:
    """A door that a charge is set on, or the piece of a wall that becomes one. `opened`: it did. BG-X.12.41,
    BG-IX.4.4b."""

    structure: str
    outline: tuple[Point, ...]
    name: str
    door: tuple[Point, Point]
    wall: bool
    opened: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceLaid(Event):
    """A side lays a device, or begins to prepare one, for itself to know. `unit` empty: the umpire lays it.
    BG-XIII.3.1, BG-R235."""

    kind: Literal["device-laid"] = "device-laid"
    device: Device
    unit: str = ""
    figure: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceWorked(Event):
    """One more movement phase is spent on preparing a device. BG-X.12.51, BG-X.12.61."""

    kind: Literal["device-worked"] = "device-worked"
    device: str
    unit: str
    figure: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceSetOff(Event):
    """A device goes off and is no more; everybody hears it. `unit`, `figure`, `vehicle`: who came upon it; `by`: who
    fired it, empty where nobody may know. `die` of hidden stakes. BG-R132."""

    kind: Literal["device-set-off"] = "device-set-off"
    device: str
    what: LaidKind
    at: Point
    radius: float
    facing: float = 0.0
    how: HowSetOff = "sprung"
    unit: str = ""
    figure: str = ""
    vehicle: str = ""
    die: int | None = None
    breach: Breached | None = None
    """What a shaped charge is set on; None: nothing that it could open."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceFired(Event):
    """Whoever fires a device, for their own side to know. `dead`: nothing happens, somebody has defused it.
    BG-X.12.31, BG-R132."""

    kind: Literal["device-fired"] = "device-fired"
    device: str
    unit: str
    figure: str
    dead: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class GroundSwept(Event):
    """The ground before an operator is searched for devices, for the operator's side to know. `device` empty: nothing
    lies there. BG-XIII.3.2a, BG-XIII.3.2b, BG-R112."""

    kind: Literal["ground-swept"] = "ground-swept"
    unit: str
    figure: str
    device: str = ""
    die: int | None = None
    result: Literal["nothing", "missed", "unsure", "defused", "booby trapped"] = "nothing"


@dataclass(frozen=True, slots=True, kw_only=True)
class PeopleSearched(Event):
    """People or vehicles have been searched. `item`, `figure`: what was found, and with whom; empty: nothing.
    BG-XIII.9.1."""

    kind: Literal["people-searched"] = "people-searched"
    unit: str
    searchers: tuple[str, ...]
    target: str
    die: int
    item: str = ""
    figure: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SensorReported(Event):
    """A seismic sensor reports that something moves near it, for its own side to know. BG-XIII.8.2."""

    kind: Literal["sensor-reported"] = "sensor-reported"
    device: str
    at: Point


@dataclass(frozen=True, slots=True, kw_only=True)
class RadarReported(Event):
    """A ground radar shows a vehicle, or infantry that moves, for its own side to know. BG-XIII.8.3."""

    kind: Literal["radar-reported"] = "radar-reported"
    unit: str
    figure: str
    what: Literal["vehicle", "infantry"]
    at: Point


DeviceEvent: TypeAlias = (
    DeviceLaid
    | DeviceWorked
    | DeviceSetOff
    | DeviceFired
    | GroundSwept
    | PeopleSearched
    | SensorReported
    | RadarReported
)
