"""Levels in a battle: which floor or roof somebody is on, how high that is, and what lies between two levels.

MM-R225, MM-R226
"""

from __future__ import annotations

from functools import lru_cache

from shapely import Point as Spot

from rules.table import storeys
from rules.table.board import Board, Point
from rules.table.nature import PLAIN
from rules.table.storeys import Building
from rules.table.terrain import terrain


def house_at(board: Board, point: Point) -> Building | None:
    """The house at a place, with its floors and its roof."""
    return storeys.house_at(board, PLAIN, point)


def houses_near(board: Board, point: Point, reach: float) -> tuple[Building, ...]:
    """The houses within so many inches of a place."""
    land = terrain(board, PLAIN)
    near = sorted(int(i) for i in land.tree.query(Spot(point), predicate="dwithin", distance=reach))
    found = (land.features[i] for i in near)
    return tuple(storeys.house_of(board, PLAIN, each) for each in found if PLAIN.of(each.kind).walled)


@lru_cache(maxsize=8192)
def height(board: Board, point: Point, level: int) -> float:
    """Inches of a level above the ground at that place."""
    return round(storeys.height_above_ground(board, PLAIN, point, level), 3)


def roof_under(board: Board, point: Point) -> int:
    """The level on which something comes down from above: the roof of the house there, else the ground. MM-R229"""
    house = house_at(board, point)
    return 0 if house is None else house.roof


def same_house(board: Board, one: Point, other: Point) -> bool:
    """Whether two places are in one and the same house."""
    house, second = house_at(board, one), house_at(board, other)
    return house is not None and second is not None and house.feature == second.feature


def parted(board: Board, one: Point, level: int, other: Point, other_level: int) -> bool:
    """Whether a floor or a roof lies between two places. MM-R230"""
    return level != other_level and same_house(board, one, other)


def aimed_level(board: Board, here: Point, level: int, goal: Point) -> int:
    """The level meant by somebody who names a place without one: his own in his own house, else the ground."""
    return level if level and same_house(board, here, goal) else 0


def comes_down(board: Board, aim: Point, level: int, at: Point) -> int:
    """The level on which something lies that was meant for one place and came down at another: on that floor where it
    is the same house, else on the roof that it falls on. MM-R229"""
    return level if at == aim or same_house(board, aim, at) else roof_under(board, at)


@lru_cache(maxsize=64)
def named(board: Board) -> tuple[tuple[str, Point], ...]:
    """Every floor and roof of the named houses as it is written, with its place."""
    return storeys.levels_named(board, PLAIN)


def words(board: Board | None, point: Point | None, level: int) -> str:
    """ "on the roof of the Mill"; nothing for the ground."""
    house = None if board is None or point is None or level <= 0 else house_at(board, point)
    return "" if house is None else house.standing(level)
