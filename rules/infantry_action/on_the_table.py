"""What is on the table beside men, guns and vehicles, or on its way there: support, smoke, light, mines, works."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from rules.infantry_action.book.grid import belt_squares
from rules.infantry_action.book.mines import BELT_WIDTH, Belt, Mine, MinedSquare, mined_squares
from rules.infantry_action.figures import LONG_AGO, Point
from rules.kernel.action import SideId


@dataclass(frozen=True, slots=True)
class Registration:
    """A target that an observer has registered; ready from that period on. IA-off.registration"""

    side: SideId
    name: str
    at: Point
    ready: int


@dataclass(frozen=True, slots=True)
class Mission:
    """Off-table support on its way or falling. IA-R075, IA-R078"""

    id: str
    side: SideId
    caller: str
    """Figure; empty: arranged before the battle. IA-R161"""
    what: Literal["fire", "smoke", "light", "registration"]
    at: Point
    angle: float
    """Of its depth, degrees clockwise from north."""
    falls: int
    """The first period in which it falls."""
    periods: int = 1
    multiple: int = 1
    corrected: Point | None = None
    corrected_from: int = LONG_AGO
    checked: bool = False
    """Fire is held while a correction is on its way."""
    name: str = ""
    """Of a registration: how it is called."""


@dataclass(frozen=True, slots=True)
class Screen:
    """A smoke screen from `start` to `end`. IA-R146"""

    start: Point
    end: Point
    laid: int
    fed: int
    local: bool = True
    """50 m or less."""
    source: str = ""

    def active(self, period: int) -> bool:
        """Whether it blocks sight in that period."""
        return self.laid + 1 <= period <= self.fed + 2


@dataclass(frozen=True, slots=True)
class Lit:
    """An area lit from one period to another, both included. IA-R143"""

    at: Point
    radius: float
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class MineSquare:
    """A square of the fixed grid of 10 m, by column and row from the south-west. IA-R016"""

    column: int
    row: int
    side: SideId
    anti_personnel: bool = False
    anti_tank: bool = False
    marked: bool = False
    shown: bool = False
    """Marked on the table for all to see; with no mines in it a dummy, which its own side alone knows. IA-mine.record,
    IA-R249"""
    known: tuple[SideId, ...] = ()
    """Sides that know of it beside its own; of a dummy those that know it for one."""
    worked: int = 0
    """Periods of marking or lifting so far."""
    worked_by: SideId = ""
    """Whose work that is: the other side begins anew. IA-R223"""
    wheel_path: bool = False
    """A hard vehicle has gone over it: safe for men on foot in daylight. IA-R142"""
    spotters: tuple[str, ...] = ()
    """Figures who have seen a mine in it: they never dice there again. IA-R140"""
    entries: tuple[tuple[str, Point], ...] = ()
    """Where men came into it the last time. IA-R244"""


@dataclass(frozen=True, slots=True)
class Device:
    """A Claymore, fougasse or trip flare in its place. `set_in`: the period in which it was set up."""

    id: str
    kind: Literal["Claymore", "fougasse", "trip flare"]
    side: SideId
    at: Point
    facing: float = 0.0
    operator: str = ""
    set_in: int = 0
    wire: Point | None = None
    """The other end of a trip wire."""
    known: tuple[SideId, ...] = ()


@dataclass(frozen=True, slots=True)
class Secret:
    """A piece of the board that its side has built in secret: works and wire, by name. IA-R225"""

    name: str
    side: SideId
    known: tuple[SideId, ...] = ()
    """Sides that have seen it beside its own."""


@dataclass(frozen=True, slots=True)
class Work:
    """A building or field defence as it stands; the board's feature of that name. IA-R138"""

    name: str
    kind: Literal["building", "bunker", "trench", "emplacement"]
    side: SideId | None = None
    """Of a field defence: who had it built."""
    capacity: int = 0
    prepared: bool = False
    """A building whose lower floor counts as a bunker. IA-build.prepared"""
    destroyed: bool = False
    burning_since: int = LONG_AGO
    value: Decimal = Decimal(0)
    occupied: tuple[str, ...] = ()
    """Figures in it at the start of the battle. IA-vic.field-defences"""


@dataclass(frozen=True, slots=True)
class Drop:
    """A group that comes down by parachute: round which spot, in which period; written before the defender's troops are
    placed. `real`: where the players' own markers fell, by figure or gun. IA-air.para-drop, IA-R047"""

    group: str
    aim: Point
    period: int
    real: tuple[tuple[str, Point], ...] = ()


@dataclass(frozen=True, slots=True)
class FlightPlan:
    """The way of a glider or helicopter over the table, flown in one period; written before the defender's troops are
    placed. `then`: it lands, hovers, or flies on. `leaves`: the period in which a helicopter flies away, along `out`.
    IA-air.flight-plan, IA-R221"""

    vehicle: str
    path: tuple[Point, ...]
    period: int
    then: Literal["land", "hover", "pass"] = "land"
    leaves: int | None = None
    out: tuple[Point, ...] = ()


@dataclass(frozen=True, slots=True)
class Trail:
    """The way of a group in a period, which others may cross and follow. IA-det.trail"""

    group: str
    period: int
    path: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Objective:
    """Ground whose possession was agreed to be worth points. IA-vic.objectives"""

    place: str
    points: int


def squares_of(side: SideId, belts: Sequence[Belt]) -> tuple[MineSquare, ...]:
    """What lies, and what is shown to lie, in each square of these belts. IA-mine.record, IA-R016, IA-R249"""
    lying = mined_squares(belts)
    shown = {square for belt in belts if belt.shown for square in belt_squares(belt.start, belt.end, BELT_WIDTH)}
    nothing = MinedSquare(frozenset())
    return tuple(
        MineSquare(
            *square,
            side,
            anti_personnel=Mine.ANTI_PERSONNEL in lying.get(square, nothing).kinds,
            anti_tank=Mine.ANTI_TANK in lying.get(square, nothing).kinds,
            shown=square in shown,
        )
        for square in sorted({*lying, *shown})
    )
