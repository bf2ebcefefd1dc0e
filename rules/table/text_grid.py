"""Boards from a grid of characters that a game master types or pastes: one character a cell, the north on top.

    ..WWW....
    ..WW.#B#.        . = clear
    =========        W = woods
    .....hhh.        # = wall 0.6 hard
                     B = building 2.5 hard 2 floors "Mill"
                     D = clear ground before a door of the building that it touches

Cells of one kind that touch become one feature. A building without such a door has one in the middle of its longest
wall, the southernmost of several. A legend line gives a character, the kind, and in any order a height, a
hardness (none, soft, hard), floors and a name in quotes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from shapely import LineString, Polygon, box
from shapely.ops import unary_union

from rules.table.board import Board, Feature, Opening
from rules.table.boards import SCALES, Scale
from rules.table.effort import too_much
from rules.table.faults import BoardFault
from rules.table.footprint import polygons
from rules.table.nature import PLAIN

MOST_CELLS = 40_000
WIDE, HIGH = 0.9, 1.6
"""Width and height of a door, in figure heights."""

DOORWAY = "doorway"
_ENTRY = re.compile(r"^\s*(?P<sign>\S)\s*[=:]\s*(?P<rest>.+?)\s*$")
_NAME = re.compile(r'"([^"]*)"')
_FLOORS = re.compile(r"\b(\d+)\s+floors?\b", re.I)
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


@dataclass(frozen=True, slots=True)
class Sign:
    """What a character of the grid stands for."""

    kind: str
    height: float = 0.0
    hardness: str = "none"
    floors: int = 0
    name: str = ""
    measured: bool = False
    """The height is in the board's measure; usual ones are counted in figures."""


USUAL: Mapping[str, Sign] = {
    ".": Sign("clear"),
    " ": Sign("clear"),
    "W": Sign("woods", 4.0),
    "J": Sign("jungle", 5.0),
    "s": Sign("scrub", 0.4),
    "r": Sign("rocks", 0.5),
    "R": Sign("rubble", 0.5, "hard"),
    "#": Sign("wall", 0.6, "hard"),
    "h": Sign("hedge", 0.8, "soft"),
    "x": Sign("wire", 0.3),
    "b": Sign("barricade", 0.6, "soft"),
    "B": Sign("building", 2.5, "hard", 1),
    "D": Sign(DOORWAY),
    "=": Sign("road"),
    "~": Sign("water"),
    "m": Sign("marsh"),
    "f": Sign("field"),
    "t": Sign("trench", -0.8),
    "^": Sign("hill", 1.5),
}
"""The characters that need no legend; a legend may give them another meaning."""


def legend_entry(line: str) -> tuple[str, Sign]:
    """A legend line: the character and what it stands for. Raises ValueError in words for a person."""
    match = _ENTRY.match(line)
    if not match:
        raise ValueError('a legend line reads like this: # = wall 0.6 hard "Old wall"')
    rest, name, floors = match["rest"], "", 0
    if found := _NAME.search(rest):
        name, rest = found[1], rest.replace(found[0], " ")
    if found := _FLOORS.search(rest):
        floors, rest = int(found[1]), rest.replace(found[0], " ")
    words: list[str] = []
    height: float | None = None
    hardness = ""
    for word in rest.split():
        if _NUMBER.fullmatch(word):
            height = float(word)
        elif word in ("none", "soft", "hard") and words:
            hardness = word
        else:
            words.append(word.lower())
    kind = " ".join(words)
    if not kind:
        raise ValueError(f"the legend says nothing of what “{match['sign']}” stands for")
    nature = PLAIN.of(kind)
    usual = next((sign for sign in USUAL.values() if sign.kind == kind), Sign(kind, nature.height))
    return match["sign"], Sign(
        kind,
        usual.height if height is None else height,
        hardness or usual.hardness,
        floors or usual.floors,
        name,
        measured=height is not None,
    )


def read_grid(
    text: str, *, cell: float = 2.0, legend: str = "", measure: str = "inches", name: str = "", file: str = "grid"
) -> Board:
    """A board from a grid and its legend. The legend may also follow the grid after an empty line.

    Raises BoardFault, naming the line, for a character without a meaning, a ragged grid, a bad legend line, an empty
    or an overlarge grid.
    """
    if cell <= 0:
        raise BoardFault(file, 1, f"a cell is a positive length, not {cell:g}")
    rows, signs = _grid_and_legend(text, legend, file)
    wide = max(len(row) for _, row in rows)
    if wide * len(rows) > MOST_CELLS:
        raise BoardFault(file, 1, f"the grid has {wide * len(rows)} cells; {MOST_CELLS} is the most")
    cells: dict[str, list[Polygon]] = {}
    depth = len(rows) * cell
    for index, (number, row) in enumerate(rows):
        if len(row) != wide:
            raise BoardFault(
                file, number, f"this row has {len(row)} cells, the longest has {wide}; fill it up with dots"
            )
        for column, sign in enumerate(row):
            if sign not in signs:
                raise BoardFault(file, number, f"“{sign}” in column {column + 1} is not in the legend")
            if signs[sign].kind != "clear":
                x, y = column * cell, depth - (index + 1) * cell
                cells.setdefault(sign, []).append(box(x, y, x + cell, y + cell))
    scale = SCALES[measure]
    doorways = [cell for sign, found in cells.items() if signs[sign].kind == DOORWAY for cell in found]
    features = tuple(
        with_doors(feature, doorways, scale) if feature.kind == "building" else feature
        for sign in cells
        if signs[sign].kind != DOORWAY
        for feature in _merged(cells[sign], signs[sign], scale)
    )
    board = Board(width=wide * cell, depth=depth, features=features, name=name, measure=measure, square=scale.square)
    if problem := too_much(board):
        raise BoardFault(file, 1, problem)
    return board


def _grid_and_legend(text: str, legend: str, file: str) -> tuple[list[tuple[int, str]], dict[str, Sign]]:
    lines = [line.rstrip("\r") for line in text.expandtabs(1).split("\n")]
    numbered = [(i + 1, line) for i, line in enumerate(lines)]
    while numbered and not numbered[0][1].strip():
        numbered.pop(0)
    end = next((i for i, (_, line) in enumerate(numbered) if not line.strip()), len(numbered))
    rows = numbered[:end]
    if not rows:
        raise BoardFault(file, 1, "the grid is empty")
    signs = dict(USUAL)
    entries = [(n, line) for n, line in numbered[end:] if line.strip()]
    entries += [(i + 1, line) for i, line in enumerate(legend.splitlines()) if line.strip()]
    for number, line in entries:
        try:
            sign, meaning = legend_entry(line)
        except ValueError as fault:
            raise BoardFault(file, number, str(fault)) from None
        signs[sign] = meaning
    return rows, signs


def _merged(cells: list[Polygon], sign: Sign, scale: Scale) -> list[Feature]:
    """Cells that share a side are one feature; an area with holes is cut in two so that outlines suffice."""
    height = sign.height if sign.measured else round(sign.height * scale.tall, 3)
    features: list[Feature] = []
    for part in polygons(unary_union(cells)):
        for piece in _without_holes(part):
            outline = tuple((round(x, 3), round(y, 3)) for x, y in list(piece.exterior.coords)[:-1])
            feature = Feature(
                sign.kind, outline, name=sign.name if not features else "", height=height,
                hardness=sign.hardness, floors=sign.floors,
            )  # fmt: skip
            features.append(feature)
    return features


def with_doors(building: Feature, doorways: Sequence[Polygon], scale: Scale) -> Feature:
    """The building with a door in the middle of each side of a doorway that it shares, else of its longest wall."""
    walls = [
        LineString(pair) for pair in zip(building.outline, (*building.outline[1:], building.outline[0]), strict=True)
    ]
    shared = [wall.intersection(cell.exterior) for cell in doorways for wall in walls]
    sides = [side for side in shared if isinstance(side, LineString) and side.length > 0.0]
    if not sides:
        sides = [max(walls, key=lambda wall: (round(wall.length, 3), -wall.centroid.y, -wall.centroid.x))]
    return replace(building, openings=tuple(_door(side, scale) for side in sides))


def _door(wall: LineString, scale: Scale) -> Opening:
    half = min(WIDE * scale.plan, wall.length) / 2
    ends = (wall.interpolate(wall.length / 2 + way * half) for way in (-1, 1))
    a, b = ((round(end.x, 3), round(end.y, 3)) for end in ends)
    return Opening("door", a, b, 0.0, round(HIGH * scale.tall, 3))


def _without_holes(shape: Polygon) -> list[Polygon]:
    if not shape.interiors:
        return polygons(shape.simplify(0.0))
    west, south, east, north = shape.bounds
    cut = shape.interiors[0].bounds[0]  # along the side of a cell, so that no cell lies in two features
    halves = (box(west, south, cut, north), box(cut, south, east, north))
    return [piece for half in halves for part in polygons(shape.intersection(half)) for piece in _without_holes(part)]
