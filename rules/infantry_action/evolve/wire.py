"""Gaps in wire: what a board looks like when a lane has been blown through it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from shapely import LineString, Polygon, box, get_coordinates, get_parts, union_all
from shapely.geometry.base import BaseGeometry

from rules.infantry_action.book.grid import SIDE, Square
from rules.kernel.changing import replace
from rules.table.board import Board, Feature, Point
from rules.table.nature import SAME

_LEAST = 0.5
"""Metres, or square metres, of a piece that is worth keeping."""


def without_wire(board: Board, squares: Sequence[Square]) -> Board:
    """The board with every wire cut out of these squares. IA-mine.bangalore, IA-R142"""
    if not squares or not any(_wire(feature) for feature in board.features):
        return board
    lane = union_all([box(c * SIDE, r * SIDE, (c + 1) * SIDE, (r + 1) * SIDE) for c, r in squares])
    kept = tuple(
        piece for feature in board.features for piece in (_cut(feature, lane) if _wire(feature) else (feature,))
    )
    return replace(board, features=kept)


def _wire(feature: Feature) -> bool:
    return SAME.get(feature.kind, feature.kind) == "wire" and len(feature.outline) > 1


def _cut(feature: Feature, lane: BaseGeometry) -> Iterator[Feature]:
    line = feature.width > 0 or len(feature.outline) < 3
    whole: BaseGeometry = LineString(feature.outline) if line else Polygon(feature.outline)
    for piece in get_parts(whole.difference(lane)):
        points = _points(piece)
        if line and piece.length >= _LEAST:
            yield replace(feature, outline=points)
        elif not line and piece.area >= _LEAST:
            yield replace(feature, outline=points[:-1])


def _points(piece: BaseGeometry) -> tuple[Point, ...]:
    outside = piece.exterior if isinstance(piece, Polygon) else piece
    return tuple((round(float(x), 3), round(float(y), 3)) for x, y in get_coordinates(outside))
