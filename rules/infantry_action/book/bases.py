"""Figure Bases: the ground a figure stands on, and the arcs of vision and fire that follow from it.

Points are in metres, x to the east and y to the north; a facing is in degrees clockwise from north. The point of a
figure is the centre of its front face (IA-base.measure, IA-R017).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from rules.book.showing import Chart
from rules.infantry_action.book.kinds import Pace, Posture
from rules.infantry_action.book.switches import BOOK, House
from rules.infantry_action.book.tables import Figures, section
from rules.table.board import Point
from rules.table.measure import bearing, step, turn

_NEAR = 1e-6


class Size(Figures):
    front: int
    rear: int
    depth: int


class Bases(Figures):
    metres_per_mm: dict[str, float]
    times: dict[str, int]
    millimetres: dict[Posture, Size]
    gun_arc: float
    turret_arc: float
    exposed_sight: float
    exposed_fire: float


BASES = section("bases", Bases)
GUN_ARC = BASES.gun_arc
"""IA-loc.arc-heavy-weapon"""
TURRET_ARC = BASES.turret_arc
"""Of the hull's front and of the turret, each. IA-loc.arc-turret"""
EXPOSED_SIGHT, EXPOSED_FIRE = BASES.exposed_sight, BASES.exposed_fire
"""Of a man whose head and shoulders show, or in a soft vehicle: what he sees, where he fires.
IA-loc.arc-exposed-man"""


@dataclass(frozen=True, slots=True)
class Base:
    """A base in metres. IA-base.sizes, IA-R003"""

    front: float
    rear: float
    depth: float

    @property
    def spread(self) -> float:
        """How much farther aside the arc reaches for each metre ahead. IA-R058"""
        return (self.front - self.rear) / 2 / self.depth


def millimetres(posture: Posture, house: House = BOOK) -> tuple[int, int, int]:
    """Front, rear and depth on the table; everything is double for 54 mm figures. IA-base.sizes."""
    size, times = BASES.millimetres[posture], BASES.times[house.choice("figure-scale")]
    return size.front * times, size.rear * times, size.depth * times


def base(posture: Posture, house: House = BOOK) -> Base:
    """The base of an infantry figure. House rule `figure-scale`: an inch of the table is
    10 m, with 54 mm figures a centimetre is 1 m. IA-base.sizes, IA-scale.ground-25mm, IA-scale.ground-54mm, IA-R003."""
    metres = BASES.metres_per_mm[house.choice("figure-scale")]
    return Base(*(metres * each for each in millimetres(posture, house)))


def base_width(house: House = BOOK) -> float:
    """The front of a base in metres: a trench is sold by it. IA-R003, IA-opt.trench-cost."""
    return base(Posture.ERECT, house).front


def counted_posture(posture: Posture, *, serves_heavy_weapon: bool = False, throws: bool = False) -> Posture:
    """Whoever serves heavy equipment, crouching, counts as standing, and a man who throws grenades stands.
    IA-base.heavy-crew-standing, IA-base.postures."""
    return Posture.ERECT if serves_heavy_weapon or throws else posture


def posture_under_fire(pace: Pace, posture: Posture, *, upright: bool = False) -> Posture:
    """The posture in which a figure is shot at in a period: erect if it walked, doubled, manhandled, waded or climbed
    (`upright`, for a crawl's pace), prone if it crawled, else that in which it ends. IA-R036."""
    if pace is Pace.CRAWL:
        return Posture.ERECT if upright else Posture.PRONE
    if pace in (Pace.WALK, Pace.DOUBLE, Pace.MANHANDLE):
        return Posture.ERECT
    return posture


def outline(point: Point, facing: float, shape: Base) -> tuple[Point, Point, Point, Point]:
    """The corners of a base: front left, front right, rear right, rear left. IA-base.sizes."""
    back = step(point, facing + 180.0, shape.depth)
    left, right = facing - 90.0, facing + 90.0
    return (
        step(point, left, shape.front / 2),
        step(point, right, shape.front / 2),
        step(back, right, shape.rear / 2),
        step(back, left, shape.rear / 2),
    )


# ── Arcs ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def in_base_arc(point: Point, facing: float, target: Point, shape: Base) -> bool:
    """Whether a point lies between the prolonged sides of an infantry figure's base, its vision and its fire: ahead of
    the front face by f, and aside by at most half the front and f times the spread. IA-loc.arc-infantry, IA-R058."""
    angle = math.radians(facing)
    east, north = target[0] - point[0], target[1] - point[1]
    ahead = east * math.sin(angle) + north * math.cos(angle)
    aside = abs(east * math.cos(angle) - north * math.sin(angle))
    return ahead >= -_NEAR and aside <= shape.front / 2 + max(ahead, 0.0) * shape.spread + _NEAR


def in_figure_arc(point: Point, facing: float, target: Point, posture: Posture, house: House = BOOK) -> bool:
    """As `in_base_arc`, for an infantry figure of this posture. IA-loc.arc-infantry, IA-R058."""
    return in_base_arc(point, facing, target, base(posture, house))


def in_wedge(point: Point, facing: float, target: Point, degrees: float) -> bool:
    """Whether a point lies in an arc of so many degrees, half of them to each side of the facing."""
    return point == target or turn(facing, bearing(point, target)) <= degrees / 2 + _NEAR


def in_gun_arc(point: Point, facing: float, target: Point) -> bool:
    """45 degrees straight ahead of a heavy weapon in position. IA-loc.arc-heavy-weapon."""
    return in_wedge(point, facing, target, GUN_ARC)


def in_turret_arcs(point: Point, hull: float, turret: float, target: Point) -> bool:
    """45 degrees to the front of a turreted vehicle, and 45 where the turret points. IA-loc.arc-turret."""
    return in_wedge(point, hull, target, TURRET_ARC) or in_wedge(point, turret, target, TURRET_ARC)


def exposed_man_sees(point: Point, facing: float, target: Point) -> bool:
    """90 degrees ahead of a man whose head and shoulders show, or who sits in a soft vehicle.
    IA-loc.arc-exposed-man."""
    return in_wedge(point, facing, target, EXPOSED_SIGHT)


def exposed_man_reaches(point: Point, facing: float, target: Point) -> bool:
    """45 degrees for his personal or pivot-mounted weapon. IA-loc.arc-exposed-man."""
    return in_wedge(point, facing, target, EXPOSED_FIRE)


CHARTS: tuple[Chart, ...] = (
    Chart(
        name="figure-bases",
        title="Figure bases (mm)",
        section="Figure Bases and Deployment",
        columns=("figure", "posture", "front", "rear", "depth"),
        rows=tuple(
            (scale, posture.value, *(times * each for each in (size.front, size.rear, size.depth)))
            for scale, times in BASES.times.items()
            for posture, size in BASES.millimetres.items()
        ),
        notes=("Distances are measured from the centre of the front face.",),
        citation="IA-base.sizes",
    ),
)
