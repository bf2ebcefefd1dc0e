"""Applying the events of what men on foot throw."""

from __future__ import annotations

from typing import assert_never

from rules.book_and_gun.events.explosives import (
    BurstRolled,
    ExplosiveEvent,
    FiguresStunned,
    GrenadeThrown,
    SmokeDrifted,
    SmokeLaid,
)
from rules.book_and_gun.screens import Screen, with_screens
from rules.book_and_gun.state import Moved, State
from rules.book_and_gun.units import Contact, Posture
from rules.kernel.changing import replace

HARMLESS = ("smoke grenade",)
"""Thrown at nobody."""


def evolve_explosives(state: State, event: ExplosiveEvent) -> State:
    match event:
        case GrenadeThrown():
            return _thrown(state, event)
        case BurstRolled():
            return _under_fire(state, event.unit, event.by_unit)
        case FiguresStunned():
            unit = state.unit(event.unit)
            figures = tuple(
                replace(f, stunned_until=max(f.stunned_until, event.until)) if f.id in event.figures else f
                for f in unit.figures
            )
            return _under_fire(state.with_unit(replace(unit, figures=figures)), event.unit, event.by_unit)
        case SmokeLaid():
            if event.vehicle is not None:
                state = state.with_vehicle(replace(state.vehicle(event.vehicle), discharged=True))
            return _lying(state, (*state.screens, event.screen))
        case SmokeDrifted():
            return _lying(state, event.screens)
        case _ as unreachable:
            assert_never(unreachable)


def _thrown(state: State, event: GrenadeThrown) -> State:
    """It is his fire, and his unit's. BG-R132, BG-R130."""
    unit = state.unit(event.unit)
    figure = unit.figure(event.figure)
    prone = state.turn if figure.posture is Posture.PRONE else figure.fired_prone_turn
    unit = unit.with_figure(replace(figure, fired_turn=state.turn, fired_prone_turn=prone))
    unit = replace(unit, fired_turn=state.turn)
    if event.target is not None and event.grenade not in HARMLESS:
        at = Contact(state.turn, event.target)
        unit = replace(unit, fired_at=unit.fired_at if at in unit.fired_at else (*unit.fired_at, at))
    state = state.with_unit(unit)
    if event.at is not None and event.grenade not in HARMLESS:
        blast = Moved("blast", (event.at,), label=event.grenade, unit=event.unit, radius=event.radius)
        state = replace(state, last=blast)
    if event.target is None or event.grenade in HARMLESS:
        return state
    return _under_fire(state, event.target, event.unit)


def _under_fire(state: State, unit_id: str, by_unit: str) -> State:
    """A unit that its own man has caught is not fired at by the enemy."""
    unit, by = state.unit(unit_id), Contact(state.turn, by_unit)
    if by_unit in ("", unit_id) or by in unit.under_fire:
        return state
    return state.with_unit(replace(unit, under_fire=(*unit.under_fire, by)))


def _lying(state: State, screens: tuple[Screen, ...]) -> State:
    board = state.board
    if board is not None:
        board = with_screens(board, state.screens, screens)
    return replace(state, screens=screens, board=board)
