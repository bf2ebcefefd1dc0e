"""What a vehicle leaves that is out for good: what its crew is called from then on, the guns that it towed."""

from __future__ import annotations

from rules.infantry_action.state import State
from rules.kernel.changing import replace
from rules.table.measure import step

_BEHIND = 8.0
"""Metres behind the middle of a tractor at which a gun stands."""


def out_for_good(state: State, vehicle_id: str) -> State:
    """Its guns are towed no more; those who got out are named as its crew."""
    return _named(unhooked(state, vehicle_id), vehicle_id)


def unhooked(state: State, vehicle_id: str) -> State:
    """What it towed stands behind it, not ready, once it is destroyed, knocked out or abandoned. IA-R262"""
    vehicle = state.find_vehicle(vehicle_id)
    if vehicle is None or vehicle.at is None or vehicle.able:
        return state
    at = state.on_table(step(vehicle.at, vehicle.facing + 180.0, _BEHIND))
    for gun in state.guns:
        if gun.towed_by == vehicle_id and not gun.gone:
            state = state.with_gun(replace(gun, at=at, facing=vehicle.facing, ready_from=None, towed_by=None))
    return state


def _named(state: State, vehicle_id: str) -> State:
    """Those of the vehicle's own group who got out are named as its crew; the wreck keeps the name. IA-units.group"""
    vehicle = state.find_vehicle(vehicle_id)
    group = None if vehicle is None else state.find_group(vehicle.group)
    if vehicle is None or group is None or group.kind != "vehicle" or len(state.fleet(group.id)) > 1:
        return state
    named = group.name.startswith(_CREW)
    if named or vehicle.able or state.aboard(vehicle_id) or not any(state.men(group.id)):
        return state
    return state.with_group(replace(group, name=f"{_CREW}{group.name}"))


_CREW = "Crew of "
