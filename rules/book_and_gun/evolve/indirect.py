"""Applying the events of indirect fire."""

from __future__ import annotations

from typing import assert_never

from rules.book_and_gun.events.indirect import FireRequested, IndirectEvent, MissionFired, MortarFired
from rules.book_and_gun.state import State
from rules.book_and_gun.support import FiredMissions, FireRequest, Laid, off_board_key
from rules.book_and_gun.units import Posture
from rules.kernel.changing import replace


def evolve_indirect(state: State, event: IndirectEvent) -> State:
    match event:
        case MortarFired():
            return _fired(state, event)
        case FireRequested():
            others = tuple(each for each in state.messages if each.unit != event.unit)
            message = FireRequest(event.unit, event.what, state.turn, event.arrived, event.lit)
            return replace(state, messages=(*others, message))
        case MissionFired():
            return _mission(state, event)
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


def _mission(state: State, event: MissionFired) -> State:
    """Its message has done its work, and the side has a mission less. Talk shows nobody: the unit has not fired."""
    unit = state.unit(event.unit)
    messages = tuple(each for each in state.messages if each.unit != event.unit)
    had = sum(each.number for each in state.missions if (each.side, each.what) == (unit.side, event.what))
    others = tuple(each for each in state.missions if (each.side, each.what) != (unit.side, event.what))
    key = off_board_key(unit.side, event.what)
    earlier = (each for each in state.laid if each.mortar != key)
    laid = (*earlier, Laid(key, event.at, event.at, state.turn, event.in_a_row, had + 1))
    fired = FiredMissions(unit.side, event.what, had + 1)
    return replace(state, messages=messages, missions=(*others, fired), laid=laid)
