"""Applying the events of the umpire's hand."""

from __future__ import annotations

from typing import assert_never

from rules.battle.umpire import UmpireActed
from rules.five56mm.book.injury import Level
from rules.five56mm.events.hand import HandEvent, KitChanged, WoundDealt, WoundsHealed
from rules.five56mm.evolve.battle import struck_down
from rules.five56mm.state import State
from rules.kernel.changing import replace


def evolve_hand(state: State, event: HandEvent) -> State:
    match event:
        case WoundDealt():
            who = state.character(event.character)
            state = state.with_character(replace(who, wounds=(*who.wounds, event.wound)))
            return struck_down(state, who.id) if event.wound.level is Level.MORTAL else state
        case WoundsHealed():
            return state.with_character(replace(state.character(event.character), wounds=()))
        case KitChanged():
            who = state.character(event.character)
            return state.with_character(replace(who, arms=event.arms, traits=replace(who.traits, gear=event.gear)))
        case UmpireActed():
            return state
        case _ as unreachable:
            assert_never(unreachable)
