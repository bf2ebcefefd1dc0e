"""Foxholes, fires, wire, vehicles that get free, applied."""

from __future__ import annotations

from rules.kernel.changing import replace
from rules.red_actions.events.works import (
    BurntOut,
    Dug,
    FireFought,
    FireGrew,
    FireLaid,
    FledFire,
    Oriented,
    RecoveryRolled,
    Veered,
    WireCrushed,
    WireTried,
    WorksEvent,
)
from rules.red_actions.evolve.gone import gone_along
from rules.red_actions.state import State
from rules.red_actions.units import Blaze, Breakdown, Concealment, Mode, Unit, straightened


def evolve_works(state: State, event: WorksEvent) -> State:
    match event:
        case Dug():
            rest = tuple(dug for dug in state.foxholes if dug.at != event.foxholes.at)
            unit = state.unit(event.unit)
            known = event.audience is None or any(not d.secret_of for d in state.foxholes if d.at == event.foxholes.at)
            dug = replace(event.foxholes, secret_of="" if known else unit.side)
            unit = replace(unit, evading=False, mode=Mode.NORMAL, mode_turn=state.turn)
            return replace(state.with_unit(unit), foxholes=(*rest, dug))
        case FireLaid() | FireFought() | FireGrew():
            return _burns(state, event.building, event.markers)
        case BurntOut():
            units = tuple(replace(u, holds="") if u.holds == event.building else u for u in state.units)
            return replace(_burns(state, event.building, 0), ruins=(*state.ruins, event.building), units=units)
        case FledFire():
            unit = _at(state.unit(event.unit), event.at)
            return gone_along(state.with_unit(replace(unit, hidden=Concealment.NO, marker=0)), unit.id)
        case WireTried():
            unit = state.unit(event.unit)
            if event.across:
                unit = replace(_at(unit, event.at), moved_turn=state.turn, moved=max(unit.moved, 0.1))
            lanes = state.lanes if event.lane is None else (*state.lanes, event.lane)
            return gone_along(replace(state.with_unit(unit), lanes=lanes), unit.id)
        case WireCrushed():
            unit = state.find(event.unit)
            state = replace(state, lanes=(*state.lanes, *event.lanes))
            if unit is None or not event.way:
                return state
            unit = _at(unit, event.way[-1])
            unit = replace(unit, facing=event.facing, moved=event.inches, moved_turn=state.turn)
            return gone_along(state.with_unit(unit), unit.id)
        case RecoveryRolled():
            unit = state.unit(event.unit)
            return state.with_unit(replace(unit, breakdown=Breakdown.NONE)) if event.free else state
        case Veered():
            unit = state.unit(event.unit)
            return state.with_unit(replace(unit, facing=event.facing, off_course=unit.off_course or event.degrees != 0))
        case Oriented():
            return state.with_unit(replace(state.unit(event.unit), off_course=False))


def _burns(state: State, building: str, markers: int) -> State:
    rest = tuple(blaze for blaze in state.blazes if blaze.building != building)
    return replace(state, blazes=(*rest, Blaze(building, markers)) if markers else rest)


def _at(unit: Unit, at: tuple[float, float]) -> Unit:
    return replace(straightened(unit), at=at, holds="", in_wire="")
