"""Boards in scenario files (YAML), checked by pydantic; every fault names its file and line.

name: Crossroads
size: [48, 36]
edges: {army: south, insurgents: north}
wind: north-east
generate: {kind: fields, seed: 4}          # or grid: |  with one character a cell
features:
  - {kind: road, line: ["0,18", "48,18"], width: 2, name: High Road}
  - {kind: building, rectangle: [[20, 20], [26, 24]], floors: 2, hardness: hard, name: Inn,
     openings: [{kind: door, from: [22.5, 20], to: [23.5, 20]}]}
  - {kind: woods, area: [C3, E3, E5, C4], height: 4}
  - {kind: crater, circle: {at: F6, radius: 1}}
"""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from rules.kernel.violation import RuleViolation
from rules.table.board import Board, Feature, Opening, Point
from rules.table.boards import SCALES, generate
from rules.table.effort import too_much
from rules.table.faults import BoardFault, FileFault
from rules.table.footprint import tangled
from rules.table.marked_yaml import MarkedValues, Plain, YamlStep, read_marked
from rules.table.nature import PLAIN
from rules.table.reference import Surroundings, place
from rules.table.text_grid import read_grid

Length = Annotated[float, Field(gt=0, le=2000, allow_inf_nan=False)]
Height = Annotated[float, Field(ge=-50, le=200, allow_inf_nan=False)]
Coordinate = Annotated[float, Field(ge=-100, le=2100, allow_inf_nan=False)]
Spot = tuple[Coordinate, Coordinate] | Annotated[str, Field(max_length=40)]
"""[x, y], "12.5,30" or a square such as "G7"."""

_COMPASS = {"north": 0, "north-east": 45, "east": 90, "south-east": 135, "south": 180, "south-west": 225,
            "west": 270, "north-west": 315}  # fmt: skip


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class OpeningPart(_Part):
    kind: Literal["door", "window", "gate", "breach"] = "door"
    start: Spot = Field(alias="from")
    end: Spot = Field(alias="to")
    sill: Height = 0.0
    head: Height = 2.0
    open: bool = True


class FeatureCircle(_Part):
    at: Spot
    radius: Length


class FeaturePart(_Part):
    kind: str = Field(min_length=1, max_length=40)
    area: list[Spot] | None = Field(default=None, min_length=3, max_length=500)
    rectangle: tuple[Spot, Spot] | None = None
    line: list[Spot] | None = Field(default=None, min_length=2, max_length=500)
    circle: FeatureCircle | None = None
    width: Length | None = None
    name: str = Field(default="", max_length=60)
    height: Height | None = None
    base: Height = 0.0
    hardness: Literal["none", "soft", "hard"] = "none"
    floors: int = Field(default=0, ge=0, le=60)
    openings: list[OpeningPart] = Field(default_factory=lambda: list[OpeningPart](), max_length=200)
    until: int | None = Field(default=None, ge=0)
    parapet: Height = Field(default=0.0, ge=0, description="of a building's roof: how high its edge stands above it")

    @model_validator(mode="after")
    def _one_shape(self) -> FeaturePart:
        given = [word for word in ("area", "rectangle", "line", "circle") if getattr(self, word) is not None]
        if len(given) != 1:
            raise ValueError(f"a feature has one of area, rectangle, line or circle; this one has {given or 'none'}")
        if (self.line is None) != (self.width is None):
            raise ValueError("a line needs a width, and only a line has one")
        return self


class GeneratePart(_Part):
    kind: str
    seed: int | str = 1


class GridPart(_Part):
    text: str = Field(max_length=60_000)
    legend: str = Field(default="", max_length=10_000)
    cell: Length = 2.0


class BoardPart(_Part):
    """The `board:` of a scenario."""

    name: str = Field(default="", max_length=80)
    size: tuple[Length, Length] | None = None
    measure: Literal["inches", "metres"] = "inches"
    square: Length | None = None
    light: Literal["day", "dusk", "moon", "night"] = "day"
    weather: str = Field(default="clear", max_length=60)
    wind: Annotated[float, Field(ge=0, lt=360)] | Literal[
        "north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"
    ] = 0.0  # fmt: skip
    visibility: Length | None = None
    edges: dict[str, Literal["north", "east", "south", "west"]] = Field(default_factory=lambda: {})
    generate: GeneratePart | None = None
    grid: GridPart | str | None = None
    features: list[FeaturePart] = Field(default_factory=lambda: list[FeaturePart](), max_length=2000)
    objectives: list[Annotated[str, Field(min_length=1, max_length=60)]] = Field(
        default_factory=lambda: list[str](), max_length=20, description="places that all know to be fought for"
    )

    @model_validator(mode="after")
    def _one_ground(self) -> BoardPart:
        if self.generate and self.grid:
            raise ValueError("a board is generated or drawn as a grid, not both")
        if self.size is None and self.grid is None:
            raise ValueError("a board needs a size, such as [48, 36]")
        return self


def read_board(text: str, *, file: str = "board.yaml") -> Board:
    """A board from a YAML file of its own. Raises BoardFault."""
    try:
        marked = read_marked(text, file)
    except FileFault as fault:
        raise BoardFault.of([fault]) from None
    return board_of(marked)


def board_of(marked: MarkedValues, path: tuple[YamlStep, ...] = ()) -> Board:
    """The board at a path of a larger file ("board" of a scenario). Raises BoardFault with all that is wrong."""
    value = part_at(marked.value, path)
    try:
        part = BoardPart.model_validate(value)
    except ValidationError as invalid:
        raise BoardFault.of(faults_of(invalid, marked, path)) from None
    board = _ground(part, marked, path)
    features = list(board.features)
    wrong: list[BoardFault] = []
    for index, described in enumerate(part.features):
        try:
            features.append(_feature(described, board))
        except (RuleViolation, ValueError) as fault:
            message = fault.message if isinstance(fault, RuleViolation) else str(fault)
            wrong.append(BoardFault(marked.file, marked.line((*path, "features", index)), message))
    named = [feature.name for feature in features if feature.name]
    for index, name in enumerate(part.objectives):
        if name not in named:
            known = ", ".join(dict.fromkeys(named)) or "none"
            where = marked.line((*path, "objectives", index)) or marked.line((*path, "objectives"))
            wrong.append(BoardFault(marked.file, where, f"no place is named “{name}”; named places: {known}"))
    if wrong:
        raise BoardFault.of(wrong)
    board = replace(board, features=tuple(features), objectives=tuple(part.objectives))
    if problem := too_much(board):
        raise BoardFault(marked.file, marked.line((*path, "features")), problem)
    return board


def faults_of(invalid: ValidationError, marked: MarkedValues, path: tuple[YamlStep, ...] = ()) -> tuple[FileFault, ...]:
    """What pydantic found in the part of the file at `path`, each with its line; at least one."""
    found: list[FileFault] = []
    for error in invalid.errors(include_url=False, include_context=False):
        steps: tuple[YamlStep, ...] = ()
        for step in error["loc"]:
            if (*path, *steps, step) in marked.lines or isinstance(step, int) or not _is_branch(step):
                steps = (*steps, step)
        where = ".".join(str(step) for step in steps)
        message = error["msg"].removeprefix("Value error, ")
        line = marked.line((*path, *steps))
        found.append(FileFault(marked.file, line, f"{where}: {message}" if where else message))
    return tuple(found)


def _is_branch(step: str) -> bool:
    """pydantic names the branch of a union in its path; the file has no such part."""
    return (
        step[:1].isupper() or any(sign in step for sign in "[(") or step in ("str", "float", "int", "literal", "tuple")
    )


def part_at(value: Plain, path: tuple[YamlStep, ...]) -> Plain:
    """What stands at a path; None where the file has no such part."""
    for step in path:
        if isinstance(value, dict) and isinstance(step, str):
            value = value.get(step)
        elif isinstance(value, list) and isinstance(step, int) and step < len(value):
            value = value[step]
        else:
            return None
    return value


def _ground(part: BoardPart, marked: MarkedValues, path: tuple[YamlStep, ...]) -> Board:
    edges = tuple(sorted(part.edges.items()))
    wind = float(_COMPASS[part.wind]) if isinstance(part.wind, str) else part.wind
    if part.grid is not None:
        grid = GridPart(text=part.grid) if isinstance(part.grid, str) else part.grid
        board = _drawn(grid, part, marked, path)
    elif part.generate and part.size:
        try:
            board = generate(
                part.generate.kind, part.generate.seed, width=part.size[0], depth=part.size[1], measure=part.measure
            )
        except ValueError as fault:
            raise BoardFault(marked.file, marked.line((*path, "generate")), str(fault)) from None
    else:
        wide, deep = part.size or (1.0, 1.0)
        board = Board(wide, deep, measure=part.measure, square=SCALES[part.measure].square)
    return replace(
        board,
        name=part.name or board.name,
        light=part.light,
        weather=part.weather,
        wind=wind if "wind" in part.model_fields_set else board.wind,
        visibility=part.visibility,
        edges=edges,
        square=part.square or board.square,
    )


def _drawn(grid: GridPart, part: BoardPart, marked: MarkedValues, path: tuple[YamlStep, ...]) -> Board:
    try:
        board = read_grid(grid.text, cell=grid.cell, legend=grid.legend, measure=part.measure, file=marked.file)
    except BoardFault as fault:
        line = marked.line((*path, "grid", "text")) or marked.line((*path, "grid"))
        raise BoardFault(marked.file, line + fault.line, fault.message) from None
    if part.size and part.size != (board.width, board.depth):
        line = marked.line((*path, "size"))
        drawn = f"{board.width:g} by {board.depth:g}"
        raise BoardFault(marked.file, line, f"the grid makes a board of {drawn}; leave the size out or change the cell")
    return board


def _feature(part: FeaturePart, board: Board) -> Feature:
    """Raises RuleViolation for a place that cannot be read, ValueError for one far off the board."""
    width = 0.0
    if part.area is not None:
        outline = tuple(spot_of(spot, board) for spot in part.area)
    elif part.rectangle is not None:
        (x0, y0), (x1, y1) = (spot_of(spot, board) for spot in part.rectangle)
        outline = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    elif part.line is not None:
        outline, width = tuple(spot_of(spot, board) for spot in part.line), part.width or 0.0
    else:
        assert part.circle is not None
        outline, width = (spot_of(part.circle.at, board),), 2 * part.circle.radius
    margin = max(board.width, board.depth) / 4
    for x, y in outline:
        if not (-margin <= x <= board.width + margin and -margin <= y <= board.depth + margin):
            raise ValueError(f"{x:g},{y:g} is far off the board of {board.width:g} by {board.depth:g}")
    if tangled(outline):
        raise ValueError("its outline crosses itself again and again; draw it as several features")
    return Feature(
        kind=part.kind,
        outline=outline,
        name=part.name,
        height=PLAIN.of(part.kind).height if part.height is None else part.height,
        base=part.base,
        width=width,
        hardness=part.hardness,
        floors=part.floors,
        openings=tuple(
            Opening(o.kind, spot_of(o.start, board), spot_of(o.end, board), o.sill, o.head, o.open)
            for o in part.openings
        ),
        until=part.until,
        parapet=part.parapet,
    )


def spot_of(spot: Spot, board: Board) -> Point:
    """The point that a file means. Raises RuleViolation for a reference that cannot be read."""
    return place(spot, Surroundings(board)) if isinstance(spot, str) else spot
