"""What happened and what could: move paths, fire lines, blasts, ranges and arcs of a picture."""

from __future__ import annotations

import math

from rules.table.canvas import Canvas, element, number, path, turned
from rules.table.lettering import lettered
from rules.table.scene import Reach, Trace

LATER = "later"
"""The kind of a way that goes on after this turn or period; it lies faint below what is done now."""
AREA = "area"
"""The kind of an outline: what lies there, or would."""
FAINT = "0.5"


def trace(shown: Trace, canvas: Canvas, colour: str) -> str:
    """The last action: where somebody went, whom he fired at, what blew up."""
    points = [canvas.to(p) for p in shown.points]
    if not points:
        return ""
    if shown.kind == "blast":
        return _blast(points[-1], max(shown.radius * canvas.scale, 14.0))
    if len(points) < 2:
        return ""
    if shown.kind == AREA:
        return _area(points)
    wide, dash, ink = {
        "fire": (3.0, "14 6", "#c0392b"),
        "charge": (6.0, "", colour),
        "retreat": (4.0, "3 7", colour),
        "plan": (3.0, "2 8", colour),
        LATER: (2.0, "2 10", colour),
    }.get(shown.kind, (4.0, "", colour))
    head = _arrowhead(points[-2], points[-1], 8.0 + wide * 2)
    shaft = [*points[:-1], head[3]]
    dashes = {"stroke_dasharray": dash, "stroke_linecap": "round"} if dash else {}
    common = {"d": path(shaft), "fill": "none", "stroke_linejoin": "round"}
    start = element("circle", cx=points[0][0], cy=points[0][1], r=5.0, fill="#fff", stroke=ink, stroke_width=2.4)
    if shown.kind == LATER:
        tip = element("path", d=path(head[:3], closed=True), fill=ink, fill_opacity=FAINT)
        return element("path", **common, stroke=ink, stroke_width=wide, stroke_opacity=FAINT, **dashes) + tip
    return (
        element("path", **common, stroke="#ffffff", stroke_width=wide + 3.4, stroke_opacity="0.85")
        + element("path", **common, stroke=ink, stroke_width=wide, **dashes)
        + (start if shown.kind != "fire" else "")
        + element("path", d=path(head[:3], closed=True), fill=ink, stroke="#fff", stroke_width=1.4)
    )


def label(shown: Trace, canvas: Canvas) -> str:
    """The word for it: at the place of a blast, else in the middle of the last leg."""
    points = [canvas.to(p) for p in shown.points]
    if not shown.label or not points or (len(points) < 2 and shown.kind != "blast"):
        return ""
    last, before = points[-1], points[-1] if shown.kind == "blast" else points[-2]
    at = (before[0] + last[0]) / 2, (before[1] + last[1]) / 2
    if shown.kind == AREA:
        at = sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
    return lettered(shown.label, at[0], at[1] - 8.0, 17.0, anchor="middle", halo="#fff", weight=1.3, halo_width=4.0)


def _area(points: list[tuple[float, float]]) -> str:
    common = {"d": path(points, closed=True), "stroke_linejoin": "round"}
    return element("path", **common, fill="#8c8f94", fill_opacity="0.30", stroke="#ffffff", stroke_width=5.0) + element(
        "path", **common, fill="none", stroke="#4a4e54", stroke_width=2.4, stroke_dasharray="8 5"
    )


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
