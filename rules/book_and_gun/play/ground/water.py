"""Deep water as boats and amphibious vehicles find it: where they may be, and where its shore is. VIII.2.10, VIII.2.11.

The bank is as wide as a vehicle is long: from there it enters the water, and there it comes out. R275, R276
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, TypeAlias

from shapely import Point as Spot
from shapely import box
from shapely.geometry.base import BaseGeometry
from shapely.ops import nearest_points, unary_union

from rules.book_and_gun.book.garage import GARAGE, VehicleType
from rules.book_and_gun.play.ground import terrain
from rules.book_and_gun.state import State
from rules.book_and_gun.vehicles import Vehicle
from rules.kernel.violation import RuleViolation
from rules.table.board import Board, Feature, Point, Token
from rules.table.footprint import area, footprint
from rules.table.gate import Obstacle
from rules.table.measure import bearing, between, tidy
from rules.table.terrain import CROSSINGS

Afloat: TypeAlias = Literal["", "boat", "swim"]
"""How something goes: on the ground, as a boat, or as an amphibious vehicle on the water."""

SHORE = 1.0
"""Inches from a hull to the shore or wharf beside which it lies, and from one to the water that it enters. BG-R275"""
_ROUND = 6.0
"""Inches of land round the table, so that its edge is no way out."""
_LAND = Feature("bank", (), name="shore")


@lru_cache(maxsize=64)
def _water(board: Board) -> BaseGeometry:
    """All that is deep, bridged or not. BG-R275"""
    return unary_union([area(each) for each in board.features if each.kind in terrain.DEEP])


@lru_cache(maxsize=64)
def _dry(board: Board) -> BaseGeometry:
    """Where people stand: land, and what leads over the water, fords aside."""
    over = [area(each) for each in board.features if each.kind in CROSSINGS and each.kind != "ford"]
    return unary_union([box(0.0, 0.0, board.width, board.depth).difference(_water(board)), *over])


@lru_cache(maxsize=256)
def kept_in(board: Board, afloat: Afloat, long: float) -> tuple[Obstacle, ...]:
    """Ground for which a hull so long cannot leave the water: all land for boats, all beyond the bank for others."""
    if not afloat:
        return ()
    around = box(-_ROUND, -_ROUND, board.width + _ROUND, board.depth + _ROUND)
    free = _water(board) if afloat == "boat" else _water(board).buffer(long)
    return (Obstacle(around.difference(free), "the shore" if afloat == "boat" else "the top of the bank", _LAND),)


def floats(board: Board | None, vehicle: Vehicle) -> bool:
    """Whether the middle of a hull is in deep water, on no bridge or ford: a boat, or a vehicle that swims."""
    if board is None or vehicle.at is None:
        return False
    here = Spot(vehicle.at)
    over = (each for each in board.features if each.kind in CROSSINGS)
    return bool(_water(board).contains(here)) and not any(area(each).contains(here) for each in over)


def afloat(state: State, vehicle: Vehicle) -> bool:
    """Whether it is a boat, or swims now."""
    type_ = GARAGE[vehicle.type]
    return type_.boat or (type_.amphibious and floats(state.board, vehicle))


def _gap(ground: BaseGeometry, vehicle: Vehicle) -> float:
    type_ = GARAGE[vehicle.type]
    x, y = vehicle.at or (0.0, 0.0)
    hull = footprint(Token(vehicle.id, x, y, vehicle.facing, length=type_.length, width=type_.width))
    return float(ground.distance(hull))


def beside_water(state: State, vehicle: Vehicle) -> bool:
    """Whether a vehicle stands on the bank. Without a board its side says so."""
    return state.board is None or vehicle.at is None or _gap(_water(state.board), vehicle) <= SHORE + 1e-6


def beside_shore(state: State, vehicle: Vehicle) -> bool:
    """Whether a boat lies beside a wharf or the shore. Without a board its side says so. BG-VIII.2.10b"""
    return state.board is None or vehicle.at is None or _gap(_dry(state.board), vehicle) <= SHORE + 1e-6


def ashore(board: Board, at: Point) -> tuple[float, float]:
    """The direction of the nearest dry ground, and the inches to it."""
    dry = _dry(board)
    if dry.is_empty:
        return 0.0, 0.0
    found = nearest_points(dry, Spot(at))[0]
    there = found.x, found.y
    return (bearing(at, there) if there != at else 0.0), between(at, there)


def launched(board: Board, at: Point, type_: VehicleType, name: str) -> Point:
    """The place on the water nearest to another where such a boat has room to either side. Raises RuleViolation where
    there is no water. BG-VIII.2.10a"""
    wide = _water(board).buffer(-type_.width / 2)
    if wide.is_empty:
        raise RuleViolation(
            "no-water",
            f"{name} is a boat, and the table has no water for it.",
            citation="BG-VIII.2.10a",
            remedy="Leave it out, or choose a table with a river or lake.",
        )
    found = nearest_points(wide, Spot(at))[0]
    return tidy(found.x), tidy(found.y)
