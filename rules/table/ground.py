"""The terrain of a picture: every feature in its look, from the ground up."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import lru_cache

from shapely import LineString, Polygon, clip_by_rect, get_parts
from shapely.geometry.base import BaseGeometry

from rules.table.board import Board, Feature, Point
from rules.table.canvas import Canvas, Frame, element, number, path
from rules.table.effort import drawn_part, effort
from rules.table.footprint import area, polygons, rings_of
from rules.table.lettering import lettered
from rules.table.palette import Appearance, look


def ground(board: Board, canvas: Canvas, hatches: set[str]) -> str:
    """All features within the frame. The names of the hatchings that were used are added to `hatches`; where they
    would take too long, the ground has none."""
    svg, used = _ground(board, canvas)
    hatches |= used
    return svg


@lru_cache(maxsize=32)
def _ground(board: Board, canvas: Canvas) -> tuple[str, frozenset[str]]:
    """The same: pictures that follow one another stand on one ground, which takes longest to draw."""
    hatches: set[str] = set()
    drawn: list[tuple[tuple[float, ...], str]] = []
    shown = [(index, each) for index, each in enumerate(board.features) if each.outline and in_frame(each, canvas)]
    hatched = effort((feature for _, feature in shown), canvas.frame).hatched
    for index, each in shown:
        style = look(each.kind)
        if style.hatch and not hatched:
            hatches.add(style.hatch)  # the key may show it still
            style = replace(style, hatch="")
        height = each.height if each.kind == "hill" else 0.0
        for feature in _cut(each, canvas.frame):
            for level, svg in enumerate(_feature(feature, style, canvas, hatches)):
                # The edges of all roads lie under the surface of each, so that crossings are open.
                drawn.append(((style.layer, level if style.casing else 0, height, index, level), svg))
    return "".join(svg for _, svg in sorted(drawn, key=lambda entry: entry[0])), frozenset(hatches)


def _cut(feature: Feature, frame: Frame) -> list[Feature]:
    """The feature, or what is left of it without all that lies far beyond the frame: nobody sees that, and a picture
    takes the longer by it."""
    part = drawn_part(frame)
    if all(part.holds(point) for point in feature.outline):
        return [feature]
    if feature.width > 0 and len(feature.outline) > 1:
        rest = clip_by_rect(LineString(feature.outline), part.west, part.south, part.east, part.north)
        left = [line.coords for line in get_parts(rest) if isinstance(line, LineString) and not line.is_empty]
    else:
        rest = clip_by_rect(area(feature), part.west, part.south, part.east, part.north)
        left = [each.exterior.coords for each in polygons(rest)]
    width = feature.width if len(feature.outline) > 1 else 0.0
    return [replace(feature, outline=tuple((x, y) for x, y, *_ in line), width=width) for line in left]


def in_frame(feature: Feature, canvas: Canvas) -> bool:
    f, margin = canvas.frame, feature.width
    xs, ys = [p[0] for p in feature.outline], [p[1] for p in feature.outline]
    return (
        min(xs) - margin <= f.east and max(xs) + margin >= f.west
        and min(ys) - margin <= f.north and max(ys) + margin >= f.south
    )  # fmt: skip


def _feature(feature: Feature, style: Appearance, canvas: Canvas, hatches: set[str]) -> list[str]:
    """What is drawn for a feature, from the bottom up."""
    if feature.width > 0 and len(feature.outline) > 1:
        return _line(feature, style, canvas, hatches)
    if feature.kind == "hill":
        return [_hill(feature, style, canvas)]
    if feature.kind == "building":
        return [_building(feature, style, canvas)]
    return [_patch(_rings(feature, canvas), style, hatches)]


def _rings(feature: Feature, canvas: Canvas) -> str:
    if feature.width > 0 or len(feature.outline) < 3:
        return _shape(area(feature), canvas)
    if feature.kind in _ROUNDED and len(feature.outline) >= _MANY:
        return _rounded([canvas.to(p) for p in feature.outline])
    return canvas.line(feature.outline, closed=True)


_ROUNDED = {
    "woods",
    "jungle",
    "scrub",
    "pond",
    "marsh",
    "hill",
    "rocks",
    "clearing",
    "tall grass",
    "smoke",
    "ford",
    "crater",
}
"""Grown or blown shapes; an outline of many points is drawn as a curve through the middles of its sides. One of few
is drawn as it is: a curve would show other ground than the rules go by."""
_MANY = 8


def _rounded(points: list[Point]) -> str:
    middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in zip(points, points[1:] + points[:1], strict=True)]
    d = f"M{number(middles[-1][0])} {number(middles[-1][1])}"
    for corner, middle in zip(points, middles, strict=True):
        d += f"Q{number(corner[0])} {number(corner[1])} {number(middle[0])} {number(middle[1])}"
    return d + "Z"


def _shape(geometry: BaseGeometry, canvas: Canvas) -> str:
    return "".join(canvas.line(ring, closed=True) for ring in rings_of(geometry))


def _patch(d: str, style: Appearance, hatches: set[str]) -> str:
    if not d:
        return ""
    outline = {"stroke_dasharray": style.dash} if style.dash else {}
    body = element("path", d=d, fill=style.fill, stroke=style.stroke, stroke_width=style.stroke_width, **outline)
    if style.hatch:
        hatches.add(style.hatch)
        body += element("path", d=d, fill=f"url(#h-{style.hatch})")
    return body


def _line(feature: Feature, style: Appearance, canvas: Canvas, hatches: set[str]) -> list[str]:
    if style.casing:
        d, wide = canvas.line(feature.outline), max(feature.width * canvas.scale, 5.0)
        dash = {"stroke_dasharray": style.dash} if style.dash else {}
        edge = element(
            "path", d=d, fill="none", stroke=style.casing, stroke_width=wide, stroke_linejoin="round", **dash
        )
        body = element("path", d=d, fill="none", stroke=style.fill, stroke_width=wide - 2.4, stroke_linejoin="round")
        if style.hatch and wide > 24.0:
            hatches.add(style.hatch)
            body += element("path", d=d, fill="none", stroke=f"url(#h-{style.hatch})", stroke_width=wide - 4.0)
        return [edge, body]
    if feature.kind == "fence":
        return [_fence(feature, style, canvas)]
    least = 3.4 if style.layer == 6 else 2.0
    wider = Feature(feature.kind, feature.outline, width=max(feature.width, least / canvas.scale))
    return [_patch(_shape(area(wider), canvas), style, hatches)]


def _fence(feature: Feature, style: Appearance, canvas: Canvas) -> str:
    """A thin line with posts."""
    line = LineString(feature.outline)
    posts = ""
    count = max(1, round(line.length * canvas.scale / 16))
    for i in range(count + 1):
        x, y = canvas.to(
            (line.interpolate(i / count, normalized=True).x, line.interpolate(i / count, normalized=True).y)
        )
        posts += f"M{number(x - 3)} {number(y - 3)}L{number(x + 3)} {number(y + 3)}"
    return element("path", d=canvas.line(feature.outline) + posts, fill="none", stroke=style.stroke, stroke_width=1.5)


def _hill(feature: Feature, style: Appearance, canvas: Canvas) -> str:
    """A contour: each level tints the ground a little more, and its line carries the height."""
    d = _rings(feature, canvas)
    top = min(feature.outline, key=lambda p: (p[1], p[0]))
    x, y = canvas.to(top)
    height = f"{feature.base + feature.height:g}"
    label = lettered(height, x, y - 4, 13, colour="#6b4f28", anchor="middle", halo="#f0dfc0")
    return (
        element("path", d=d, fill=style.fill, fill_opacity="0.30", stroke=style.stroke, stroke_width=style.stroke_width)
        + label
    )


def _building(feature: Feature, style: Appearance, canvas: Canvas) -> str:
    """Walls by hardness, a roof line, and doors and windows as gaps in the walls."""
    d = canvas.line(feature.outline, closed=True)
    soft = feature.hardness == "soft"
    thick = max(1.8, (0.12 if soft else 0.2) * canvas.scale)
    fill = "#ddd2bf" if soft else style.fill
    body = element("path", d=d, fill=fill, stroke=style.stroke, stroke_width=thick, stroke_linejoin="miter")
    if len(feature.outline) == 4:
        a, b, c, e = (canvas.to(p) for p in feature.outline)
        long = math.dist(a, b) >= math.dist(b, c)
        ends = ((a, e), (b, c)) if long else ((a, b), (e, c))
        ridge = [((p[0] + q[0]) / 2, (p[1] + q[1]) / 2) for p, q in ends]
        body += element("path", d=path(ridge), stroke="#8b8376", stroke_width=1.0)
    for opening in feature.openings:
        if opening.kind == "window" and opening.sill > 1.5 * max(opening.head - opening.sill, 0.5):
            continue
        pale = "#fffdf6" if opening.kind != "window" else "#bfe0ee"
        body += element("path", d=canvas.line((opening.a, opening.b)), stroke=pale, stroke_width=thick * 0.75)
    if feature.floors > 1:
        spot = Polygon(feature.outline).representative_point()
        x, y = canvas.to((spot.x, spot.y))
        for i in range(feature.floors):
            body += element("circle", cx=x + 6.0 * (i - (feature.floors - 1) / 2), cy=y, r=1.7, fill="#3d3932")
    return body
