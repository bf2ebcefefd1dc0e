"""The points that a shape is made of."""

from __future__ import annotations

from shapely.geometry.base import BaseGeometry

from rules.red_actions.units import Point


def points_of(shape: BaseGeometry) -> list[Point]:
    """Of points, lines, or several of them; a polygon's are those of its boundary."""
    if shape.is_empty:
        return []
    parts = getattr(shape, "geoms", [shape])
    return [(float(x), float(y)) for part in parts for x, y, *_ in part.coords]
