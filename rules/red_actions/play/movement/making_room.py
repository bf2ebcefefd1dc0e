"""Who finds himself in others' bases, over the edge or in what is closed to him steps aside: after a turn to fire, a
rally, officers who gather, parts and wholes of units. No move of anybody's own ends so. RA-R268"""

from __future__ import annotations

from shapely import Point as Spot
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from rules.kernel.changing import replace
from rules.red_actions.book.kinds import Arm
from rules.red_actions.course import Course
from rules.red_actions.events.movement import MadeRoom, MarkerMoved
from rules.red_actions.knowledge import side_knows
from rules.red_actions.play.ground.features import feature_of, land_of
from rules.red_actions.play.ground.layout import outline
from rules.red_actions.play.ground.passage import Pose, kept_off, others_at, place_near
from rules.red_actions.play.officers.officer_effects import secret_to
from rules.red_actions.state import State
from rules.red_actions.units import Concealment, Point, Unit


def make_room(course: Course, before: State) -> None:
    """After an action, whoever it has left without room, as far as they had it before; all troops of a side that says
    that it stands. RA-R268"""
    placed = course.state.deployed != before.deployed
    if placed:
        before = replace(before, units=())
    if course.state.board is None or course.state.units is before.units:
        return
    for unit in _changed(before, course.state):
        found = course.state.find(unit)
        if found is None or not _alone(found):
            continue
        for other in tuple(_in_its_place(before, course.state, found)):
            _step_aside(course, other, placed=placed)
        found = course.state.unit(unit)
        if found.rails is None and _crowded(before, course.state, found, placed=placed):
            _step_aside(course, found, placed=placed)


def _changed(before: State, state: State) -> tuple[str, ...]:
    """Units that stand otherwise than before; officers last, who find room among the others."""
    found = [unit for unit in state.units if _alone(unit) and _stands(unit) != _stood(before, unit.id)]
    return tuple(unit.id for unit in sorted(found, key=lambda unit: state.card(unit).arm is Arm.OFFICER))


def _alone(unit: Unit) -> bool:
    """Whether it has a place of its own."""
    return unit.at is not None and not unit.with_unit and not unit.aboard


def _stands(unit: Unit) -> tuple[object, ...]:
    return unit.at, unit.facing, unit.formation, tuple(base.id for base in unit.bases), unit.card, unit.rails


def _stood(before: State, ref: str) -> tuple[object, ...] | None:
    unit = before.find(ref)
    return None if unit is None or not _alone(unit) else _stands(unit)


def _pose(unit: Unit) -> Pose:
    assert unit.at is not None
    return unit.at, unit.facing, unit.formation


def _was(before: State, unit: Unit) -> BaseGeometry:
    found = before.find(unit.id)
    return Polygon() if found is None or not _alone(found) else outline(before, found)


def _in_its_place(before: State, state: State, unit: Unit) -> list[Unit]:
    """Those who make room for it: officers, who stand anywhere, and whom its side does not know to be there."""
    if state.card(unit).arm is Arm.OFFICER:
        return []
    found = others_at(state, unit, _pose(unit), tuple(state.on_table()), _was(before, unit))
    return [
        each
        for each in found
        if each.rails is None
        and (state.card(each).arm is Arm.OFFICER or unit.rails is not None or not side_knows(state, unit.side, each.id))
    ]


def _crowded(before: State, state: State, unit: Unit, *, placed: bool) -> bool:
    was = _was(before, unit)
    if kept_off(state, unit, _pose(unit), was, placed=placed) is not None:
        return True
    return next(others_at(state, unit, _pose(unit), was=was), None) is not None


def _step_aside(course: Course, unit: Unit, *, placed: bool) -> None:
    state = course.state
    place = place_near(state, unit, _pose(unit), placed=placed)
    assert unit.at is not None
    if place is None or place == unit.at:
        return
    course.happen(
        MadeRoom(
            unit=unit.id,
            way=(unit.at, place),
            at=place,
            holds=unit.holds if _in(state, unit.holds, place) else "",
            audience=(unit.side,) if unit.hidden is Concealment.MARKER else secret_to(unit),
            citations=("RA-R268",),
        )
    )
    if unit.hidden is Concealment.MARKER:
        course.happen(MarkerMoved(side=unit.side, marker=unit.marker, at=place, citations=("RA-seq.3",)))


def _in(state: State, building: str, place: Point) -> bool:
    feature, land = feature_of(state, building), land_of(state)
    if feature is None or land is None or feature not in land.features:
        return False
    return bool(land.area_of(feature).covers(Spot(place)))
