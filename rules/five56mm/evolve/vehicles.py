"""Applying the events of vehicles."""

from __future__ import annotations

from rules.five56mm.book.vehicle_damage import Damage
from rules.five56mm.events.vehicles import (
    Boarded,
    Collided,
    ControlTested,
    Crashed,
    Drifted,
    GotOut,
    RolledOut,
    RunAt,
    SeatTaken,
    Travelled,
    VehicleDamaged,
    VehicleEvent,
    VehicleHit,
    VehicleLeft,
    VehicleSet,
    WeaponsChecked,
)
from rules.five56mm.state import State
from rules.kernel.changing import replace


def evolve_vehicles(state: State, event: VehicleEvent) -> State:
    match event:
        case Boarded():
            who = state.character(event.character)
            vehicle = state.vehicle(event.vehicle)
            if vehicle.side != who.side:
                state = state.with_vehicle(replace(vehicle, side=who.side))
            return state.with_character(
                replace(who, vehicle=event.vehicle, place=event.place, at=None, moved_since=True, level=0)
            )
        case SeatTaken():
            return state.with_character(replace(state.character(event.character), place=event.place))
        case GotOut():
            who = state.character(event.character)
            return state.with_character(
                replace(who, vehicle=None, place="", at=event.at, moved_since=True, level=event.level)
            )
        case Travelled():
            turned = event.facing - state.vehicle(event.vehicle).facing
            vehicle = replace(
                state.vehicle(event.vehicle),
                at=event.to,
                facing=event.facing,
                moved=event.moved,
                full_speed=event.full_speed,
                flying=event.flying,
                hover=event.hover,
                unattended=False,
                flown_turn=state.turn,
            )
            state = state.with_vehicle(vehicle)
            for who in state.aboard(vehicle.id):
                shifted, looks = who.moved_since or event.moved > 0, round((who.facing + turned) % 360.0, 1)
                state = state.with_character(replace(who, moved_since=shifted, facing=looks))
            return state
        case Drifted():
            vehicle = state.vehicle(event.vehicle)
            return state.with_vehicle(replace(vehicle, unattended=True, hover=None, moved=0.0, full_speed=False))
        case RolledOut():
            return state.with_vehicle(replace(state.vehicle(event.vehicle), moved=0.0, full_speed=False))
        case RunAt() | Collided() | ControlTested():
            return state
        case VehicleHit():
            return _damaged(state, event.vehicle, event.test.damage)
        case VehicleDamaged():
            return _damaged(state, event.vehicle, event.damage)
        case WeaponsChecked():
            return state.with_vehicle(replace(state.vehicle(event.vehicle), weapons_work=event.work))
        case Crashed():
            vehicle = state.vehicle(event.vehicle)
            return state.with_vehicle(replace(vehicle, moved=0.0, full_speed=False, flying=False, hover=None))
        case VehicleLeft():
            vehicle = replace(state.vehicle(event.vehicle), at=None, moved=0.0, full_speed=False, flying=False)
            return state.with_vehicle(replace(vehicle, hover=None, left=event.edge))
        case VehicleSet():
            return _set(state, event)


def _set(state: State, event: VehicleSet) -> State:
    match event.to:
        case "whole":
            vehicle = replace(state.vehicle(event.vehicle), damage=(), weapons_work=True, side=event.side)
            return state.with_vehicle(vehicle)
        case "immobilised":
            return _damaged(state, event.vehicle, Damage.IMMOBILISED)
        case "destroyed":
            return _damaged(state, event.vehicle, Damage.DESTROYED)
        case "captured":
            return state.with_vehicle(replace(state.vehicle(event.vehicle), side=event.side))


def _damaged(state: State, vehicle_id: str, damage: Damage) -> State:
    if damage is Damage.NONE:
        return state
    vehicle = state.vehicle(vehicle_id)
    vehicle = replace(vehicle, damage=(*vehicle.damage, damage))
    if vehicle.stopped:
        vehicle = replace(vehicle, moved=0.0, full_speed=False, hover=None, flying=False)
    return state.with_vehicle(vehicle)
