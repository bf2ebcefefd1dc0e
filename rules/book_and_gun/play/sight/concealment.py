"""Concealed units: when they must be placed on the table. VI.1.1, BG-R139."""

from __future__ import annotations

from collections.abc import Sequence

from rules.book_and_gun.book.spotting import NEAR
from rules.book_and_gun.events.battle import UnitRevealed
from rules.book_and_gun.events.explosives import GrenadeThrown
from rules.book_and_gun.events.fire import SpottingTried, Volleyed
from rules.book_and_gun.events.indirect import MortarFired
from rules.book_and_gun.events.movement import UnitMoved
from rules.book_and_gun.play.ground.formation import APART
from rules.book_and_gun.play.ground.tabletop import BASE, apart, enemies, places
from rules.book_and_gun.play.ground.terrain import ground_at
from rules.book_and_gun.play.sight.scent import scents
from rules.book_and_gun.play.sight.watching import watch
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Ground, Unit
from rules.kernel.event import Event

RUN_INTO = APART + 2 * BASE + 0.1
"""Inches from head to head at which a move ends before an enemy, seen or not: who stops there has found him."""


def revealed(state: State, events: Sequence[Event]) -> list[Event]:
    """The concealed units that these events, after which the state stands, bring onto the table. BG-VI.1.1a,
    BG-VI.1.1b, BG-VI.3.1b, BG-XIII.7.1a, BG-R139."""
    found: list[Event] = []
    for unit in state.units:
        if unit.concealed and unit.in_play:
            reason = _reason(state, unit, events)
            if reason:
                found.append(UnitRevealed(unit=unit.id, reason=reason, citations=("BG-VI.1.1a", "BG-R139")))
    return found


def _reason(state: State, unit: Unit, events: Sequence[Event]) -> str:
    for event in events:
        if isinstance(event, Volleyed | GrenadeThrown | MortarFired) and event.unit == unit.id:
            return "fired"
        if isinstance(event, SpottingTried) and event.target == unit.id and event.spotted:
            return "spotted"
    moved = any(isinstance(e, UnitMoved) and e.unit == unit.id for e in events)
    exposed = moved and in_the_open(state, unit)
    for enemy in enemies(state, unit):
        between = apart(enemy.fit, unit.present)
        if between is not None and between <= RUN_INTO:
            return "run into"
        if scents(enemy, unit):
            return "a dog has found them"
        near = between is not None and between <= NEAR
        if (near or exposed) and _in_sight(state, enemy, unit):
            return "enemy within 4 inches" if near else "left concealing terrain"
    return ""


def _in_sight(state: State, enemy: Unit, unit: Unit) -> bool:
    """Whether one of the enemy's men has a line of sight to one of the unit's. BG-VI.2.1a."""
    seen = watch(state, enemy, enemy.fit, unit.present)
    return seen is not None and any(seen.sees(f.id, g.id) for f in enemy.fit for g in unit.present)


def in_the_open(state: State, unit: Unit) -> bool:
    """Whether a figure stands outside woods, brush, buildings and the like. BG-VI.1.1b, BG-VI.3.2a."""
    board = state.board
    if board is None:
        return False
    return any(ground_at(board, place) is Ground.CLEAR for place in places(unit.present))
