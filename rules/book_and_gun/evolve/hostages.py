"""Applying the events of hostages."""

from __future__ import annotations

from typing import assert_never

from rules.book_and_gun.events.hostages import HostageEvent, HostageRescued, HostageTold
from rules.book_and_gun.hostages import Captive
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Status
from rules.kernel.changing import replace


def evolve_hostages(state: State, event: HostageEvent) -> State:
    others = tuple(each for each in state.hostages if each.figure != event.hostage)
    match event:
        case HostageTold():
            return replace(state, hostages=(*others, Captive(event.hostage, event.by, event.follows)))
        case HostageRescued():
            figure = replace(state.figure(event.hostage), status=Status.GONE, out_turn=state.turn)
            return replace(state.with_figure(figure), hostages=others)
        case _ as unreachable:
            assert_never(unreachable)
