"""Shooting, applied. What it does to troops comes as tasks of nerves."""

from __future__ import annotations

from rules.kernel.changing import replace
from rules.red_actions.events.fire import (
    CarHit,
    DirectHits,
    Fired,
    FireEvent,
    FriendsMet,
    ModeChosen,
    Refilled,
    SectionHit,
    ShotResolved,
    TurnedToFire,
)
from rules.red_actions.state import State
from rules.red_actions.units import Base, Concealment, Mode, Unit
from rules.table.scene import Trace


def evolve_fire(state: State, event: FireEvent) -> State:
    match event:
        case ModeChosen():
            mode = Mode.EVADING if event.evading else Mode.NORMAL
            unit = replace(
                state.unit(event.unit), mode=mode, mode_turn=state.turn, evading=event.evading
            )  # fmt: skip
            return state.with_unit(unit)
        case TurnedToFire():
            unit = replace(state.unit(event.unit), facing=event.facing, formation=event.formation)
            return state.with_unit(unit)
        case Fired():
            return _fired(state, event)
        case SectionHit():
            inside = tuple(replace(u, shot_at=u.shot_at + 1) if u.id in event.inside else u for u in state.units)
            state = replace(state, units=inside)
            if not event.destroyed:
                return state
            blazes = tuple(blaze for blaze in state.blazes if blaze.building != event.building)
            units = tuple(replace(u, holds="") if u.holds == event.building else u for u in state.units)
            return replace(state, ruins=(*state.ruins, event.building), blazes=blazes, units=units)
        case CarHit():
            return _car_hit(state, event)
        case Refilled():
            held = {base: (limber, cart) for base, limber, cart in event.rounds}
            unit = state.unit(event.unit)
            bases = tuple(
                replace(b, limber=held[b.id][0], cart=held[b.id][1]) if b.id in held else b for b in unit.bases
            )
            state = state.with_unit(replace(unit, bases=bases))
            supply, left = state.find(event.supply), dict(event.left)
            if supply is None:
                return state
            loads = tuple(replace(b, cart=left.get(b.id, b.cart)) for b in supply.bases)
            return state.with_unit(replace(supply, bases=loads))
        case DirectHits() | ShotResolved() | FriendsMet():
            return state


def _fired(state: State, event: Fired) -> State:
    unit = state.unit(event.unit)
    turn = state.turn
    keeps = unit.mode is Mode.EVADING and unit.mode_turn == turn
    segment = state.segment
    goes_on = segment is not None and segment.unit == unit.id and segment.fired
    unit = replace(
        unit,
        bases=tuple(_spend(base) if base.id in event.spent else base for base in unit.bases),
        fired_turn=turn,
        fire_target=event.key,
        fire_rounds=event.rounds,
        fire_spot=event.spot,
        observed_by=event.observer,
        hidden=Concealment.NO,
        marker=0,
        marching=False,
        evading=unit.evading and keeps,
        mode=unit.mode if keeps or goes_on else Mode.NORMAL,
        mode_turn=unit.mode_turn if goes_on else turn,
        returned_turn=turn if event.reason == "return" else unit.returned_turn,
    )
    state = state.with_unit(unit)
    target = state.find(event.target)
    if target is not None:
        state = state.with_unit(_shot_at(target))
    trace = Trace("fire", (event.start, event.at), unit.side, unit.name)
    return replace(state, shown=(*state.shown, trace))


def _shot_at(target: Unit) -> Unit:
    """RA-march.2, RA-R118"""
    return replace(target, march_barred=True, marching=False, shot_at=target.shot_at + 1)


def _spend(base: Base) -> Base:
    """The limber's first. RA-R117"""
    return replace(base, limber=base.limber - 1) if base.limber else replace(base, cart=max(0, base.cart - 1))


def _car_hit(state: State, event: CarHit) -> State:
    unit = state.unit(event.unit)
    bases = tuple(
        replace(base, hits=event.hits, wrecked=base.wrecked or event.wrecked) if base.id == event.base else base
        for base in unit.bases
    )
    rails = unit.rails
    if rails is not None and event.withdraws:
        rails = replace(rails, withdrawing=True)
    return state.with_unit(replace(unit, bases=bases, rails=rails))
