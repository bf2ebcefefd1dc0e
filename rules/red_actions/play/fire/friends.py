"""Friends met in the dark, and fired at. RA-weather.night.friends, RA-R116, RA-R205"""

from __future__ import annotations

from rules.red_actions.book.sight import roll_mistaken
from rules.red_actions.course import Course
from rules.red_actions.events.fire import FriendsMet
from rules.red_actions.pending.fire import CarryOutShooting, Shot
from rules.red_actions.play.fire.aiming import refusal
from rules.red_actions.play.ground.lines import distance, sees
from rules.red_actions.play.turn.segments import lose_segment
from rules.red_actions.state import State
from rules.red_actions.units import Unit


def friends_seen(state: State, unit: Unit) -> frozenset[str]:
    """Friends that it sees now: to be noted before it moves."""
    if not state.light.night:
        return frozenset()
    return frozenset(each.id for each in state.on_table(unit.side) if each.id != unit.id and sees(state, unit, each))


def meet_friends(course: Course, ref: str, before: frozenset[str]) -> bool:
    """After a move in the dark: a die for the nearest friend whom it has come upon; on a 1 it fires at him, which
    ends its move. True when it fires: the shooting is on the agenda, above everything else."""
    state = course.state
    unit = state.find(ref)
    if unit is None or unit.routing or not state.light.night:
        return False
    met = friends_seen(state, unit) - before
    found = min(
        (state.unit(each) for each in met), key=lambda each: (distance(state, unit, each), each.id), default=None
    )
    if found is None:
        return False
    shot = Shot(unit.id, found.id)
    if refusal(state, shot) is not None:
        return False
    roll, fires = roll_mistaken(course.chance)
    course.happen(
        FriendsMet(unit=unit.id, friend=found.id, roll=roll, fires=fires, citations=("RA-weather.night.friends",))
    )
    if fires:
        course.push(CarryOutShooting(shot, "friends", answered=True))
        lose_segment(course, unit.id, "it has fired at friends")
    return fires
