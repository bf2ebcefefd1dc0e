"""Footprints: the ground that tokens and features cover, as shapely geometry."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

import numpy as np
from shapely import Polygon, STRtree, get_parts
from shapely.geometry import LineString, Point
from shapely.geometry.base import BaseGeometry

from rules.table.board import Feature, Token

ROUND = 12
"""Segments to a quarter of a circle."""
MOST_CROSSINGS = 50
"""How often an outline may cross itself: its area takes time and memory by the crossings."""
_LOOKED_AT = 64
"""Segments that are looked up together, so that a hopeless outline is given up early."""


@lru_cache(maxsize=8192)
def footprint(token: Token) -> BaseGeometry:
    """The base of a token: its oblong if it has one, else its round base."""
    if not token.length:
        return Point(token.x, token.y).buffer(token.radius, quad_segs=ROUND)
    return Polygon(corners(token))


def corners(token: Token) -> tuple[tuple[float, float], ...]:
    """The corners of an oblong token: front left, front right, rear right, rear left."""
    angle = math.radians(token.facing)
    ahead, right = (math.sin(angle), math.cos(angle)), (math.cos(angle), -math.sin(angle))
    long, wide = token.length / 2, (token.width or token.length) / 2
    return tuple(
        (token.x + ahead[0] * u * long + right[0] * v * wide, token.y + ahead[1] * u * long + right[1] * v * wide)
        for u, v in ((1, -1), (1, 1), (-1, 1), (-1, -1))
    )


@lru_cache(maxsize=16384)
def area(feature: Feature) -> BaseGeometry:
    """The ground under a feature. An outline that crosses itself is mended; one without any extent has no area."""
    points = feature.outline
    if feature.width > 0.0:
        if len(points) == 1:
            return Point(points[0]).buffer(feature.width / 2, quad_segs=ROUND)
        return LineString(points).buffer(feature.width / 2, cap_style="flat", join_style="mitre", mitre_limit=2.0)
    if len(points) < 3:
        return Polygon()
    polygon = Polygon(points)
    return polygon if polygon.is_valid else polygon.buffer(0)


def tangled(outline: Sequence[tuple[float, float]]) -> bool:
    """Whether a line of points crosses or touches itself more than `MOST_CROSSINGS` times."""
    segments = [LineString(pair) for pair in pairwise(outline)]
    if len(segments) < 3:
        return False
    tree, found = STRtree(segments), 0
    for first in range(0, len(segments), _LOOKED_AT):
        ones, others = tree.query(segments[first : first + _LOOKED_AT], predicate="intersects")
        found += int(np.count_nonzero(others > ones + first + 1))
        if found > MOST_CROSSINGS:
            return True
    return False


def polygons(geometry: BaseGeometry) -> list[Polygon]:
    """The polygons of a geometry; its lines and points are left out."""
    return [part for part in get_parts(geometry) if isinstance(part, Polygon) and not part.is_empty]


def rings_of(geometry: BaseGeometry) -> list[tuple[tuple[float, float], ...]]:
    """The outlines and the holes of all polygons in a geometry."""
    return [
        tuple((x, y) for x, y, *_ in ring.coords)
        for part in polygons(geometry)
        for ring in (part.exterior, *part.interiors)
    ]
