"""Who stands where in The Book and the Gun, as a side knows it: what its orders last until is judged by it."""

from __future__ import annotations

from collections.abc import Iterator

from rules.action import SideId
from rules.battle.orders.places import Whereabouts
from rules.book_and_gun.play.ground.route import known_places
from rules.book_and_gun.play.ground.tabletop import in_sight, is_own, middle, places
from rules.book_and_gun.state import State
from rules.refusals import Why
from rules.table.board import Point
from rules.table.reference import Surroundings, place
from rules.violation import RuleViolation


def _units(state: State, side: SideId) -> tuple[str, ...]:
    return tuple(unit.id for unit in state.units if is_own(state, side, unit) and unit.fit)


def _figures(state: State, ref: str) -> tuple[Point, ...]:
    """Of those who are fit: a wounded man holds nothing."""
    unit = state.unit(ref)
    return () if unit.reserve else tuple(places(unit.fit))


def _enemies(state: State, side: SideId) -> Iterator[Point]:
    """Armed men of the units that the side sees. BG-VI.1.1a, BG-R183"""
    for unit in state.units:
        armed = any(figure.traits.weapons for figure in unit.fit)
        if armed and unit.in_play and not is_own(state, side, unit) and in_sight(state, side, unit):
            yield from places(unit.fit)


def _spot(state: State, side: SideId, ref: str, text: str) -> Point:
    if state.board is None:
        raise RuleViolation(Why.NO_BOARD, "This battle has no board.", remedy="Name a thing that happens.")
    unit = state.unit(ref)
    start = middle(unit.present) if unit.in_play else None
    return place(text, Surroundings(state.board, start, unit.facing, known_places(state, state.board, side)))


WHEREABOUTS: Whereabouts[State] = Whereabouts(
    board=lambda state, side: state.board,
    units=_units,
    figures=_figures,
    strength=lambda state, ref: state.unit(ref).strength,
    enemies=_enemies,
    spot=_spot,
)
