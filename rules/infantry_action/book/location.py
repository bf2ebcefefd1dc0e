"""Target Location, and Detection Without Location: how far a target is located, and which noise is heard."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from rules.book.showing import Chart
from rules.infantry_action.book.bases import EXPOSED_FIRE, EXPOSED_SIGHT, GUN_ARC, TURRET_ARC
from rules.infantry_action.book.kinds import Light, Posture
from rules.infantry_action.book.switches import BOOK, House
from rules.infantry_action.book.tables import Figures, section

Cell = int | Literal["500+", "na"]


class Target(StrEnum):
    """The rows of the chart. IA-loc.table"""

    MOVING_ERECT = "moving-erect"
    MOVING_PRONE = "moving-prone"
    """Infantry moving prone; heavy weapons groups in position."""
    STATIONARY = "stationary"
    FIRING_PERSONAL = "firing-personal"
    MOVING_VEHICLE = "moving-vehicle"
    STATIONARY_VEHICLE = "stationary-vehicle"
    FIRING_HEAVY = "firing-heavy"
    """A vehicle or a heavy weapon firing."""

    @property
    def words(self) -> str:
        return _TARGETS[self]


_TARGETS = {
    Target.MOVING_ERECT: "infantry or heavy weapons group moving erect",
    Target.MOVING_PRONE: "infantry moving prone, heavy weapons group in position",
    Target.STATIONARY: "stationary infantry, prone or in field defences or buildings",
    Target.FIRING_PERSONAL: "firing personal weapons",
    Target.MOVING_VEHICLE: "moving vehicle",
    Target.STATIONARY_VEHICLE: "stationary vehicle",
    Target.FIRING_HEAVY: "vehicle or heavy weapon firing",
}


class Ground(StrEnum):
    """What the target is in: the columns of terrain. IA-loc.table"""

    OPEN = "open"
    WOODS = "woods"
    SINGLE = "single"
    """Behind individual trees, bushes or rocks."""
    EDGE = "edge"
    """Behind a hedge or wall, or at a wood's edge."""


_COLUMNS = {
    "open": "open",
    "woods": "woods or jungle brush",
    "single": "individual trees, bushes or rocks",
    "edge": "behind hedge or wall, or at wood edge",
    "dark": "dark night",
    "silent": "dark night, silence observed",
    "moonlight": "moonlight or battlefield illumination",
}


class _Location(Figures):
    columns: tuple[str, ...]
    rows: dict[Target, tuple[Cell, ...]]


class _Noises(Figures):
    brush: int
    speech: int
    shout: int
    tracked: int
    wheeled: int
    idling: int
    firing: Cell
    explosion: Cell
    helicopter: int


TABLE = section("location", _Location)
NOISES = section("noise", _Noises)


def _metres(cell: Cell) -> float | None:
    """500+ is any distance on the table; na is none. IA-R053"""
    if cell == "na":
        return None
    return math.inf if cell == "500+" else float(cell)


def cell(target: Target, column: str) -> float | None:
    """Metres, infinite for 500+, None where the chart has not applicable. IA-loc.table"""
    return _metres(TABLE.rows[target][TABLE.columns.index(column)])


@dataclass(frozen=True, slots=True)
class Seen:
    """What there is to see of one figure or vehicle. `fired`: in the last period, from where it still is (IA-R056).
    `heavy_group`: it belongs to a heavy weapons group; `fired_heavy`: what fired was that weapon, or a vehicle."""

    posture: Posture = Posture.ERECT
    moved: bool = False
    fired: bool = False
    fired_heavy: bool = False
    heavy_group: bool = False
    defended: bool = False
    """In field defences or a building."""
    vehicle: bool = False
    ground: frozenset[Ground] = frozenset()
    silent: bool = False


def categories(seen: Seen, house: House = BOOK) -> tuple[Target, ...]:
    """The rows that it fits. Grenading counts as firing personal weapons. IA-loc.table, IA-R054, IA-R055, IA-R056"""
    still = Target.MOVING_VEHICLE if seen.moved else Target.STATIONARY_VEHICLE
    row = still if seen.vehicle else _on_foot(seen, house)
    if not seen.fired:
        return (row,)
    heavy = seen.vehicle or (seen.heavy_group and seen.fired_heavy)
    return row, Target.FIRING_HEAVY if heavy else Target.FIRING_PERSONAL


def _on_foot(seen: Seen, house: House) -> Target:
    if seen.moved:
        return Target.MOVING_ERECT if seen.posture is Posture.ERECT else Target.MOVING_PRONE
    if seen.heavy_group:
        return Target.MOVING_PRONE
    hidden = seen.posture is Posture.PRONE or seen.defended or Ground.SINGLE in seen.ground
    if hidden or house.choice("standing-still-row") == "stationary":
        return Target.STATIONARY
    return Target.MOVING_ERECT


@dataclass(frozen=True, slots=True)
class Range:
    """A location range with the row and the column that gave it. Metres may be infinite."""

    metres: float
    target: Target
    column: str

    @property
    def reason(self) -> str:
        return f"{self.target.words}, {_COLUMNS[self.column]}"


def location_range(
    targets: Iterable[Target],
    grounds: Iterable[Ground],
    light: Light = Light.DAY,
    silent: bool = False,
    aided: bool = False,
) -> Range:
    """The range of the best of several rows in the worst of several columns. `silent`: the target keeps silence;
    `aided`: the observer has a night device, or the target is lit (IA-R057).

    IA-loc.table, IA-loc.two-target-categories, IA-loc.two-terrain-categories, IA-R052. Raises ValueError without rows.
    """
    columns = _columns(grounds, light, silent, aided)
    return max((_row(target, columns) for target in targets), key=lambda found: found.metres)


def _columns(grounds: Iterable[Ground], light: Light, silent: bool, aided: bool) -> tuple[str, ...]:
    terrain = tuple(ground.value for ground in Ground if ground in set(grounds)) or (Ground.OPEN.value,)
    if light is Light.DAY:
        return terrain
    if light is Light.MOON or aided:
        return *terrain, "moonlight"
    return *terrain, "silent" if silent else "dark"


def _row(target: Target, columns: tuple[str, ...]) -> Range:
    """Not applicable is passed over; open if nothing is left; who fires or drives is not silent. IA-R052"""
    fitting: list[Range] = []
    for column in columns:
        used = "dark" if column == "silent" and cell(target, column) is None else column
        metres = cell(target, used)
        if metres is not None:
            fitting.append(Range(metres, target, used))
    if not fitting:
        metres = cell(target, "open")
        assert metres is not None
        return Range(metres, target, "open")
    return min(fitting, key=lambda found: found.metres)


def range_of(seen: Iterable[Seen], light: Light = Light.DAY, aided: bool = False, house: House = BOOK) -> Range:
    """At which range a group is located: the greatest of its visible figures'. IA-loc.two-target-categories, IA-R055"""
    ranges = [location_range(categories(one, house), one.ground, light, one.silent, aided) for one in seen]
    return max(ranges, key=lambda found: found.metres)


def within_location(found: Range, metres: float) -> bool:
    """A target at the limit is within it. IA-loc.table, IA-R017"""
    return metres <= found.metres


def stays_located(located: bool, fired_on: bool, moved_since: bool) -> bool:
    """Whoever was located and fired on stays located in cover until he has moved. IA-loc.stays-located, IA-R056"""
    return located and fired_on and not moved_since


def sees_trail(light: Light, infantry: bool) -> bool:
    """Whether a group that crosses a trail sees it, with its direction, and can follow it. IA-det.trail, IA-R167"""
    return infantry and light is Light.DAY


class Noise(StrEnum):
    """What is heard without being located. IA-det.noise; the helicopter by IA-R060."""

    BRUSH = "brush"
    SPEECH = "speech"
    SHOUT = "shout"
    TRACKED = "tracked"
    WHEELED = "wheeled"
    IDLING = "idling"
    FIRING = "firing"
    EXPLOSION = "explosion"
    HELICOPTER = "helicopter"

    @property
    def words(self) -> str:
        return _NOISES[self]

    @property
    def metres(self) -> float:
        """How far it is heard where nothing drowns it; infinite for firing and explosions. IA-R053"""
        return _metres(getattr(NOISES, self.value)) or 0


_NOISES = {
    Noise.BRUSH: "brush cutting",
    Noise.SPEECH: "speech",
    Noise.SHOUT: "a shout",
    Noise.TRACKED: "tracked vehicle moving",
    Noise.WHEELED: "wheeled vehicle moving",
    Noise.IDLING: "idling engine",
    Noise.FIRING: "firing",
    Noise.EXPLOSION: "explosion",
    Noise.HELICOPTER: "helicopter",
}


def drowned(noise: Noise, metres: float, firing: Iterable[float] = (), bursts: Iterable[float] = ()) -> bool:
    """Whether anything nearer to the listener drowns the noise. `firing`: his distances to where weapons fired and
    grenades burst; `bursts`: to bursts of mortar, shell gun and off-table fire. IA-det.drowned, IA-R060"""
    loud = list(bursts)
    if noise is not Noise.EXPLOSION:
        loud += firing
    return any(other < metres for other in loud)


def heard(noise: Noise, metres: float, firing: Iterable[float] = (), bursts: Iterable[float] = ()) -> bool:
    """Whether a listener at that distance hears it. IA-det.noise, IA-det.drowned, IA-R017, IA-R060"""
    return metres <= noise.metres and not drowned(noise, metres, firing, bursts)


def _shown(value: Cell) -> str | int:
    return "not applicable" if value == "na" else value


CHARTS: tuple[Chart, ...] = (
    Chart(
        "location",
        "Target location: metres by target, terrain and illumination",
        "Target Location",
        ("target", *(_COLUMNS[column] for column in TABLE.columns)),
        tuple((target.words, *(_shown(value) for value in TABLE.rows[target])) for target in Target),
        notes=(
            "Of two rows the one of greatest range, of two columns the one of least.",
            "500+: any distance on the table (IA-R053).",
        ),
        citation="IA-loc.table",
    ),
    Chart(
        "noise-detection",
        "Noises heard without location, in metres",
        "Detection Without Location",
        ("noise", "metres"),
        tuple((noise.words, _shown(getattr(NOISES, noise.value))) for noise in Noise),
        notes=("Nearer firing drowns all of them; explosions only nearer high explosive bursts (IA-R060).",),
        citation="IA-det.noise",
    ),
    Chart(
        "arcs",
        "Arcs of vision and fire",
        "Target Location",
        ("who", "vision", "fire"),
        (
            ("infantry figure", "between the sides of its base", "between the sides of its base"),
            ("heavy weapon in position", f"{GUN_ARC:g}°", f"{GUN_ARC:g}°"),
            (
                "turreted vehicle",
                f"{TURRET_ARC:g}° to its front and {TURRET_ARC:g}° along the turret",
                f"{TURRET_ARC:g}° along the turret",
            ),
            ("man exposed in an AFV, or in a soft vehicle", f"{EXPOSED_SIGHT:g}°", f"{EXPOSED_FIRE:g}°"),
        ),
        notes=("Half of an arc lies to each side. Bases that overlap leave straight ahead only (IA-R184).",),
        citation="IA-loc.arc-infantry",
    ),
)
