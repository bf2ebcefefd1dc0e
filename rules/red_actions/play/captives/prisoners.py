"""Prisoners who change hands. RA-misc.prisoners.1, RA-misc.prisoners.2, RA-R130"""

from __future__ import annotations

from shapely import Point as Spot

from rules.red_actions.book.ambush import gains_by_driving_off, gains_by_moving
from rules.red_actions.course import Course
from rules.red_actions.events.movement import PrisonersTaken, ThingsTaken
from rules.red_actions.play.ground.features import buildings
from rules.red_actions.play.ground.layout import WIDTH, distance_to
from rules.red_actions.state import State
from rules.red_actions.units import Loss, Prisoners, Unit

TOUCH = WIDTH / 2 + 0.1
"""Inches from the middle of prisoners at which a unit touches them."""


def touches(state: State, unit: Unit, prisoners: Prisoners) -> bool:
    return distance_to(state, unit, prisoners.at) <= TOUCH


def guarded(state: State, prisoners: Prisoners) -> bool:
    """Whether a unit of their owner is in contact with them."""
    return any(touches(state, unit, prisoners) for unit in state.on_table(prisoners.owner) if not unit.routing)


def indoors(state: State, prisoners: Prisoners) -> bool:
    return bool(buildings(state, Spot(prisoners.at)))


def take_unguarded(course: Course, unit: str) -> None:
    """A unit that has moved onto unguarded prisoners has them at once. RA-misc.prisoners.1, RA-misc.prisoners.3"""
    state = course.state
    found = state.find(unit)
    if found is None or found.routing:
        return
    for held in state.prisoners:
        if held.guard == unit or not touches(state, found, held):
            continue
        watched = guarded(state, held) and held.owner != found.side
        if gains_by_moving(watched, indoors(state, held)) and (held.owner != found.side or not held.guard):
            course.happen(
                PrisonersTaken(
                    prisoners=held.id, unit=unit, owner=found.side, citations=("RA-misc.prisoners.1", "RA-R130")
                )
            )


def take_horses(course: Course, unit: str) -> None:
    """Horses of enemies on foot, and the base that holds them, are the captors' once they touch it. RA-R121"""
    state = course.state
    found = state.find(unit)
    if found is None or found.routing or found.at is None:
        return
    for other in state.units:
        for base, at in other.horses:
            if other.side != found.side and at is not None and distance_to(state, found, at) <= TOUCH:
                lost = Loss(base, other.id, other.side, "captured", state.turn, unit)
                course.happen(
                    ThingsTaken(unit=unit, what="horses", taken=base.id, losses=(lost,), citations=("RA-R121",))
                )


def gain_by_driving_off(course: Course, before: State, driven: str, by: str) -> None:
    """A unit that has made the last enemies in contact with prisoners retire or rout has them at once. `before`: the
    battle before they were `driven`, their rout perhaps begun. RA-misc.prisoners.2, RA-R130"""
    victor, gone = course.state.find(by), before.find(driven)
    if victor is None or gone is None or victor.side == gone.side:
        return
    for held in before.prisoners:
        guards = (u for u in before.on_table(held.owner) if not u.routing or u.id == driven == held.guard)
        contacts = [u.id for u in guards if touches(before, u, held)]
        off = [ref for ref in contacts if ref == driven]
        if held.owner == gone.side and gains_by_driving_off(len(contacts), len(off)):
            course.happen(
                PrisonersTaken(prisoners=held.id, unit=by, owner=victor.side, citations=("RA-misc.prisoners.2",))
            )
