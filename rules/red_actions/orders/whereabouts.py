"""Who stands where in Red Actions, as a side knows it: what its orders last until is judged by it."""

from __future__ import annotations

from collections.abc import Iterator

from rules.battle.orders.fates import Fate, Fates, Known
from rules.battle.orders.places import Whereabouts
from rules.kernel.action import SideId
from rules.red_actions.orders import known
from rules.red_actions.play.ground.layout import layout
from rules.red_actions.play.movement.surroundings import spot
from rules.red_actions.state import State
from rules.red_actions.units import Concealment
from rules.table.board import Point


def _units(state: State, side: SideId) -> tuple[str, ...]:
    return tuple(unit.id for unit in state.of(side) if not unit.routing)


def _figures(state: State, ref: str) -> tuple[Point, ...]:
    """Where its bases stand, those of its carrier if it has one."""
    return tuple(base.at for base in layout(state, state.unit(ref)))


def _strength(state: State, ref: str) -> int:
    return len(state.unit(ref).bases)


def _own(state: State, side: SideId) -> Iterator[Known]:
    return (Known(unit.id, unit.name) for unit in state.of(side))


def _fate(state: State, side: SideId, ref: str) -> Fate:
    """Out: no more, or running; hurt: it has lost a base."""
    unit = state.find(ref)
    if unit is None or unit.routing:
        return "out"
    return "hurt" if any(loss.unit == ref for loss in state.losses) else "well"


def _foes(state: State, side: SideId) -> Iterator[Known]:
    """Those in the open: a marker may be a dummy. RA-R241"""
    return (Known(foe.unit.id, foe.unit.name) for foe in known.foes(state, side) if foe.unit is not None)


def _beaten(state: State, side: SideId, ref: str) -> bool:
    """No more, or running, which all see; one that hides again may be anywhere. RA-R241, RA-R247"""
    unit = state.find(ref)
    return unit is None or (unit.routing and unit.hidden is Concealment.NO)


WHEREABOUTS: Whereabouts[State] = Whereabouts(
    board=lambda state, side: state.board,
    units=_units,
    figures=_figures,
    strength=_strength,
    enemies=lambda state, side: (foe.at for foe in known.foes(state, side)),
    spot=lambda state, side, ref, text: spot(state, state.unit(ref), text),
    fates=Fates(own=_own, fate=_fate, foes=_foes, beaten=_beaten),
)
"""Enemies: units in the open and position markers, whatever stands behind them. RA-R241"""
