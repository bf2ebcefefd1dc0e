"""Mines and traps under those who come to stand upon them without a way there: out of a vehicle, over an edge of the
table. X.12.62, X.12.7, X.12.8, BG-R234, BG-R259."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from shapely import Point as Spot

from rules.book_and_gun.course import Course
from rules.book_and_gun.devices import Device
from rules.book_and_gun.events.movement import UnitEntered
from rules.book_and_gun.events.vehicles import PeopleOut
from rules.book_and_gun.evolve import fold
from rules.book_and_gun.play.blasts.blasting import go_off
from rules.book_and_gun.play.blasts.tripping import UNDER_FEET, UNDER_WHEELS, lies_in_wait
from rules.book_and_gun.play.ground.hulls import hull
from rules.book_and_gun.play.ground.tabletop import BASE
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Figure
from rules.book_and_gun.vehicles import Vehicle
from rules.kernel.chance import Chance
from rules.kernel.event import Event
from rules.table.footprint import footprint
from rules.table.measure import between

_HAIR = 1e-6


def come_upon(state: State, events: Sequence[Event], chance: Chance) -> list[Event]:
    """What goes off under them after all this has happened, and under those whom that makes get out in turn. Whoever
    leaves a wreck, or jumps off, does not look where they step. BG-X.12.62b, BG-X.12.7, BG-X.12.71a, BG-R259"""
    if not state.devices:
        return []
    course = Course(fold(state, list(events)), chance)
    due = [event for event in events if isinstance(event, PeopleOut | UnitEntered)]
    while due:
        event = due.pop(0)
        before = len(course.events)
        names = event.figures if isinstance(event, PeopleOut) else tuple(each.figure for each in event.placed)
        how = "run" if isinstance(event, PeopleOut) and event.why != "dismount" else "move"
        for device in course.state.devices:
            _sprung(course, device, event.unit, names, how)
        due += [found for found in course.events[before:] if isinstance(found, PeopleOut)]
    return course.events


def _sprung(course: Course, device: Device, unit: str, names: Sequence[str], how: str) -> None:
    state = course.state
    lies = any(each.id == device.id for each in state.devices)
    if not lies or not lies_in_wait(state, device, state.unit(unit), how):
        return
    people = [f for f in state.unit(unit).present if f.id in names]
    figure = next((f for f in people if device.kind in UNDER_FEET and _covers(f, device)), None)
    if figure is not None:
        go_off(course, device, "sprung", figure=figure)
        return
    vehicle = next((v for v in _driven(state, people) if device.kind in UNDER_WHEELS and _is_over(v, device)), None)
    if vehicle is not None:
        go_off(course, device, "sprung", vehicle=vehicle)


def _covers(figure: Figure, device: Device) -> bool:
    return figure.seat is None and figure.at is not None and between(figure.at, device.at) <= BASE + _HAIR


def _driven(state: State, people: Sequence[Figure]) -> Iterator[Vehicle]:
    """The vehicles in which they have come."""
    for name in dict.fromkeys(f.vehicle for f in people if f.vehicle):
        yield state.vehicle(name)


def _is_over(vehicle: Vehicle, device: Device) -> bool:
    stood = hull(vehicle)
    return not vehicle.aloft and stood is not None and footprint(stood).distance(Spot(device.at)) <= _HAIR
