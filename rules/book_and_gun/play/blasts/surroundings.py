"""What a vehicle stands in: open or rough ground, or a street. X.7.5, R219."""

from __future__ import annotations

from typing import Literal

from rules.book_and_gun.play.ground import terrain
from rules.book_and_gun.play.ground.hulls import hull
from rules.book_and_gun.units import Ground
from rules.book_and_gun.vehicles import Vehicle
from rules.table.board import Board, Point
from rules.table.footprint import area, footprint

URBAN = 2.0
"""Inches from a house within which a vehicle stands in an urban environment. BG-R219"""
STREETS = frozenset({"street"})


def surroundings(board: Board, vehicle: Vehicle, at: Point) -> Literal["clear", "rough", "urban"]:
    """A street, or ground close to a house, is urban. BG-R219"""
    stood = hull(vehicle)
    if stood is not None:
        ground = footprint(stood)
        for feature in board.features:
            reach = URBAN if feature.kind in terrain.INSIDE else 0.0 if feature.kind in STREETS else None
            if reach is not None and area(feature).distance(ground) <= reach:
                return "urban"
    return "clear" if terrain.ground_at(board, at) is Ground.CLEAR else "rough"
