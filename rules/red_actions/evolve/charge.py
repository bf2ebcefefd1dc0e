"""Charges, combats and pursuits, applied."""

from __future__ import annotations

from rules.kernel.changing import replace
from rules.red_actions.events.charge import (
    ChargeDeclared,
    ChargeEnded,
    ChargeEvent,
    ChargeFailed,
    ChargeMet,
    ChargeMoved,
    CombatFought,
    GunsTaken,
    OfficerTaken,
    PursuitRolled,
    StruckBehind,
    VehicleStruck,
)
from rules.red_actions.evolve.gone import gone_along, officers_fall, staff_lost
from rules.red_actions.state import State
from rules.red_actions.units import Breakdown, Concealment, straightened


def evolve_charge(state: State, event: ChargeEvent) -> State:
    match event:
        case ChargeDeclared():
            target = state.find(event.target)
            charger = straightened(state.unit(event.unit))
            unit = replace(charger, hidden=Concealment.NO, evading=False, marching=False)
            state = state.with_unit(unit)
            if target is None or target.hidden is not Concealment.HIDING:
                return state
            return state.with_unit(replace(target, hidden=Concealment.NO))
        case ChargeFailed():
            return state.with_unit(replace(state.unit(event.unit), charge_failed=state.turn))
        case ChargeMoved():
            unit = replace(
                state.unit(event.unit),
                at=event.at,
                facing=event.facing,
                moved=event.inches,
                moved_turn=state.turn,
                holds="",
                in_wire="",
            )
            return gone_along(state.with_unit(unit), event.unit)
        case StruckBehind():
            struck = straightened(state.unit(event.unit))
            return state.with_unit(replace(struck, facing=event.facing, at=event.at or struck.at))
        case VehicleStruck():
            if not event.immobilised:
                return state
            return state.with_unit(replace(state.unit(event.unit), breakdown=Breakdown.FOR_GOOD))
        case OfficerTaken():
            return staff_lost(officers_fall(state, (event.officer,), "captured"), event.loss)
        case GunsTaken():
            left = tuple(each for each in state.abandoned if each.id != event.left)
            return replace(state, abandoned=left, losses=(*state.losses, *event.losses))
        case ChargeMet() | ChargeEnded() | CombatFought() | PursuitRolled():
            return state
