"""Vehicles as their side sees them: a line each on their unit's page, hulls on the map. VIII.2, X.2.10."""

from __future__ import annotations

from rules.book_and_gun.play.aboard.crew import occupants
from rules.book_and_gun.play.ground.aloft import is_now
from rules.book_and_gun.play.ground.hulls import hull
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Unit
from rules.book_and_gun.vehicles import Vehicle
from rules.table.board import Token


def vehicle_line(state: State, vehicle: Vehicle) -> str:
    """ "BTR 1: sound, 2 crew, 6 passengers"; of an aircraft also whether it hovers."""
    people = occupants(state, vehicle)
    counts = ((people.crew, "crew"), (people.passengers, "inside"), (people.riders, "on top"))
    flies = [is_now(state, vehicle)] if vehicle.flight and not vehicle.wreck else []
    taken = ["taken, nobody can drive it" if vehicle.drivable == "no" else "taken"] if vehicle.taken else []
    said = [vehicle.condition.value, *flies, *taken, *(f"{len(who)} {what}" for who, what in counts if who)]
    return f"{vehicle.name}: {', '.join(said)}"


def hulls_of(state: State, unit: Unit) -> tuple[Token, ...]:
    """Its vehicles that are no wrecks."""
    return tuple(each for v in state.vehicles_of(unit.id) if not v.wreck and (each := hull(v)) is not None)
