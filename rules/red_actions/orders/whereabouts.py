"""Who stands where in Red Actions, as a side knows it: what its orders last until is judged by it."""

from __future__ import annotations

from rules.action import SideId
from rules.battle.orders.places import Whereabouts
from rules.red_actions.orders import known
from rules.red_actions.play.ground.layout import layout
from rules.red_actions.play.movement.surroundings import spot
from rules.red_actions.state import State
from rules.table.board import Point


def _units(state: State, side: SideId) -> tuple[str, ...]:
    return tuple(unit.id for unit in state.of(side) if not unit.routing)


def _figures(state: State, ref: str) -> tuple[Point, ...]:
    """Where its bases stand, those of its carrier if it has one."""
    return tuple(base.at for base in layout(state, state.unit(ref)))


def _strength(state: State, ref: str) -> int:
    return len(state.unit(ref).bases)


WHEREABOUTS: Whereabouts[State] = Whereabouts(
    board=lambda state, side: state.board,
    units=_units,
    figures=_figures,
    strength=_strength,
    enemies=lambda state, side: (foe.at for foe in known.foes(state, side)),
    spot=lambda state, side, ref, text: spot(state, state.unit(ref), text),
)
"""Enemies: units in the open and position markers, whatever stands behind them. RA-R241"""
