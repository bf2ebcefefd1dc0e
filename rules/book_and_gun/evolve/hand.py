"""Applying the events of the umpire's hand."""

from __future__ import annotations

from typing import assert_never

from rules.battle.umpire import UmpireActed
from rules.book_and_gun.events.hand import HandEvent, KitChanged
from rules.book_and_gun.state import State
from rules.kernel.changing import replace


def evolve_hand(state: State, event: HandEvent) -> State:
    match event:
        case KitChanged():
            unit = state.unit(event.unit)
            figure = replace(unit.figure(event.figure), traits=event.traits, empty=event.empty)
            return state.with_unit(replace(unit.with_figure(figure), munitions=event.munitions))
        case UmpireActed():
            return state
        case _ as unreachable:
            assert_never(unreachable)
