"""Fire at a soft vehicle that stands empty: the usual way, without target points. IA-R093"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.infantry_action.book.casualties import empty_vehicle
from rules.infantry_action.book.fire import Targeted, fire_on
from rules.infantry_action.course import Course
from rules.infantry_action.events.fire import FireResolved, GroupDie, MenDiced, SoftDie
from rules.infantry_action.figures import Vehicle
from rules.infantry_action.groups import Group
from rules.infantry_action.play.fire.shots import Shot
from rules.infantry_action.play.fire.targets import NEVER_BURN, GroupStruck
from rules.infantry_action.play.fire.volleys import volleys
from rules.infantry_action.play.sight.locating import locates
from rules.infantry_action.state import State


def unmanned(state: State, ref: str) -> Vehicle | None:
    """The empty vehicle that is meant by that id; None: it is a group with men, or nothing of the kind."""
    group = state.find_group(ref)
    return None if group is not None and any(state.men(group.id)) else state.unmanned(ref)


def unmanned_enemies(state: State, group: Group) -> Iterator[Vehicle]:
    """Empty vehicles of the other side that this group has located."""
    for vehicle in state.vehicles:
        if unmanned_enemy(state, group, vehicle.id) is not None:
            yield vehicle


def unmanned_enemy(state: State, group: Group, ref: str) -> Vehicle | None:
    """That empty vehicle, if it is one of the other side that this group has located."""
    found = unmanned(state, ref)
    return found if found is not None and found.side != group.side and locates(state, group, found) else None


def fire_on_unmanned(course: Course, before: State, vehicle: Vehicle, shots: Sequence[Shot]) -> None:
    """All the fire on it; with a potential hit it dices as stationary. IA-R093, IA-soft.vehicle-save"""
    if unmanned(before, vehicle.id) is None:
        return
    own = [shot for shot in shots if shot.target == vehicle.id and not shot.in_trees]
    if not own:
        return
    strike = GroupStruck(Group("", "", vehicle.side), own, together=(vehicle.id,))
    result = fire_on(Targeted(tuple(volleys(before, strike, shots))), course.chance, course.house)
    if result is None:
        return
    by = tuple(dict.fromkeys(shot.arm.group for shot in own))
    course.happen(
        FireResolved(
            target=vehicle.id,
            total=result.total,
            by=by,
            dice=tuple(GroupDie(die.group, die.score, die.counts) for die in result.dice),
            hits=result.hits.number,
            needs=result.hits.needs,
            die=result.hits.die,
            citations=("IA-R093", "IA-pot.total", "IA-pot.one-die"),
        )
    )
    die = empty_vehicle(vehicle.id, result.hits.number, course.chance, burns=vehicle.type.kind not in NEVER_BURN)
    if die is None:
        return
    course.happen(
        MenDiced(
            target=vehicle.id,
            dice=(),
            vehicles=(SoftDie(die.vehicle, die.die, die.needs, die.fire_die),),
            destroyed=(die.vehicle,) if die.destroyed else (),
            burning=(die.vehicle,) if die.destroyed and die.burns else (),
            by=by,
            citations=("IA-R093", "IA-soft.vehicle-save", "IA-soft.vehicle-fire"),
        )
    )
