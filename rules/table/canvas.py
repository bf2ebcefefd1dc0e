"""The paper that pictures are drawn on: from the board's measure to picture units, and SVG in a fixed form.

A picture is 1000 units wide whatever its size in pixels. North is up, so y is turned round.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from xml.sax.saxutils import quoteattr

from rules.table.board import Point


@dataclass(frozen=True, slots=True)
class Frame:
    """The part of a board that is drawn, in the board's measure."""

    west: float
    south: float
    east: float
    north: float

    @property
    def width(self) -> float:
        return self.east - self.west

    @property
    def depth(self) -> float:
        return self.north - self.south

    def holds(self, point: Point, margin: float = 0.0) -> bool:
        return (
            self.west - margin <= point[0] <= self.east + margin
            and self.south - margin <= point[1] <= self.north + margin
        )


@dataclass(frozen=True, slots=True)
class Canvas:
    """Where the frame lies on the paper. `scale`: picture units to one inch (or metre)."""

    frame: Frame
    left: float
    top: float
    scale: float

    @property
    def right(self) -> float:
        return self.left + self.frame.width * self.scale

    @property
    def bottom(self) -> float:
        return self.top + self.frame.depth * self.scale

    def to(self, point: Point) -> Point:
        x = self.left + (point[0] - self.frame.west) * self.scale
        y = self.top + (self.frame.north - point[1]) * self.scale
        return x, y

    def line(self, points: Sequence[Point], *, closed: bool = False) -> str:
        """The path through points of the board."""
        return path([self.to(point) for point in points], closed=closed)


def number(value: float) -> str:
    """A coordinate with one decimal, never "-0" and never an exponent."""
    text = f"{value:.1f}"
    return "0" if text in ("0.0", "-0.0") else text.removesuffix(".0")


def path(points: Sequence[Point], *, closed: bool = False) -> str:
    """An SVG path through points of the paper."""
    if not points:
        return ""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + ("Z" if closed else "")


def element(name: str, body: str = "", **attributes: str | float) -> str:
    """An SVG element; underscores in attribute names become hyphens, numbers are written short."""
    written = "".join(
        f" {key.rstrip('_').replace('_', '-')}={quoteattr(number(v) if isinstance(v, float) else str(v))}"
        for key, v in attributes.items()
    )
    return f"<{name}{written}>{body}</{name}>" if body else f"<{name}{written}/>"


def turned(x: float, y: float, direction: float, reach: float) -> Point:
    """The point of the paper `reach` units from another in a compass direction."""
    angle = math.radians(direction)
    return x + reach * math.sin(angle), y - reach * math.cos(angle)


def tint(colour: str, share: float) -> str:
    """A colour mixed with white: 0 leaves it, 1 is white. A colour that is not #rrggbb comes back unchanged."""
    if len(colour) != 7 or not colour.startswith("#"):
        return colour
    channels = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return "#" + "".join(f"{round(c + (255 - c) * share):02x}" for c in channels)
