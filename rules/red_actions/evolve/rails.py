"""Trains, applied."""

from __future__ import annotations

from rules.kernel.changing import replace
from rules.red_actions.events.rails import RailsEvent, TrainLeft, TrainRan, TrainTaken, VehicleTaken
from rules.red_actions.evolve.gone import left_behind, officers_fall, unit_gone
from rules.red_actions.state import State
from rules.table.scene import Trace


def evolve_rails(state: State, event: RailsEvent) -> State:
    match event:
        case TrainRan():
            unit = state.unit(event.unit)
            unit = replace(
                unit, rails=event.rails, at=event.at, facing=event.facing, moved=event.inches, moved_turn=state.turn
            )
            shown = (
                (*state.shown, Trace("move", event.way, unit.side, ref=unit.id)) if len(event.way) > 1 else state.shown
            )
            return replace(state.with_unit(unit), shown=shown)
        case TrainLeft():
            return _left(state, event)
        case TrainTaken():
            state = officers_fall(state, event.officers, "captured")
            unit = state.unit(event.unit)
            rails = replace(unit.rails, leaving=False, withdrawing=False, taken_from=event.was) if unit.rails else None
            return state.with_unit(replace(unit, side=event.side, rails=rails, acted=state.turn))
        case VehicleTaken():
            state = replace(
                state,
                losses=(*state.losses, *event.losses),
                captured_tanks=(*state.captured_tanks, *event.tanks),
            )
            return unit_gone(officers_fall(state, event.officers, "captured"), event.unit)


def _left(state: State, event: TrainLeft) -> State:
    """Those aboard are off the table with it, and the staffs who are with those; they have no segment any more.
    Prisoners stay. RA-R235, RA-R276"""
    aboard = [each.id for each in state.units if each.aboard == event.unit]
    units = tuple(
        replace(each, aboard="", car="", at=None) if each.id in aboard or each.with_unit in aboard else each
        for each in state.units
    )
    state = replace(left_behind(state, *aboard), units=units, losses=(*state.losses, *event.losses))
    if event.losses:
        return unit_gone(state, event.unit)
    unit = state.unit(event.unit)
    rails = replace(unit.rails, last=0.0, leaving=False, withdrawing=False) if unit.rails is not None else None
    return state.with_unit(replace(unit, at=None, rails=rails))
