"""Generated boards with houses on them: a village, a grid of streets, a walled compound."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from shapely import Polygon, box

from rules.table.board import Feature, Point
from rules.table.countryside import field
from rules.table.footprint import area
from rules.table.landscape import Landscape, many, nth, rounded

_HOUSES: tuple[str, ...] = ("Mosque", "School", "Mill", "Bakery", "Smithy", "Store", "Inn", "Clinic")


def village(land: Landscape) -> None:
    g, w, d = land.grain, land.width, land.depth
    main = land.meander((0.0, d * g.between(0.42, 0.58)), (w, d * g.between(0.42, 0.58)), 2.5)
    land.way("road", main, 2.0, "Main Street")
    lane = land.meander((w * g.between(0.35, 0.65), 0.0), (w * g.between(0.35, 0.65), d), 2.0)
    land.way("track", lane, 1.4, "Mill Lane")
    names: list[str] = g.shuffled(_HOUSES)
    _row_of_houses(land, main, names, from_=0.14, to=0.86, step=0.085)
    _row_of_houses(land, lane, names, from_=0.2, to=0.8, step=0.12)
    _gardens(land)
    for _ in range(many(land, 5)):
        field(land)
    for i in range(many(land, 4)):
        land.patch("woods", g.between(2.2, 4.0), height=4.0, name=nth("Copse", i))
    for _ in range(many(land, 4)):
        land.patch("scrub", g.between(1.2, 2.2), height=0.4)
    land.patch("pond", 1.6, name="Pond")


def _row_of_houses(
    land: Landscape, road: Sequence[Point], names: list[str], *, from_: float, to: float, step: float
) -> None:
    g = land.grain
    t = from_
    while t < to:
        for side in (1, -1):
            if g.chance(0.22):
                continue
            long, wide = g.between(3.4, 5.2), g.between(2.8, 3.8)
            spot, direction = land.beside(road, t + g.between(-0.015, 0.015), side * (wide / 2 + g.between(1.9, 2.8)))
            floors = 2 if g.chance(0.3) else 1
            name = names[-1] if names else ""
            hardness = "hard" if g.chance(0.7) else "soft"
            built = land.house(spot, wide, long, direction, floors=floors, name=name, hardness=hardness, door=1 + side)
            if built and names:
                names.pop()
        t += step


def _gardens(land: Landscape) -> None:
    """Walls and hedges behind some of the houses, where nothing else stands."""
    houses = [f for f in land.features if f.kind == "building"]
    built = [area(f) for f in land.features]
    for house in houses:
        if land.grain.chance(0.4):
            continue
        a, b = _back(house)
        reach = land.grain.between(1.8, 2.8) * land.scale / math.dist(a, b)
        out = ((b[1] - a[1]) * reach, (a[0] - b[0]) * reach)
        corners = rounded([a, (a[0] + out[0], a[1] + out[1]), (b[0] + out[0], b[1] + out[1]), b])
        yard = Polygon(corners)
        inside = box(0.2, 0.2, land.width - 0.2, land.depth - 0.2).covers(yard)
        if inside and not any(yard.intersection(other).area > 0.05 for other in built):
            land.barrier(land.grain.pick(("wall", "hedge", "fence", "hedge")), corners)
            built.append(yard)
            land.taken.append(yard)


def _back(house: Feature) -> tuple[Point, Point]:
    """The wall opposite the door, counter-clockwise."""
    door = next(o for o in house.openings if o.kind == "door")
    middle = ((door.a[0] + door.b[0]) / 2, (door.a[1] + door.b[1]) / 2)
    corners = house.outline
    sides = [(corners[i], corners[(i + 1) % 4]) for i in range(4)]
    front = min(
        range(4),
        key=lambda i: math.dist(middle, ((sides[i][0][0] + sides[i][1][0]) / 2, (sides[i][0][1] + sides[i][1][1]) / 2)),
    )
    return sides[(front + 2) % 4]


def street_grid(land: Landscape) -> None:
    g, s = land.grain, land.scale
    columns = _cuts(land.width, 13.0 * s)
    rows = _cuts(land.depth, 11.0 * s)
    for i, x in enumerate(columns[1:-1]):
        land.way("street", [(x, 0.0), (x, land.depth)], 2.6, f"Avenue {chr(65 + i % 26)}", margin=0.0)
    for i, y in enumerate(rows[1:-1]):
        land.way("street", [(0.0, y), (land.width, y)], 2.6, f"{_ORDINALS[i % len(_ORDINALS)]} Street", margin=0.0)
    park = (g.whole(0, len(columns) - 2), g.whole(0, len(rows) - 2))
    for i, (x0, x1) in enumerate(pairwise(columns)):
        for j, (y0, y1) in enumerate(pairwise(rows)):
            inner = (x0 + 1.9 * s, y0 + 1.9 * s, x1 - 1.9 * s, y1 - 1.9 * s)
            if inner[2] - inner[0] < 3 * s or inner[3] - inner[1] < 3 * s:
                continue
            if (i, j) == park:
                outline = ((inner[0], inner[1]), (inner[2], inner[1]), (inner[2], inner[3]), (inner[0], inner[3]))
                land.add(Feature("woods", rounded(outline), name="Park", height=3.0 * land.tall))
                land.barrier("fence", rounded((*outline, outline[0])))
            else:
                _block(land, inner)
    for x in columns[1:-1]:
        for y0, y1 in pairwise(rows):
            if g.chance(0.3):
                y = round(g.between(y0 + 2.2 * s, y1 - 2.2 * s), 2)
                land.barrier("barricade", [(round(x - 1.2 * s, 2), y), (round(x + 0.6 * s, 2), y)])


def _block(land: Landscape, inner: tuple[float, float, float, float]) -> None:
    """Houses side by side round a yard; one of them may lie in ruins."""
    g, s = land.grain, land.scale
    x0, y0, x1, y1 = inner
    count = max(1, round((x1 - x0) / (4.6 * s)))
    wide = (x1 - x0) / count
    rows = [(y0, (y0 + y1) / 2 - 0.5 * s, 0), ((y0 + y1) / 2 + 0.5 * s, y1, 2)] if y1 - y0 > 6 * s else [(y0, y1, 0)]
    for low, high, door in rows:
        for i in range(count):
            left, right = x0 + i * wide + 0.12 * s, x0 + (i + 1) * wide - 0.12 * s
            middle = ((left + right) / 2, (low + high) / 2)
            outline = rounded(((left, low), (right, low), (right, high), (left, high)))
            if g.chance(0.12):
                land.add(Feature("rubble", outline, height=0.5 * land.tall, hardness="hard"))
            elif g.chance(0.93):
                floors = g.pick((1, 2, 2, 3))
                size = ((right - left) / s, (high - low) / s)
                face = 3 if door == 0 else 1
                land.house(middle, *size, 0.0, floors=floors, door=face, margin=0.1, inset=0.2)


def compound(land: Landscape) -> None:
    g, w, d, s = land.grain, land.width, land.depth, land.scale
    half = (min(w * 0.24, 11.0 * s), min(d * 0.24, 8.0 * s))
    cx, cy = w * g.between(0.45, 0.55), d * g.between(0.5, 0.58)
    x0, y0, x1, y1 = (round(v, 2) for v in (cx - half[0], cy - half[1], cx + half[0], cy + half[1]))
    gate = round(cx + g.between(-0.3, 0.3) * half[0], 2)
    road = land.meander((w * g.between(0.3, 0.7), 0.0), (gate, y0 - 0.5 * s), 2.0)
    land.way("road", (*road, (gate, round(y0 + 1.5 * s, 2))), 1.8, "Gate Road")
    land.barrier("high wall", [(gate - 1.1 * s, y0), (x0, y0), (x0, y1), (x1, y1), (x1, y0), (gate + 1.1 * s, y0)])
    out = 2.6 * s
    for points in (
        [(x0 - out, y0 - out), (x0 - out, y1 + out), (x1 + out, y1 + out), (x1 + out, y0 - out)],
        [(x0 - out, y0 - out), (gate - 2.2 * s, y0 - out)],
        [(gate + 2.2 * s, y0 - out), (x1 + out, y0 - out)],
    ):
        land.barrier("wire", [(round(x, 2), round(y, 2)) for x, y in points])
    tower = 1.0 * s
    for i, (x, y) in enumerate(((x0 + tower, y0 + tower), (x1 - tower, y1 - tower))):
        land.house((x, y), 1.7, 1.7, 0.0, floors=2, name=nth("Tower", i), door=2 * i, margin=0.1)
    for name, fx, fy, long, wide, floors in (
        ("Headquarters", -0.42, 0.45, 5.0, 3.6, 2),
        ("Barracks", 0.4, 0.5, 6.0, 3.0, 1),
        ("Armoury", 0.55, -0.3, 3.2, 3.2, 1),
        ("Garage", -0.5, -0.35, 4.4, 3.0, 1),
    ):
        land.house((cx + fx * half[0], cy + fy * half[1]), long, wide, 0.0, floors=floors, name=name, margin=0.3)
    land.taken.append(box(x0 - out, y0 - out, x1 + out, y1 + out))
    for _ in range(many(land, 3)):
        land.patch("crater", g.between(0.7, 1.1), height=-0.4)
    for i in range(many(land, 3)):
        land.patch("woods", g.between(1.8, 3.0), height=4.0, name=nth("Grove", i))
    for _ in range(many(land, 10)):
        land.patch(g.pick(("scrub", "rocks", "scrub")), g.between(1.0, 2.0), height=0.5)


_ORDINALS = ("First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth")


def _cuts(extent: float, pitch: float) -> list[float]:
    count = max(2, round(extent / pitch))
    return [round(extent * i / count, 2) for i in range(count + 1)]
