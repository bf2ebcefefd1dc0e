"""Out of a burning house. RA-building.fire.3, RA-R103"""

from __future__ import annotations

from shapely import Point as Spot

from rules.red_actions.book.kinds import Mover
from rules.red_actions.book.retiring import retire_distance
from rules.red_actions.course import Course
from rules.red_actions.events.works import FledFire
from rules.red_actions.pending.works import LeaveFire
from rules.red_actions.play.ground.features import feature_of, land_of
from rules.red_actions.play.ground.passage import first_stop, has_room
from rules.red_actions.play.morale.running_away import away
from rules.red_actions.play.turn.segments import lose_segment
from rules.red_actions.state import State
from rules.red_actions.units import Point, Unit, straightened
from rules.table.measure import between, step

_PACE = 0.25


def step_leave_fire(course: Course, task: LeaveFire) -> None:
    """It goes back from the enemy by a retire move, further if it takes that to be out of the house, and another way
    where that one is not free. Nothing spares it. RA-R103, RA-R230"""
    state = course.state
    found = state.find(task.unit)
    unit = None if found is None else straightened(found)
    if unit is None or unit.at is None or unit.rails is not None:
        course.done()
        return
    at = _out(state, unit, task.building)
    course.happen(
        FledFire(
            unit=unit.id, building=task.building, way=(unit.at, at), at=at, citations=("RA-building.fire.3", "RA-R103")
        )
    )
    if between(unit.at, at) > 0:
        lose_segment(course, unit.id, "its house has burnt out")
    course.done()


def _out(state: State, unit: Unit, building: str) -> Point:
    assert unit.at is not None
    assert state.board is not None
    feature, land = feature_of(state, building), land_of(state)
    area = land.area_of(feature) if feature is not None and land is not None else None
    card = state.card(unit)
    least = retire_distance(card.arm, card.mover is Mover.SABRES)
    direction = away(state, unit, "")
    best: Point | None = None
    for turned in (0.0, 45.0, -45.0, 90.0, -90.0, 135.0, -135.0, 180.0):
        for number in range(200):
            at = step(unit.at, direction + turned, least + number * _PACE)
            if not state.board.holds(*at) or first_stop(state, unit, (unit.at, at), (unit.facing,), unit.formation):
                break
            if area is not None and area.distance(Spot(at)) < 0.1:
                continue
            if has_room(state, unit, (at, unit.facing, unit.formation)):
                return at
            best = best or at
            break
    return best or unit.at
