"""Whoever is on foot where a helicopter comes down goes aside. MM-R218"""

from __future__ import annotations

from shapely import Point as Spot

from rules.five56mm.events.foot import Moved
from rules.five56mm.play.ground import field, passage
from rules.five56mm.play.harm.gas import walk_through_gas
from rules.five56mm.play.harm.harm import drawn_apart
from rules.five56mm.play.turn.course import Course
from rules.five56mm.state import Character
from rules.table.footprint import footprint
from rules.table.measure import between

BASE = 0.5
"""Radius of a figure's base."""


def clear_below(course: Course, vehicle_id: str) -> None:
    """Whoever is on foot where it has come down goes aside. MM-R218"""
    vehicle = course.state.vehicle(vehicle_id)
    stands = field.vehicle_token(vehicle, course.state.board)
    if stands is None or course.state.board is None:
        return
    level, under = field.landed_level(course.state.board, vehicle), footprint(stands)
    for who in course.state.living():
        at = who.at
        if who.vehicle is None and at is not None and who.level == level and under.distance(Spot(at)) < BASE - 1e-6:
            _aside(course, vehicle_id, who)


def _aside(course: Course, vehicle_id: str, who: Character) -> None:
    state, at = course.state, who.at
    assert at is not None
    others = [each.at for each in state.living() if each.at is not None and each.id != who.id]
    found = list(passage.rings(at, first=0.4))
    free = [place for place in found if all(between(place, other) >= 2 * BASE for other in others)]
    place = passage.spot_near(state, (*free, *found), start=at, who=who.id, ignored=(vehicle_id,), level=who.level)
    if place is None:
        return
    course.happen(
        Moved(
            character=who.id,
            way="aside",
            to=place,
            facing=who.facing,
            inches=round(between(at, place), 3),
            route=(at, place),
            level=who.level,
            citations=("MM-R218",),
        )
    )
    walk_through_gas(course, who.id, (at, place), who.level)
    drawn_apart(course, who.id)
