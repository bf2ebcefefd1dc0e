"""Arcs of vision and fire. A place is said as metres ahead of the front face and metres to the side of its centre, or
as degrees off a centre line."""

from __future__ import annotations

from collections.abc import Iterable

from pydantic import Field

from rules.book.showing import Chart
from rules.infantry_action.book.kinds import Posture
from rules.infantry_action.book.switches import BOOK, House
from rules.infantry_action.book.tables import Figures, section


class _Arcs(Figures):
    heavy_weapon: float = Field(alias="heavy-weapon")
    vehicle_front: float = Field(alias="vehicle-front")
    turret: float
    exposed_man: float = Field(alias="exposed-man")
    exposed_fire: float = Field(alias="exposed-fire")
    standing_slope: float = Field(alias="standing-slope")
    prone_slope: float = Field(alias="prone-slope")
    half_front_25mm: float = Field(alias="half-front-25mm")
    half_front_54mm: float = Field(alias="half-front-54mm")


ARCS = section("arcs", _Arcs)


def in_base_arc(ahead: float, aside: float, posture: Posture, house: House = BOOK, overlapping: bool = False) -> bool:
    """Between the prolonged sides of a figure's base. `overlapping`: bases so close that he fires straight ahead only.

    IA-loc.arc-infantry, IA-sa.overlapping-bases, IA-R058
    """
    half = ARCS.half_front_54mm if house.choice("figure-scale") == "54mm" else ARCS.half_front_25mm
    slope = ARCS.standing_slope if posture is Posture.ERECT else ARCS.prone_slope
    return ahead >= 0 and abs(aside) <= half + (0 if overlapping else ahead * slope)


def _within(degrees: float, arc: float) -> bool:
    """`degrees` off the centre line, either way round."""
    off = abs(degrees) % 360
    return min(off, 360 - off) <= arc / 2


def in_weapon_arc(degrees: float) -> bool:
    """Of a heavy weapon in position: 22.5 degrees to each side. IA-loc.arc-heavy-weapon"""
    return _within(degrees, ARCS.heavy_weapon)


def turreted_sees(off_front: float, off_turret: float) -> bool:
    """A turreted vehicle sees to its front and where its turret points. IA-loc.arc-turret"""
    return _within(off_front, ARCS.vehicle_front) or _within(off_turret, ARCS.turret)


def exposed_sees(degrees: float) -> bool:
    """A man with head and shoulders out of an AFV, or in a soft vehicle. IA-loc.arc-exposed-man, IA-R164"""
    return _within(degrees, ARCS.exposed_man)


def exposed_fires(degrees: float) -> bool:
    """The same man with his personal or a pivot mounted weapon. IA-loc.arc-exposed-man"""
    return _within(degrees, ARCS.exposed_fire)


def turret_engages(by_turret: bool, by_crew: Iterable[bool] = ()) -> bool:
    """Turret weapons engage what is in their own field of vision, or in that of the driver or the commander.
    IA-hw.turret-targets"""
    return by_turret or any(by_crew)


CHARTS: tuple[Chart, ...] = (
    Chart(
        "arcs",
        "Arcs of vision and fire",
        "Target Location",
        ("who", "vision", "fire"),
        (
            ("infantry figure", "between the sides of its base", "between the sides of its base"),
            ("heavy weapon in position", f"{ARCS.heavy_weapon:g}°", f"{ARCS.heavy_weapon:g}°"),
            ("turreted vehicle", f"{ARCS.vehicle_front:g}° to its front and {ARCS.turret:g}° along the turret", ""),
            ("man exposed in an AFV, or in a soft vehicle", f"{ARCS.exposed_man:g}°", f"{ARCS.exposed_fire:g}°"),
        ),
        notes=(f"A base opens by {ARCS.standing_slope:g} m a metre when erect, {ARCS.prone_slope:g} m when prone.",),
        citation="IA-loc.arc-infantry",
    ),
)
