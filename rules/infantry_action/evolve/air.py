"""What comes from the air, applied."""

from __future__ import annotations

from rules.infantry_action.book.kinds import Pace, Posture
from rules.infantry_action.events.air import AirEvent, Crashed, Dropped, Flew, FlewOff, ShotAt
from rules.infantry_action.events.movement import ManLost
from rules.infantry_action.evolve.crews import out_for_good
from rules.infantry_action.evolve.movement import fallen
from rules.infantry_action.figures import Condition, Doing, Life, Point
from rules.infantry_action.state import State
from rules.kernel.changing import replace
from rules.table.measure import length, step
from rules.table.scene import Trace


def evolve_air(state: State, event: AirEvent) -> State:
    match event:
        case Dropped():
            return _dropped(state, event)
        case Flew():
            return _flew(state, event)
        case FlewOff():
            return _flew_off(state, event)
        case ShotAt():
            return state
        case Crashed():
            return _crashed(state, event)


def _dropped(state: State, event: Dropped) -> State:
    """Whoever is on the table stands where he came down; the rest is lost. Everybody lands erect. IA-R048"""
    for man in event.men:
        figure = state.figure(man.who)
        landed = replace(
            figure,
            at=None if man.off else man.at,
            facing=event.facing,
            posture=Posture.ERECT,
            landed_in=state.period,
        )
        state = state.with_figure(landed)
        if man.off or man.hurt:
            life = Life.LOST if man.off else Life.CASUALTY
            state = fallen(state, ManLost(figure=man.who, life=life, cause="landing", audience=event.audience))
    for gun in event.guns:
        lost = gun.off or gun.hurt
        state = state.with_gun(
            replace(state.gun(gun.who), at=None if lost else gun.at, facing=event.facing, gone=lost, ready_from=None)
        )
        if not lost:
            state = state.with_gun(replace(state.gun(gun.who), ready_from=state.period + 2))
    return replace(state, drops=tuple(drop for drop in state.drops if drop.group != event.group))


def _flew(state: State, event: Flew) -> State:
    """All of its way in one period. IA-R221"""
    vehicle = state.vehicle(event.vehicle)
    gone = event.then == "pass"
    doing = Doing(pace=Pace.RUSH, path=event.path, moved=length(event.path))
    aboard = state.aboard(vehicle.id)
    state = state.with_vehicle(
        replace(
            vehicle,
            at=event.path[-1],
            facing=event.facing,
            turret=event.facing,
            doing=doing,
            aloft=event.then != "land",
            running=event.then != "land",
            flies_off=gone,
        )
    )
    state = state.with_figure(*(replace(man, doing=doing) for man in aboard))
    left = tuple(
        flight
        for flight in state.flights
        if flight.vehicle != event.vehicle or (flight.leaves is not None and flight.leaves > state.period and not gone)
    )
    return replace(
        state, flights=left, shown=(*state.shown, Trace("move", event.path, vehicle.side, ref=vehicle.group))
    )


def _flew_off(state: State, event: FlewOff) -> State:
    """It is on the table no more; whoever is aboard has withdrawn. IA-R221"""
    for man in state.aboard(event.vehicle):
        state = fallen(state, ManLost(figure=man.id, life=Life.WITHDRAWN, cause="order"))
    gone = replace(state.vehicle(event.vehicle), at=None, aloft=False, running=False, flies_off=False)
    return state.with_vehicle(gone)


def _crashed(state: State, event: Crashed) -> State:
    """Survivors stand clear of the wreck with what they saved; guns aboard are lost. IA-air.crash-survival"""
    vehicle = replace(
        state.vehicle(event.vehicle),
        at=event.at,
        condition=Condition.DESTROYED,
        aloft=False,
        running=False,
        flies_off=False,
    )
    state = state.with_vehicle(vehicle)
    state = replace(
        state,
        guns=tuple(replace(gun, gone=True) if gun.towed_by == vehicle.id else gun for gun in state.guns),
        flights=tuple(flight for flight in state.flights if flight.vehicle != vehicle.id),
    )
    for number, die in enumerate(event.dice):
        man = state.figure(die.figure)
        if die.survived:
            clear = replace(
                man,
                at=state.on_table(_clear_of(event.at, number, vehicle.type.length)),
                aboard=None,
                place="",
                serves=None,
                share=False,
                weapons=die.weapons,
                grenades=False,
                charges=(),
            )
            state = state.with_figure(clear)
        else:
            state = fallen(state, ManLost(figure=man.id, life=Life.CASUALTY, cause="crash", audience=event.audience))
    return out_for_good(state, vehicle.id)


def _clear_of(at: Point, number: int, size: float) -> Point:
    return step(at, 45.0 * number, size / 2 + 5.0 + 5.0 * (number // 8))
