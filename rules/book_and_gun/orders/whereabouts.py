"""Who stands where in The Book and the Gun, as a side knows it: what its orders last until is judged by it."""

from __future__ import annotations

from collections.abc import Iterator

from rules.battle.orders.fates import Fate, Fates, Known
from rules.battle.orders.places import Whereabouts
from rules.book_and_gun.play.ground.knowing import knows
from rules.book_and_gun.play.ground.route import known_places
from rules.book_and_gun.play.ground.tabletop import in_sight, is_own, middle, places
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Status
from rules.kernel.action import SideId
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.seam.viewing import Viewer
from rules.table.board import Point
from rules.table.reference import Surroundings, place


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


def _own(state: State, side: SideId) -> Iterator[Known]:
    for unit in state.units:
        if is_own(state, side, unit):
            yield Known(unit.id, unit.name)
            yield from (Known(figure.id, figure.name) for figure in unit.figures)


def _fate(state: State, side: SideId, ref: str) -> Fate:
    """Of a unit: out with its last fit man; of a man: wounded is hurt, dead, captured and gone are out."""
    unit = state.find(ref)
    if unit is not None:
        return "out" if not unit.fit else "hurt" if len(unit.fit) < len(unit.figures) else "well"
    found = next((figure for each in state.units for figure in each.figures if figure.id == ref), None)
    if found is None:
        return "out"
    return "well" if found.fit else "hurt" if found.status is Status.WOUNDED else "out"


def _foes(state: State, side: SideId) -> Iterator[Known]:
    """The units that the side knows. BG-R183"""
    for unit in state.units:
        if not is_own(state, side, unit) and unit.in_play and knows(state, Viewer(side), unit):
            yield Known(unit.id, unit.name)


def _beaten(state: State, side: SideId, ref: str) -> bool:
    unit = state.find(ref)
    return unit is not None and knows(state, Viewer(side), unit) and not unit.fit


WHEREABOUTS: Whereabouts[State] = Whereabouts(
    board=lambda state, side: state.board,
    units=_units,
    figures=_figures,
    strength=lambda state, ref: state.unit(ref).strength,
    enemies=_enemies,
    spot=_spot,
    fates=Fates(own=_own, fate=_fate, foes=_foes, beaten=_beaten),
)
