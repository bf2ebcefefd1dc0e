"""Applying the events of fire."""

from __future__ import annotations

from rules.five56mm.book.weapons import Arm
from rules.five56mm.events.fire import (
    AmmoTested,
    Dud,
    Exploded,
    FireEvent,
    GrenadeLanded,
    GrenadeLeft,
    GrenadePicked,
    Scattered,
    Shot,
    SpotTried,
    Thrown,
    WeaponSpent,
)
from rules.five56mm.evolve.battle import closed
from rules.five56mm.state import Cloud, Stance, State
from rules.kernel.changing import replace


def evolve_fire(state: State, event: FireEvent) -> State:
    match event:
        case SpotTried():
            return _spotted(state, event)
        case Shot():
            return _shot(state, event)
        case Dud() | Scattered():
            return state
        case AmmoTested():
            return _ammo(state, event)
        case WeaponSpent():
            who = state.character(event.character)
            return state.with_character(replace(who, arms=_with_out(who.arms, event.weapon)))
        case Thrown():
            state = _fired(state, event.thrower, event.turned, reveals=True)
            if event.back or state.go is None or state.go.character != event.thrower:
                return state
            go = replace(state.go, fire_target=event.target or "a place", fire_at=event.aim)
            return replace(state, go=go)
        case GrenadeLanded():
            return replace(state, grenade=event.grenade)
        case GrenadeLeft():
            if state.grenade is None:
                return state
            refused = (*state.grenade.refused, event.side)
            return replace(state, grenade=replace(state.grenade, refused=refused))
        case GrenadePicked():
            who = state.character(event.character)
            return replace(state.with_character(replace(who, threw_back_turn=state.turn)), grenade=None)
        case Exploded():
            clouds = (
                state.clouds
                if event.cloud is None
                else (*state.clouds, Cloud(event.cloud, event.at, level=event.level))
            )
            return replace(state, clouds=clouds, grenade=None)


def _spotted(state: State, event: SpotTried) -> State:
    go = state.go
    if go is None:
        return state
    if event.spotter != go.character:
        return replace(state, go=replace(go, cover_tried=(*go.cover_tried, (event.spotter, event.target))))
    spotted = (*go.spotted, event.target) if event.seen else go.spotted
    return replace(state, go=replace(go, tried=(*go.tried, (event.target, go.spent)), spotted=spotted))


def _shot(state: State, event: Shot) -> State:
    state = _under_fire(_fired(state, event.firer, event.turned, reveals=event.reveals), event.target)
    vehicle = state.find_vehicle(event.vehicle)
    if vehicle is not None:
        before = vehicle.fired if vehicle.fired_turn == state.turn else ()
        now = tuple(dict.fromkeys((*before, (event.weapon, event.firer))))
        state = state.with_vehicle(replace(vehicle, fired=now, fired_turn=state.turn))
    if event.covering:
        who = replace(state.character(event.firer), stance=Stance.NONE)
        watches = tuple(w for w in state.watches if w.character != event.firer)
        return closed(replace(state.with_character(who), watches=watches), event.firer)
    if state.go is not None and state.go.character == event.firer and not event.auto_fire:
        target = event.target or "a place"
        return replace(state, go=replace(state.go, fire_target=target, fire_at=event.at, fire_weapon=event.weapon))
    return state


def _under_fire(state: State, target: str | None) -> State:
    """One shot more at him, or at all who are aboard."""
    counted = dict(state.under_fire)
    for who in [target, *(who.id for who in state.aboard(target))] if target is not None else ():
        if state.find(who) is not None:
            counted[who] = counted.get(who, 0) + 1
    return replace(state, under_fire=tuple(counted.items()))


def _fired(state: State, who: str, turned: float | None, *, reveals: bool) -> State:
    firer = state.character(who)
    if turned is not None:
        firer = replace(firer, facing=turned)
    if reveals:
        firer = replace(firer, fired_turn=state.turn, moved_since=False)
    return state.with_character(firer)


def _ammo(state: State, event: AmmoTested) -> State:
    test = event.test

    def after(arm: Arm) -> Arm:
        return replace(arm, out=arm.out or test.out, every_shot=test.every_shot) if arm.weapon == test.weapon else arm

    if event.vehicle is not None:
        vehicle = state.vehicle(event.vehicle)
        return state.with_vehicle(replace(vehicle, mounts=tuple(after(arm) for arm in vehicle.mounts)))
    who = state.character(event.character)
    return state.with_character(replace(who, arms=tuple(after(arm) for arm in who.arms)))


def _with_out(arms: tuple[Arm, ...], weapon: str) -> tuple[Arm, ...]:
    """The first of these weapons that is not spent is spent."""
    spent, rest = False, list(arms)
    for index, arm in enumerate(arms):
        if arm.weapon == weapon and not arm.out and not spent:
            rest[index], spent = replace(arm, out=True), True
    return tuple(rest)
