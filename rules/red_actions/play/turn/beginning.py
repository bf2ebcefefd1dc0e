"""What comes at the start of a unit's segment, before anything that it does."""

from __future__ import annotations

from collections.abc import Callable

from rules.red_actions.course import Course
from rules.red_actions.play.officers.replacing import replace_officer
from rules.red_actions.play.vehicles.breaking import recover
from rules.red_actions.play.vehicles.veering import veer

BEGINNINGS: tuple[Callable[[Course, str], None], ...] = (replace_officer, recover, veer)
"""Each looks itself whether it concerns the unit: a new officer (RA-officer.loss.3), a vehicle that may get free
(RA-action.extra.vehicle), a unit that loses its way at night (RA-weather.night.veer)."""


def begin(course: Course, unit: str) -> None:
    for each in BEGINNINGS:
        if course.state.find(unit) is not None:
            each(course, unit)
