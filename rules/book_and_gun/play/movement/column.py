"""Marching together: units behind one another on a road, and leaders who go along with a unit. VIII.4.1, VIII.1.15."""

from __future__ import annotations

from collections.abc import Sequence

from rules.book_and_gun.actions.movement import Move
from rules.book_and_gun.course import Course
from rules.book_and_gun.events.movement import UnitMoved
from rules.book_and_gun.play.blasts.tripping import walk
from rules.book_and_gun.play.ground.formation import anchor, formed_up
from rules.book_and_gun.play.ground.tabletop import apart, gap
from rules.book_and_gun.play.movement.guns import require_pushed
from rules.book_and_gun.play.movement.maneuver import SettingOff, follow, march_off
from rules.book_and_gun.play.turn.leadership import RADIUS, leader_of
from rules.book_and_gun.play.turn.readiness import movers
from rules.book_and_gun.play.turn.sequence import activated, claim, own_unit, require_mobile
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Formation, Phase, Placed, Spacing, Unit
from rules.kernel.action import Actor
from rules.kernel.violation import RuleViolation

CONTIGUOUS = 2.0
"""Inches from base to base between units that march behind one another."""


def followers(state: State, action: Move, by: Actor) -> list[Unit]:
    """The units behind the first on the road, each in column and close to the one before. BG-VIII.4.1."""
    found: list[Unit] = []
    before = state.unit(action.unit)
    for unit_id in action.road_group:
        unit = claim(state, unit_id, by, Phase.MOVEMENT)
        require_mobile(state, unit)
        require_pushed(unit.fit, state.options)
        between = gap(before.present, unit.present)
        in_column = unit.formation is Formation.COLUMN and before.formation is Formation.COLUMN
        if not in_column or (between is not None and between > CONTIGUOUS) or unit in (before, *found):
            raise RuleViolation(
                "not-contiguous",
                f"{unit.name} is not in column right behind {before.name}.",
                citation="BG-VIII.4.1",
                remedy="Move it on a card of its own.",
            )
        found.append(unit)
        before = unit
    return found


def companions(state: State, action: Move, by: Actor) -> list[Unit]:
    """Leaders of no unit who accompany this one, within 6 inches of one of its figures. BG-VIII.1.15."""
    unit = state.unit(action.unit)
    found: list[Unit] = []
    for unit_id in action.leaders:
        leader = own_unit(state, unit_id, by)
        near = apart(leader.fit, unit.present)
        if not leader.traits.independent or not movers(state, leader) or (near is not None and near > RADIUS):
            raise RuleViolation(
                "does-not-accompany",
                f"{leader.name} does not accompany {unit.name}.",
                citation="BG-VIII.1.15",
                remedy="He must belong to no unit, have his move left and be within 6 inches of one of its figures.",
            )
        require_mobile(state, leader)
        found.append(leader)
    return found


def require_road(off: SettingOff) -> None:
    """A column marches at road rate only. BG-VIII.4.1."""
    if not off.out.going.on_road:
        raise RuleViolation(
            "not-on-road",
            "Units march on one card only in column on a road, from start to end.",
            citation="BG-VIII.4.1",
            remedy="Move each on a card of its own.",
        )


def march(course: Course, off: SettingOff, behind: Sequence[str]) -> None:
    """One roll for the whole column at the rate of its slowest unit. BG-VIII.4.1, BG-R177.

    Slowest: if one of the units is without a leader, all lose the highest die."""
    ahead = march_off(course, off)
    for follower in behind:
        unit = course.unit(follower)
        figures = next(iter(movers(course.state, unit).values()))
        # The card is spent by the first; the others move on the same one.
        course.note(activated(course.state, unit, figures, free=True))
        ahead = follow(course, follower, [f.id for f in figures], ahead)


def leaderless(state: State, units: Sequence[str]) -> bool:
    """Whether one of the units of a column is without a leader. BG-R177."""
    return any(leader_of(state, state.unit(unit)) is None for unit in units)


def accompany(course: Course, leader_id: str, unit_id: str) -> None:
    """A leader goes the way of the unit that he accompanies, no further than its dice allow. BG-VIII.1.15."""
    unit = course.unit(leader_id)
    moved = next(e for e in reversed(course.events) if isinstance(e, UnitMoved) and e.unit == unit_id)
    figures = tuple(f for f in unit.fit)
    course.note(activated(course.state, unit, unit.figures, free=True))
    front = anchor(figures, unit.facing)
    placed: tuple[Placed, ...] = ()
    facing = moved.facing
    if front is not None and len(moved.path) > 1:
        (x, y), (a, b) = moved.path[0], moved.path[-1]
        end = front[0] + a - x, front[1] + b - y
        facing = unit.facing if facing is None else facing
        placed = formed_up(course.state, figures, Formation.LINE, Spacing.OPEN, end, facing, moved.allowance)
    walk(
        course,
        UnitMoved(
            unit=leader_id,
            figures=tuple(f.id for f in figures),
            how="move",
            allowance=moved.allowance,
            inches=moved.inches,
            placed=placed,
            path=moved.path,
            facing=facing,
            goal=unit_id,
            citations=("BG-VIII.1.15",),
        ),
    )
