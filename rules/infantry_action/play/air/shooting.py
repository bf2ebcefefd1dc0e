"""Ground fire at aircraft, and their crashes. IA-air.fire-on-aircraft, IA-air.brought-down, IA-R050, IA-R051"""

from __future__ import annotations

from collections.abc import Sequence

from rules.infantry_action.book.air import Passenger, brought_down, crash, may_fire_on_aircraft
from rules.infantry_action.book.kinds import Weapon
from rules.infantry_action.course import Course
from rules.infantry_action.events.air import CrashDie, Crashed, ShotAt
from rules.infantry_action.figures import Point, Vehicle
from rules.infantry_action.state import Group, State
from rules.violation import RuleViolation


def in_the_air(state: State, group: Group) -> Vehicle | None:
    """The group's aircraft that hovers, or has flown in this period. IA-R050"""
    return next(
        (
            vehicle
            for vehicle in state.vehicles_of(group.id)
            if vehicle.type.kind.aircraft and vehicle.able and (vehicle.aloft or vehicle.doing.moved > 0)
        ),
        None,
    )


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


def after_hits(course: Course, before: State, group: Group, casualties: Sequence[str], at: Point) -> None:
    """A die for each man hit aboard; a 1 brings it down at the point of its way where it was hit. IA-R051"""
    vehicle = in_the_air(before, group)
    hit = [id_ for id_ in casualties if vehicle is not None and before.figure(id_).aboard == vehicle.id]
    if vehicle is None or not hit or not course.state.vehicle(vehicle.id).able:
        return
    found = brought_down(len(hit), course.chance, vehicle.name)
    course.happen(ShotAt(vehicle=vehicle.id, dice=found.dice, citations=("IA-air.brought-down", "IA-R051")))
    if not found.down:
        return
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
