"""Ground fire at aircraft, and their crashes. IA-air.fire-on-aircraft, IA-air.brought-down, IA-R050, IA-R051"""

from __future__ import annotations

from rules.infantry_action.book.air import (
    AirState,
    Landed,
    Passenger,
    after_drop,
    brought_down,
    crash,
    may_fire_on_aircraft,
)
from rules.infantry_action.book.kinds import Weapon
from rules.infantry_action.course import Course
from rules.infantry_action.events.air import CrashDie, Crashed, ShotAt
from rules.infantry_action.figures import Figure, Point, Vehicle
from rules.infantry_action.groups import Group
from rules.infantry_action.play.ground.clearing import stand_clear
from rules.infantry_action.state import State
from rules.kernel.violation import RuleViolation


def in_the_air(state: State, group: Group) -> Vehicle | None:
    """The group's aircraft that hovers, or has flown in this period. IA-R050"""
    aboard = {man.aboard for man in state.men(group.id)}
    return next((vehicle for vehicle in state.vehicles if vehicle.id in aboard and _flies(vehicle)), None)


def aircraft_bar(state: State, weapon: Weapon, target: Group) -> RuleViolation | None:
    """Why this weapon cannot fire at that group: it is in the air. IA-air.fire-on-aircraft, IA-R050"""
    if in_the_air(state, target) is None or may_fire_on_aircraft(weapon):
        return None
    return RuleViolation(
        "not-at-aircraft",
        f"A {weapon.value} does not fire at aircraft in flight.",
        citation="IA-air.fire-on-aircraft",
        remedy="Use rifles, pistols, sub machine guns or machine guns.",
    )


def as_one(state: State, group: Group) -> tuple[str, ...]:
    """The groups that are one target with it, the first of them the one in whose name it is fired at: paratroops in the
    period of their landing, whatever their groups; everybody aboard an aircraft. IA-air.para-target, IA-R050"""
    if any(_just_landed(state, man) for man in state.men(group.id)):
        return tuple(
            dict.fromkeys(man.group for man in state.figures if man.side == group.side and _just_landed(state, man))
        )
    aboard = {man.aboard for man in state.men(group.id) if man.aboard is not None}
    flying = next((v for v in state.vehicles if v.id in aboard and _flies(v)), None)
    if flying is None:
        return (group.id,)
    return tuple(dict.fromkeys((flying.group, *(man.group for man in state.aboard(flying.id)))))


def _just_landed(state: State, man: Figure) -> bool:
    return man.fit and landed(state, man).one_target


def landed(state: State, man: Figure, *, heavy: bool = False) -> Landed:
    """What a man may do after his drop; whoever never dropped, everything. IA-R048"""
    return after_drop(state.period - man.landed_in + 1, heavy=heavy)


def flight_of(vehicle: Vehicle) -> AirState:
    """What an aircraft does in this period. IA-R050"""
    if vehicle.doing.moved > 0:
        return AirState.FLYING
    return AirState.HOVERING if vehicle.aloft else AirState.LANDED


def _flies(vehicle: Vehicle) -> bool:
    return vehicle.type.kind.aircraft and vehicle.able and flight_of(vehicle) is not AirState.LANDED


def after_hits(course: Course, before: State, group: Group, at: Point) -> None:
    """A die for each man hit aboard; a 1 brings it down at the point of its way where it was hit. IA-R051 So does
    the loss of its whole crew. IA-R262"""
    vehicle = in_the_air(before, group)
    if vehicle is None or not course.state.vehicle(vehicle.id).able:
        return
    hit = [man for man in before.aboard(vehicle.id) if not course.state.figure(man.id).fit]
    if not hit:
        return
    found = brought_down(len(hit), course.chance, vehicle.name)
    course.happen(ShotAt(vehicle=vehicle.id, dice=found.dice, citations=("IA-air.brought-down", "IA-R051")))
    if found.down or not flown(course.state, vehicle):
        bring_down(course, vehicle, at)


def flown(state: State, vehicle: Vehicle) -> bool:
    """Whether one of its crew is left aboard. IA-R262"""
    return any(man.place != "passenger" for man in state.aboard(vehicle.id))


def bring_down(course: Course, vehicle: Vehicle, at: Point) -> None:
    """It crashes there; everybody aboard dices. IA-air.crash-survival, IA-R051, IA-R262"""
    aboard = course.state.aboard(vehicle.id)
    people = [Passenger(man.id, man.place != "passenger", man.weapons) for man in aboard]
    wreck = crash(people, course.chance)
    lived = {each.id: each for each in wreck.survivors}
    died = dict(wreck.dead)
    course.happen(
        Crashed(
            vehicle=vehicle.id,
            at=at,
            dice=tuple(
                CrashDie(man.id, lived[man.id].die, True, lived[man.id].weapons)
                if man.id in lived
                else CrashDie(man.id, died[man.id], False)
                for man in aboard
            ),
            citations=("IA-air.crash-survival", "IA-R051"),
        )
    )
    stand_clear(course, vehicle.id, lived)
