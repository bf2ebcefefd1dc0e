"""Applying the events of movement."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from rules.book_and_gun.events.movement import (
    ChargeDeclared,
    FormationChanged,
    MovementEvent,
    RestockBegan,
    ScoutSent,
    UnitEntered,
    UnitMoved,
    WoundedTaken,
)
from rules.book_and_gun.state import Moved, State
from rules.book_and_gun.units import Formation, Placed, Unit
from rules.kernel.changing import replace
from rules.table.measure import turn

AS_IT_WAS = 1.0
"""Degrees that count as no turn."""


def evolve_movement(state: State, event: MovementEvent) -> State:
    match event:
        case UnitMoved():
            return _moved(state, event)
        case FormationChanged():
            unit = placed(state.unit(event.unit), event.placed)
            return state.with_unit(
                replace(
                    unit,
                    formation=event.formation,
                    order=event.order,
                    disordered_turn=state.turn if event.disordered else unit.disordered_turn,
                )
            )
        case ChargeDeclared():
            return replace(state, charges=(*state.charges, event.charge)) if event.charge else state
        case ScoutSent():
            return state.with_figure(replace(state.figure(event.figure), scout=event.out))
        case WoundedTaken():
            pairs = dict(event.pairs)
            unit = state.unit(event.unit)
            figures = tuple(replace(f, carries=pairs[f.id] or None) if f.id in pairs else f for f in unit.figures)
            return state.with_unit(replace(unit, figures=figures))
        case RestockBegan():
            figure = state.figure(event.figure)
            if event.done:
                return state.with_figure(replace(figure, empty=(), restock_turn=0))
            return state.with_figure(replace(figure, restock_turn=state.turn))
        case UnitEntered():
            unit = placed(state.unit(event.unit), event.placed)
            facing = unit.facing if event.facing is None else event.facing
            return state.with_unit(replace(unit, reserve=False, entered_turn=state.turn, facing=facing))
        case _ as unreachable:
            assert_never(unreachable)


def placed(unit: Unit, places: Sequence[Placed]) -> Unit:
    """The unit with its figures where they now stand."""
    if not places:
        return unit
    by_id = {place.figure: place for place in places}
    figures = tuple(
        replace(f, at=by_id[f.id].at, facing=by_id[f.id].facing) if f.id in by_id else f for f in unit.figures
    )
    return replace(unit, figures=figures)


def _moved(state: State, event: UnitMoved) -> State:
    before = state.unit(event.unit)
    unit = placed(before, event.placed)
    if event.facing is not None:
        unit = replace(unit, facing=event.facing)
    if any(turn(one.facing, other.facing) > AS_IT_WAS for one, other in zip(before.figures, unit.figures, strict=True)):
        unit = replace(unit, turned_turn=state.turn)
    if event.uses_move:
        unit = replace(unit, moved_turn=state.turn, moved_inches=event.inches)
    if event.how == "charge":
        figures = tuple(replace(f, charged_turn=state.turn) if f.id in event.figures else f for f in unit.figures)
        unit = replace(unit, figures=figures, charged_turn=state.turn)
    if event.how in ("retreat", "rout"):
        unit = replace(unit, retreat_turn=state.turn, formation=Formation.UNFORMED)
    if event.blocked:
        unit = replace(unit, surrounded_turn=state.turn)
    if event.how == "flight":
        unit = replace(unit, flight_turn=state.turn)
    if event.how == "move":
        figures = tuple(
            replace(f, carried_turn=state.turn) if f.carries and f.id in event.figures else f for f in unit.figures
        )
        unit = replace(unit, figures=figures)
    state = _driven(state.with_unit(unit), event)
    if len(event.path) < 2:
        return state
    return replace(state, last=Moved(event.how, event.path, unit.side, unit=unit.id, audience=event.audience))


def _driven(state: State, event: UnitMoved) -> State:
    """Its vehicles in which somebody went count as moving by these inches. BG-VIII.2.2a, BG-R40."""
    if event.how not in ("move", "fly") or not event.uses_move or not state.vehicles_of(event.unit):
        return state
    seats = {f.vehicle for f in state.unit(event.unit).figures if f.id in event.figures}
    driven = (
        replace(vehicle, moved_turn=state.turn, moved_inches=event.inches, allowance=event.allowance)
        for vehicle in state.vehicles_of(event.unit)
        if vehicle.id in seats
    )
    return state.with_vehicle(*driven)
