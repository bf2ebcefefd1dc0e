"""What a side sees and hears, applied."""

from __future__ import annotations

from rules.infantry_action.events.sight import Heard, LookedOut, SightEvent, TrailSeen, WorksSeen
from rules.infantry_action.groups import EVERYBODY, LastSeen
from rules.infantry_action.state import State
from rules.kernel.changing import replace


def evolve_sight(state: State, event: SightEvent) -> State:
    match event:
        case LookedOut():
            return _looked(state, event)
        case Heard() | TrailSeen():
            return state
        case WorksSeen():
            seen = (replace(s, known=(*s.known, event.side)) if s.name in event.names else s for s in state.secrets)
            return replace(state, secrets=tuple(seen))


def _looked(state: State, event: LookedOut) -> State:
    """The side's own sightings are those of the event. IA-R157"""
    own = {group.id for group in state.groups if group.side == event.side}
    newer = {glimpse.target for glimpse in event.glimpses}
    known = {(s.by, s.target) for s in state.first_located}
    hard = {vehicle.group for vehicle in state.vehicles if vehicle.hard}
    first = (s for s in event.sightings if s.target in hard and (s.by, s.target) not in known)
    state = replace(
        state,
        sightings=(*(s for s in state.sightings if s.by not in own), *event.sightings),
        first_located=(*state.first_located, *first),
        glimpses=(
            *(g for g in state.glimpses if not (g.side == event.side and g.target in newer)),
            *event.glimpses,
        ),
    )
    return _in_the_open(state) if event.side == state.sides[-1].key else state


def _in_the_open(state: State) -> State:
    """When all have looked, two groups that see each other stand there for everybody, hidden no longer. Whoever is seen
    by somebody unseen stays hidden to himself: he does not know. IA-notes.hidden-deployment, IA-R260"""
    pairs = {(s.by, s.target) for s in state.sightings if not s.shared}
    mutual = {by for by, target in pairs if (target, by) in pairs}
    known = {glimpse.target for glimpse in state.glimpses if glimpse.side == EVERYBODY}
    shown = (
        LastSeen(EVERYBODY, group.id, at, state.period, sum(1 for _ in state.men(group.id)))
        for group in state.groups
        if group.id in mutual - known
        if (at := state.anchor(group.id)) is not None
    )
    return replace(
        state,
        glimpses=(*state.glimpses, *shown),
        groups=tuple(replace(g, hidden=False) if g.hidden and g.id in mutual else g for g in state.groups),
    )
