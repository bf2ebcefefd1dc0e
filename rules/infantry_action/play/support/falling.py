"""What falls from off the table in a period. IA-off.effect, IA-R078, IA-R168"""

from __future__ import annotations

import math
from dataclasses import dataclass

from shapely import Polygon

from rules.infantry_action.book import smoke as smoke_book
from rules.infantry_action.book.light import MISSION_POINTS, LightSource
from rules.infantry_action.book.smoke import SmokeSource
from rules.infantry_action.book.support import OFF_TABLE, in_area, paid_multiple, support_cost
from rules.infantry_action.course import Course
from rules.infantry_action.events.fire import SupportFell
from rules.infantry_action.figures import Point
from rules.infantry_action.on_the_table import Mission
from rules.infantry_action.play.smoke.laying import light, screen
from rules.table.measure import step

UMPIRE = "umpire"
"""Whose missions cost nobody anything."""


@dataclass(frozen=True, slots=True)
class Barrage:
    """A mission's fire of this period, at the multiple that is paid for."""

    mission: Mission
    multiple: int

    @property
    def area(self) -> Polygon:
        """80 m wide and 150 m deep along the angle, about the aim point. IA-off.area"""
        middle, along, across = self.mission.at, self.mission.angle, self.mission.angle + 90.0
        far = step(middle, along, OFF_TABLE.depth / 2)
        near = step(middle, along + 180.0, OFF_TABLE.depth / 2)
        half = OFF_TABLE.width / 2
        return Polygon(
            (step(far, across, half), step(far, across, -half), step(near, across, -half), step(near, across, half))
        )

    def covers(self, at: Point) -> bool:
        """Whether a place lies in it, to a millimetre. IA-off.area, IA-R080"""
        east, north = at[0] - self.mission.at[0], at[1] - self.mission.at[1]
        turned = math.radians(self.mission.angle)
        along = east * math.sin(turned) + north * math.cos(turned)
        across = east * math.cos(turned) - north * math.sin(turned)
        return in_area(round(across, 3), round(along, 3))


def falling(course: Course) -> tuple[Barrage, ...]:
    """The fire missions of this period; smoke and light take effect at once. Support is spent as it falls."""
    found: list[Barrage] = []
    period = course.state.period
    for mission in course.state.missions:
        if mission.falls > period or mission.periods < 1 or mission.what == "registration" or mission.checked:
            continue
        at = mission.corrected if mission.corrected is not None and mission.corrected_from <= period else mission.at
        left = course.state.side(mission.side).support
        multiple, cost = (mission.multiple, 0) if mission.caller == UMPIRE else _paid(mission, left)
        course.happen(
            SupportFell(
                side=mission.side,
                mission=mission.id,
                what=mission.what,
                at=at,
                angle=mission.angle,
                multiple=multiple,
                cost=cost,
                last=mission.periods <= 1 or mission.what == "light",
                audience=None if multiple else (mission.side,),
                citations=("IA-off.effect", "IA-R168"),
            )
        )
        if not multiple:
            continue
        here = Mission(mission.id, mission.side, mission.caller, mission.what, at, mission.angle, mission.falls)
        if mission.what == "fire":
            found.append(Barrage(here, multiple))
        elif mission.what == "smoke":
            screen(course, mission.side, SmokeSource.OFF_TABLE, at, mission.id, mission.angle)
        else:
            light(course, LightSource.OFF_TABLE, at)
    return tuple(found)


def _paid(mission: Mission, left: int) -> tuple[int, int]:
    """The multiple that falls, and its cost. IA-R144, IA-R168"""
    if mission.what == "light":
        return (1, int(MISSION_POINTS)) if left >= MISSION_POINTS else (0, 0)
    if mission.what == "smoke":
        price = int(smoke_book.POINTS_A_PERIOD)
        return (1, price) if left >= price else (0, 0)
    multiple = paid_multiple(mission.multiple, left)
    return multiple, int(support_cost(multiple)) if multiple else 0
