"""Map references: places and routes as players write them.

A square is a column letter and a row number, both counted from the south-west corner: A1 is the corner, G7 the middle
of the seventh square east and north. "G7.5" lies half a square north of that. A reference is a list of legs, each from
where the last one ended:

    G7 · G7.5 H2 · 12.5,30 · Church · Cell 2 · 6in toward Cell 2 · 4 away from G7 · north-east 4 · 045 6in
    north (as far as it goes) · forward 4 · along the road to K3 · along Main Street to K3
    G7 then H2 · G7; H2 · via G7 to H2

What cannot be read is refused with a RuleViolation whose code is "place-unreadable", "place-unknown",
"place-off-board", "place-needs-start" or "place-measure".
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from shapely import LineString
from shapely import Point as Spot
from shapely.ops import linemerge, substring

from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.language.naming import folded
from rules.table.board import Board, Point
from rules.table.measure import bearing, between, length, step, tidy, toward

ROADS = ("road", "path", "track", "street", "trail")
"""Kinds of feature that "along the road" follows."""

_DIRECTIONS = {"n": 0, "ne": 45, "e": 90, "se": 135, "s": 180, "sw": 225, "w": 270, "nw": 315}
_WORDS = {"north": "n", "east": "e", "south": "s", "west": "w"}
_RELATIVE = {"forward": 0, "forwards": 0, "ahead": 0, "back": 180, "backwards": 180, "left": 270, "right": 90}
_UNITS = {"in": "inches", "inch": "inches", "inches": "inches", '"': "inches", "”": "inches", "″": "inches"} | {
    "m": "metres", "metre": "metres", "metres": "metres", "meter": "metres", "meters": "metres"
}  # fmt: skip

_NUMBER = r"\d{1,4}(?:\.\d{1,4})?"
_UNIT = r"(?:inches|inch|in|metres|metre|meters|meter|m|\"|”|″)"
_LENGTH = rf"(?P<length>{_NUMBER})\s*(?P<unit>{_UNIT})?"
_COMPASS = (
    r"(?P<way>(?:north|south)?[\s-]*(?:east|west)|north|south|ne|nw|se|sw|n|e|s|w"
    r"|forwards?|ahead|back(?:wards)?|left|right|\d{3})"
)

_ANY_SQUARE = r"[a-z]{1,2}\s?\d{1,3}(?:\.\d{1,3})?"
_ANY_POINT = rf"\(?\s*{_NUMBER}\s*,\s*{_NUMBER}\s*\)?"

_SQUARE = re.compile(r"(?P<column>[a-z]{1,2})\s?(?P<row>\d{1,3}(?:\.\d{1,3})?)", re.I)
_POINT = re.compile(rf"\(?\s*(?P<x>{_NUMBER})\s*,\s*(?P<y>{_NUMBER})\s*\)?")
_TOWARD = re.compile(rf"{_LENGTH}\s+(?P<word>towards?|to|away\s+from|from)\s+(?P<goal>.+)", re.I)
_TOWARD_LAST = re.compile(rf"(?P<word>towards?|away\s+from)\s+(?P<goal>.+?)[\s,]+{_LENGTH}", re.I)
_WAY_FIRST = re.compile(rf"(?:bearing\s+)?{_COMPASS}[\s,]+(?:by\s+)?{_LENGTH}", re.I)
_WAY_LAST = re.compile(rf"{_LENGTH}\s+(?:to\s+the\s+)?(?:bearing\s+)?{_COMPASS}", re.I)
_ALONG = re.compile(
    r"(?:along|by|on|up|down|follow)\s+(?:the\s+)?(?P<road>.+?)\s+(?:up\s+to|to|until)\s+(?P<goal>.+)", re.I
)
_SPLIT = re.compile(r"\s*(?:;|->|→|,?\s+\bthen\b|\bvia\b)\s*", re.I)

_LED_UP_TO = re.compile(r"^(?:(?:into|in|inside|at|near|by|on)\s+)?(?:the|a|an)\s+(?=\S)|^(?:into|inside|at)\s+(?=\S)")
"""Articles, and the words of place before them."""

_FROM_TO = re.compile(rf"(?P<first>{_ANY_SQUARE}|{_ANY_POINT})\s+to\s+(?P<rest>.+)", re.I)


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a reference may speak of: the board, where the mover is and looks, and the places that he knows.

    `places` are names with their positions: units that the player sees, and whatever else may be named. The board's
    own named features are known without being listed.
    """

    board: Board
    start: Point | None = None
    facing: float | None = None
    places: Mapping[str, Point] | None = None


# ── Positions in words ────────────────────────────────────────────────────────────────────────────────────────────


def column_name(index: int) -> str:
    """0 → "A", 25 → "Z", 26 → "AA"."""
    return chr(65 + index) if index < 26 else chr(64 + index // 26) + chr(65 + index % 26)


def size_in_squares(board: Board) -> tuple[int, int]:
    """Columns and rows; a last one may be cut by the edge."""
    return max(1, math.ceil(board.width / board.square)), max(1, math.ceil(board.depth / board.square))


def square_of(board: Board, point: Point) -> str:
    """The square in which a point lies: "G7". A point beyond the edge counts to the square next to it."""
    columns, rows = size_in_squares(board)
    column = min(max(int(point[0] // board.square), 0), columns - 1)
    row = min(max(int(point[1] // board.square), 0), rows - 1)
    return f"{column_name(column)}{row + 1}"


def squares(board: Board) -> tuple[str, ...]:
    """All squares, west to east and south to north."""
    columns, rows = size_in_squares(board)
    return tuple(f"{column_name(column)}{row + 1}" for column in range(columns) for row in range(rows))


def point_text(point: Point) -> str:
    """A point as it may be written back: "12.5,30"."""
    return f"{tidy(point[0]):g},{tidy(point[1]):g}"


def exactly(board: Board | None, point: Point | None, digits: int = 1) -> str:
    """ "G7 (12.5,30)": the square, and the point as it may be written back; "" for nowhere, and without a board."""
    if board is None or point is None:
        return ""
    return f"{square_of(board, point)} ({point_text((round(point[0], digits), round(point[1], digits)))})"


def how_to_write(around: Surroundings) -> str:
    """How places are written, by examples that lie on this very board and that the viewer knows."""
    board = around.board
    middle = (board.width / 2, board.depth / 2)
    square, unit = square_of(board, middle), board.short
    name = next(iter({**named_places(board), **(around.places or {})}), square)
    words = f"a square (“{square}”), a point (“{point_text(middle)}”), “6{unit} toward {name}”, “north-east 4”"
    road = next((f.kind for f in board.features if f.kind in ROADS and f.width > 0), "")
    return f"Write {words}{f', “along the {road} to {square}”' if road else ''}."


@lru_cache(maxsize=64)
def named_places(board: Board) -> Mapping[str, Point]:
    """The named features of a board and their middles; lines are named at half their length."""
    places: dict[str, Point] = {}
    for feature in board.features:
        if feature.name and feature.name not in places and feature.outline:
            if feature.width > 0 and len(feature.outline) > 1:
                middle = LineString(feature.outline).interpolate(0.5, normalized=True)
                places[feature.name] = (tidy(middle.x), tidy(middle.y))
            else:
                xs, ys = zip(*feature.outline, strict=True)
                places[feature.name] = (tidy(sum(xs) / len(xs)), tidy(sum(ys) / len(ys)))
    return MappingProxyType(places)


def mentioned(text: str, board: Board) -> tuple[str, ...]:
    """The named places of a board (no roads or rivers) that a text speaks of, the longest names first."""
    spoken = folded(text)
    areas = {f.name for f in board.features if f.name and not (f.width > 0 and len(f.outline) > 1)}
    found: list[str] = []
    for name in sorted(areas, key=lambda name: (-len(name), name)):
        word = rf"(?<!\w){re.escape(bare(name))}(?!\w)"
        if bare(name) and re.search(word, spoken):
            found.append(name)
            spoken = re.sub(word, " ", spoken)
    return tuple(found)


# ── Words into positions ──────────────────────────────────────────────────────────────────────────────────────────


def place(text: str, around: Surroundings) -> Point:
    """One position. Raises RuleViolation as `route` does; of a route only the end counts."""
    return route(text, around)[-1]


def route(text: str, around: Surroundings) -> tuple[Point, ...]:
    """The points of a route, without its start.

    Raises RuleViolation for what cannot be read, names nothing known, leaves the board, needs a start where there is
    none, or is written in another measure than the board's.
    """
    written = " ".join(text.replace("\u00a0", " ").split())
    if not written:
        raise _unreadable("No place was given.", how_to_write(around))
    points: list[Point] = []
    here = around.start
    for leg in _legs(written):
        for point in _leg(leg, around, here):
            _require_on_board(around.board, point, leg)
            points.append(point)
            here = point
    if not points:
        raise _unreadable(f"“{_short(written)}” names no place.", how_to_write(around))
    return tuple(points)


def _legs(written: str) -> list[str]:
    legs: list[str] = []
    for part in _SPLIT.split(written):
        part = re.sub(r"^to\s+", "", part.strip(" ,."), flags=re.I)
        if not part:
            continue
        if run := _run_of_squares(part):
            legs += run
        elif match := _FROM_TO.fullmatch(part):
            legs += [match["first"], *_legs(match["rest"])]
        else:
            legs.append(part)
    return legs


def _run_of_squares(part: str) -> list[str]:
    """ "G7.5 H2, K3" names three squares; anything else is one leg."""
    found = list(_SQUARE.finditer(part))
    rest = re.sub(r"\bto\b", "", _SQUARE.sub("", part), flags=re.I)
    return [match.group() for match in found] if len(found) > 1 and not rest.strip(" ,-") else []


def _leg(leg: str, around: Surroundings, here: Point | None) -> Sequence[Point]:
    if match := _SQUARE.fullmatch(leg):
        return [_square(match, around.board)]
    known = named(leg, around)
    if known is not None:
        return [known]
    if match := _POINT.fullmatch(leg):
        return [(float(match["x"]), float(match["y"]))]
    if match := _ALONG.fullmatch(leg):
        return _along(match["road"], _goal(match["goal"], around), around.board, _started(here, leg))
    if match := _TOWARD.fullmatch(leg) or _TOWARD_LAST.fullmatch(leg):
        return [_toward(match, around, _started(here, leg))]
    if match := _WAY_FIRST.fullmatch(leg) or _WAY_LAST.fullmatch(leg):
        direction = _direction(match["way"], around, leg)
        return [step(_started(here, leg), direction, _length(match, around.board))]
    if match := re.fullmatch(_COMPASS, leg, re.I):
        return [_to_the_edge(_started(here, leg), _direction(match["way"], around, leg), around.board, leg)]
    if re.fullmatch(_LENGTH, leg, re.I):
        raise _unreadable(f"“{leg}” says how far, but not where to.", f'Write a direction with it: "north {leg}".')
    raise RuleViolation(
        "place-unknown", f"There is no place “{_short(leg)}” that you know of.", remedy=how_to_write(around)
    )


def named(leg: str, around: Surroundings) -> Point | None:
    """The place of that name as it is written, else without articles: "the mill" is the Mill, "house" The house. None
    where no place or unit that is known has it."""
    places = [*(around.places or {}).items(), *named_places(around.board).items()]
    for read in (folded, bare):
        wanted = read(leg)
        for name, point in places:
            if wanted and read(name) == wanted:
                return point
    return None


def _goal(text: str, around: Surroundings) -> Point:
    """The place that a leg leads toward or away from; it may be a square, a point or a name, not a leg of its own."""
    goal = text.strip(" ,.")
    if match := _SQUARE.fullmatch(goal):
        return _square(match, around.board)
    known = named(goal, around)
    if known is not None:
        return known
    if match := _POINT.fullmatch(goal):
        return float(match["x"]), float(match["y"])
    raise RuleViolation(
        "place-unknown", f"There is no place “{_short(goal)}” that you know of.", remedy=how_to_write(around)
    )


def _square(match: re.Match[str], board: Board) -> Point:
    columns, rows = size_in_squares(board)
    letters = match["column"].upper()
    column = ord(letters[-1]) - 65 + (26 * (ord(letters[0]) - 64) if len(letters) == 2 else 0)
    row = float(match["row"]) - 1
    if column >= columns or not 0 <= row < rows:
        last = f"{column_name(columns - 1)}{rows}"
        raise RuleViolation(
            "place-off-board",
            f"There is no square {match.group().upper()} on this board.",
            remedy=f"The squares run from A1 in the south-west to {last} in the north-east.",
        )
    x, y = (column + 0.5) * board.square, (row + 0.5) * board.square
    return tidy(min(x, board.width)), tidy(min(y, board.depth))


def _toward(match: re.Match[str], around: Surroundings, here: Point) -> Point:
    goal = _goal(match["goal"], around)
    distance = _length(match, around.board)
    if "from" not in match["word"].lower():
        return toward(here, goal, distance)
    if here == goal:
        raise _unreadable("The way leads away from the very place where it starts.", "Give a direction instead.")
    return step(here, bearing(goal, here), distance)


def _along(name: str, goal: Point, board: Board, here: Point) -> Sequence[Point]:
    """On to the road by the shortest way, along it, and off it by the shortest way."""
    wanted = bare(name)
    lines = [f for f in board.features if f.width > 0 and len(f.outline) > 1]
    chosen = [f for f in lines if f.name and bare(f.name) == wanted]
    chosen = chosen or [f for f in lines if f.kind == wanted or (wanted in ROADS and f.kind in ROADS)]
    if not chosen:
        raise RuleViolation(
            "place-unknown", f"There is no “{_short(name)}” to go along on this board.", remedy="Give squares instead."
        )
    merged = linemerge([LineString(f.outline) for f in chosen]) if len(chosen) > 1 else LineString(chosen[0].outline)
    strands = list(getattr(merged, "geoms", [merged]))
    start, end = Spot(here), Spot(goal)
    strand = min(strands, key=lambda line: line.distance(start) + line.distance(end))
    part = substring(strand, strand.project(start), strand.project(end))
    points = [(tidy(x), tidy(y)) for x, y in part.coords]
    points = [*points, goal] if between(points[-1], goal) > 0.05 else [*points[:-1], goal]
    return points[1:] if len(points) > 1 and between(points[0], here) < 0.05 else points


def _direction(way: str, around: Surroundings, leg: str) -> float:
    word = way.lower()
    if word in _RELATIVE:
        if around.facing is None:
            raise RuleViolation(
                Why.PLACE_NEEDS_START, f"“{leg}” needs to know where the unit looks.", remedy='Write "north 4".'
            )
        return (around.facing + _RELATIVE[word]) % 360.0
    if word.isdigit():
        return float(word) % 360.0
    parts = re.findall(r"north|south|east|west", word)
    return float(_DIRECTIONS["".join(_WORDS[part] for part in parts) if parts else word])


def _length(match: re.Match[str], board: Board) -> float:
    unit = _UNITS.get((match["unit"] or "").lower())
    if unit is not None and unit != board.measure:
        raise RuleViolation(
            "place-measure", f"This board is measured in {board.measure}, not in {unit}.", remedy="Leave the unit out."
        )
    return float(match["length"])


def _to_the_edge(here: Point, direction: float, board: Board, leg: str) -> Point:
    """A direction alone leads as far as it goes: to a quarter of a square before the edge."""
    angle, margin = math.radians(direction), board.square / 4
    ways: list[float] = []
    for start, rate, size in ((here[0], math.sin(angle), board.width), (here[1], math.cos(angle), board.depth)):
        if abs(rate) > 1e-9:
            ways.append(((size - margin if rate > 0 else margin) - start) / rate)
    far = min(ways)
    if far <= 0.0:
        raise RuleViolation(
            "place-off-board", f"“{_short(leg)}” leads off the board from there.", remedy="Choose another direction."
        )
    return step(here, direction, far)


def _started(here: Point | None, leg: str) -> Point:
    if here is None:
        raise RuleViolation(
            Why.PLACE_NEEDS_START,
            f"“{_short(leg)}” needs a place to start from.",
            remedy='Give a square ("G7") instead.',
        )
    return here


def _require_on_board(board: Board, point: Point, leg: str) -> None:
    if not board.holds(*point):
        raise RuleViolation(
            "place-off-board",
            f"“{_short(leg)}” leads off the board, to {point_text(point)}.",
            remedy=f"The board is {board.width:g} by {board.depth:g} {board.short}, from 0,0 in the south-west.",
        )


def _unreadable(message: str, remedy: str) -> RuleViolation:
    return RuleViolation("place-unreadable", message, remedy=remedy)


@lru_cache(4096)
def bare(name: str) -> str:
    """A name as it is compared: folded, without the words that lead up to it ("into the mill" is "mill")."""
    return _LED_UP_TO.sub("", folded(name))


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:39] + "…"


def route_length(start: Point, points: Sequence[Point]) -> float:
    """How long a route is from its start, ground not counted."""
    return length((start, *points))
