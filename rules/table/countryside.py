"""Generated boards of open country: fields, a ridge, a jungle, a river crossing; and what villages share with them."""

from __future__ import annotations

from collections.abc import Sequence

from shapely import Point as Spot
from shapely import box

from rules.table.board import Feature, Point
from rules.table.footprint import area
from rules.table.landscape import Grain, Landscape, many, nth


def fields(land: Landscape) -> None:
    g, w, d = land.grain, land.width, land.depth
    road = land.meander((w * g.between(0.3, 0.7), 0.0), (w * g.between(0.3, 0.7), d), 3.0)
    land.way("track", road, 1.4, "Farm Lane")
    stream = land.meander((0.0, d * g.between(0.25, 0.75)), (w, d * g.between(0.25, 0.75)), 3.0, bends=6)
    land.add(Feature("stream", stream, name="Brook", width=0.8 * land.scale), margin=0.3)
    house_by(land, road, 4.6, 3.4, "Farm", floors=2)
    house_by(land, road, 5.2, 3.2, "Barn", hardness="soft")
    for _ in range(many(land, 11)):
        field(land)
    for i in range(many(land, 4)):
        land.patch("woods", g.between(2.0, 3.6), height=4.0, name=nth("Copse", i))
    for _ in range(many(land, 4)):
        land.patch("scrub", g.between(1.0, 2.0), height=0.4)


def ridge(land: Landscape) -> None:
    g, w, d = land.grain, land.width, land.depth
    y = d * g.between(0.5, 0.62)
    reach = min(d * 0.2, 8.0 * land.scale) / land.scale
    for name, low, high, size, levels in (("West Ridge", 0.27, 0.34, 1.0, 3), ("East Ridge", 0.68, 0.76, 0.9, 2)):
        middle = (w * g.between(low, high), y + g.between(-1.5, 1.5))
        land.hill(middle, reach * size, levels, stretch=1.6, turn=g.between(-13, 13), name=name, steep=True)
    land.hill((w * g.between(0.2, 0.8), d * 0.18), reach * 0.6, 1, rise=1.2, stretch=1.3, name="Knoll")
    track = land.meander((w * g.between(0.42, 0.58), 0.0), (w * g.between(0.45, 0.56), d), 1.5)
    land.way("track", track, 1.4, "Pass Road")
    for i in range(many(land, 4)):
        land.patch("woods", g.between(1.8, 3.2), height=4.0, name=nth("Wood", i))
    for _ in range(many(land, 8)):
        land.patch("rocks", g.between(0.8, 1.8), height=0.5)
    for _ in range(many(land, 8)):
        land.patch("scrub", g.between(1.0, 2.2), height=0.4)
    house_by(land, track, 3.8, 3.0, "Goat Farm", hardness="soft")


def jungle(land: Landscape) -> None:
    g, w, d = land.grain, land.width, land.depth
    trail = land.meander((w * g.between(0.3, 0.7), 0.0), (w * g.between(0.3, 0.7), d), 4.0, bends=5)
    land.way("trail", trail, 1.2, "Trail", margin=0.5)
    stream = land.meander((0.0, d * g.between(0.3, 0.7)), (w, d * g.between(0.3, 0.7)), 4.0, bends=6)
    land.add(Feature("stream", stream, name="Creek", width=1.0 * land.scale), margin=0.4)
    clearing = land.blob((w * g.between(0.4, 0.6), d * g.between(0.55, 0.7)), 4.2)
    land.add(Feature("clearing", clearing, name="Clearing"))
    huts = Landscape(w, d, Grain("huts", g.share()), land.scale, land.tall)
    open_ground = area(land.features[-1]).buffer(-1.2 * land.scale)
    west, south, east, north = open_ground.bounds
    for _ in range(24):
        spot = (g.between(west, east), g.between(south, north))
        if len(huts.features) < 4 and open_ground.contains(Spot(spot)):
            name = nth("Hut", len(huts.features))
            huts.house(spot, 2.2, 1.9, g.between(0, 90), name=name, hardness="soft", margin=0.8)
    land.features += huts.features
    for reach, count in ((4.6, 12), (3.4, 14), (2.2, 16)):
        for _ in range(many(land, count)):
            land.patch("jungle", g.between(reach - 0.7, reach + 0.7), height=5.0, tries=30)
    for _ in range(many(land, 14)):
        land.patch(g.pick(("scrub", "tall grass", "scrub")), g.between(0.9, 1.8), height=0.8)
    land.patch("marsh", 2.0, name="Marsh")


def river_crossing(land: Landscape) -> None:
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
        house_by(land, road, 4.2, 3.2, name, floors=g.pick((1, 2)), among=(0.1, 0.95))
    land.hill((w * g.between(0.15, 0.3), d * 0.82), 5.0, 2, stretch=1.5, name="Hill")
    for i in range(many(land, 5)):
        land.patch("woods", g.between(1.8, 3.2), height=4.0, name=nth("Wood", i))
    for _ in range(many(land, 3)):
        field(land)
    for _ in range(many(land, 7)):
        land.patch(g.pick(("scrub", "marsh", "scrub")), g.between(1.0, 1.9), height=0.4)


def house_by(
    land: Landscape, road: Sequence[Point], long: float, deep: float, name: str, *, floors: int = 1, off: float = 1.4,
    hardness: str = "hard", among: tuple[float, float] = (0.2, 0.8),
) -> Feature | None:  # fmt: skip
    """A house along a road, its door towards it, at the first of some spots where there is room."""
    for _ in range(24):
        side = land.grain.pick((1, -1))
        spot, direction = land.beside(road, land.grain.between(*among), side * (deep / 2 + off + land.grain.share()))
        built = land.house(spot, deep, long, direction, floors=floors, name=name, hardness=hardness, door=1 + side)
        if built:
            return built
    return None


def field(land: Landscape) -> Feature | None:
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
    feature = land.add(Feature(crop, outline, height=0.9 * land.tall if crop == "crops" else 0.0), margin=0.3)
    kind = g.pick(("hedge", "wall", "hedge", "fence"))
    for i in range(4):
        if g.chance(0.55):
            a, b = outline[i], outline[(i + 1) % 4]
            gate = g.between(0.3, 0.6)
            land.barrier(kind, [a, _on(a, b, gate)])
            land.barrier(kind, [_on(a, b, gate + 0.2), b])
    return feature


def _on(a: Point, b: Point, t: float) -> Point:
    return round(a[0] + (b[0] - a[0]) * t, 2), round(a[1] + (b[1] - a[1]) * t, 2)
