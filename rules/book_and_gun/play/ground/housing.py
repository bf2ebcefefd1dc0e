"""Houses: how many they hold, and whose doors and windows are closed to whom. IX.4.2, IX.4.3, IX.4.4, BG-R205, BG-R206.

Where figures fight at an opening, it counts as open: only moves stop at a locked door.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache

from shapely import Point as Spot

from rules.book_and_gun.play.ground import terrain
from rules.book_and_gun.play.ground.hulls import standing
from rules.book_and_gun.play.ground.passage import HULL, low
from rules.book_and_gun.play.ground.tabletop import HURT, STANDING, allegiance, allegiance_of, in_sight, places
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Figure
from rules.kernel.action import SideId
from rules.kernel.once import once_a_state
from rules.table.board import Board, Feature, Opening, Point, Token
from rules.table.footprint import area, corners

ROOM = 4
"""Fit figures of both sides in a room. BG-IX.4.2a"""
ROOM_GROUND = 16.0
"""Square inches of a room, where the board shows none. BG-R205"""
LOCKED = frozenset({"door", "gate", "window"})
"""Openings that are closed to the enemies of whoever holds the house; a breach is not. BG-IX.4.3b, BG-IX.4.4a"""


@lru_cache(maxsize=64)
def houses(board: Board) -> tuple[Feature, ...]:
    """The buildings of a board."""
    return tuple(feature for feature in board.features if feature.kind in terrain.INSIDE)


def house_at(board: Board, at: Point) -> Feature | None:
    """The building that a place lies in."""
    return next((house for house in houses(board) if contains(house, at)), None)


def contains(house: Feature, at: Point) -> bool:
    """Whether a place lies in a building."""
    xs, ys = [x for x, _ in house.outline], [y for _, y in house.outline]
    if not (min(xs) - house.width <= at[0] <= max(xs) + house.width):
        return False
    if not (min(ys) - house.width <= at[1] <= max(ys) + house.width):
        return False
    return _covers(house, at)


@lru_cache(maxsize=16384)
def _covers(house: Feature, at: Point) -> bool:
    return bool(area(house).covers(Spot(at)))


@lru_cache(maxsize=256)
def holds(house: Feature) -> int:
    """How many fit figures of both sides a building holds: four a room, a room for each 16 square inches of each floor,
    to the nearest whole room. BG-IX.4.2a, BG-R205"""
    return ROOM * max(1, round(area(house).area / ROOM_GROUND)) * max(1, house.floors)


def is_full(board: Board, at: Point, start: Point | None, others: Iterable[Token]) -> bool:
    """Whether the building at a place has no room for one more, who comes in from outside. BG-IX.4.2a"""
    house = house_at(board, at)
    if house is None or (start is not None and contains(house, start)):
        return False
    within = sum(token.state != HURT and contains(house, (token.x, token.y)) for token in others)
    return within >= holds(house)


@once_a_state
def held_against(state: State, side: SideId) -> tuple[Feature, ...]:
    """The buildings that a side's enemies hold: fit ones whom it sees are in it, and none of its own. Whoever is unseen
    locks no door against it. BG-IX.4.3b, BG-R206, BG-R291"""
    board, ours = state.board, allegiance_of(state, side)
    if board is None or ours is None or not houses(board):
        return ()
    owners: dict[Feature, set[SideId]] = {}
    for unit in state.units:
        theirs = allegiance(state, unit)
        if theirs is None or not unit.in_play or not in_sight(state, side, unit):
            continue
        for at in places(unit.fit):
            house = house_at(board, at)
            if house is not None:
                owners.setdefault(house, set()).add(theirs)
    return tuple(house for house in houses(board) if owners.get(house, {ours}) - {ours} and ours not in owners[house])


@once_a_state
def ground(state: State, side: SideId) -> Board | None:
    """The board as a side's figures find it when they move: doors and windows of what it sees its enemies hold are
    closed. BG-IX.4.3b, BG-IX.4.4a, BG-R206, BG-R291"""
    board, closed = state.board, held_against(state, side)
    if board is None:
        return None
    board = locked(board, closed) if closed else board
    hulls = standing(state) if state.vehicles else ()
    return parked(board, hulls) if hulls else board


def ground_of(state: State, figures: Sequence[Figure]) -> Board | None:
    """The board as these figures of one side find it: horsemen enter no house and cross no wall. BG-R252"""
    if not figures:
        return state.board
    board = ground(state, state.unit_of(figures[0].id).side)
    return without_jumps(board) if board is not None and any(f.steed for f in figures) else board


@lru_cache(maxsize=64)
def without_jumps(board: Board) -> Board:
    """The board as a horse finds it: houses are shut, low walls and barricades are as good as high ones."""
    return replace(board, features=tuple(_as_barred(feature) for feature in board.features))


def _as_barred(feature: Feature) -> Feature:
    if feature.kind in terrain.INSIDE:
        return replace(feature, openings=tuple(replace(each, open=False) for each in feature.openings))
    return replace(feature, height=2 * STANDING) if low(feature) else feature


@lru_cache(maxsize=64)
def parked(board: Board, hulls: tuple[Token, ...]) -> Board:
    """The board with these vehicles and wrecks as what people on foot go round. BG-X.2.10"""
    found = (Feature(HULL, corners(each), name=each.label, height=each.height) for each in hulls)
    return replace(board, features=(*board.features, *found))


@lru_cache(maxsize=64)
def locked(board: Board, closed: tuple[Feature, ...]) -> Board:
    """The board with these buildings locked."""
    shut = {house: replace(house, openings=tuple(map(_shut, house.openings))) for house in closed}
    return replace(board, features=tuple(shut.get(feature, feature) for feature in board.features))


def _shut(opening: Opening) -> Opening:
    return replace(opening, open=False) if opening.kind in LOCKED else opening
