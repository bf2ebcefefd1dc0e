"""Who stands where in 5.56mm: figures are on the table for all to see."""

from __future__ import annotations

from collections.abc import Iterator

from rules.battle.orders.fates import Fate, Fates, Known
from rules.battle.orders.places import Whereabouts
from rules.five56mm.play.ground.goals import goal_named
from rules.five56mm.state import State
from rules.kernel.action import SideId
from rules.table.board import Point


def _figures(state: State, ref: str) -> tuple[Point, ...]:
    """Where a character is, with his vehicle when he is aboard one."""
    who = state.character(ref)
    at = state.position(who) if who.able else None
    return () if at is None else (at,)


def _enemies(state: State, side: SideId) -> Iterator[Point]:
    for enemy in state.enemies(side):
        at = state.position(enemy) if enemy.able else None
        if at is not None:
            yield at


def _people(state: State, side: SideId) -> Iterator[Known]:
    return (Known(who.id, who.name) for who in state.characters if who.side == side)


def _foes(state: State, side: SideId) -> Iterator[Known]:
    return (Known(who.id, who.name) for who in state.characters if who.side != side)


def _fate(state: State, side: SideId, ref: str) -> Fate:
    who = state.find(ref)
    if who is None or not who.able:
        return "out"
    return "hurt" if who.wounds else "well"


WHEREABOUTS: Whereabouts[State] = Whereabouts(
    board=lambda state, side: state.board,
    units=lambda state, side: tuple(who.id for who in state.living(side) if who.able),
    figures=_figures,
    strength=lambda state, ref: int(state.character(ref).able),
    enemies=_enemies,
    spot=lambda state, side, ref, text: goal_named(state, state.character(ref), text).at,
    fates=Fates(own=_people, fate=_fate, foes=_foes, beaten=lambda state, side, ref: _fate(state, side, ref) == "out"),
)
