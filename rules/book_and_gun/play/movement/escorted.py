"""Hostages in vehicles: they get in and out with whoever leads them, and take places like everybody else.
XIII.5.1, VIII.2.71b, VIII.4.21a, BG-R282.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rules.book_and_gun.course import Course
from rules.book_and_gun.events.vehicles import PeopleIn, PeopleOut
from rules.book_and_gun.evolve import fold
from rules.book_and_gun.play.aboard.captives import led_by
from rules.book_and_gun.play.ground import passage
from rules.book_and_gun.play.ground.beside import beside
from rules.book_and_gun.play.turn.readiness import TOGETHER
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Figure, Placed
from rules.book_and_gun.vehicles import SeatPlace, Vehicle
from rules.kernel.event import Event

CITED = ("BG-XIII.5.1", "BG-R282")


@dataclass(frozen=True, slots=True)
class Escorted:
    """A hostage beside the figure that leads it. `home`: its own unit."""

    leader: str
    home: str
    hostage: str


def at_their_side(state: State, figures: Sequence[Figure]) -> tuple[Escorted, ...]:
    """The hostages on foot within 2 inches of these figures who lead them. BG-R282"""
    if not state.hostages:
        return ()
    return tuple(
        Escorted(leader.id, home.id, each.id)
        for leader in figures
        for home, each in led_by(state, leader)
        if each.seat is None and passage.in_arms_reach(state.board, [leader], [each], TOGETHER) is not False
    )


def get_in(course: Course, vehicle: Vehicle, seats: Sequence[tuple[Escorted, SeatPlace]]) -> None:
    """They sit down where their leaders do, on their leaders' dice. BG-R282"""
    for home in dict.fromkeys(each.home for each, _ in seats):
        own: tuple[tuple[str, SeatPlace], ...] = tuple(
            (each.hostage, seat) for each, seat in seats if each.home == home
        )
        placed = tuple(Placed(who, vehicle.at, vehicle.facing) for who, _ in own if vehicle.at is not None)
        course.note(PeopleIn(unit=home, vehicle=vehicle.id, seats=own, placed=placed, citations=CITED))


def get_out(before: State, state: State, figures: Sequence[Figure], ahead: float | None) -> Iterator[Event]:
    """Those whom these figures lead stand beside the vehicle in which they sat with them. `before`: the leaders still
    sit; `state`: they stand there; `ahead`: on which side of it, in degrees. BG-R282"""
    led = [(home, each) for leader in figures for home, each in led_by(before, leader) if each.seat is not None]
    now = state
    for home, vehicle in dict.fromkeys((home.id, each.vehicle) for home, each in led):
        own = [each for unit, each in led if (unit.id, each.vehicle) == (home, vehicle)]
        event = out_beside(now, home, vehicle, own, ahead)
        now = fold(now, [event])
        yield event


def out_beside(state: State, home: str, vehicle: str, people: Sequence[Figure], ahead: float | None) -> PeopleOut:
    """Hostages of one unit get out of a vehicle and stand beside it. BG-R282"""
    placed, side = beside(state, state.vehicle(vehicle), people, None, ahead)
    return PeopleOut(
        unit=home,
        vehicle=vehicle,
        why="dismount",
        figures=tuple(each.id for each in people),
        placed=placed,
        beside=side,
        citations=CITED,
    )
