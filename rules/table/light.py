"""How far one can see: visibility of the board, light, weather, and places lit by flares.

What darkness and weather do is for a rule set to say; this says what holds at a place.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.table.board import Board, Point
from rules.table.nature import PLAIN, Natures
from rules.table.terrain import terrain

DARK = ("dusk", "moon", "night")


@dataclass(frozen=True, slots=True)
class Limits:
    """What a rule set makes of light and weather: factors on the board's visibility, and distances that no sight
    passes whatever the visibility. Words that are not listed change nothing.

    Limits(light={"night": 0.5}, weather={"fog": 0.5, "rain": 0.5, "snow": 0.5}) halves sight twice on a foggy night.
    """

    light: Mapping[str, float] = field(default_factory=lambda: dict[str, float]())
    weather: Mapping[str, float] = field(default_factory=lambda: dict[str, float]())
    at_most: Mapping[str, float] = field(default_factory=lambda: dict[str, float]())
    """By light or weather word."""


@dataclass(frozen=True, slots=True)
class Visibility:
    """How far one sees a thing at some place, and why no further. `distance` None: without limit."""

    distance: float | None
    reasons: tuple[str, ...] = ()


UNLIMITED = Visibility(None)


def lit(board: Board, point: Point, natures: Natures = PLAIN) -> bool:
    """Whether a place is lit: by day everywhere, in the dark under a flare, a lamp or beside a fire."""
    if board.light not in DARK:
        return True
    return any(natures.of(f.kind).light or f.kind == "fire" for f in terrain(board, natures).at(point))


def visibility(
    board: Board, target: Point, limits: Limits, *, natures: Natures = PLAIN, night_sight: bool = False
) -> Visibility:
    """How far a thing at `target` can be seen: the board's visibility, less in the dark (BG-VI.2.2b) and in bad weather
    (BG-IX.2.2a). What is lit is seen as by day, and so is everything by those with night sight (BG-VI.2.2c)."""
    distance = math.inf if board.visibility is None else board.visibility
    reasons = [] if board.visibility is None else [f"visibility {board.visibility:g}"]
    words: list[str] = []
    if board.light in DARK and not night_sight and not lit(board, target, natures):
        words.append(board.light)
    words += [word for word in board.weather.split(", ") if word != "clear"]
    for word in words:
        factor = limits.light.get(word, 1.0) * limits.weather.get(word, 1.0)
        ceiling = limits.at_most.get(word, math.inf)
        if factor != 1.0 or ceiling < distance:
            reasons.append(word)
        distance = min(distance * factor, ceiling)
    return Visibility(None if math.isinf(distance) else distance, tuple(reasons))
