"""Columns of vehicles on a road: units behind one another that go on one card, at the rate of the slowest. VIII.2.4."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rules.book_and_gun.actions.movement import Move
from rules.book_and_gun.book.march import movement_roll, number_of_dice
from rules.book_and_gun.course import Course
from rules.book_and_gun.play.aboard.crew import manned
from rules.book_and_gun.play.ground.hulls import hull
from rules.book_and_gun.play.movement.column import CONTIGUOUS
from rules.book_and_gun.play.movement.driving import Driving, along, go, judge_drive
from rules.book_and_gun.play.turn.readiness import movers
from rules.book_and_gun.play.turn.sequence import activated, claim, has_chance, require_mobile
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Figure, Morale, Phase, Unit
from rules.book_and_gun.vehicles import Vehicle
from rules.kernel.action import Actor
from rules.kernel.chance import Chance
from rules.kernel.event import Event
from rules.kernel.violation import RuleViolation
from rules.table.footprint import footprint
from rules.table.measure import bearing, between, turn

_HAIR = 1e-6
REAR = 60.0
"""Degrees off straight back within which a vehicle stands behind another."""


@dataclass(frozen=True, slots=True)
class Convoy:
    """A column that has been judged: its drives, the first unit first, all with the going of the slowest."""

    drives: tuple[Driving, ...]


def judge_convoy(state: State, unit: Unit, figures: Sequence[Figure], action: Move, by: Actor) -> Convoy:
    """Raises RuleViolation: a unit that may not move, that is not right behind the one before it, that does not keep to
    the road from start to end. BG-VIII.2.4a, BG-VIII.2.4b, BG-R177."""
    alone = action.model_copy(update={"road_group": ()})
    drives = [judge_drive(state, unit, figures, alone)]
    _require_road(drives[0])
    for name in action.road_group:
        follower = claim(state, name, by, Phase.MOVEMENT)
        require_mobile(state, follower)
        before = drives[-1]
        able = tuple(v for v in manned(state, follower) if v.drives and not v.flight)
        known = {drive.unit.id for drive in drives}
        if not able or follower.id in known or not close(before.vehicles[-1], able[0]):
            raise RuleViolation(
                "not-contiguous",
                f"{follower.name} does not stand with its vehicles right behind {before.unit.name}.",
                citation="BG-VIII.2.4b",
                remedy="Move it on a card of its own.",
            )
        aboard = tuple(f for f in movers(state, follower).get("unit", ()) if f.seat is not None)
        start = before.vehicles[0].at
        goal = (start, *before.goal) if start is not None else before.goal
        drives.append(along(state, follower, aboard, able, goal, alone.model_copy(update={"unit": follower.id})))
        _require_road(drives[-1])
    slowest = min((drive.going for drive in drives), key=number_of_dice)
    going = replace(slowest, leaderless=any(drive.going.leaderless for drive in drives))
    return Convoy(tuple(replace(drive, going=going) for drive in drives))


def _require_road(drive: Driving) -> None:
    if not drive.going.on_road:
        raise RuleViolation(
            "not-on-road",
            f"{drive.unit.name} does not keep to the road from start to end: a column drives on one card only there.",
            citation="BG-VIII.2.4b",
            remedy="Move each on a card of its own.",
        )


def close(ahead: Vehicle, behind: Vehicle) -> bool:
    """Whether a vehicle stands right behind another: behind it as that looks, their hulls no more than 2 inches apart.
    Without places they do. BG-VIII.2.4b, BG-R247."""
    one, other = hull(ahead), hull(behind)
    if one is None or other is None:
        return True
    if turn((one.facing + 180.0) % 360.0, bearing((one.x, one.y), (other.x, other.y))) > REAR:
        return False
    return float(footprint(one).distance(footprint(other))) <= CONTIGUOUS + _HAIR


def convoy(state: State, ready: Convoy, chance: Chance) -> list[Event]:
    """One roll for all of them; the first goes first, each other follows its way as far. BG-VIII.2.4b, BG-R177."""
    course = Course(state, chance)
    lead = ready.drives[0]
    course.note(activated(state, lead.unit, lead.figures))
    roll = movement_roll(lead.going, chance, options=state.options)
    go(course, lead, roll)
    for drive in ready.drives[1:]:
        unit = course.unit(drive.unit.id)
        course.note(activated(course.state, unit, drive.figures, free=True))
        vehicles = tuple(course.state.vehicle(v.id) for v in drive.vehicles)
        go(course, replace(drive, unit=unit, vehicles=vehicles), roll)
    return course.events


def behind(state: State, unit: Unit) -> tuple[str, ...]:
    """The units of its side whose vehicles stand behind one another behind its own, and may move; the nearest first."""
    found: list[str] = []
    last = next(iter(reversed(manned(state, unit))), None)
    while last is not None and last.at is not None:
        here = last.at
        near = [
            (between(here, v.at), other.id, manned(state, other)[-1])
            for other in state.units_of(unit.side)
            if other.id not in (unit.id, *found)
            and other.morale is Morale.STEADY
            and not other.reserve
            and has_chance(state, other)
            and (v := next(iter(manned(state, other)), None)) is not None
            and v.drives
            and not v.flight
            and v.at is not None
            and close(last, v)
        ]
        if not near:
            break
        _, name, last = min(near, key=lambda each: each[:2])
        found.append(name)
    return tuple(found)
