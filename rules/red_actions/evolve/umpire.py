"""What the umpire has done, applied."""

from __future__ import annotations

from rules.battle.facts import with_ruling
from rules.battle.umpire import FactRuled, UmpireActed
from rules.kernel.changing import replace
from rules.red_actions.events.umpire import (
    KitChanged,
    OfficerRestored,
    OfficerStruck,
    UmpireEvent,
    UnitPlaced,
    UnitRemoved,
    UnitSteadied,
    WeatherSet,
)
from rules.red_actions.evolve.gone import gone_along, officers_fall, staff_lost, unit_gone
from rules.red_actions.state import State
from rules.red_actions.units import straightened


def evolve_umpire(state: State, event: UmpireEvent) -> State:
    match event:
        case UmpireActed():
            return state
        case FactRuled():
            return replace(state, ruled=with_ruling(state.ruled, event.ruled))
        case WeatherSet():
            return replace(state, light=event.light, weather=event.weather)
        case UnitPlaced():
            return _placed(state, event)
        case UnitSteadied():
            unit = state.unit(event.unit)
            left = 0 if event.humiliated else unit.humiliated
            back = state.turn + 1 if unit.rout is not None and unit.rout.off_table else unit.arrives
            return state.with_unit(
                replace(unit, terror=0, humiliated=left, pinned=False, rout=None, evading=False, arrives=back)
            )
        case OfficerStruck():
            state = officers_fall(state, (event.officer,), "casualty")
            return state if event.loss is None else staff_lost(state, event.loss)
        case OfficerRestored():
            officer = state.officer(event.officer)
            return state.with_officer(replace(officer, fate="fit", fell=0))
        case UnitRemoved():
            return unit_gone(replace(state, losses=(*state.losses, *event.losses)), event.unit)
        case KitChanged():
            unit = state.unit(event.unit)
            return state.with_unit(replace(unit, bases=event.bases, kit=event.tools))


def _placed(state: State, event: UnitPlaced) -> State:
    """It stands there: it is aboard nothing, on its way no longer, and no staff is with others elsewhere. Its officers
    and prisoners go along. RA-R275"""
    unit = state.unit(event.unit)
    rout = unit.rout if unit.rout is None else replace(unit.rout, off_table=False)
    unit = replace(
        straightened(unit),
        at=event.at,
        facing=event.facing,
        holds="",
        in_wire="",
        aboard="",
        car="",
        arrives=0,
        marching=False,
        off_course=False,
        with_unit="",
        commands=False,
        rout=rout,
    )
    return gone_along(state.with_unit(unit), event.unit)
