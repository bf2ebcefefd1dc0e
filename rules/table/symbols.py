"""Symbols of units on a picture: where they go, how they look, the letters of their states.

A side shows by its colour and by its shape: the NATO frame of its symbol, and round or angular figures.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import combinations

from milsymbol import Symbol  # pyright: ignore[reportMissingTypeStubs] -- the package ships no types

from rules.table.board import Point
from rules.table.canvas import Canvas, element, number, path, tint, turned
from rules.table.figures import dot_radius, extent, figure_boxes
from rules.table.lettering import lettered, text_width
from rules.table.room import Box, Room, cross
from rules.table.scene import Scene, UnitMark

SYMBOL = 46.0
"""Height of a symbol's frame in picture units."""
LABEL = 21.0
FARTHEST = 300.0
"""How far a symbol gives way, in picture units."""
TRIES = 8
"""Orders in which units may choose the places of their symbols."""
GAP = 2.0
"""Picture units between a symbol and the one figure that it stands by."""
NEAR = 30.0
"""Picture units from a symbol to its men that are no cause to try again."""
CROSSING, LEFT_OUT = 10_000.0, 1_000.0
"""What two threads that cross cost: as much as a symbol a hundred units off; how far off one is that finds no room."""
GHOSTLY = ' opacity="0.55"'

_AFFILIATIONS = {"friend": "3", "hostile": "6", "neutral": "4", "unknown": "1"}
_VIEWBOX = re.compile(r'viewBox="([-\d. ]+)"')
_FIRST_PATH = re.compile(r'<path d="([^"]+)"')
_FRAME_FILL = re.compile(r"rgb\((?:128,224,255|255,128,128|170,255,170|255,255,128)\)")

BADGES: Mapping[str, tuple[str, str]] = {
    "pinned": ("P", "#7a4f00"),
    "shaken": ("S", "#8a1c5b"),
    "routed": ("R", "#a11212"),
    "routing": ("R", "#a11212"),
    "wounded": ("W", "#8f3b1f"),
    "out of ammunition": ("A", "#333333"),
    "prone": ("L", "#3f5d3f"),
    "hidden": ("H", "#4a4a4a"),
    "last seen": ("?", "#4a4a4a"),
    "close combat": ("X", "#a11212"),
    "suppressed": ("P", "#7a4f00"),
    "broken": ("R", "#a11212"),
    "withdrawing": ("F", "#8a1c5b"),
    "fleeing": ("R", "#a11212"),
    "covering": ("C", "#1f5fa8"),
    "terror": ("T", "#7d2e9e"),
    "humiliated": ("U", "#5b1a1a"),
    "evading": ("E", "#2f6f6a"),
    "broken down": ("B", "#6b4a1e"),
    "stuck for good": ("B", "#6b4a1e"),
    "roof": ("^", "#355e3b"),
    **{
        f"{number}{ending} floor": (str(number), "#355e3b")
        for number, ending in zip(range(1, 9), ("st", "nd", "rd", *("th",) * 5), strict=True)
    },
    "9th floor or higher": ("9", "#355e3b"),
}
"""States that a picture shows, by letter; the key under the picture explains the letters in use."""


@lru_cache(maxsize=256)
def symbol(code: str, colour: str) -> tuple[Box, str]:
    """A NATO symbol in a side's colour: its box and its drawing. Raises ValueError for a code that is not known."""
    svg = str(Symbol(code, size=100).as_svg())
    found = _VIEWBOX.search(svg)
    if not found or ">?</text>" in svg:
        raise ValueError(f"no NATO symbol has the code {code!r}")
    x, y, wide, high = (float(v) for v in found[1].split())
    body = svg[svg.index(">") + 1 : svg.rindex("</svg>")]
    return (x, y, wide, high), _FRAME_FILL.sub(tint(colour, 0.45), body)


def code_of(unit: UnitMark) -> str:
    """The unit's own code, or that of its branch and affiliation; of what is unknown the bare frame."""
    kind = "0000" if unit.affiliation == "unknown" else unit.branch or "1211"
    return unit.symbol or f"100{_AFFILIATIONS.get(unit.affiliation, '1')}100000{kind:0<6}0000"


def as_called(units: Sequence[UnitMark]) -> list[UnitMark]:
    """Single figures by the last word of their names, as far as that is enough to tell them apart."""
    last = Counter(unit.label.split()[-1] for unit in units if unit.single and unit.label)
    return [
        replace(unit, label=word) if unit.single and unit.label and last[word := unit.label.split()[-1]] == 1 else unit
        for unit in units
    ]


def place_symbols(
    units: Sequence[UnitMark],
    canvas: Canvas,
    *,
    selected: str = "",
    taken: Sequence[Box] = (),
    steady: Mapping[str, Point] | None = None,
) -> dict[str, tuple[float, float]]:
    """Where the symbols go: at their units, and never over another symbol, a figure or what is `taken`; a thread leads
    to the unit from one that had to give way far. What finds no room is left out, but for the selected unit: its
    figures with their numbers must do. `steady`: where symbols stood from their units on the picture before; there they
    stay where nothing is in the way."""
    dots = {unit.ref: figure_boxes(unit, canvas) for unit in units}
    covered = [*taken, *(box for boxes in dots.values() for box in boxes)]
    at, room = _counters([unit for unit in units if not unit.single], canvas, covered, selected, steady or {})
    singles = [unit for unit in units if unit.single]
    for unit in sorted(singles, key=lambda unit: (unit.ref != selected, not _badges(unit))):
        place = _beside(unit, canvas, room, forced=unit.ref == selected)
        if place is not None:
            at[unit.ref] = place
            room.take(symbol_boxes(unit, *place))
    return at


def _counters(
    units: Sequence[UnitMark], canvas: Canvas, covered: Sequence[Box], selected: str, steady: Mapping[str, Point]
) -> tuple[dict[str, tuple[float, float]], Room]:
    """Where the symbols of units go, and the room that is left. Whoever comes last finds least: in the next try the
    unit whose symbol ends farthest off (of those whose threads cross, if any) goes first. The best try is taken."""
    bounds = (canvas.left, canvas.top, canvas.right, canvas.bottom)
    kept = _staying(units, canvas, Room(bounds, covered), steady)
    order, best = [unit for unit in units if unit.ref not in kept], None
    for _ in range(TRIES):
        room, at = Room(bounds, covered), dict(kept)
        for unit in units:
            if unit.ref in kept:
                room.take(symbol_boxes(unit, *kept[unit.ref]))
        for unit in order:
            if (place := _set_up(unit, canvas, room, forced=unit.ref == selected)) is not None:
                at[unit.ref] = place
                room.take(symbol_boxes(unit, *place))
        away = {unit.ref: _away(unit, at[unit.ref], canvas) if unit.ref in at else LEFT_OUT for unit in order}
        crossed = _crossings(order, at, canvas)
        cost = sum(far * far for far in away.values()) + CROSSING * len(crossed)
        if best is None or cost < best[0] - 1e-6:
            best = cost, at, room
        crossing = [unit for pair in crossed for unit in pair if unit is not order[0]]
        last = max(crossing or order, key=lambda unit: away[unit.ref], default=None)
        if last is None or (not crossing and (away[last.ref] <= NEAR or last is order[0])):
            break
        order.remove(last)
        order.insert(0, last)
    assert best is not None
    return {unit.ref: best[1][unit.ref] for unit in units if unit.ref in best[1]}, best[2]


def _staying(
    units: Sequence[UnitMark], canvas: Canvas, room: Room, steady: Mapping[str, Point]
) -> dict[str, tuple[float, float]]:
    """The symbols that may stand to their units as they did before."""
    kept: dict[str, tuple[float, float]] = {}
    for unit in units:
        if unit.ref in steady:
            x, y = canvas.to((unit.x, unit.y))
            place = x + steady[unit.ref][0], y + steady[unit.ref][1]
            if room.free(symbol_boxes(unit, *place)):
                kept[unit.ref] = place
                room.take(symbol_boxes(unit, *place))
    return kept


def _away(unit: UnitMark, at: tuple[float, float], canvas: Canvas) -> float:
    """From the box of a symbol to the nearest figure of its unit, on the paper."""
    west, top, east, bottom = symbol_boxes(unit, *at)
    x, y = _end_of_thread(unit, *at, canvas)
    return math.hypot(max(west - x, x - east, 0.0), max(top - y, y - bottom, 0.0))


def _end_of_thread(unit: UnitMark, x: float, y: float, canvas: Canvas) -> tuple[float, float]:
    """The figure of a unit that is nearest to its symbol: its thread leads there, past none of the others."""
    spots = [canvas.to((token.x, token.y)) for token in unit.figures] or [canvas.to((unit.x, unit.y))]
    return min(spots, key=lambda spot: (round(math.hypot(spot[0] - x, spot[1] - y), 3), spot))


def _crossings(
    units: Sequence[UnitMark], at: Mapping[str, tuple[float, float]], canvas: Canvas
) -> list[tuple[UnitMark, UnitMark]]:
    """The pairs of units whose threads cross."""
    threads = [(unit, at[unit.ref], _end_of_thread(unit, *at[unit.ref], canvas)) for unit in units if unit.ref in at]
    return [(one, other) for (one, *a), (other, *b) in combinations(threads, 2) if cross(*a, *b)]


def by_name(unit: UnitMark) -> UnitMark:
    """A unit for whose symbol there is no room: its name and strength alone."""
    return replace(unit, single=True, label=" ".join(filter(None, (unit.label, unit.strength))))


def _set_up(unit: UnitMark, canvas: Canvas, room: Room, *, forced: bool) -> tuple[float, float] | None:
    """Behind its figures, before them, at their sides, of scattered ones beside one of them, else at the nearest free
    place that is not too far; None where there is none, but where it covers least if it is `forced`."""
    x, y = canvas.to((unit.x, unit.y))
    half = _half(unit)
    first = _kept(x, y + _behind(unit, canvas), half, canvas)
    tried = [first, *(_kept(*place, half, canvas) for place in _sides_of(unit, canvas))]
    free = [place for place in tried if room.free(symbol_boxes(unit, *place))]
    near = next((place for place in free if _away(unit, place, canvas) <= SYMBOL), None)
    if near := near or _by_one(unit, canvas, room) or next(iter(free), None):
        return near
    box = symbol_boxes(unit, *first)
    found = room.nearest(box, FARTHEST)
    if found is not None:
        return first[0] + found[0], first[1] + found[1]
    if not forced:
        return None
    return min(tried, key=lambda place: room.covered(symbol_boxes(unit, *place)))


def _by_one(unit: UnitMark, canvas: Canvas, room: Room) -> tuple[float, float] | None:
    """A free place close by one of its figures, those nearest to its middle first: east, west, above or below."""
    middle = canvas.to((unit.x, unit.y))
    west, top, east, bottom = symbol_boxes(unit, 0.0, 0.0)
    boxes = sorted(figure_boxes(unit, canvas), key=lambda box: math.hypot(box[0] - middle[0], box[1] - middle[1]))
    for left, upper, right, lower in boxes:
        x, y = (left + right - west - east) / 2, (upper + lower - top - bottom) / 2
        for place in (
            (right + GAP - west, y), (left - GAP - east, y), (x, upper - GAP - bottom), (x, lower + GAP - top),
        ):  # fmt: skip
            if room.free(symbol_boxes(unit, *place)):
                return place
    return None


def _sides_of(unit: UnitMark, canvas: Canvas) -> list[tuple[float, float]]:
    """Beside the figures of a unit: below, above, east and west of them."""
    boxes = figure_boxes(unit, canvas)
    if not boxes:
        return []
    west, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    east, bottom = max(box[2] for box in boxes), max(box[3] for box in boxes)
    x, y, half = (west + east) / 2, (top + bottom) / 2, _half(unit) + 4.0
    return [(x, bottom + 40.0), (x, top - 56.0), (east + half, y), (west - half, y)]


def _beside(unit: UnitMark, canvas: Canvas, room: Room, *, forced: bool) -> tuple[float, float] | None:
    """Below his figure, above, at its sides or, on a thread, a little farther off; None where nothing is free."""
    x, y = canvas.to((unit.x, unit.y))
    half, near = _half(unit), _below(unit, canvas)
    beside = near - 10.0 + half
    places = [(0.0, near), (0.0, -near), (beside, 0.0), (-beside, 0.0)]
    places += [(0.0, side * (near + far)) for far in (26.0, 52.0) for side in (1, -1)]
    for dx, dy in places:
        place = min(max(x + dx, canvas.left + half), canvas.right - half), y + dy
        if room.free(symbol_boxes(unit, *place)):
            return place
    return _kept(x, y + near, half, canvas) if forced else None


def bare_badges(unit: UnitMark, canvas: Canvas) -> str:
    """The badges of a single figure whose name has no room, at the shoulder of his figure."""
    x, y = canvas.to((unit.x, unit.y))
    off = _below(unit, canvas) - 8.0
    return "".join(
        _badge(letter, colour, x + off + 22.0 * i, y - off) for i, (letter, colour) in enumerate(_badges(unit))
    )


def _half(unit: UnitMark) -> float:
    """Half of the width that a symbol takes with its name, strength and badges; of one man, his name and badges."""
    if unit.single:
        return text_width(unit.label, LABEL) / 2 + 3.0 + 24.0 * len(_badges(unit))
    strength = 42.0 + text_width(unit.strength, 18.0) if unit.strength else 40.0
    badges = 34.0 + 22.0 * len(_badges(unit))
    return max(text_width(unit.label, LABEL) / 2 + 6.0, strength, badges)


def _badges(unit: UnitMark) -> tuple[tuple[str, str], ...]:
    return tuple(dict.fromkeys(BADGES[state] for state in unit.states if state in BADGES))


def _below(unit: UnitMark, canvas: Canvas) -> float:
    """How far below one man his name stands."""
    return max((extent(token, canvas) for token in unit.figures), default=0.0) + 14.0


def _behind(unit: UnitMark, canvas: Canvas) -> float:
    """How far below (or, negative, above) its middle a symbol goes: behind its figures, so that it hides neither them
    nor what lies before them."""
    if not unit.figures:
        return 0.0
    middle = canvas.to((unit.x, unit.y))[1]
    ys = [canvas.to((token.x, token.y))[1] for token in unit.figures]
    dot = max(dot_radius(token, canvas) for token in unit.figures)
    below, above = max(ys) + dot + SYMBOL / 2 + 14.0, min(ys) - dot - SYMBOL / 2 - 32.0
    looks_north = abs((unit.facing + 180.0) % 360.0 - 180.0) < 90.0
    if below > canvas.bottom - 44.0:
        looks_north = False
    elif above < canvas.top + 22.0:
        looks_north = True
    return (below if looks_north else above) - middle


def _kept(x: float, y: float, half: float, canvas: Canvas) -> tuple[float, float]:
    return (
        min(max(x, canvas.left + half + 2.0), canvas.right - half - 2.0),
        min(max(y, canvas.top + 37.0), canvas.bottom - 54.0),
    )


def unit_symbol(unit: UnitMark, x: float, y: float, canvas: Canvas, *, selected: bool, ghost: bool = False) -> str:
    """The symbol with strength, states and name; a thread leads to the unit where the symbol had to give way."""
    if unit.single:
        return _name(unit, x, y, canvas, selected=selected)
    tx, ty = _end_of_thread(unit, x, y, canvas)
    out = ""
    if math.hypot(tx - x, ty - y) > 24.0:
        out += element("path", d=path([(x, y), (tx, ty)]), stroke="#fff", stroke_width=4.0, stroke_opacity="0.8")
        out += element("path", d=path([(x, y), (tx, ty)]), stroke=unit.colour, stroke_width=1.6)
    _, body = symbol(code_of(unit), unit.colour)
    scale = SYMBOL / 100.0
    out += _frame_halo(body, x, y, scale, "#f2b705" if selected else "#ffffff", 24.0 if selected else 13.0)
    out += f'<g transform="translate({number(x - 100 * scale)} {number(y - 100 * scale)}) scale({scale:.3f})"'
    out += f"{GHOSTLY if ghost else ''}>{body}</g>"
    if not unit.figures and not ghost:
        out += _facing(unit, x, y)
    below = y + 27.0
    if unit.strength:
        out += lettered(unit.strength, x + 40.0, y + 7.0, 18.0, halo="#fff", weight=1.5, halo_width=4.0)
    out += lettered(unit.label, x, below + LABEL, LABEL, anchor="middle", halo="#fff", weight=1.35, halo_width=4.2)
    for i, (letter, colour) in enumerate(_badges(unit)):
        out += _badge(letter, colour, x - 44.0 - 22.0 * i, y)
    return out


def _name(unit: UnitMark, x: float, y: float, canvas: Canvas, *, selected: bool) -> str:
    """The name and badges of one man; a thread leads to him where his name had to give way. A ring: he is selected."""
    tx, ty = canvas.to((unit.x, unit.y))
    out = ""
    west, top, east, bottom = symbol_boxes(unit, x, y)
    off = max(west - tx, tx - east, 0.0), max(top - ty, ty - bottom, 0.0)
    radius = _below(unit, canvas) - 14.0
    if (gap := math.hypot(*off)) > radius + 12.0:
        near = min(max(tx, west), east), min(max(ty, top), bottom)
        rim = tx + (near[0] - tx) * radius / gap, ty + (near[1] - ty) * radius / gap
        out += element("path", d=path([near, rim]), stroke="#fff", stroke_width=3.2, stroke_opacity="0.8")
        out += element("path", d=path([near, rim]), stroke=unit.colour, stroke_width=1.2)
    if selected:
        ring = _below(unit, canvas) - 9.0
        out += element("circle", cx=tx, cy=ty, r=ring, fill="none", stroke="#f2b705", stroke_width=4.0)
    badges = _badges(unit)
    wide = text_width(unit.label, LABEL) + 24.0 * len(badges)
    left = x - wide / 2 + 24.0 * len(badges)
    out += lettered(unit.label, left, y + 7.0, LABEL, colour=unit.colour, halo="#fff", weight=1.35, halo_width=4)
    for i, (letter, colour) in enumerate(badges):
        out += _badge(letter, colour, left - 14.0 - 24.0 * i, y)
    return out


def symbol_boxes(unit: UnitMark, x: float, y: float) -> Box:
    """The room that a symbol with its name takes: names of places keep out of it."""
    half = _half(unit)
    if unit.single:
        return x - half, y - 13.0, x + half, y + 13.0
    return x - half, y - 36.0, x + half, y + 52.0


def _frame_halo(body: str, x: float, y: float, scale: float, colour: str, margin: float) -> str:
    """An edge around the frame of a symbol, which is the first path of its drawing."""
    frame = _FIRST_PATH.search(body)
    if not frame:
        return ""
    place = f'transform="translate({number(x - 100 * scale)} {number(y - 100 * scale)}) scale({scale:.3f})"'
    edge = f'fill="none" stroke="{colour}" stroke-width="{margin:g}" stroke-linejoin="round"'
    return f'<path d="{frame[1]}" {place} {edge}/>'


def _facing(unit: UnitMark, x: float, y: float) -> str:
    tip = turned(x, y, unit.facing, 46.0)
    root = turned(x, y, unit.facing, 35.0)
    left, right = turned(*root, unit.facing - 90, 7.5), turned(*root, unit.facing + 90, 7.5)
    return element("path", d=path([left, tip, right], closed=True), fill=unit.colour, stroke="#fff", stroke_width=1.6)


def _badge(letter: str, colour: str, x: float, y: float) -> str:
    return element("circle", cx=x, cy=y, r=11.5, fill=colour, stroke="#fff", stroke_width=2.0) + lettered(
        letter, x, y + 6.6, 13.5, colour="#fff", anchor="middle", weight=1.7
    )


def badge(letter: str, colour: str) -> str:
    """A state's letter, for the key."""
    return element("circle", cx=0.0, cy=0.0, r=11.0, fill=colour) + lettered(
        letter, 0.0, 6.0, 12.5, colour="#fff", anchor="middle", weight=1.7
    )


def colours(scene: Scene) -> dict[str, str]:
    """The colour of each side that is on the picture."""
    return {unit.side: unit.colour for unit in (*scene.markers, *scene.units)}
