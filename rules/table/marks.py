"""Units, figures, wrecks and traces of a picture.

A side shows by its colour and by its shape: the NATO frame of its symbol, and round or angular figures.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from milsymbol import Symbol  # pyright: ignore[reportMissingTypeStubs] -- the package ships no types

from rules.table.board import Token
from rules.table.canvas import Canvas, element, number, path, tint, turned
from rules.table.footprint import corners
from rules.table.lettering import lettered, text_width
from rules.table.scene import Reach, Scene, Trace, UnitMark

Box = tuple[float, float, float, float]

SYMBOL = 46.0
"""Height of a symbol's frame in picture units."""
LABEL = 20.0
GHOSTLY = ' opacity="0.55"'
FIGURES_FROM = 20.0
"""Picture units to one inch from which on figures get their numbers."""

_AFFILIATIONS = {"friend": "3", "hostile": "6", "neutral": "4", "unknown": "1"}
_VIEWBOX = re.compile(r'viewBox="([-\d. ]+)"')
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
    """The unit's own code, or infantry (a squad) of its affiliation."""
    return unit.symbol or f"100{_AFFILIATIONS.get(unit.affiliation, '1')}1000111211000000"


# ── Units ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def place_symbols(units: Sequence[UnitMark], canvas: Canvas) -> dict[str, tuple[float, float]]:
    """Where the symbols go: over their units, moved apart where they would cover each other."""
    at: dict[str, tuple[float, float]] = {}
    for unit in units:
        x, y = canvas.to((unit.x, unit.y))
        at[unit.ref] = (x, y - _lift(unit, canvas))
    refs = list(at)
    for _ in range(40):
        moved = False
        for i, one in enumerate(refs):
            for other in refs[i + 1 :]:
                (ax, ay), (bx, by) = at[one], at[other]
                dx, dy = bx - ax, by - ay
                over_x, over_y = 92.0 - abs(dx), 82.0 - abs(dy)
                if over_x <= 0 or over_y <= 0:
                    continue
                moved = True
                if over_x < over_y:
                    push = over_x / 2 + 0.5
                    sign = 1 if dx >= 0 else -1
                    at[one], at[other] = (ax - sign * push, ay), (bx + sign * push, by)
                else:
                    push = over_y / 2 + 0.5
                    sign = 1 if dy >= 0 else -1
                    at[one], at[other] = (ax, ay - sign * push), (bx, by + sign * push)
        if not moved:
            break
    return {ref: _kept(x, y, canvas) for ref, (x, y) in at.items()}


def _lift(unit: UnitMark, canvas: Canvas) -> float:
    """How far over its middle a symbol hovers, so that it hides none of its own figures."""
    if not unit.figures:
        return 0.0
    highest = min(canvas.to((t.x, t.y))[1] - _dot_radius(t, canvas) for t in unit.figures)
    return canvas.to((unit.x, unit.y))[1] - highest + SYMBOL / 2 + 30.0


def _kept(x: float, y: float, canvas: Canvas) -> tuple[float, float]:
    return (
        min(max(x, canvas.left + 48.0), canvas.right - 48.0),
        min(max(y, canvas.top + 32.0), canvas.bottom - 54.0),
    )


def unit_symbol(unit: UnitMark, x: float, y: float, canvas: Canvas, *, selected: bool, ghost: bool = False) -> str:
    """The symbol with strength, states and name; a thread leads to the unit where the symbol had to give way."""
    tx, ty = canvas.to((unit.x, unit.y))
    out = ""
    if math.hypot(tx - x, ty - y) > 24.0:
        out += element("path", d=path([(x, y), (tx, ty)]), stroke="#fff", stroke_width=4.0, stroke_opacity="0.8")
        out += element("path", d=path([(x, y), (tx, ty)]), stroke=unit.colour, stroke_width=1.6)
    (_, _, wide, high), body = symbol(code_of(unit), unit.colour)
    scale = SYMBOL / 100.0
    halo = "#f2b705" if selected else "#ffffff"
    out += _frame_halo(x, y, wide * scale, high * scale, halo, 6.0 if selected else 3.0)
    out += f'<g transform="translate({number(x - 100 * scale)} {number(y - 100 * scale)}) scale({scale:.3f})"'
    out += f"{GHOSTLY if ghost else ''}>{body}</g>"
    out += _facing(unit, x, y)
    below = y + 27.0
    if unit.strength:
        out += lettered(unit.strength, x + 40.0, y + 7.0, 18.0, halo="#fff", weight=1.5, halo_width=4.0)
    out += lettered(unit.label, x, below + LABEL, LABEL, anchor="middle", halo="#fff", weight=1.35, halo_width=4.2)
    badges = [BADGES[state] for state in unit.states if state in BADGES]
    for i, (letter, colour) in enumerate(dict.fromkeys(badges)):
        out += _badge(letter, colour, x - 44.0 - 22.0 * i, y)
    return out


def symbol_boxes(unit: UnitMark, x: float, y: float) -> Box:
    """The room that a symbol with its name takes: names of places keep out of it."""
    half = max(48.0, text_width(unit.label, LABEL) / 2)
    return x - half, y - 36.0, x + half, y + 52.0


def _frame_halo(x: float, y: float, wide: float, high: float, colour: str, margin: float) -> str:
    return element(
        "rect", x=x - wide / 2 - margin / 2, y=y - high / 2 - margin / 2, width=wide + margin, height=high + margin,
        rx=3.0, fill=colour, fill_opacity="0.85",
    )  # fmt: skip


def _facing(unit: UnitMark, x: float, y: float) -> str:
    tip = turned(x, y, unit.facing, 46.0)
    root = turned(x, y, unit.facing, 35.0)
    left, right = turned(*root, unit.facing - 90, 7.5), turned(*root, unit.facing + 90, 7.5)
    return element("path", d=path([left, tip, right], closed=True), fill=unit.colour, stroke="#fff", stroke_width=1.6)


def _badge(letter: str, colour: str, x: float, y: float) -> str:
    return element("circle", cx=x, cy=y, r=11.5, fill=colour, stroke="#fff", stroke_width=2.0) + lettered(
        letter, x, y + 6.6, 13.5, colour="#fff", anchor="middle", weight=1.7
    )


# ── Figures and vehicles ──────────────────────────────────────────────────────────────────────────────────────────


def _dot_radius(token: Token, canvas: Canvas) -> float:
    return max(token.radius * canvas.scale * 0.86, 4.0)


def figures(unit: UnitMark, canvas: Canvas) -> str:
    """The figures of a unit: round for friends, angular for others; numbered where there is room."""
    return "".join(_figure(token, index, unit, canvas) for index, token in enumerate(unit.figures))


def _figure(token: Token, index: int, unit: UnitMark, canvas: Canvas) -> str:
    x, y = canvas.to((token.x, token.y))
    r = _dot_radius(token, canvas)
    down = token.state in ("killed", "captured", "destroyed", "missing")
    fill = "#ffffff" if down else tint(unit.colour, 0.5 if token.state == "wounded" else 0.0)
    rim = unit.colour if down or token.state == "wounded" else "#ffffff"
    edge = f' fill="{fill}" stroke="{rim}" stroke-width="{max(1.2, r * 0.14):.1f}"/>'
    body = "" if down else _nose(token, x, y, r, unit.colour)
    if token.length:
        body += f'<path d="{canvas.line(corners(token), closed=True)}"{edge}'
    elif unit.affiliation == "friend":
        body += f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(r)}"{edge}'
    else:
        body += f'<path d="{_angular(unit.affiliation, x, y, r)}"{edge}'
    if down:
        s = r * 0.6
        cross = path([(x - s, y - s), (x + s, y + s)]) + path([(x - s, y + s), (x + s, y - s)])
        return body + element("path", d=cross, stroke=unit.colour, stroke_width=max(1.4, r * 0.2))
    if canvas.scale >= FIGURES_FROM:
        label = token.label or str(index + 1)
        size = min(r * 1.0, r * 2.2 / max(1.0, text_width(label, 1.0)))
        ink = unit.colour if token.state == "wounded" else "#ffffff"
        body += lettered(label, x, y + size * 0.5, size, colour=ink, anchor="middle", weight=1.5)
    return body


def _nose(token: Token, x: float, y: float, r: float, colour: str) -> str:
    tip = turned(x, y, token.facing, r * 1.6)
    left, right = turned(x, y, token.facing - 42, r), turned(x, y, token.facing + 42, r)
    return element("path", d=path([left, tip, right], closed=True), fill=colour, stroke="#fff", stroke_width=1.0)


def _angular(affiliation: str, x: float, y: float, r: float) -> str:
    if affiliation == "hostile":
        long = r * 1.2
        return path([(x, y - long), (x + long, y), (x, y + long), (x - long, y)], closed=True)
    side = r * 0.92
    return path([(x - side, y - side), (x + side, y - side), (x + side, y + side), (x - side, y + side)], closed=True)


def wreck(token: Token, canvas: Canvas) -> str:
    """A destroyed vehicle: its dark footprint, crossed out."""
    x, y = canvas.to((token.x, token.y))
    outline = (
        corners(token)
        if token.length
        else corners(Token(token.id, token.x, token.y, token.facing, length=2.4, width=1.4))
    )
    pts = [canvas.to(p) for p in outline]
    d = path(pts, closed=True)
    cross = path([pts[0], pts[2]]) + path([pts[1], pts[3]])
    return (
        element("path", d=d, fill="#5a5148", stroke="#1f1f1f", stroke_width=2.0)
        + element("path", d=cross, stroke="#f5f2e7", stroke_width=2.2)
        + lettered(token.label, x, y - 14.0, 15.0, anchor="middle", halo="#fff")
    )


# ── What happened ─────────────────────────────────────────────────────────────────────────────────────────────────


def trace(shown: Trace, canvas: Canvas, colour: str) -> str:
    """The last action: where somebody went, whom he fired at, what blew up."""
    points = [canvas.to(p) for p in shown.points]
    if not points:
        return ""
    if shown.kind == "blast":
        return _blast(points[-1], max(shown.radius * canvas.scale, 14.0)) + _trace_label(shown, points[-1])
    if len(points) < 2:
        return ""
    wide, dash, ink = {
        "fire": (3.0, "14 6", "#c0392b"),
        "charge": (6.0, "", colour),
        "retreat": (4.0, "3 7", colour),
    }.get(shown.kind, (4.0, "", colour))
    head = _arrowhead(points[-2], points[-1], 8.0 + wide * 2)
    shaft = [*points[:-1], head[3]]
    dashes = {"stroke_dasharray": dash, "stroke_linecap": "round"} if dash else {}
    common = {"d": path(shaft), "fill": "none", "stroke_linejoin": "round"}
    start = element("circle", cx=points[0][0], cy=points[0][1], r=5.0, fill="#fff", stroke=ink, stroke_width=2.4)
    return (
        element("path", **common, stroke="#ffffff", stroke_width=wide + 3.4, stroke_opacity="0.85")
        + element("path", **common, stroke=ink, stroke_width=wide, **dashes)
        + (start if shown.kind != "fire" else "")
        + element("path", d=path(head[:3], closed=True), fill=ink, stroke="#fff", stroke_width=1.4)
        + _trace_label(shown, ((points[-2][0] + points[-1][0]) / 2, (points[-2][1] + points[-1][1]) / 2))
    )


def _trace_label(shown: Trace, at: tuple[float, float]) -> str:
    return lettered(shown.label, at[0], at[1] - 8.0, 17.0, anchor="middle", halo="#fff", weight=1.3, halo_width=4.0)


def _arrowhead(a: tuple[float, float], b: tuple[float, float], size: float) -> list[tuple[float, float]]:
    """Two corners and the tip of an arrow, and where its shaft ends."""
    direction = math.degrees(math.atan2(b[0] - a[0], a[1] - b[1]))
    root = turned(*b, direction + 180, size)
    left, right = turned(*root, direction - 90, size * 0.5), turned(*root, direction + 90, size * 0.5)
    return [left, b, right, turned(*b, direction + 180, size * 0.7)]


def _blast(at: tuple[float, float], reach: float) -> str:
    spikes = [turned(*at, 22.5 * i, reach * (0.55 if i % 2 else 0.3)) for i in range(16)]
    return element(
        "circle", cx=at[0], cy=at[1], r=reach, fill="#e67e22", fill_opacity="0.25", stroke="#a8480b", stroke_width=2.4
    ) + element("path", d=path(spikes, closed=True), fill="#f5b041", stroke="#a8480b", stroke_width=1.6)


def reach(shown: Reach, canvas: Canvas) -> str:
    """A range ring or an arc."""
    x, y = canvas.to((shown.x, shown.y))
    r = shown.radius * canvas.scale
    if shown.width >= 360.0:
        body = element(
            "circle", cx=x, cy=y, r=r, fill="none", stroke="#1f5fa8", stroke_width=2.0, stroke_dasharray="10 5"
        )
        return body + lettered(shown.label, x, y - r - 4.0, 15.0, colour="#174a84", anchor="middle", halo="#fff")
    first, last = turned(x, y, shown.facing - shown.width / 2, r), turned(x, y, shown.facing + shown.width / 2, r)
    large = 1 if shown.width > 180 else 0
    d = (
        f"M{number(x)} {number(y)}L{number(first[0])} {number(first[1])}"
        f"A{number(r)} {number(r)} 0 {large} 1 {number(last[0])} {number(last[1])}Z"
    )
    lx, ly = turned(x, y, shown.facing, r + 10.0)
    return element(
        "path", d=d, fill="#1f5fa8", fill_opacity="0.10", stroke="#1f5fa8", stroke_width=2.0, stroke_dasharray="10 5"
    ) + lettered(shown.label, lx, ly, 15.0, colour="#174a84", anchor="middle", halo="#fff")


def colours(scene: Scene) -> dict[str, str]:
    """The colour of each side that is on the picture."""
    return {unit.side: unit.colour for unit in (*scene.markers, *scene.units)}
