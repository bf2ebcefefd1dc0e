"""Applying the events of dogs."""

from __future__ import annotations

from typing import assert_never

from rules.book_and_gun.events.hounds import DogSent, HoundEvent, HuntOver
from rules.book_and_gun.hounds import Hunt
from rules.book_and_gun.state import State
from rules.kernel.changing import replace


def evolve_hounds(state: State, event: HoundEvent) -> State:
    match event:
        case DogSent():
            going = [state.figure(each) for each in (event.dog, event.handler) if each]
            for figure in going:
                state = state.with_figure(replace(figure, charged_turn=state.turn))
            hunt = Hunt(event.unit, event.dog, event.victim, state.turn, event.handler)
            return replace(state, hunts=(*state.hunts, hunt))
        case HuntOver():
            return replace(state, hunts=tuple(each for each in state.hunts if each.dog != event.dog))
        case _ as unreachable:
            assert_never(unreachable)
