"""Where a shot that misses falls."""

from __future__ import annotations

from typing import Literal

from rules.table.board import Point
from rules.table.measure import bearing, step

Miss = Literal["short", "long", "left", "right"]


def missed(aim: Point, seen_from: Point, way: Miss, by: float) -> Point:
    """Where a shot falls that goes short of, beyond, or to the left or right of its aim, as seen from a place: from
    the firing mortar, or the observer of guns off the board."""
    turn = {"short": 180.0, "long": 0.0, "left": 270.0, "right": 90.0}[way]
    return step(aim, bearing(seen_from, aim) + turn, by)
