"""What a side sees and hears, applied."""

from __future__ import annotations

from rules.changing import replace
from rules.infantry_action.events.sight import Heard, LookedOut, SightEvent, TrailSeen, WorksSeen
from rules.infantry_action.state import State


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
    """The side's own sightings are those of the event; a group that was hidden and is located is so no longer.
    IA-notes.hidden-deployment, IA-R157"""
    own = {group.id for group in state.groups if group.side == event.side}
    newer = {glimpse.target for glimpse in event.glimpses}
    shown = {sighting.target for sighting in event.sightings}
    known = {(s.by, s.target) for s in state.first_located}
    hard = {vehicle.group for vehicle in state.vehicles if vehicle.hard}
    first = (s for s in event.sightings if s.target in hard and (s.by, s.target) not in known)
    return replace(
        state,
        sightings=(*(s for s in state.sightings if s.by not in own), *event.sightings),
        first_located=(*state.first_located, *first),
        glimpses=(
            *(g for g in state.glimpses if not (g.side == event.side and g.target in newer)),
            *event.glimpses,
        ),
        groups=tuple(replace(g, hidden=False) if g.hidden and g.id in shown else g for g in state.groups),
    )
