"""Applying the script's own events to a state."""

from __future__ import annotations

from rules.kernel.changing import replace
from rules.kernel.event import Event
from rules.script.events import (
    ChoiceMade,
    ChoicePut,
    EffectFailed,
    ObjectiveSet,
    OrderCarriedOut,
    Posted,
    ReservesCame,
    ScriptedEventBegan,
    ScriptOpened,
    ScriptRolled,
    Whispered,
)
from rules.script.plan import ObjectiveEffect, ScriptEffect
from rules.script.state import Occurrence, OpenChoice, PendingEffect, S, Staged
from rules.script.triggers import marked, waiting_for


def evolve_script(state: Staged[S], event: Event) -> Staged[S]:
    """The state after an event of the script. Raises TypeError for any other."""
    match event:
        case ScriptOpened():
            return replace(state, script=event.script, names=event.names, reserves=event.reserves)
        case ScriptedEventBegan():
            return _began(state, event)
        case ChoiceMade():
            return _chosen(state, event)
        case ScriptRolled():
            chain = state.queue[0].chain
            return _first(_popped(state), event.effects, chain)
        case ChoicePut():
            number = state.choices + 1
            asked = OpenChoice(number, event.choice, state.queue[0].chain)
            return replace(_popped(state), open=asked, choices=number)
        case ObjectiveSet():
            return replace(_popped(state), objectives=_with(state.objectives, event.objective))
        case ReservesCame():
            left = tuple(unit for unit in state.reserves if unit.id not in event.units)
            return replace(state if event.by_umpire else _popped(state), reserves=left)
        case Posted() | OrderCarriedOut() | EffectFailed():
            return _popped(state)
        case Whispered():
            return state
        case _:
            raise TypeError(f"{type(event).__name__} isn't an event of a script")


def _began(state: Staged[S], event: ScriptedEventBegan) -> Staged[S]:
    serial = state.serial + 1
    occurrence = Occurrence(event.event, serial, state.turn)
    plan = state.script.event(event.event)
    effects = plan.effects if plan is not None else ()
    chain = (*event.chain, event.event)
    after = replace(state, occurrences=(*state.occurrences, occurrence), serial=serial)
    if event.how == "event":
        after = _first(_popped(after), effects, chain)
    else:
        after = replace(after, queue=(*after.queue, *(PendingEffect(effect, chain) for effect in effects)))
    return marked(after, waiting_for(after, event.event))


def _chosen(state: Staged[S], event: ChoiceMade) -> Staged[S]:
    asked = state.open
    if asked is None:
        raise TypeError("a choice was made that nobody was put to")
    option = asked.choice.options[event.option]
    after = _first(replace(state, open=None), option.effects, asked.chain)
    return marked(after, waiting_for(after, asked.event, option.label))


def _popped(state: Staged[S]) -> Staged[S]:
    return replace(state, queue=state.queue[1:])


def _first(state: Staged[S], effects: tuple[ScriptEffect, ...], chain: tuple[str, ...]) -> Staged[S]:
    return replace(state, queue=(*(PendingEffect(effect, chain) for effect in effects), *state.queue))


def _with(objectives: tuple[ObjectiveEffect, ...], changed: ObjectiveEffect) -> tuple[ObjectiveEffect, ...]:
    if all(objective.key != changed.key for objective in objectives):
        return (*objectives, changed)
    return tuple(changed if objective.key == changed.key else objective for objective in objectives)
