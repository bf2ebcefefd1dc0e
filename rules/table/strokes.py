"""What a telling leaves on a map that shows what has changed: data for one reader, by the references of units.

Where anything is drawn the reader's own maps say (`changes.py`): no place of a unit stands here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from rules.table.board import Point


@dataclass(frozen=True, slots=True)
class FireStroke:
    """Fire for a picture, by the references of those units that the reader may know of: `by` and `at`, "" for one whom
    they may not. `shots` 0: only what came of fire that was told before; `hits`: how many the reader is told of;
    `place`: where it was aimed at no unit."""

    by: str
    at: str
    hits: int = 0
    shots: int = 1
    place: Point | None = None


@dataclass(frozen=True, slots=True)
class FallenStroke:
    """Somebody of a known unit is out, for a picture. `token`: what stands for them on the map."""

    unit: str
    token: str


@dataclass(frozen=True, slots=True)
class BurstStroke:
    """Something burst at a place that the reader is told, and how far it reached."""

    at: Point
    radius: float


Stroke: TypeAlias = FireStroke | FallenStroke | BurstStroke
"""What a telling leaves on the map."""
