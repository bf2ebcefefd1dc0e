"""Mines, and what is done about them; charges laid; buildings and bunkers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.infantry_action.figures import Life, Point
from rules.infantry_action.on_the_table import Device
from rules.kernel.action import SideId
from rules.kernel.event import Event


@dataclass(frozen=True, slots=True)
class MineDie:
    """One man's die in a mined square; `step` says what it means."""

    figure: str
    die: int
    step: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MenInMines(Event):
    """Men of a group crossed a mined square. `knows`: their side knows of it from now on. IA-mine.ap-foot"""

    kind: Literal["men-in-mines"] = "men-in-mines"
    group: str
    column: int
    row: int
    dice: tuple[MineDie, ...]
    stopped: tuple[str, ...] = ()
    knows: SideId | None = None
    entries: tuple[tuple[str, Point], ...] = ()
    """Where each of them came into it. IA-R244"""


@dataclass(frozen=True, slots=True)
class EscapeDie:
    figure: str
    die: int
    escaped: bool
    weapon: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class VehicleInMines(Event):
    """A vehicle drove into a mined square. `clears`: "ruts" (safe on foot in daylight), "path" (for everybody), "".
    IA-mine.ap-soft-vehicle, IA-mine.ap-hard-vehicle, IA-mine.at-soft, IA-mine.at-hard, IA-mine.flail"""

    kind: Literal["vehicle-in-mines"] = "vehicle-in-mines"
    vehicle: str
    column: int
    row: int
    harm: str
    die: int | None = None
    clears: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class MinesWorked(Event):
    """A period's work on a square; `done`: its mines are marked, or lifted. `found`: mines lie there, which is known
    when it is done. IA-mine.mark-detector, IA-mine.lift"""

    kind: Literal["mines-worked"] = "mines-worked"
    group: str
    column: int
    row: int
    what: Literal["mark", "lift"]
    worked: int
    done: bool
    found: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class PathCleared(Event):
    """Mines and wire are gone from these squares. IA-mine.bangalore, IA-mine.vehicle-line-charge, IA-mine.flail"""

    kind: Literal["path-cleared"] = "path-cleared"
    by: str
    how: str
    squares: tuple[tuple[int, int], ...]
    figure: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceSet(Event):
    """A Claymore is being set up. IA-mine.claymore-setup"""

    kind: Literal["device-set"] = "device-set"
    group: str
    device: Device


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceSpent(Event):
    """It has gone off."""

    kind: Literal["device-spent"] = "device-spent"
    device: str
    what: str = "mine"


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectorsChanged(Event):
    """The smoke projectors of a vehicle have been fired, or loaded again. IA-smoke.projectors, IA-R150"""

    kind: Literal["projectors-changed"] = "projectors-changed"
    vehicle: str
    loaded: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkTested(Event):
    """A building or bunker was diced for. IA-build.destroyed, IA-bunker.collapse"""

    kind: Literal["work-tested"] = "work-tested"
    name: str
    die: int
    points: int
    destroyed: bool
    burns: bool = False
    fire_die: int | None = None
    bunker: bool = False
    """The test of a bunker, or of the prepared floor of a building."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MenEscaped(Event):
    """Men got out of a wreck or a bunker, or did not. `life`: of these. IA-afvcrew.escape, IA-bunker.escape"""

    kind: Literal["men-escaped"] = "men-escaped"
    of: str
    dice: tuple[EscapeDie, ...]
    life: Life = Life.CASUALTY


@dataclass(frozen=True, slots=True, kw_only=True)
class MenPutOut(Event):
    """Men stand outside a building that burns, or a bunker that has come down. IA-R137, IA-R139"""

    kind: Literal["men-put-out"] = "men-put-out"
    name: str
    places: tuple[tuple[str, Point], ...]


WorksEvent: TypeAlias = (
    MenInMines
    | VehicleInMines
    | MinesWorked
    | PathCleared
    | DeviceSet
    | DeviceSpent
    | ProjectorsChanged
    | WorkTested
    | MenEscaped
    | MenPutOut
)
