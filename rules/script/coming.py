"""Who is on their way by the clock: units in reserve that come whatever is done on the table."""

from __future__ import annotations

from collections.abc import Iterator

from rules.script.plan import (
    AllOf,
    AnyOf,
    CallEffect,
    EventPlan,
    Happened,
    Not,
    OnlyCalled,
    PlaceHeld,
    ReinforceEffect,
    ScriptEffect,
    Trigger,
    Turn,
)
from rules.script.state import S, Staged
from rules.seam.forces import MusterUnit


def on_their_way(state: Staged[S]) -> tuple[MusterUnit, ...]:
    """The reserves that an event will bring for which only time must pass: neither dice, choices, jokers nor calls
    decide about them any more."""
    if not state.reserves:
        return ()
    coming = set(_brought(state, (pending.effect for pending in state.queue), frozenset()))
    for event in state.script.events:
        if _comes(state, event, frozenset()):
            coming |= set(_brought(state, event.effects, frozenset({event.key})))
    return tuple(unit for unit in state.reserves if unit.id in coming)


def _brought(
    state: Staged[S], effects: Iterator[ScriptEffect] | tuple[ScriptEffect, ...], called: frozenset[str]
) -> Iterator[str]:
    """Ids of the units that these effects bring for certain."""
    for effect in effects:
        match effect:
            case ReinforceEffect():
                yield from (state.script.ref(name) for name in effect.forces)
            case CallEffect() if effect.event not in called:
                event = state.script.event(effect.event)
                if event is not None and not _spent(state, event):
                    yield from _brought(state, event.effects, called | {event.key})
            case _:
                continue


def _spent(state: Staged[S], event: EventPlan) -> bool:
    return event.once and any(each.event == event.key for each in state.occurrences)


def _comes(state: Staged[S], event: EventPlan, asked: frozenset[str]) -> bool:
    """`asked`: events that wait for this one."""
    if event.key in asked or _spent(state, event):
        return False
    marks = {mark.leaf for mark in state.marks if mark.event == event.key}
    return _fulfilled_in_time(state, event.when, iter(range(1000)), marks, asked | {event.key})


def _fulfilled_in_time(
    state: Staged[S], trigger: Trigger, number: Iterator[int], marks: set[int], asked: frozenset[str]
) -> bool:
    match trigger:
        case AllOf():
            return all([_fulfilled_in_time(state, part, number, marks, asked) for part in trigger.of])
        case AnyOf():
            return any([_fulfilled_in_time(state, part, number, marks, asked) for part in trigger.of])
        case Not():
            return not _holds(trigger.of, number, marks)
        case OnlyCalled():
            return False
        case _:
            marked = next(number) in marks and not isinstance(trigger, PlaceHeld)
            return marked or _in_time(state, trigger, asked)


def _holds(trigger: Trigger, number: Iterator[int], marks: set[int]) -> bool:
    """Whether it is fulfilled as things are."""
    match trigger:
        case AllOf():
            return all([_holds(part, number, marks) for part in trigger.of])
        case AnyOf():
            return any([_holds(part, number, marks) for part in trigger.of])
        case Not():
            return not _holds(trigger.of, number, marks)
        case OnlyCalled():
            return False
        case _:
            return next(number) in marks


def _in_time(state: Staged[S], leaf: Trigger, asked: frozenset[str]) -> bool:
    """Whether time alone brings it to pass."""
    match leaf:
        case Turn():
            return leaf.every is not None or leaf.turn > state.turn
        case Happened():
            turns = [each.turn + leaf.after for each in state.occurrences if each.event == leaf.event]
            if leaf.after and any(turn > state.turn and leaf.in_time(turn) for turn in turns):
                return True
            event = state.script.event(leaf.event)
            return leaf.to_turn is None and event is not None and _comes(state, event, asked)
        case _:
            return False
