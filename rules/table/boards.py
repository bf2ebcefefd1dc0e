"""Boards by kind and seed: the same words always give the same board.

Deployment is possible on every side: no building stands within an inch of an edge.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from shapely import Point as Spot
from shapely import box

from rules.table.board import Board, Feature, Point
from rules.table.footprint import area
from rules.table.landscape import Grain, Landscape

DEFAULT_EDGES = (("army", "south"), ("insurgents", "north"))
_SCALES = {"inches": 1.0, "metres": 1.7}
_LEAST, _MOST = 12.0, 400.0


def generate(
    kind: str,
    seed: int | str,
    *,
    width: float = 48.0,
    depth: float = 36.0,
    measure: str = "inches",
    edges: Sequence[tuple[str, str]] = (),
    light: str = "day",
    weather: str = "clear",
) -> Board:
    """A board of one of the `KINDS`.

    Raises ValueError, in words for a person, for an unknown kind or measure and for a board that is too small or
    too large (12 to 400 figure heights a side).
    """
    if kind not in KINDS:
        raise ValueError(f"there is no kind of board called “{kind}”; there are: {', '.join(KINDS)}")
    if measure not in _SCALES:
        raise ValueError(f"a board is measured in inches or metres, not in “{measure}”")
    scale = _SCALES[measure]
    for extent in (width, depth):
        if not _LEAST * scale <= extent <= _MOST * scale:
            raise ValueError(f"a side of a board is {_LEAST * scale:g} to {_MOST * scale:g} {measure}, not {extent:g}")
    grain = Grain("adjutant board", kind, seed, f"{width:g}", f"{depth:g}", measure)
    land = Landscape(width, depth, grain, scale)
    KINDS[kind](land)
    return Board(
        width=width,
        depth=depth,
        features=tuple(land.features),
        name=f"{kind} {seed}",
        light=light,
        weather=weather,
        wind=float(45 * grain.whole(0, 7)),
        edges=tuple(edges),
        square=4.0 * scale if scale == 1.0 else 8.0,
        measure=measure,
    )


# ── Village ───────────────────────────────────────────────────────────────────────────────────────────────────────

_HOUSES: tuple[str, ...] = ("Mosque", "School", "Mill", "Bakery", "Smithy", "Store", "Inn", "Clinic")


def _village(land: Landscape) -> None:
    g, w, d = land.grain, land.width, land.depth
    main = land.meander((0.0, d * g.between(0.42, 0.58)), (w, d * g.between(0.42, 0.58)), 2.5)
    land.way("road", main, 2.0, "Main Street")
    lane = land.meander((w * g.between(0.35, 0.65), 0.0), (w * g.between(0.35, 0.65), d), 2.0)
    land.way("track", lane, 1.4, "Mill Lane")
    names: list[str] = g.shuffled(_HOUSES)
    _row_of_houses(land, main, names, from_=0.14, to=0.86, step=0.085)
    _row_of_houses(land, lane, names, from_=0.2, to=0.8, step=0.12)
    _gardens(land)
    for _ in range(_many(land, 5)):
        _field(land)
    for i in range(_many(land, 4)):
        land.patch("woods", g.between(2.2, 4.0), height=4.0, name=_name("Copse", i))
    for _ in range(_many(land, 4)):
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
            door = 0 if side == 1 else 2
            name = names[-1] if names else ""
            hardness = "hard" if g.chance(0.7) else "soft"
            built = land.house(spot, wide, long, direction, floors=floors, name=name, hardness=hardness, door=3 - door)
            if built and names:
                names.pop()
        t += step


def _house_by(
    land: Landscape, road: Sequence[Point], long: float, deep: float, name: str, *, floors: int = 1, off: float = 1.4,
    hardness: str = "hard", among: tuple[float, float] = (0.2, 0.8),
) -> Feature | None:  # fmt: skip
    """A house along a road, its door towards it, at the first of some spots where there is room."""
    for _ in range(24):
        side = land.grain.pick((1, -1))
        spot, direction = land.beside(road, land.grain.between(*among), side * (deep / 2 + off + land.grain.share()))
        door = 3 if side == 1 else 1
        built = land.house(spot, deep, long, direction, floors=floors, name=name, hardness=hardness, door=door)
        if built:
            return built
    return None


def _gardens(land: Landscape) -> None:
    """Walls and hedges behind some of the houses."""
    for house in [f for f in land.features if f.kind == "building"]:
        if land.grain.chance(0.45):
            continue
        kind = land.grain.pick(("wall", "hedge", "fence", "hedge"))
        (ax, ay), (bx, by) = house.outline[1], house.outline[2]
        reach = land.grain.between(1.6, 2.6) * land.scale
        out = ((ay - by), (bx - ax))
        long = (out[0] ** 2 + out[1] ** 2) ** 0.5
        out = (-out[0] / long * reach, -out[1] / long * reach)
        corners = [(ax, ay), (ax + out[0], ay + out[1]), (bx + out[0], by + out[1]), (bx, by)]
        if all(0.2 <= x <= land.width - 0.2 and 0.2 <= y <= land.depth - 0.2 for x, y in corners):
            land.barrier(kind, [(round(x, 2), round(y, 2)) for x, y in corners])


def _field(land: Landscape) -> Feature | None:
    g, s = land.grain, land.scale
    for _ in range(15):
        long, wide = g.between(5.0, 9.0) * s, g.between(4.0, 7.0) * s
        x, y = g.between(0.5, max(0.6, land.width - long - 0.5)), g.between(0.5, max(0.6, land.depth - wide - 0.5))
        if land.free(box(x, y, x + long, y + wide).buffer(0.3 * s)):
            return _fenced(land, (x, y, x + long, y + wide))
    return None


def _fenced(land: Landscape, bounds: tuple[float, float, float, float]) -> Feature:
    """A field with its crop, and a hedge, wall or fence on some of its sides."""
    g = land.grain
    x0, y0, x1, y1 = (round(v, 2) for v in bounds)
    crop = g.pick(("field", "plough", "crops", "field"))
    outline = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    feature = land.add(Feature(crop, outline, height=0.9 * land.scale if crop == "crops" else 0.0), margin=0.3)
    kind = g.pick(("hedge", "wall", "hedge", "fence"))
    for i in range(4):
        if g.chance(0.55):
            a, b = outline[i], outline[(i + 1) % 4]
            gate = g.between(0.3, 0.6)
            land.barrier(kind, [a, _on(a, b, gate)])
            land.barrier(kind, [_on(a, b, gate + 0.2), b])
    return feature


# ── Fields ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _fields(land: Landscape) -> None:
    g, w, d = land.grain, land.width, land.depth
    road = land.meander((w * g.between(0.3, 0.7), 0.0), (w * g.between(0.3, 0.7), d), 3.0)
    land.way("track", road, 1.4, "Farm Lane")
    stream = land.meander((0.0, d * g.between(0.25, 0.75)), (w, d * g.between(0.25, 0.75)), 3.0, bends=6)
    land.add(Feature("stream", stream, name="Brook", width=0.8 * land.scale), margin=0.3)
    _house_by(land, road, 4.6, 3.4, "Farm", floors=2)
    _house_by(land, road, 5.2, 3.2, "Barn", hardness="soft")
    for _ in range(_many(land, 11)):
        _field(land)
    for i in range(_many(land, 4)):
        land.patch("woods", g.between(2.0, 3.6), height=4.0, name=_name("Copse", i))
    for _ in range(_many(land, 4)):
        land.patch("scrub", g.between(1.0, 2.0), height=0.4)


# ── Street grid ───────────────────────────────────────────────────────────────────────────────────────────────────


def _street_grid(land: Landscape) -> None:
    g, s = land.grain, land.scale
    columns = _cuts(land.width, 13.0 * s)
    rows = _cuts(land.depth, 11.0 * s)
    for i, x in enumerate(columns[1:-1]):
        land.way("street", [(x, 0.0), (x, land.depth)], 2.6, _name("Avenue", i), margin=0.0)
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
                land.add(Feature("woods", _rounded(outline), name="Park", height=3.0 * s))
                land.barrier("fence", _rounded((*outline, outline[0])))
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
            outline = _rounded(((left, low), (right, low), (right, high), (left, high)))
            if g.chance(0.12):
                land.add(Feature("rubble", outline, height=0.5 * s, hardness="hard"))
            elif g.chance(0.93):
                floors = g.pick((1, 2, 2, 3))
                size = ((right - left) / s, (high - low) / s)
                face = 3 if door == 0 else 1
                land.house(middle, *size, 0.0, floors=floors, door=face, margin=0.1, inset=0.2)


# ── Ridge ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _ridge(land: Landscape) -> None:
    g, w, d = land.grain, land.width, land.depth
    y = d * g.between(0.5, 0.62)
    reach = min(d * 0.2, 8.0 * land.scale) / land.scale
    for name, low, high, size, levels in (("West Ridge", 0.27, 0.34, 1.0, 3), ("East Ridge", 0.68, 0.76, 0.9, 2)):
        middle = (w * g.between(low, high), y + g.between(-1.5, 1.5))
        land.hill(middle, reach * size, levels, stretch=1.6, turn=g.between(-13, 13), name=name, steep=True)
    land.hill((w * g.between(0.2, 0.8), d * 0.18), reach * 0.6, 1, rise=1.2, stretch=1.3, name="Knoll")
    track = land.meander((w * g.between(0.42, 0.58), 0.0), (w * g.between(0.45, 0.56), d), 1.5)
    land.way("track", track, 1.4, "Pass Road")
    for i in range(_many(land, 4)):
        land.patch("woods", g.between(1.8, 3.2), height=4.0, name=_name("Wood", i))
    for _ in range(_many(land, 8)):
        land.patch("rocks", g.between(0.8, 1.8), height=0.5)
    for _ in range(_many(land, 8)):
        land.patch("scrub", g.between(1.0, 2.2), height=0.4)
    _house_by(land, track, 3.8, 3.0, "Goat Farm", hardness="soft")


# ── Compound ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _compound(land: Landscape) -> None:
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
        land.house((x, y), 1.7, 1.7, 0.0, floors=2, name=_name("Tower", i), margin=0.1)
    for name, fx, fy, long, wide, floors in (
        ("Headquarters", -0.42, 0.45, 5.0, 3.6, 2),
        ("Barracks", 0.4, 0.5, 6.0, 3.0, 1),
        ("Armoury", 0.55, -0.3, 3.2, 3.2, 1),
        ("Garage", -0.5, -0.35, 4.4, 3.0, 1),
    ):
        land.house((cx + fx * half[0], cy + fy * half[1]), long, wide, 0.0, floors=floors, name=name, margin=0.3)
    land.taken.append(box(x0 - out, y0 - out, x1 + out, y1 + out))
    for _ in range(_many(land, 3)):
        land.patch("crater", g.between(0.7, 1.1), height=-0.4)
    for i in range(_many(land, 3)):
        land.patch("woods", g.between(1.8, 3.0), height=4.0, name=_name("Grove", i))
    for _ in range(_many(land, 10)):
        land.patch(g.pick(("scrub", "rocks", "scrub")), g.between(1.0, 2.0), height=0.5)


# ── Jungle ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _jungle(land: Landscape) -> None:
    g, w, d = land.grain, land.width, land.depth
    trail = land.meander((w * g.between(0.3, 0.7), 0.0), (w * g.between(0.3, 0.7), d), 4.0, bends=5)
    land.way("trail", trail, 1.2, "Trail", margin=0.5)
    stream = land.meander((0.0, d * g.between(0.3, 0.7)), (w, d * g.between(0.3, 0.7)), 4.0, bends=6)
    land.add(Feature("stream", stream, name="Creek", width=1.0 * land.scale), margin=0.4)
    clearing = land.blob((w * g.between(0.4, 0.6), d * g.between(0.55, 0.7)), 4.2)
    land.add(Feature("clearing", clearing, name="Clearing"))
    huts = Landscape(w, d, Grain("huts", g.share()), land.scale)
    open_ground = area(land.features[-1]).buffer(-1.2 * land.scale)
    west, south, east, north = open_ground.bounds
    for _ in range(24):
        spot = (g.between(west, east), g.between(south, north))
        if len(huts.features) < 4 and open_ground.contains(Spot(spot)):
            name = _name("Hut", len(huts.features))
            huts.house(spot, 2.2, 1.9, g.between(0, 90), name=name, hardness="soft", margin=0.8)
    land.features += huts.features
    for _ in range(_many(land, 22)):
        land.patch("jungle", g.between(2.6, 4.6), height=5.0, tries=30)
    for _ in range(_many(land, 16)):
        land.patch(g.pick(("scrub", "tall grass", "scrub")), g.between(1.0, 2.2), height=0.8)
    land.patch("marsh", 2.0, name="Marsh")


# ── River crossing ────────────────────────────────────────────────────────────────────────────────────────────────


def _river_crossing(land: Landscape) -> None:
    g, w, d, s = land.grain, land.width, land.depth, land.scale
    middle = d * g.between(0.45, 0.55)
    river = land.meander((0.0, middle + g.between(-2, 2)), (w, middle + g.between(-2, 2)), 2.0, bends=5)
    wide = 3.2
    land.add(Feature("river", river, name="River", width=wide * s), takes=False)
    t = g.between(0.42, 0.58)
    crossing, _ = land.beside(river, t, 0.0)
    south = land.meander((w * g.between(0.35, 0.65), 0.0), (crossing[0], round(crossing[1] - 3 * s, 2)), 1.5)
    north = land.meander((crossing[0], round(crossing[1] + 3 * s, 2)), (w * g.between(0.35, 0.65), d), 1.5)
    land.way("road", (*south, *north), 2.0, "High Road")
    span = ((crossing[0], round(crossing[1] - 2.6 * s, 2)), (crossing[0], round(crossing[1] + 2.6 * s, 2)))
    land.add(Feature("bridge", span, name="Bridge", width=2.2 * s, hardness="hard"), takes=False)
    for side in (-1.1 * s, 1.1 * s):
        land.barrier("wall", [(round(x + side, 2), y) for x, y in span])
    ford, _ = land.beside(river, t + (0.3 if t < 0.5 else -0.3), 0.0)
    land.add(Feature("ford", land.blob(ford, 2.0, rough=0.1), name="Ford"), takes=False)
    land.taken.append(area(Feature("river", river, width=(wide + 0.8) * s)))
    for road, name in ((south, "Mill"), (north, "Customs House"), (south, "Inn"), (north, "Chapel"), (south, "Store")):
        _house_by(land, road, 4.2, 3.2, name, floors=g.pick((1, 2)), among=(0.1, 0.95))
    land.hill((w * g.between(0.15, 0.3), d * 0.82), 5.0, 2, stretch=1.5, name="Hill")
    for i in range(_many(land, 5)):
        land.patch("woods", g.between(1.8, 3.2), height=4.0, name=_name("Wood", i))
    for _ in range(_many(land, 3)):
        _field(land)
    for _ in range(_many(land, 7)):
        land.patch(g.pick(("scrub", "marsh", "scrub")), g.between(1.0, 1.9), height=0.4)


KINDS: dict[str, Callable[[Landscape], None]] = {
    "village": _village,
    "fields": _fields,
    "street grid": _street_grid,
    "ridge": _ridge,
    "compound": _compound,
    "jungle": _jungle,
    "river crossing": _river_crossing,
}
"""The kinds of board that can be generated."""

_ORDINALS = ("First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth")


def _many(land: Landscape, on_usual_board: int) -> int:
    """As many as fit the size of the board: the usual one is 48 by 36 figure heights."""
    share = land.width * land.depth / (48.0 * 36.0 * land.scale**2)
    return max(1, round(on_usual_board * share))


def _cuts(extent: float, pitch: float) -> list[float]:
    count = max(2, round(extent / pitch))
    return [round(extent * i / count, 2) for i in range(count + 1)]


def _on(a: Point, b: Point, t: float) -> Point:
    return round(a[0] + (b[0] - a[0]) * t, 2), round(a[1] + (b[1] - a[1]) * t, 2)


def _rounded(points: Sequence[Point]) -> tuple[Point, ...]:
    return tuple((round(x, 2), round(y, 2)) for x, y in points)


def _name(word: str, index: int) -> str:
    return word if index == 0 else f"{word} {index + 1}"
