"""The terrain of a picture: every feature in its look, from the ground up."""

from __future__ import annotations

import math

from shapely import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from rules.table.board import Board, Feature, Point
from rules.table.canvas import Canvas, element, number, path
from rules.table.footprint import area, rings_of
from rules.table.lettering import lettered, text_width
from rules.table.palette import Look, look


def ground(board: Board, canvas: Canvas, hatches: set[str]) -> str:
    """All features within the frame. The names of the hatchings that were used are added to `hatches`."""
    drawn: list[tuple[int, float, int, str]] = []
    for index, feature in enumerate(board.features):
        if not feature.outline or not _in_frame(feature, canvas):
            continue
        style = look(feature.kind)
        drawn.append(
            (
                style.layer,
                feature.height if feature.kind == "hill" else 0.0,
                index,
                _feature(feature, style, canvas, hatches),
            )
        )
    return "".join(svg for *_, svg in sorted(drawn, key=lambda entry: entry[:3]))


def names(board: Board, canvas: Canvas, taken: list[tuple[float, float, float, float]]) -> str:
    """The names of features, where they do not run over each other or over a box in `taken`."""
    written: list[str] = []
    size = 17.0
    for feature in sorted(board.features, key=lambda f: (f.kind != "building", -len(f.outline))):
        if not feature.name or not feature.outline:
            continue
        x, y = canvas.to(_middle(feature))
        wide = text_width(feature.name, size)
        for dy in (6.0, -20.0, 32.0, -44.0, 56.0):
            box = (x - wide / 2 - 3, y + dy - size - 3, x + wide / 2 + 3, y + dy + 6)
            inside = canvas.left < box[0] and box[2] < canvas.right and canvas.top < box[1] and box[3] < canvas.bottom
            if inside and not any(_overlap(box, other) for other in taken):
                taken.append(box)
                written.append(
                    lettered(
                        feature.name, x, y + dy, size, colour="#4a4337", anchor="middle", halo="#fbf9f2", weight=0.95
                    )
                )
                break
    return "".join(written)


def _overlap(a: tuple[float, float, float, float], b: tuple[float, float, float, float]) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _middle(feature: Feature) -> Point:
    if feature.width > 0 and len(feature.outline) > 1:
        spot = LineString(feature.outline).interpolate(0.3, normalized=True)
        return spot.x, spot.y
    if len(feature.outline) > 2:
        spot = Polygon(feature.outline).representative_point()
        return spot.x, spot.y
    return next(iter(feature.outline))


def _in_frame(feature: Feature, canvas: Canvas) -> bool:
    f, margin = canvas.frame, feature.width
    xs, ys = [p[0] for p in feature.outline], [p[1] for p in feature.outline]
    return (
        min(xs) - margin <= f.east and max(xs) + margin >= f.west
        and min(ys) - margin <= f.north and max(ys) + margin >= f.south
    )  # fmt: skip


def _feature(feature: Feature, style: Look, canvas: Canvas, hatches: set[str]) -> str:
    if feature.width > 0 and len(feature.outline) > 1:
        return _line(feature, style, canvas, hatches)
    if feature.kind == "hill":
        return _hill(feature, style, canvas)
    if feature.kind == "building":
        return _building(feature, style, canvas)
    return _patch(_rings(feature, canvas), style, hatches)


def _rings(feature: Feature, canvas: Canvas) -> str:
    if feature.width > 0 or len(feature.outline) < 3:
        return _shape(area(feature), canvas)
    if feature.kind in _ROUNDED:
        return _rounded([canvas.to(p) for p in feature.outline])
    return canvas.line(feature.outline, closed=True)


_ROUNDED = {
    "woods",
    "jungle",
    "scrub",
    "pond",
    "marsh",
    "hill",
    "slope",
    "rocks",
    "clearing",
    "tall grass",
    "smoke",
    "ford",
    "crater",
}
"""Grown or blown shapes; their outline is drawn as a curve through the middles of its sides."""


def _rounded(points: list[Point]) -> str:
    middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in zip(points, points[1:] + points[:1], strict=True)]
    d = f"M{number(middles[-1][0])} {number(middles[-1][1])}"
    for corner, middle in zip(points, middles, strict=True):
        d += f"Q{number(corner[0])} {number(corner[1])} {number(middle[0])} {number(middle[1])}"
    return d + "Z"


def _shape(geometry: BaseGeometry, canvas: Canvas) -> str:
    return "".join(canvas.line(ring, closed=True) for ring in rings_of(geometry))


def _patch(d: str, style: Look, hatches: set[str]) -> str:
    if not d:
        return ""
    outline = {"stroke_dasharray": style.dash} if style.dash else {}
    body = element("path", d=d, fill=style.fill, stroke=style.stroke, stroke_width=style.stroke_width, **outline)
    if style.hatch:
        hatches.add(style.hatch)
        body += element("path", d=d, fill=f"url(#h-{style.hatch})")
    return body


def _line(feature: Feature, style: Look, canvas: Canvas, hatches: set[str]) -> str:
    if style.casing:
        d = canvas.line(feature.outline)
        wide = max(feature.width * canvas.scale, 5.0)
        common = {"d": d, "fill": "none", "stroke_linejoin": "round"}
        dash = {"stroke_dasharray": style.dash} if style.dash else {}
        return element("path", **common, stroke=style.casing, stroke_width=wide, **dash) + element(
            "path", **common, stroke=style.fill, stroke_width=wide - 2.4
        )
    if feature.kind == "fence":
        return _fence(feature, style, canvas)
    least = 3.4 if style.layer == 6 else 2.0
    wider = Feature(feature.kind, feature.outline, width=max(feature.width, least / canvas.scale))
    return _patch(_shape(area(wider), canvas), style, hatches)


def _fence(feature: Feature, style: Look, canvas: Canvas) -> str:
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


def _hill(feature: Feature, style: Look, canvas: Canvas) -> str:
    """A contour: each level tints the ground a little more, and its line carries the height."""
    d = _rounded([canvas.to(p) for p in feature.outline])
    top = min(feature.outline, key=lambda p: (p[1], p[0]))
    x, y = canvas.to(top)
    height = f"{feature.base + feature.height:g}"
    label = lettered(height, x, y - 4, 13, colour="#6b4f28", anchor="middle", halo="#f0dfc0")
    return (
        element("path", d=d, fill=style.fill, fill_opacity="0.30", stroke=style.stroke, stroke_width=style.stroke_width)
        + label
    )


def _building(feature: Feature, style: Look, canvas: Canvas) -> str:
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
