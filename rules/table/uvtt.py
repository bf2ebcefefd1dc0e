"""Boards from Universal VTT files (`.uvtt`, `.dd2vtt`), as the map editors export them: walls, doors, lights, picture.

A file is JSON whose lengths are grid cells from the north-west corner, y downwards. The picture comes back beside the
board, since a board is stored with every battle and a picture need not be. Files come from strangers: everything in
them is measured before it is used.
"""

from __future__ import annotations

import base64
import binascii
import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from rules.language.words import counted, plural
from rules.table.board import Board, Feature, Opening, Point
from rules.table.boards import SCALES
from rules.table.effort import too_much
from rules.table.faults import BoardFault
from rules.table.footprint import tangled
from rules.table.pixels import Picture, picture_of

LARGEST_FILE = 24 * 1024 * 1024
LARGEST_PICTURE = 12 * 1024 * 1024
MOST_PIXELS = 40_000_000
MOST_SIDE = 16_384
"""Pixels of a picture's side: what graphics programs take."""
MOST_WALLS = 4_000
MOST_POINTS = 40_000
MOST_CELLS = 400

WALL_HEIGHT, OBJECT_HEIGHT = 2.5, 1.2
"""Of walls and of objects that hide, in figure heights: the format knows no heights."""

Number = Annotated[float, Field(ge=-1e4, le=1e4, allow_inf_nan=False)]


class _Part(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)


class _Spot(_Part):
    x: Number
    y: Number


class _Resolution(_Part):
    map_origin: _Spot = _Spot(x=0.0, y=0.0)
    map_size: _Spot
    pixels_per_grid: Annotated[float, Field(gt=0, le=2000)] = 100


class _Portal(_Part):
    bounds: Annotated[list[_Spot], Field(min_length=2, max_length=2)]
    closed: bool = True


class _Light(_Part):
    position: _Spot
    range: Annotated[float, Field(ge=0, le=1000)] = 0.0


class _Environment(_Part):
    ambient_light: str = Field(default="", max_length=16)
    baked_lighting: bool = False


class _File(_Part):
    format: float = 0.3
    resolution: _Resolution
    line_of_sight: list[list[_Spot]] = Field(default_factory=lambda: list[list[_Spot]](), max_length=MOST_WALLS)
    objects_line_of_sight: list[list[_Spot]] = Field(default_factory=lambda: list[list[_Spot]](), max_length=MOST_WALLS)
    portals: list[_Portal] = Field(default_factory=lambda: list[_Portal](), max_length=MOST_WALLS)
    lights: list[_Light] = Field(default_factory=lambda: list[_Light](), max_length=MOST_WALLS)
    environment: _Environment = _Environment()
    image: str = ""


@dataclass(frozen=True, slots=True)
class Imported:
    """What a file gave: the board, its background picture if it has one, and what was left out."""

    board: Board
    picture: Picture | None = None
    notes: tuple[str, ...] = ()


def read_uvtt(
    data: bytes, *, file: str = "map.uvtt", cell: float = 1.0, measure: str = "inches", name: str = ""
) -> Imported:
    """The board in a Universal VTT file. `cell`: how long a side of its grid is on our table.

    Raises BoardFault, naming the file, for what is not such a file, is too large, or carries a picture that is
    damaged, too large or no picture at all.
    """
    if not 0.0 < cell <= 100.0:
        raise BoardFault(file, 0, f"a cell of the grid is more than 0 and at most 100 {measure} long, not {cell:g}")
    content = _content(data, file)
    size = content.resolution.map_size
    if not (1 <= size.x <= MOST_CELLS and 1 <= size.y <= MOST_CELLS):
        raise BoardFault(file, 0, f"a map has 1 to {MOST_CELLS} cells a side, this one {size.x:g} by {size.y:g}")
    grid = _Grid(content.resolution.map_origin, size.y, cell)
    scale = SCALES[measure]
    features, notes = _features(content, grid, file, scale.tall)
    board = Board(
        width=round(size.x * cell, 3),
        depth=round(size.y * cell, 3),
        features=features,
        name=name,
        light="night" if _dark(content.environment.ambient_light) else "day",
        square=_square(cell, scale.square),
        measure=measure,
    )
    if problem := too_much(board):
        raise BoardFault(file, 0, problem)
    return Imported(board, _picture(content.image, file), notes)


def _content(data: bytes, file: str) -> _File:
    if len(data) > LARGEST_FILE:
        raise BoardFault(
            file, 0, f"the file is larger than {LARGEST_FILE // 2**20} MiB; export it with a smaller picture"
        )
    if data[:4] in (b"PK\x03\x04", b"PK\x05\x06") or data[:2] == b"\x1f\x8b":
        raise BoardFault(file, 0, "this is an archive; unpack it and give the .uvtt or .dd2vtt file itself")
    try:
        text = data.decode("utf-8-sig")
        loaded: object = json.loads(text, parse_constant=_no_constant)
    except UnicodeDecodeError:
        raise BoardFault(file, 0, "the file is not text; a .uvtt or .dd2vtt file is JSON in UTF-8") from None
    except json.JSONDecodeError as fault:
        raise BoardFault(file, fault.lineno, f"this is not JSON: {fault.msg}") from None
    except (RecursionError, ValueError) as fault:
        raise BoardFault(file, 0, f"this is not a map: {fault}") from None
    try:
        return _File.model_validate(loaded)
    except ValidationError as invalid:
        first = invalid.errors(include_url=False, include_context=False)[0]
        where = ".".join(str(step) for step in first["loc"])
        raise BoardFault(file, 0, f"{where or 'the file'}: {first['msg']}") from None


def _no_constant(word: str) -> float:
    raise ValueError(f"{word} isn't a number")


@dataclass(frozen=True, slots=True)
class _Grid:
    origin: _Spot
    rows: float
    cell: float

    def point(self, spot: _Spot) -> Point:
        x, y = (spot.x - self.origin.x) * self.cell, (self.rows - (spot.y - self.origin.y)) * self.cell
        return round(x, 3) + 0.0, round(y, 3) + 0.0


def _features(content: _File, grid: _Grid, file: str, tall: float) -> tuple[tuple[Feature, ...], tuple[str, ...]]:
    lines = [("wall", WALL_HEIGHT, "hard", points) for points in content.line_of_sight]
    lines += [("object", OBJECT_HEIGHT, "soft", points) for points in content.objects_line_of_sight]
    if sum(len(points) for *_, points in lines) > MOST_POINTS:
        raise BoardFault(file, 0, f"the walls have more than {MOST_POINTS} points; simplify them in the editor")
    width = round(min(0.3, 0.1 * grid.cell), 3)
    features: list[Feature] = []
    dropped = 0
    for kind, height, hardness, spots in lines:
        points = _distinct([grid.point(spot) for spot in spots])
        if len(points) < 2:
            dropped += 1
            continue
        if tangled(points):
            raise BoardFault(file, 0, "a wall crosses itself again and again; simplify it in the editor")
        kind = "high wall" if kind == "wall" else "barricade"
        features.append(Feature(kind, points, height=round(height * tall, 3), width=width, hardness=hardness))
    for portal in content.portals:
        a, b = (grid.point(spot) for spot in portal.bounds)
        if a != b:
            features.append(_door(a, b, portal.closed, width, round(WALL_HEIGHT * tall, 3)))
    for light in content.lights:
        if light.range > 0:
            at = grid.point(light.position)
            features.append(Feature("lamp", (at,), width=round(2 * light.range * grid.cell, 3)))
    notes = (f"{counted(dropped, 'wall')} without length {plural(dropped, 'was', 'were')} left out",) if dropped else ()
    return tuple(features), notes


def _door(a: Point, b: Point, closed: bool, width: float, height: float) -> Feature:
    """A door leaf of its own: shut it hides and bars, open it is only drawn."""
    if closed:
        shut = Opening("door", a, b, 0.0, height, open=False)
        return Feature("door", (a, b), height=height, width=width, hardness="soft", openings=(shut,))
    return Feature("open door", (a, b), width=width)


def _distinct(points: Sequence[Point]) -> tuple[Point, ...]:
    kept: list[Point] = []
    for point in points:
        if not kept or math.dist(kept[-1], point) > 0.005:
            kept.append(point)
    return tuple(kept)


def _dark(ambient: str) -> bool:
    """Ambient light is written as AARRGGBB or RRGGBB; a dark one means night."""
    digits = ambient.removeprefix("#")[-6:]
    try:
        red, green, blue = (int(digits[i : i + 2], 16) for i in (0, 2, 4))
    except ValueError:
        return False
    return 0.3 * red + 0.59 * green + 0.11 * blue < 80


def _square(cell: float, wanted: float) -> float:
    """Map squares of about the usual size that end on grid lines."""
    return round(cell * max(1, round(wanted / cell)), 3)


def _picture(text: str, file: str) -> Picture | None:
    if not text:
        return None
    if len(text) > LARGEST_PICTURE * 4 // 3 + 64:
        raise BoardFault(file, 0, f"the picture is larger than {LARGEST_PICTURE // 2**20} MiB; export a smaller one")
    encoded = text.split(",", 1)[1] if text.startswith("data:") else text
    try:
        data = base64.b64decode(encoded, validate=True)
    except (binascii.Error, ValueError):
        raise BoardFault(file, 0, "the picture is damaged: it is not base64") from None
    picture = picture_of(data)
    if picture is None:
        raise BoardFault(file, 0, "the picture is neither PNG, JPEG nor WebP")
    if picture.width * picture.height > MOST_PIXELS or max(picture.width, picture.height) > MOST_SIDE:
        raise BoardFault(file, 0, f"the picture has {picture.width} by {picture.height} pixels; export a smaller one")
    return picture
