"""A scene: what one viewer may see drawn. `drawing.draw` makes the picture of it.

Whoever makes a scene decides what its viewer may know; everything in it is drawn or told.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.table.board import Board, Feature, Point, Token


@dataclass(frozen=True, slots=True)
class UnitMark:
    """A unit to draw: its symbol at `x`, `y` and its figures as dots."""

    ref: str
    label: str
    side: str
    affiliation: str
    """friend, hostile, neutral or unknown: the frame of its symbol."""
    colour: str
    x: float
    y: float
    facing: float = 0.0
    strength: str = ""
    states: tuple[str, ...] = ()
    figures: tuple[Token, ...] = ()
    symbol: str = ""
    """NATO symbol code; empty: that of its branch and affiliation."""
    branch: str = ""
    """The digits of its entity in a NATO code, 4 or 6: "1205" armour; empty: infantry."""
    single: bool = False
    """One man who acts for himself: drawn as his figure with his name, without a symbol."""


@dataclass(frozen=True, slots=True)
class Trace:
    """The last action, drawn: a move path, a fire line, a blast; or a way that is only planned. `kind`: move, fire,
    charge, retreat, blast, plan; later: the way that a plan takes in the end, beyond this turn or period; area: the
    outline of what lies there."""

    kind: str
    points: tuple[tuple[float, float], ...]
    side: str = ""
    label: str = ""
    radius: float = 0.0
    ref: str = ""
    """Of a way: the unit that went it."""


@dataclass(frozen=True, slots=True)
class Track:
    """Where a unit went while it was in sight, leg by leg. `how`: move, charge or retreat."""

    ref: str
    label: str
    side: str
    colour: str
    points: tuple[Point, ...]
    how: str = "move"


@dataclass(frozen=True, slots=True)
class FireLine:
    """All the fire of one unit at another from one place to another. `start` None: whoever fired was out of sight."""

    by: str
    at: str
    side: str
    start: Point | None
    end: Point
    shots: int = 1
    hits: int = 0


@dataclass(frozen=True, slots=True)
class LossMark:
    """Somebody who fell: where he was last on the map, with his unit's name, side and colour."""

    label: str
    side: str
    colour: str
    at: Point


@dataclass(frozen=True, slots=True)
class GroundWon:
    """An objective on whose ground one side alone is seen now, and was not before."""

    name: str
    side: str
    colour: str
    at: Point


@dataclass(frozen=True, slots=True)
class Changes:
    """What one viewer has seen change on the table between two moments. `since`: what they count from."""

    since: str = ""
    tracks: tuple[Track, ...] = ()
    fire: tuple[FireLine, ...] = ()
    bursts: tuple[tuple[Point, float], ...] = ()
    """Where something burst, and how far it reached."""
    losses: tuple[LossMark, ...] = ()
    laid: tuple[Feature, ...] = ()
    """Ground that was not there: smoke, mines that were found, rubble."""
    won: tuple[GroundWon, ...] = ()

    @property
    def none(self) -> bool:
        return not (self.tracks or self.fire or self.bursts or self.losses or self.laid or self.won)


@dataclass(frozen=True, slots=True)
class Reach:
    """A range or an arc around a place: `width` degrees about `facing`, out to `radius`, with its word ("short 6")."""

    x: float
    y: float
    radius: float
    facing: float = 0.0
    width: float = 360.0
    label: str = ""


@dataclass(frozen=True, slots=True)
class Scene:
    board: Board
    units: tuple[UnitMark, ...] = ()
    markers: tuple[UnitMark, ...] = ()
    """Concealment markers, and units at the place where they were last seen (state "last seen")."""
    traces: tuple[Trace, ...] = ()
    caption: str = ""
    selected: str = ""
    """The unit whose ranges are shown."""
    reaches: tuple[Reach, ...] = ()
    wrecks: tuple[Token, ...] = ()
    """Destroyed vehicles; they stay on the board."""
    fallen: tuple[UnitMark, ...] = ()
    """Whom the battle has left on the field: of each unit those who fell, where they fell. No symbol, no name."""
    seen: tuple[tuple[Point, ...], ...] | None = None
    """The ground that the viewer's side sees now, as polygons; None: all of it."""
    sight: tuple[tuple[Point, ...], ...] = ()
    """The ground that the selected unit sees."""
    objectives: tuple[str, ...] = ()
    """Places (names or squares) that the viewer is told to go to or to hold; the board may have more that all know."""
    levels: tuple[tuple[str, Point], ...] = ()
    """Floors and roofs of named houses as they are written, where the book lets people stand on them."""
    side_names: tuple[tuple[str, str], ...] = ()
    """(side, what it is called in this battle), for the key and the words."""
    changes: Changes | None = None
    """What has changed lately; where it is drawn it stands for the traces."""
    news: str = ""
    """What has just happened, in one or two lines below the caption."""
