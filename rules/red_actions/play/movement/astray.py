"""Moves of units that have lost their way in the dark. RA-weather.night.veer, RA-R239"""

from __future__ import annotations

import math

from rules.kernel.violation import RuleViolation
from rules.red_actions.play.movement.planning import Plan, plan
from rules.red_actions.state import State
from rules.red_actions.units import Point

_SHARES = (1.0, 0.75, 0.5, 0.25)


def led_astray(state: State, meant: float, made: Plan, *, fired: bool) -> Plan | None:
    """A move as it comes out: turned by as much as the unit has veered from where it looked when it was ordered, and
    shorter where it could not go so far that way. None: it cannot go there at all."""
    unit = state.unit(made.unit)
    veered = (unit.facing - meant + 180.0) % 360.0 - 180.0
    if abs(veered) < 0.01 or unit.at is None:
        return made
    for share in _SHARES:
        points = tuple(_turned(unit.at, point, veered, share) for point in made.way.points)
        if state.board is not None and not all(state.board.holds(*point) for point in points):
            continue
        try:
            return plan(
                state,
                unit,
                points,
                pace=made.pace,
                facing=(made.facing + veered) % 360.0,
                formation=made.formation,
                fired=fired,
            )
        except RuleViolation:
            continue
    return None


def _turned(start: Point, point: Point, degrees: float, share: float) -> Point:
    """A point turned to the right about another, and nearer to it by that share."""
    angle = math.radians(degrees)
    east, north = (point[0] - start[0]) * share, (point[1] - start[1]) * share
    sin, cos = math.sin(angle), math.cos(angle)
    return round(start[0] + east * cos + north * sin, 6), round(start[1] + north * cos - east * sin, 6)
