"""Who finds room in a vehicle: the free seats for people of a unit. VIII.2.6 to VIII.2.9, XIII.4."""

from __future__ import annotations

from rules.book_and_gun.book.arms import arm
from rules.book_and_gun.book.reload import full_crew
from rules.book_and_gun.play.aboard.crew import built, may_crew
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Unit
from rules.book_and_gun.vehicles import SeatPlace, Vehicle


def free_seats(state: State, vehicle: Vehicle, unit: Unit) -> tuple[SeatPlace, ...]:
    """The free seats for people of a unit: its own crew's first, then inside, then on top. BG-VIII.2.71b, BG-VIII.2.9a,
    BG-R210."""
    type_, people = built(vehicle), state.people_in(vehicle.id)
    taken = [f.seat.place for f in people if f.seat is not None]
    crew: list[SeatPlace] = []
    if may_crew(state, vehicle, unit) and not (vehicle.flight and vehicle.unit != unit.id):
        drivers: list[SeatPlace] = ["driver"]
        hands: list[SeatPlace] = ["crew"]
        crew = drivers * (1 - taken.count("driver")) + hands * (type_.crew - 1 - taken.count("crew"))
    inside: list[SeatPlace] = ["passenger"] * (_room_inside(state, vehicle, unit) - taken.count("passenger"))
    top: list[SeatPlace] = ["rider"] * (type_.riders - taken.count("rider"))
    return (*crew, *inside, *top)


def _room_inside(state: State, vehicle: Vehicle, unit: Unit) -> int:
    """How many of a unit find room inside; a limber with its gun takes the gun's crew alone. BG-VIII.2.6b, BG-R246"""
    type_ = built(vehicle)
    gun = next((piece for piece in state.pieces if piece.tow == vehicle.id), None)
    if type_.carrier != "limber" or gun is None:
        return type_.passengers
    return full_crew(arm(gun.weapon, state.options)) or 0 if gun.unit == unit.id else 0


def crew_seats(seats: tuple[SeatPlace, ...]) -> tuple[SeatPlace, ...]:
    """Those of them that are the crew's."""
    return tuple(seat for seat in seats if seat in ("driver", "crew"))
