"""The names of places on a picture, and the rings around objectives.

A name stands on its place or close by. Where figures stand on the place it gives way to them, on a thread if it must,
but it is never left out: who is told to go to the mill finds the mill.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from shapely import LineString, Polygon, box, ops
from shapely import Point as Spot
from shapely.geometry.base import BaseGeometry

from rules.kernel.violation import RuleViolation
from rules.table.board import Board, Feature, Point
from rules.table.canvas import Canvas, Frame, element, number, path
from rules.table.footprint import area, rings_of
from rules.table.ground import in_frame
from rules.table.lettering import lettered, text_width
from rules.table.reference import Surroundings, bare, place, square_of
from rules.table.room import Box, Room, moved, overlap

SIZE, GOAL_SIZE = 19.0, 21.0
"""Height of a capital of a name, and of an objective's."""
FLAG = 27.0
"""Width of the flag before an objective's name."""
_ALONG, _BESIDE, _AROUND = (0.4, -0.9, 1.8), (-0.9, 1.8, 0.4), (0.4, -1.1, 1.9, -2.4, 3.2)
"""Where the baseline of a name may lie, below or above its spot, in heights of its letters: of a road or a stream it
lies upon it, of a wall, a hedge or a trench beside it, or nobody could read it."""
_SHUNNED = frozenset({"building", "bunker", "trench", "emplacement", "wire", "barricade"})
"""Small things that the name of something else does not lie over while there is other room."""
_LONG = 3.0
"""So many times longer than wide, a piece of ground bears its name anywhere along it."""
_FARTHEST = 300.0
"""How far from its place a name may stand on a thread, in picture units."""
_INK, _GOAL_INK, _HALO = "#4a4337", "#111111", "#fbf9f2"


@dataclass(frozen=True, slots=True)
class Goal:
    """An objective: its name and its ground, in the board's measure."""

    name: str
    ground: BaseGeometry
    marked: bool = False
    """The board has a line around it already."""


@dataclass(frozen=True, slots=True)
class Written:
    """A name in its place: baseline and middle at `x`, `y`."""

    text: str
    x: float
    y: float
    upright: bool
    box: Box
    goal: bool
    """Of an objective: larger, with a flag before it."""
    thread: Point | None = None
    """Where on the paper its place is, if it stands away from it."""


# ── Objectives ────────────────────────────────────────────────────────────────────────────────────────────────────


def goals(board: Board, wanted: Iterable[str]) -> list[Goal]:
    """The objectives of a picture: what the board marks as one, and the places (names or squares) in `wanted`."""
    found: dict[str, Goal] = {}
    for feature in board.features:
        if feature.kind == "objective" and feature.outline:
            found.setdefault(bare(feature.name) or f"#{len(found)}", Goal(feature.name, area(feature), marked=True))
    for name in (*board.objectives, *wanted):
        if bare(name) not in found and (goal := _goal(board, name)) is not None:
            found[bare(name)] = goal
    return list(found.values())


def _goal(board: Board, name: str) -> Goal | None:
    """The ground of a place: a named feature, else its square. None for a name that the board does not know."""
    named = [feature for feature in board.features if feature.name and feature.outline]
    called = [feature for feature in named if feature.name.casefold() == name.casefold()]
    for feature in called or [feature for feature in named if bare(feature.name) == bare(name)]:
        ground = area(feature)
        if not ground.is_empty:
            return Goal(feature.name, ground)
        return Goal(feature.name, Spot(feature.outline[0]))
    try:
        at = place(name, Surroundings(board))
    except RuleViolation:
        return None
    half = board.square / 2
    return Goal(name, box(at[0] - half, at[1] - half, at[0] + half, at[1] + half))


def rings(found: Sequence[Goal], canvas: Canvas) -> str:
    """A ring around each objective, a little off its ground, so that it reads on any terrain."""
    out = ""
    for goal in found:
        ground = goal.ground if goal.marked else goal.ground.buffer(13.0 / canvas.scale, quad_segs=8)
        d = "".join(canvas.line(ring, closed=True) for ring in rings_of(ground)[:1])
        out += element("path", d=d, fill="none", stroke="#ffffff", stroke_width=7.0, stroke_opacity="0.9")
        out += element("path", d=d, fill="none", stroke="#111111", stroke_width=3.2, stroke_dasharray="13 6")
    return out


def flag(x: float, y: float, high: float) -> str:
    """A flag on its pole, its foot at `x`, `y`."""
    cloth = path([(x, y - high), (x + high * 0.85, y - high * 0.72), (x, y - high * 0.44)], closed=True)
    pole = path([(x, y), (x, y - high)])
    return (
        element("path", d=pole + cloth, fill="none", stroke="#ffffff", stroke_width=5.0, stroke_linejoin="round")
        + element("path", d=cloth, fill="#c2185b", stroke="#111111", stroke_width=1.2, stroke_linejoin="round")
        + element("path", d=pole, stroke="#111111", stroke_width=2.4)
    )


def told(found: Sequence[Goal], board: Board) -> list[str]:
    """ "objective Mill at F5": for the picture in words."""
    words: list[str] = []
    for goal in found:
        middle = goal.ground.representative_point()
        square = square_of(board, (middle.x, middle.y))
        words.append(f"objective {goal.name} at {square}" if goal.name != square else f"objective at {square}")
    return words


# ── Where names go ────────────────────────────────────────────────────────────────────────────────────────────────


def goal_names(found: Sequence[Goal], canvas: Canvas, room: Room) -> list[Written]:
    """The names of the objectives, before anything else takes the room."""
    frame = _paper(canvas.frame)
    names: list[Written] = []
    for goal in found:
        seen = goal.ground.intersection(frame)
        if goal.name and not seen.is_empty:
            names.append(_written(goal.name, [(seen.representative_point(), True)], seen, canvas, room, goal=True))
    return names


def names(board: Board, canvas: Canvas, room: Room, done: Iterable[str] = ()) -> list[Written]:
    """The names of all features on the picture, buildings first; `done` are written already."""
    written = set(done)
    found: list[Written] = []
    shunned = [(f, pieces(f, canvas)) for f in board.features if f.kind in _SHUNNED and in_frame(f, canvas)]
    for feature in sorted(board.features, key=lambda f: (f.kind != "building", -len(f.outline))):
        if not feature.name or feature.name in written or not feature.outline or not in_frame(feature, canvas):
            continue
        spots, seen = _spots(feature, canvas.frame)
        if spots:
            others = [one for other, boxes in shunned if other is not feature for one in boxes]
            line, standing = _is_line(feature), feature.height > 0 or feature.kind in _SHUNNED
            written_here = _written(
                feature.name, spots, seen, canvas, room, line=line, standing=standing, others=others
            )
            found.append(written_here)
    return found


@lru_cache(maxsize=4096)
def pieces(feature: Feature, canvas: Canvas) -> tuple[Box, ...]:
    """The paper that it covers, a long one in pieces."""
    line = LineString(feature.outline) if _is_line(feature) else None
    half = feature.width / 2
    if line is None:
        bounds = [area(feature).bounds] if not area(feature).is_empty else []
    else:
        steps = max(1, round(line.length * canvas.scale / 20.0))
        ends = [line.interpolate(at / steps, normalized=True) for at in range(steps + 1)]
        bounds = [
            (min(a.x, b.x) - half, min(a.y, b.y) - half, max(a.x, b.x) + half, max(a.y, b.y) + half)
            for a, b in pairwise(ends)
        ]
    return tuple((*canvas.to((west, north)), *canvas.to((east, south))) for west, south, east, north in bounds)


@lru_cache(maxsize=4096)
def _spots(feature: Feature, within: Frame) -> tuple[Sequence[tuple[Spot, bool]], BaseGeometry]:
    """Points on the part of a feature that is in the picture where its name may stand, and whether it stands upright
    there; and that part."""
    frame = _paper(within)
    if _is_line(feature):
        line = LineString(feature.outline).intersection(frame)
        line = max(getattr(line, "geoms", [line]), key=lambda part: part.length)
        if line.is_empty or not isinstance(line, LineString):
            return [], line
        spots: list[tuple[Spot, bool]] = []
        for share in (0.3, 0.7, 0.15, 0.85, 0.5):
            a, b = (line.interpolate(share + off, normalized=True) for off in (-0.02, 0.02))
            spots.append((Spot((a.x + b.x) / 2, (a.y + b.y) / 2), abs(b.x - a.x) >= abs(b.y - a.y)))
        return spots, line
    ground = area(feature)
    seen = (Spot(feature.outline[0]) if ground.is_empty else ground).intersection(frame)
    if seen.is_empty:
        return [], seen
    west, south, east, north = seen.bounds
    spots = [(seen.representative_point(), True)]
    if east - west > _LONG * (north - south) > 0:
        for share in (0.2, 0.8, 0.35, 0.65):
            x = west + share * (east - west)
            cut = LineString([(x, south), (x, north)]).intersection(seen)
            spots += [] if cut.is_empty else [(cut.centroid, True)]
    return spots, seen


def _paper(frame: Frame) -> Polygon:
    return box(frame.west, frame.south, frame.east, frame.north)


def _is_line(feature: Feature) -> bool:
    return feature.width > 0 and len(feature.outline) > 1


def _written(
    text: str,
    spots: Sequence[tuple[Spot, bool]],
    ground: BaseGeometry,
    canvas: Canvas,
    room: Room,
    *,
    line: bool = False,
    standing: bool = False,
    goal: bool = False,
    others: Sequence[Box] = (),
) -> Written:
    """On the place, close to it, on a thread, or, where nothing at all is free, where it covers least."""
    size = GOAL_SIZE if goal else SIZE
    half = text_width(text, size) / 2 + 3.0 + (FLAG / 2 if goal else 0.0)
    tried: list[Written] = []
    offs = _AROUND if not line else _BESIDE if standing else _ALONG
    # Of a long piece of ground the name lies on it, wherever along it there is room.
    order = [(s, off) for s in spots for off in offs] if line else [(s, off) for off in offs for s in spots]
    for (spot, upright), off in order:
        x, y = canvas.to((spot.x, spot.y))
        at = (x, y + off * size) if upright else (x + off * size, y)
        tried.append(Written(text, *at, upright, _box(at, half, size, upright=upright), goal))
    tried += [
        Written(text, *at, True, _box(at, half, size, upright=True), goal)
        for at in _outside(ground, canvas, half, size)
    ]
    free = [one for one in tried if room.free(one.box)]
    if free:
        found = next((one for one in free if not any(overlap(one.box, other) for other in others)), free[0])
        room.take(found.box)
        return found
    x, y = canvas.to((spots[0][0].x, spots[0][0].y))
    wide = _box((x, y + 0.4 * size), half, size, upright=True)
    away = room.nearest(wide, _FARTHEST, 15.0)
    if away is not None:
        room.take(wide := moved(wide, *away))
        at = x + away[0], y + away[1] + 0.4 * size
        middle = Spot(canvas_point(canvas, (at[0], at[1] - size / 2)))
        nearest = ops.nearest_points(ground, middle)[0]
        return Written(text, *at, True, wide, goal, canvas.to((nearest.x, nearest.y)))
    least = min(tried, key=lambda one: (not _inside(one.box, room.within), room.covered(one.box)))
    room.take(least.box)
    return least


def _outside(ground: BaseGeometry, canvas: Canvas, half: float, size: float) -> list[Point]:
    """Just above and below the ground, then at its sides."""
    west, south, east, north = ground.bounds
    (left, top), (right, bottom) = canvas.to((west, north)), canvas.to((east, south))
    x, y = (left + right) / 2, (top + bottom) / 2 + 0.4 * size
    return [(x, top - 7.0), (x, bottom + size + 7.0), (right + half + 6.0, y), (left - half - 6.0, y)]


def canvas_point(canvas: Canvas, at: Point) -> Point:
    """From the paper back to the board."""
    return (
        canvas.frame.west + (at[0] - canvas.left) / canvas.scale,
        canvas.frame.north - (at[1] - canvas.top) / canvas.scale,
    )


def _box(at: Point, half: float, size: float, *, upright: bool) -> Box:
    x, y = at
    if upright:
        return x - half, y - size - 4.0, x + half, y + 5.0
    return x - size - 4.0, y - half, x + 5.0, y + half


def _inside(inner: Box, outer: Box) -> bool:
    return inner[0] >= outer[0] and inner[1] >= outer[1] and inner[2] <= outer[2] and inner[3] <= outer[3]


# ── Drawn ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def lettering(found: Iterable[Written]) -> str:
    """The names, each with its thread and flag."""
    out = ""
    for name in found:
        if name.thread is not None:
            middle = name.x, name.y - SIZE / 2
            d = path([middle, name.thread])
            out += element("path", d=d, stroke="#ffffff", stroke_width=3.6, stroke_opacity="0.85")
            out += element("path", d=d, stroke=_INK, stroke_width=1.3)
        size, ink, weight = (GOAL_SIZE, _GOAL_INK, 1.5) if name.goal else (SIZE, _INK, 1.0)
        x = name.x + (FLAG / 2 if name.goal else 0.0)
        text = lettered(name.text, x, name.y, size, colour=ink, anchor="middle", halo=_HALO, weight=weight,
                        halo_width=4.2 if name.goal else 3.6)  # fmt: skip
        if name.goal:
            text += flag(x - text_width(name.text, size) / 2 - FLAG + 2.0, name.y + 1.0, size + 3.0)
        out += text if name.upright else f'<g transform="rotate(-90 {number(name.x)} {number(name.y)})">{text}</g>'
    return out
