"""Battlefield illumination: what lights an area, how far and how long, and who sees by it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules.book.showing import Chart
from rules.infantry_action.book.kinds import Light
from rules.infantry_action.book.tables import Figures, section


class LightSource(StrEnum):
    """What lights an area. IA-illum.sources"""

    TRIP_FLARE = "trip flare"
    LIGHT_MORTAR = "light mortar"
    """2 inch or 60 mm."""
    MEDIUM_MORTAR = "medium mortar"
    """3 inch or 81 mm."""
    OFF_TABLE = "off-table mission"
    FLAME = "flame or fire"
    """Flame thrower, fougasse, burning vehicle, building or vegetation: smoke as well."""


class _SourceRow(Figures):
    key: LightSource
    radius: float
    delay: int
    """Periods after that of the shot, touch or ignition in which the light begins."""
    periods: int
    citation: str


class _Illumination(Figures):
    wire: float
    mission_points: int
    sources: tuple[_SourceRow, ...]


FIGURES = section("illumination", _Illumination)
WIRE = FIGURES.wire
"""Metres of wire that a trip flare is fixed to; touching it lights the flare. IA-illum.trip-flare"""
MISSION_POINTS = FIGURES.mission_points
"""Off-table points of an illuminating mission, all its periods together. IA-illum.off-table, IA-R144"""


@dataclass(frozen=True, slots=True)
class LitArea:
    """A round area lit from the location step of period `first` to the end of period `last`."""

    radius: float
    first: int
    last: int

    def lit(self, period: int, distance: float) -> bool:
        """Whether a target `distance` metres from its middle is lit in that period."""
        return self.first <= period <= self.last and distance <= self.radius


def lights(source: LightSource, period: int) -> LitArea:
    """What is lit by a flare touched, a round fired, a mission falling, a flame or fire lit in `period`.

    IA-illum.trip-flare, IA-illum.light-mortar, IA-illum.medium-mortar, IA-illum.off-table, IA-illum.flame, IA-R143,
    IA-R145, IA-R193.
    """
    row = next(row for row in FIGURES.sources if row.key is source)
    first = period + row.delay
    return LitArea(row.radius, first, first + row.periods - 1)


def makes_smoke(source: LightSource) -> bool:
    """IA-illum.flame."""
    return source is LightSource.FLAME


def aided(light: Light, *, lit: bool = False, night_device: bool = False) -> bool:
    """Whether an observer looks for a target as by battlefield illumination: at night, for a target in a lit area, or
    with a night device for a target in his own field of vision. Location only (IA-R143).

    A vehicle has the devices of its type and time, a man what was bought. IA-illum.sources, IA-illum.equipment,
    IA-R057.
    """
    return light is not Light.DAY and (lit or night_device)


CHARTS: tuple[Chart, ...] = (
    Chart(
        name="illumination",
        title="Battlefield illumination",
        section="Battlefield Illumination",
        columns=("source", "radius (m)", "periods", "begins"),
        rows=tuple(
            (row.key.value, row.radius, row.periods, "the same period" if row.delay == 0 else "the next period")
            for row in FIGURES.sources
        ),
        notes=(
            f"A trip flare is fixed to {FIGURES.wire:g} m of wire.",
            f"An off-table mission costs {FIGURES.mission_points} points for all its periods (IA-R144).",
            "Flame and fires make smoke too.",
        ),
        citation="IA-illum.trip-flare",
    ),
)
