"""Boards by kind and seed: the same words always give the same board.

Deployment is possible on every side: no building stands within an inch of an edge.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rules.table.board import Board
from rules.table.countryside import fields, jungle, ridge, river_crossing
from rules.table.landscape import Grain, Landscape
from rules.table.settlements import compound, street_grid, village

KINDS: dict[str, Callable[[Landscape], None]] = {
    "village": village,
    "fields": fields,
    "street grid": street_grid,
    "ridge": ridge,
    "compound": compound,
    "jungle": jungle,
    "river crossing": river_crossing,
}
"""The kinds of board that can be generated."""

_LEAST, _MOST = 12.0, 400.0


@dataclass(frozen=True, slots=True)
class Scale:
    """Of a measure: how wide and how high what is one figure height on an inch table stands; the side of a square."""

    plan: float
    tall: float
    square: float


SCALES = {"inches": Scale(1.0, 1.0, 4.0), "metres": Scale(5.0, 1.7, 40.0)}
"""A board in metres is ground as it is: a house of 23 m, a wall of one, and squares that a phone can show."""


def generate(
    kind: str,
    seed: int | str,
    *,
    width: float = 48.0,
    depth: float = 36.0,
    measure: str = "inches",
    edges: Sequence[tuple[str, str]] = (),
    light: str = "day",
    weather: str = "clear",
) -> Board:
    """A board of one of the `KINDS`.

    Raises ValueError, in words for a person, for an unknown kind or measure and for a board that is too small or
    too large (12 to 400 figure heights a side).
    """
    if kind not in KINDS:
        raise ValueError(f"there is no kind of board called “{kind}”; there are: {', '.join(KINDS)}")
    if measure not in SCALES:
        raise ValueError(f"a board is measured in inches or metres, not in “{measure}”")
    scale = SCALES[measure]
    least, most = _LEAST * scale.plan, _MOST * scale.plan
    for extent in (width, depth):
        if not least <= extent <= most:
            raise ValueError(f"a side of a board is {least:g} to {most:g} {measure}, not {extent:g}")
    grain = Grain("adjutant board", kind, seed, f"{width:g}", f"{depth:g}", measure)
    land = Landscape(width, depth, grain, scale.plan, scale.tall)
    KINDS[kind](land)
    return Board(
        width=width,
        depth=depth,
        features=tuple(land.features),
        name=f"{kind} {seed}",
        light=light,
        weather=weather,
        wind=float(45 * grain.whole(0, 7)),
        edges=tuple(edges),
        square=scale.square,
        measure=measure,
    )
