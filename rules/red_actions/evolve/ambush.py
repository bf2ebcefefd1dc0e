"""Scouting and ambushes, applied."""

from __future__ import annotations

from rules.kernel.changing import replace
from rules.red_actions.events.ambush import AmbushEvent, CalledOut, Searched, Sprung
from rules.red_actions.state import Scouted, State


def evolve_ambush(state: State, event: AmbushEvent) -> State:
    match event:
        case Searched():
            kept = tuple(each for each in state.scouted if each.turn == state.turn)
            return replace(state, scouted=(*kept, Scouted(state.turn, event.place, event.unit)))
        case Sprung():
            target = state.find(event.target)
            ambusher = state.find(event.unit)
            if ambusher is not None:
                state = state.with_unit(replace(ambusher, came_upon=""))
            if target is None:
                return state
            caught = target.surprised or target.marching
            return state.with_unit(replace(target, surprised=caught, marching=False, ambushed_turn=state.turn))
        case CalledOut():
            return state
