"""Crews that have left their vehicle for good: what they are called from then on."""

from __future__ import annotations

from rules.changing import replace
from rules.infantry_action.state import State


def out_for_good(state: State, vehicle_id: str) -> State:
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
