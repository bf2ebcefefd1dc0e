"""A unit's move on its card: on foot, driven or flown. VIII.1.1."""

from __future__ import annotations

from rules.book_and_gun.actions.movement import Move
from rules.book_and_gun.actions.vehicles import Dismount, MountVehicle
from rules.book_and_gun.course import Course
from rules.book_and_gun.play.ground.aloft import aircraft_of
from rules.book_and_gun.play.ground.cycling import require_off
from rules.book_and_gun.play.ground.mounted import require_unhorsed
from rules.book_and_gun.play.movement import column, guns
from rules.book_and_gun.play.movement.convoy import Convoy, convoy, judge_convoy
from rules.book_and_gun.play.movement.driving import Driving, drive, judge_drive
from rules.book_and_gun.play.movement.flying import Flying, fly, judge_flight
from rules.book_and_gun.play.movement.limbering import Hooking, hook
from rules.book_and_gun.play.movement.maneuver import setting_off
from rules.book_and_gun.play.movement.movement import Marching, group_of, require_free_hands
from rules.book_and_gun.play.turn.sequence import claim, require_mobile
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Phase, Posture
from rules.kernel.action import Actor
from rules.kernel.chance import Chance
from rules.kernel.event import Event
from rules.kernel.violation import RuleViolation


def judge_move(state: State, action: Move, by: Actor) -> Marching | Driving | Convoy | Flying:
    """Raises RuleViolation when the unit may not move: no card, pinned, shaken, immobile, or a goal that cannot be
    read. Those aboard drive. BG-VIII.0.1a, BG-VIII.0.2d, BG-V.12a, BG-XII.1.21a."""
    unit = claim(state, action.unit, by, Phase.MOVEMENT)
    figures = group_of(state, unit, action.figures)
    require_mobile(state, unit)
    require_unhorsed(figures, action.posture)
    if action.posture is Posture.PRONE:
        require_off(state, figures, "lie down")
    if figures and all(f.seat is not None for f in figures):
        if aircraft_of(state, unit):
            return judge_flight(state, unit, figures, action, by)
        _require_grounded(action)
        if action.road_group:
            return judge_convoy(state, unit, figures, action, by)
        return judge_drive(state, unit, figures, action)
    _require_grounded(action)
    require_free_hands(state, unit, figures)
    if action.inches != 0.0:
        guns.require_pushed(guns.leaving(state, figures) if action.gun == "leave" else figures, state.options)
    behind = tuple(follower.id for follower in column.followers(state, action, by))
    companions = tuple(leader.id for leader in column.companions(state, action, by))
    leaderless = column.leaderless(state, (unit.id, *behind)) if behind else None
    off = setting_off(state, unit, figures, action, leaderless=leaderless)
    if behind:
        column.require_road(off)
    return Marching(off, behind, companions)


def _require_grounded(action: Move) -> None:
    """Refuses what only aircraft do."""
    if action.flight is not None or action.load or action.unload:
        raise RuleViolation(
            "not-aircraft",
            "Only aircraft fly, hover and land.",
            citation="BG-VIII.2.13a",
            remedy=("Leave it out; people get in and out with ", MountVehicle, " and ", Dismount, "."),
        )


def move(state: State, ready: Marching | Driving | Convoy | Flying | Hooking, chance: Chance) -> list[Event]:
    """A normal move: the dice are rolled, every figure goes no further than what is left of them. BG-VIII.1.1."""
    if isinstance(ready, Driving):
        return drive(state, ready, chance)
    if isinstance(ready, Convoy):
        return convoy(state, ready, chance)
    if isinstance(ready, Flying):
        return fly(state, ready, chance)
    if isinstance(ready, Hooking):
        return hook(state, ready, chance)
    course = Course(state, chance)
    column.march(course, ready.off, ready.behind)
    for leader in ready.companions:
        column.accompany(course, leader, ready.off.action.unit)
    return course.events
