"""Units that lose their way at night or in fog. RA-weather.night.veer"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from rules.kernel.violation import RuleViolation
from rules.red_actions.book import sight as book
from rules.red_actions.book.movement import inclines
from rules.red_actions.book.terrain import Ground
from rules.red_actions.course import Course
from rules.red_actions.events.works import Oriented, Veered
from rules.red_actions.play.ground.features import features_under, guides
from rules.red_actions.play.ground.layout import outline
from rules.red_actions.play.ground.terrain import foxhole_columns, grounds_of
from rules.red_actions.state import State
from rules.red_actions.units import Concealment, Point, Unit
from rules.table.measure import bearing, between, turn

_AT_HAND = 0.6
"""Inches within which a unit follows a road, stream, hedge …"""
_SETTLED = (Ground.BUILDINGS, Ground.TRENCH, Ground.SANDBAGS)


def knows_its_way(state: State, unit: Unit) -> bool:
    """It is at something that it can follow, on rails, or settled in buildings or works, which it knows. RA-R231"""
    if unit.rails is not None or unit.holds or foxhole_columns(state, unit):
        return True
    if any(ground in _SETTLED for ground in grounds_of(state, unit)):
        return True
    return any(guides(feature) for feature, _ in features_under(state, outline(state, unit), _AT_HAND))


def _abroad(state: State, unit: Unit) -> bool:
    """Whether it is about at night, on its own feet and of its own will."""
    return state.light.night and unit.at is not None and not unit.with_unit and not unit.routing


def may_veer(state: State, unit: Unit) -> bool:
    """Whether it dices for its way when its segment begins. RA-weather.night.veer"""
    return _abroad(state, unit) and book.owes_veer(state.light, knows_its_way(state, unit))


def veer(course: Course, unit: str) -> None:
    """RA-weather.night.veer"""
    state = course.state
    found = state.unit(unit)
    if not _abroad(state, found):
        return
    secret = (found.side,) if found.hidden is not Concealment.NO else None
    if not may_veer(state, found):
        if found.off_course:
            course.happen(Oriented(unit=unit, audience=secret, citations=("RA-weather.night.veer",)))
        return
    die, degrees = book.roll_veer(course.chance)
    course.happen(
        Veered(
            unit=unit,
            roll=die,
            degrees=degrees,
            facing=(found.facing + degrees) % 360.0,
            audience=secret,
            citations=("RA-weather.night.veer",),
        )
    )


def require_bearing(state: State, unit: Unit, points: Sequence[Point], facing: float | None) -> None:
    """Refuses a unit that has lost its way any direction but the one it believes in. RA-weather.night.veer"""
    if not unit.off_course or not state.light.night or knows_its_way(state, unit):
        return
    wanted = [bearing(a, b) for a, b in pairwise(points) if between(a, b) > 0.05]
    wanted += [facing] if facing is not None else []
    if any(not inclines(turn(unit.facing, each)) for each in wanted):
        raise RuleViolation(
            "off-course",
            f"{unit.name} has lost its way: it takes {unit.facing:.0f}° for its direction.",
            citation="RA-weather.night.veer",
            remedy="Move straight ahead until it meets a road, stream, hedge or the like.",
        )
