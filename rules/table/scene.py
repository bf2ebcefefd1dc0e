"""A scene: what one viewer may see drawn. `drawing.draw` makes the picture of it."""

from __future__ import annotations

from dataclasses import dataclass

from rules.table.board import Board, Token


@dataclass(frozen=True, slots=True)
class UnitMark:
    """A unit to draw: its symbol at `x`, `y` and its figures as dots."""

    ref: str
    label: str
    side: str
    affiliation: str
    colour: str
    x: float
    y: float
    facing: float = 0.0
    strength: str = ""
    states: tuple[str, ...] = ()
    figures: tuple[Token, ...] = ()
    symbol: str = ""
    """NATO symbol code; empty: infantry of its affiliation."""


@dataclass(frozen=True, slots=True)
class Trace:
    """The last action, drawn: a move path, a fire line, a blast. `kind`: move, fire, charge, retreat, blast."""

    kind: str
    points: tuple[tuple[float, float], ...]
    side: str = ""
    label: str = ""
    radius: float = 0.0


@dataclass(frozen=True, slots=True)
class Scene:
    board: Board
    units: tuple[UnitMark, ...] = ()
    markers: tuple[UnitMark, ...] = ()
    traces: tuple[Trace, ...] = ()
    caption: str = ""
