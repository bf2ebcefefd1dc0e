"""Applying the events of vehicles, and keeping people and vehicles together."""

from __future__ import annotations

from typing import Literal, assert_never

from rules.book_and_gun.book.garage import GARAGE
from rules.book_and_gun.events.vehicles import (
    DriverSought,
    PeopleIn,
    PeopleOut,
    PeopleRolled,
    TurretTurned,
    VehicleEvent,
    VehicleFiredAt,
    VehicleStruck,
    VehicleTaken,
)
from rules.book_and_gun.evolve.battle import without_cards
from rules.book_and_gun.evolve.movement import placed
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Contact, Figure, Posture
from rules.book_and_gun.vehicles import Seat, Vehicle
from rules.kernel.changing import replace


def evolve_vehicles(state: State, event: VehicleEvent) -> State:
    match event:
        case VehicleFiredAt():
            return _fired_at(state, event)
        case VehicleStruck():
            state = without_cards(state, event.cards)
            return state.with_vehicle(replace(state.vehicle(event.vehicle), condition=event.condition))
        case PeopleRolled():
            return state
        case TurretTurned():
            return state.with_vehicle(replace(state.vehicle(event.vehicle), turret=event.turret))
        case PeopleOut():
            return _out(state, event)
        case PeopleIn():
            return _in(state, event)
        case VehicleTaken():
            return state.with_vehicle(_taken(state, event))
        case DriverSought():
            drivable = "yes" if event.able else "no"
            return state.with_vehicle(replace(state.vehicle(event.vehicle), drivable=drivable))
        case _ as unreachable:
            assert_never(unreachable)


def _fired_at(state: State, event: VehicleFiredAt) -> State:
    unit = state.unit(event.unit)
    figure = unit.figure(event.figure)
    prone = state.turn if figure.posture is Posture.PRONE else figure.fired_prone_turn
    at, by = Contact(state.turn, event.target), Contact(state.turn, event.unit)
    unit = unit.with_figure(replace(figure, fired_turn=state.turn, fired_prone_turn=prone))
    fired_at = unit.fired_at if at in unit.fired_at else (*unit.fired_at, at)
    state = state.with_unit(replace(unit, fired_turn=state.turn, fired_at=fired_at))
    target = state.unit(event.target)
    if by in target.under_fire:
        return state
    return state.with_unit(replace(target, under_fire=(*target.under_fire, by)))


def _out(state: State, event: PeopleOut) -> State:
    unit = state.unit(event.unit)
    out = set(event.figures)
    moving = event.why == "dismount"
    figures = tuple(
        replace(f, seat=None, boarded_turn=state.turn, move_turn=state.turn if moving else f.move_turn)
        if f.id in out
        else f
        for f in unit.figures
    )
    unit = placed(replace(unit, figures=figures), event.placed)
    if moving:
        state = _boarded(state, event.vehicle, "out")
        unit = replace(unit, moved_turn=state.turn, moved_inches=float(sum(event.dice)))
    return state.with_unit(unit)


def _in(state: State, event: PeopleIn) -> State:
    unit, vehicle = state.unit(event.unit), state.vehicle(event.vehicle)
    seats = dict(event.seats)
    figures = tuple(
        replace(
            f,
            seat=Seat(vehicle.id, vehicle.type, seats[f.id]),
            boarded_turn=state.turn,
            posture=Posture.STANDING,
            scout=False,
        )
        if f.id in seats
        else f
        for f in unit.figures
    )
    state = _boarded(state, vehicle.id, "in") if event.seats else state
    unit = placed(replace(unit, figures=figures), event.placed)
    return state.with_unit(replace(unit, moved_turn=state.turn, moved_inches=float(sum(event.dice))))


def _taken(state: State, event: VehicleTaken) -> Vehicle:
    """Others have taken it: their side must find a driver for it. BG-XIII.4.1b"""
    vehicle = state.vehicle(event.vehicle)
    strange = state.unit(vehicle.unit).side != event.side
    drivable = "" if strange else vehicle.drivable
    return replace(vehicle, unit=event.captor, home=vehicle.home or vehicle.unit, drivable=drivable)


def _boarded(state: State, vehicle_id: str, way: Literal["in", "out"]) -> State:
    """An aircraft or boat takes people in or lets them out in a phase, not both. BG-VIII.2.131, BG-VIII.2.10b."""
    vehicle = state.vehicle(vehicle_id)
    if not vehicle.flight and not GARAGE[vehicle.type].boat:
        return state
    return state.with_vehicle(replace(vehicle, boarded_turn=state.turn, boarded=way))


# ── Together ──────────────────────────────────────────────────────────────────────────────────────────────────────


def kept_together(state: State) -> State:
    """Each vehicle stands where its crew has been put, and everybody else in and on it with them."""
    for vehicle in state.vehicles:
        people = state.people_in(vehicle.id)
        lead = next((f for f in people if f.seat is not None and f.seat.crews and f.at is not None), None)
        if lead is not None and (lead.at, lead.facing) != (vehicle.at, vehicle.facing):
            vehicle = _shifted(vehicle, lead)
            state = state.with_vehicle(vehicle)
        if vehicle.at is None:
            astray = [f for f in people if f.seat is not None and f.seat.aloft != vehicle.aloft]
        else:
            astray = [f for f in people if _astray(f, vehicle)]
        if astray:
            state = _gathered(state, vehicle, {f.id for f in astray})
    return state


def _astray(figure: Figure, vehicle: Vehicle) -> bool:
    """Whether somebody aboard is kept elsewhere than the vehicle is, or on the ground while it is in the air."""
    up = figure.seat is not None and figure.seat.aloft
    return (figure.at, figure.facing) != (vehicle.at, vehicle.facing) or up != vehicle.aloft


def _seated(figure: Figure, vehicle: Vehicle) -> Figure:
    seat = replace(figure.seat, aloft=vehicle.aloft) if figure.seat is not None else None
    if vehicle.at is None:
        return replace(figure, seat=seat)
    return replace(figure, seat=seat, at=vehicle.at, facing=vehicle.facing)


def _shifted(vehicle: Vehicle, lead: Figure) -> Vehicle:
    swung = (vehicle.turret + lead.facing - vehicle.facing) % 360.0
    return replace(vehicle, at=lead.at, facing=lead.facing, turret=round(swung, 1))


def _gathered(state: State, vehicle: Vehicle, astray: set[str]) -> State:
    units = [unit for unit in state.units if any(f.id in astray for f in unit.figures)]
    return state.with_unit(
        *(
            replace(
                unit,
                figures=tuple(_seated(f, vehicle) if f.id in astray else f for f in unit.figures),
            )
            for unit in units
        )
    )
