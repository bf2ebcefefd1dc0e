"""Applying the events of devices."""

from __future__ import annotations

from typing import assert_never

from rules.battle.hidden import known_also
from rules.book_and_gun.book.explosives import STORES
from rules.book_and_gun.book.supplement import FLARE_INCHES, FLARE_TURNS
from rules.book_and_gun.devices import Device
from rules.book_and_gun.events.devices import (
    Breached,
    DeviceEvent,
    DeviceFired,
    DeviceLaid,
    DeviceSetOff,
    DeviceWorked,
    GroundSwept,
    PeopleSearched,
    RadarReported,
    SensorReported,
)
from rules.book_and_gun.state import Moved, State
from rules.book_and_gun.units import Phase
from rules.kernel.changing import replace
from rules.table.board import Feature, Opening, Point


def evolve_devices(state: State, event: DeviceEvent) -> State:
    match event:
        case DeviceLaid():
            return _laid(state, event)
        case DeviceWorked():
            device = state.device(event.device)
            state = _with(state, replace(device, work=device.work + 1, worked_turn=state.turn))
            return _at_work(state, event.figure)
        case DeviceSetOff():
            left = tuple(device for device in state.devices if device.id != event.device)
            state = _breached(replace(state, devices=left), event.breach)
            if event.what == "trip flare":
                return _burning(state, event.at)
            if event.what == "stakes":
                return state
            return replace(state, last=Moved("blast", (event.at,), label=event.what, radius=max(event.radius, 0.5)))
        case DeviceFired():
            figure = replace(state.figure(event.figure), device_turn=state.turn)
            if state.phase is Phase.FIRE:
                figure = replace(figure, fire_turn=state.turn)
            return state.with_figure(figure)
        case GroundSwept():
            return _swept(state, event)
        case PeopleSearched():
            return _searched(state, event)
        case SensorReported() | RadarReported():
            return state
        case _ as unreachable:
            assert_never(unreachable)


def _breached(state: State, breach: Breached | None) -> State:
    """A door is a breach, and so is a piece of the wall, open to everybody. BG-X.12.41, BG-IX.4.4b"""
    board = state.board
    if board is None or breach is None or not breach.opened:
        return state
    hole = Opening("breach", *breach.door)

    def changed(feature: Feature) -> Feature:
        if (feature.kind, feature.outline) != (breach.structure, breach.outline):
            return feature
        kept = tuple(each for each in feature.openings if breach.wall or (each.a, each.b) != breach.door)
        return replace(feature, openings=(*kept, hole))

    return replace(state, board=replace(board, features=tuple(changed(each) for each in board.features)))


def _burning(state: State, at: Point) -> State:
    """A flare lights 6 inches about it for 3 turns. BG-XIII.8.4"""
    board = state.board
    if board is None:
        return state
    flare = Feature("flare", (at,), width=2 * FLARE_INCHES, until=state.turn + FLARE_TURNS - 1)
    return replace(state, board=replace(board, features=(*board.features, flare)))


def _laid(state: State, event: DeviceLaid) -> State:
    """Its unit carries one less, and its layer stays for this move; before the first card nobody moves."""
    state = replace(state, devices=(*state.devices, event.device))
    if not event.unit:
        return state
    unit = state.unit(event.unit)
    kind = STORES[event.device.kind]
    left = replace(unit.munitions, **{kind: max(0, getattr(unit.munitions, kind) - 1)})
    return _at_work(state.with_unit(replace(unit, munitions=left)), event.figure)


def _at_work(state: State, figure: str) -> State:
    return state.with_figure(replace(state.figure(figure), work_turn=state.turn)) if figure else state


def _swept(state: State, event: GroundSwept) -> State:
    side = state.unit(event.unit).side
    state = state.with_figure(replace(state.figure(event.figure), swept_turn=state.turn))
    if event.result not in ("unsure", "defused"):
        return state
    device = state.device(event.device)
    found = replace(device, known=known_also(device, side), dead=device.dead or event.result == "defused")
    return _with(state, found)


def _searched(state: State, event: PeopleSearched) -> State:
    """Those who search have spent their turn; what was found is hidden no more."""
    for name in event.searchers:
        state = state.with_figure(replace(state.figure(name), work_turn=state.turn, fire_turn=state.turn))
    if not event.figure:
        return state
    figure = state.figure(event.figure)
    traits = figure.traits
    traits = replace(traits, bomber=False) if traits.bomber else replace(traits, hides="")
    return state.with_figure(replace(figure, traits=traits))


def _with(state: State, changed: Device) -> State:
    return replace(state, devices=tuple(changed if each.id == changed.id else each for each in state.devices))
