"""The digital table: a board, its terrain features, and the tokens that stand on it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Feature:
    """A piece of terrain. `outline`: corner points of a polygon, or the points of a line (wall, road, stream)."""

    kind: str
    outline: tuple[tuple[float, float], ...]
    name: str = ""
    height: float = 0.0
    base: float = 0.0
    """Elevation of the ground it stands on."""
    width: float = 0.0
    """For lines: how wide they are."""
    hardness: str = "none"
    """none, soft or hard."""
    floors: int = 0


@dataclass(frozen=True, slots=True)
class Board:
    """A table of `width` by `depth` in the rule set's measure; (0, 0) is the south-west corner, north is up.

    `wind`: degrees clockwise from north that it blows towards. `edges`: the friendly edge of each side,
    (("army", "south"), ("insurgents", "north")). `visibility`: how far one can see, None without limit.
    """

    width: float
    depth: float
    features: tuple[Feature, ...] = ()
    name: str = ""
    light: str = "day"
    weather: str = "clear"
    wind: float = 0.0
    edges: tuple[tuple[str, str], ...] = ()
    visibility: float | None = None
    square: float = 4.0
    """Side of a map square."""


@dataclass(frozen=True, slots=True)
class Token:
    """A figure, base, vehicle or marker on the table. `z` is the height of its base; `facing` in degrees clockwise
    from north; `radius` of its round base."""

    id: str
    x: float
    y: float
    facing: float = 0.0
    z: float = 0.0
    radius: float = 0.5
    height: float = 1.0
    posture: str = "standing"
