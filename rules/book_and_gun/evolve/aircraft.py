"""Applying the events of aircraft."""

from __future__ import annotations

from typing import assert_never

from rules.book_and_gun.events.aircraft import AircraftEvent, AircraftFlew, AircraftGone, AttackLost
from rules.book_and_gun.evolve.battle import out_of_battle
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Status
from rules.kernel.changing import replace


def evolve_aircraft(state: State, event: AircraftEvent) -> State:
    match event:
        case AircraftFlew():
            body = state.vehicle(event.vehicle)
            return state.with_vehicle(replace(body, flight=event.flight, flown=event.way))
        case AttackLost():
            return state
        case AircraftGone():
            for unit, figure in event.figures:
                state = out_of_battle(state, unit, figure, Status.GONE)
            return state.with_vehicle(replace(state.vehicle(event.vehicle), at=None, flight="landed", flown=()))
        case _ as unreachable:
            assert_never(unreachable)
