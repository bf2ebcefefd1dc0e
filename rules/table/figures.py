"""Figures, vehicles and wrecks of a picture: round for friends, angular for others, numbered where there is room."""

from __future__ import annotations

import re
from dataclasses import replace

from rules.table.board import Token
from rules.table.canvas import Canvas, element, number, path, turned
from rules.table.footprint import corners
from rules.table.lettering import lettered, text_width
from rules.table.room import Box
from rules.table.scene import UnitMark

DOWN = frozenset({"killed", "captured", "destroyed", "missing"})
"""States of a figure that is out of action."""
NUMBERED = 8.6
"""Picture units of a figure's radius from which on it gets its number."""


READABLE = 10.0
"""Picture units of a vehicle's name from which on it is written on its hull."""
LEAST_CROSS = 9.0
"""Picture units that the cross of one who fell reaches at least."""


def dot_radius(token: Token, canvas: Canvas) -> float:
    """Of a figure, in picture units."""
    return max(token.radius * canvas.scale * 0.86, 4.0)


def extent(token: Token, canvas: Canvas) -> float:
    """How far down from its middle a figure or vehicle is drawn."""
    if not token.length:
        return dot_radius(token, canvas)
    middle = canvas.to((token.x, token.y))[1]
    return max(canvas.to(corner)[1] for corner in corners(token)) - middle


def figures(unit: UnitMark, canvas: Canvas) -> str:
    """The figures of a unit: round for friends, angular for others; numbered where there is room."""
    return "".join(_figure(token, index, unit, canvas) for index, token in enumerate(unit.figures))


def figure_boxes(unit: UnitMark, canvas: Canvas) -> list[Box]:
    """The room that each figure takes."""
    places = [(canvas.to((token.x, token.y)), dot_radius(token, canvas)) for token in unit.figures]
    return [(x - r, y - r, x + r, y + r) for (x, y), r in places]


def _figure(token: Token, index: int, unit: UnitMark, canvas: Canvas) -> str:
    x, y = canvas.to((token.x, token.y))
    r = dot_radius(token, canvas)
    down, hurt = token.state in DOWN, token.state == "wounded"
    fill, rim = ("#ffffff", unit.colour) if down or hurt else (unit.colour, "#ffffff")
    rim_width = min(_edge(r, hurt=hurt), 2.5) if token.length else _edge(r, hurt=hurt)
    edge = f' fill="{fill}" stroke="{rim}" stroke-width="{rim_width:.1f}"/>'
    if token.kind == "horse":
        return _horse(token, x, y, r, unit.colour)
    if token.kind == "bicycle":
        return _bicycle(token, x, y, r, unit.colour)
    mount = _horse(token, x, y, r, unit.colour) if token.kind == "rider" and not down else ""
    body = mount if down or token.kind == "star" else mount + _nose(token, x, y, r, unit.colour)
    if token.kind == "star":
        return body + f'<path d="{_star(x, y, max(r, 7.0) * 1.3)}"{edge}'
    if token.length:
        body += f'<path d="{canvas.line(corners(token), closed=True)}"{edge}'
        body = _shadow(token, canvas) + body if token.z > 0.0 else body
    elif unit.affiliation == "friend":
        body += f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(r)}"{edge}'
    else:
        body += f'<path d="{_angular(unit.affiliation, x, y, r)}"{edge}'
    if token.turret is not None and not down:
        body += _turret(token, token.turret, canvas, rim)
    if down:
        return body + _crossed_out(x, y, r, unit.colour)
    if token.state == "stopped":
        return body + _crossed_out(x, y, r * 0.7, rim)
    if r >= NUMBERED:
        label, size = _label(token, index, r, canvas)
        ink = unit.colour if hurt else "#ffffff"
        body += lettered(label, x, y + size * 0.5, size, colour=ink, anchor="middle", weight=1.5) if label else ""
    return body + (_plus(x, y, r) if hurt else "")


def _shadow(token: Token, canvas: Canvas) -> str:
    """The shadow of a vehicle in the air, on the ground beside it."""
    east, south = 0.35 * token.length, 0.3 * token.length
    ground = replace(token, x=token.x + east, y=token.y - south)
    outline = canvas.line(corners(ground), closed=True)
    return element("path", d=outline, fill="#1f1f1f", fill_opacity="0.38", stroke="none")


def _label(token: Token, index: int, r: float, canvas: Canvas) -> tuple[str, float]:
    """What is written on it, and how large: of a vehicle's name what its hull has room for, at least its number."""
    label = token.label or str(index + 1)
    if not token.length:
        return label, min(r, r * 2.2 / max(1.0, text_width(label, 1.0)))
    across = min(token.length, token.width or token.length) * canvas.scale * (0.5 if token.turret is not None else 0.9)
    if across / text_width(label, 1.0) < READABLE:
        number_ = re.search(r"\d+$", label)
        label = number_[0] if number_ else ""
    return label, min(r, across / max(1.0, text_width(label, 1.0)))


def _bicycle(token: Token, x: float, y: float, r: float, colour: str) -> str:
    """Two wheels from above, before and behind whoever has it, and the frame between them."""
    (ax, ay), (bx, by) = turned(x, y, token.facing, r * 1.7), turned(x, y, token.facing + 180.0, r * 1.7)
    (cx, cy), (dx, dy) = turned(x, y, token.facing, r), turned(x, y, token.facing + 180.0, r)
    ends = ((ax, ay, cx, cy), (bx, by, dx, dy))
    return "".join(
        element("line", x1=p, y1=q, x2=s, y2=t, stroke=colour, stroke_width=max(1.5, r * 0.35), stroke_linecap="round")
        for p, q, s, t in ends
    )


def _horse(token: Token, x: float, y: float, r: float, colour: str) -> str:
    """A horse from above, along its facing: a white body with a rim, longer than its rider, and a head."""
    body = element(
        "ellipse", cx=x, cy=y, rx=r * 0.7, ry=r * 1.7, fill="#ffffff", stroke=colour, stroke_width=max(1.2, r * 0.2),
        transform=f"rotate({number(token.facing)} {number(x)} {number(y)})",
    )  # fmt: skip
    head = turned(x, y, token.facing, r * 1.7)
    return body + element("circle", cx=head[0], cy=head[1], r=r * 0.42, fill=colour)


def _turret(token: Token, looks: float, canvas: Canvas, colour: str) -> str:
    """A turret on its hull, apart from it: a ring, and the barrel where it looks."""
    x, y = canvas.to((token.x, token.y))
    r = max((token.width or token.length) * canvas.scale * 0.26, 2.6)
    barrel = path([turned(x, y, looks, r), turned(x, y, looks, max(token.length * canvas.scale * 0.62, r * 2.4))])
    ring = element("circle", cx=x, cy=y, r=r, fill="none", stroke=colour, stroke_width=max(1.2, r * 0.3))
    return ring + element("path", d=barrel, stroke=colour, stroke_width=max(1.6, r * 0.4), stroke_linecap="round")


def _star(x: float, y: float, r: float) -> str:
    """Five points, the first upwards: an officer."""
    points = [turned(x, y, 36.0 * i, r if i % 2 == 0 else r * 0.42) for i in range(10)]
    return path(points, closed=True)


def _edge(r: float, *, hurt: bool) -> float:
    return max(2.2, r * 0.24) if hurt else max(1.2, r * 0.14)


def _crossed_out(x: float, y: float, r: float, colour: str) -> str:
    s = r * 0.6
    cross = path([(x - s, y - s), (x + s, y + s)]) + path([(x - s, y + s), (x + s, y - s)])
    return element("path", d=cross, stroke=colour, stroke_width=max(1.4, r * 0.2))


def _plus(x: float, y: float, r: float) -> str:
    """The red plus at a wounded figure's shoulder."""
    s = max(r * 0.42, 3.4)
    x, y = x + r * 0.86, y - r * 0.86
    plus = path([(x - s, y), (x + s, y)]) + path([(x, y - s), (x, y + s)])
    wide = max(s * 0.62, 2.4)
    return element("path", d=plus, stroke="#ffffff", stroke_width=wide + 2.4) + element(
        "path", d=plus, stroke="#d01c1c", stroke_width=wide
    )


def look_of(state: str) -> str:
    """How a figure in that state looks, of whatever side, for the key."""
    r, colour = 9.0, "#333333"
    edge = f' fill="#ffffff" stroke="{colour}" stroke-width="{_edge(r, hurt=state == "wounded"):.1f}"/>'
    body = f'<circle cx="0" cy="0" r="{number(r)}"{edge}'
    return body + (_plus(0.0, 0.0, r) if state == "wounded" else _crossed_out(0.0, 0.0, r, colour))


def _nose(token: Token, x: float, y: float, r: float, colour: str) -> str:
    tip = turned(x, y, token.facing, r * 1.6)
    left, right = turned(x, y, token.facing - 42, r), turned(x, y, token.facing + 42, r)
    return element("path", d=path([left, tip, right], closed=True), fill=colour, stroke="#fff", stroke_width=1.0)


def side_dot(affiliation: str, colour: str) -> str:
    """The shape and colour of a side's figures, for the key."""
    if affiliation == "friend":
        return element("circle", cx=0.0, cy=0.0, r=8.5, fill=colour)
    return element("path", d=_angular(affiliation, 0.0, 0.0, 8.5), fill=colour)


def _angular(affiliation: str, x: float, y: float, r: float) -> str:
    if affiliation == "hostile":
        long = r * 1.2
        return path([(x, y - long), (x + long, y), (x, y + long), (x - long, y)], closed=True)
    side = r * 0.92
    return path([(x - side, y - side), (x + side, y - side), (x + side, y + side), (x - side, y + side)], closed=True)


def fallen(unit: UnitMark, canvas: Canvas) -> str:
    """Those of a unit who lie where they fell: a cross in its colour, large enough for a phone, over the outline of
    their base where that is an oblong."""
    out = ""
    for token in unit.figures:
        x, y = canvas.to((token.x, token.y))
        if token.length:
            hull = canvas.line(corners(token), closed=True)
            out += element("path", d=hull, fill="#ffffff", fill_opacity="0.6", stroke=unit.colour, stroke_width=1.6)
        s = fallen_radius(token, canvas) * 0.75
        cross = path([(x - s, y - s), (x + s, y + s)]) + path([(x - s, y + s), (x + s, y - s)])
        out += element("path", d=cross, stroke="#ffffff", stroke_width=6.4, stroke_linecap="round")
        out += element("path", d=cross, stroke=unit.colour, stroke_width=3.4, stroke_linecap="round")
    return out


def fallen_radius(token: Token, canvas: Canvas) -> float:
    return max(dot_radius(token, canvas), LEAST_CROSS)


def fallen_boxes(unit: UnitMark, canvas: Canvas) -> list[Box]:
    """The room that the crosses of its fallen take."""
    places = [(canvas.to((token.x, token.y)), fallen_radius(token, canvas)) for token in unit.figures]
    return [(x - r, y - r, x + r, y + r) for (x, y), r in places]


def wreck(token: Token, canvas: Canvas) -> str:
    """A destroyed vehicle: its dark footprint, crossed out."""
    pts = [canvas.to(p) for p in corners(_hull(token))]
    d = path(pts, closed=True)
    cross = path([pts[0], pts[2]]) + path([pts[1], pts[3]])
    return element("path", d=d, fill="#5a5148", stroke="#1f1f1f", stroke_width=2.0) + element(
        "path", d=cross, stroke="#f5f2e7", stroke_width=2.2
    )


def wreck_boxes(token: Token, canvas: Canvas) -> list[Box]:
    """The room that a wreck and its name take."""
    x, y = canvas.to((token.x, token.y))
    r = extent(_hull(token), canvas)
    half = text_width(token.label, 17.0) / 2
    return [(x - r, y - r, x + r, y + r), (x - half, y + r + 2.0, x + half, y + r + 24.0)]


def wreck_name(token: Token, canvas: Canvas) -> str:
    """Its name below it."""
    x, y = canvas.to((token.x, token.y))
    below = y + extent(_hull(token), canvas)
    return lettered(token.label, x, below + 20.0, 17.0, anchor="middle", halo="#fff", weight=1.3, halo_width=4.0)


def _hull(token: Token) -> Token:
    return token if token.length else replace(token, length=2.4, width=1.4)
