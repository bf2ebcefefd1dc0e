"""Applying the events of indirect fire."""

from __future__ import annotations

from typing import assert_never

from rules.book_and_gun.events.indirect import IndirectEvent, MortarFired
from rules.book_and_gun.state import State
from rules.book_and_gun.support import Laid
from rules.book_and_gun.units import Posture
from rules.changing import replace


def evolve_indirect(state: State, event: IndirectEvent) -> State:
    match event:
        case MortarFired():
            return _fired(state, event)
        case _ as unreachable:
            assert_never(unreachable)


def _fired(state: State, event: MortarFired) -> State:
    """Whoever served it has fired, and the mortar is laid. BG-R98, BG-R130."""
    unit = state.unit(event.unit)
    figure = unit.figure(event.figure)
    prone = state.turn if figure.posture is Posture.PRONE else figure.fired_prone_turn
    unit = unit.with_figure(replace(figure, fired_turn=state.turn, fired_prone_turn=prone))
    laid = Laid(event.mortar, event.at, event.stood, state.turn, event.in_a_row, event.rounds)
    others = tuple(each for each in state.laid if each.mortar != event.mortar)
    return replace(state.with_unit(replace(unit, fired_turn=state.turn)), laid=(*others, laid))
