"""Lines of sight as rays through solid ground: from many eyes to many heights over many points at once.

A ray runs straight from the eye to a height over a point, so its own height changes evenly. What it meets:

- ground (hills) and solid things stop it below their tops; ground stops it all the way down;
- soft cover (woods, smoke) stops it once it has gone through as much of it as one can see through;
- the walls of a building stop it but at an open door or window between sill and head, and its floors stop it
  between storeys. A building that lists no openings is all windows to those inside and solid to others;
- the parapet around a roof stops what crosses it below its top.

One sees over the wall or hedge that one lines: a solid thing under the eye or the target's middle is no hindrance.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import STRtree
from shapely.geometry.base import BaseGeometry

from rules.table.board import Feature, Token
from rules.table.footprint import footprint, rings_of
from rules.table.terrain import Terrain

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Whole = NDArray[np.intp]

_HAIR = 1e-6
_DEEP = -1e9


@dataclass(frozen=True, slots=True)
class Rays:
    """From eye `eye_of[i]`, which is at `eyes[...]` and as high as `eye_heights[...]`, to `heights[i]` over
    `points[i]`. Point `i` is a part of target `target_of[i]`, whose middle is `targets[...]`. Heights are absolute."""

    eyes: Floats
    eye_heights: Floats
    eye_of: Whole
    points: Floats
    heights: Floats
    target_of: Whole
    targets: Floats


@dataclass(frozen=True, slots=True)
class Cast:
    """Which rays arrive. `open[i, s]`: the one to height `s` over point `i`. The records name what stopped the others:
    obstacle `by[r]` stopped the rays `stopped[r]` to point `to[r]`."""

    open: Bools
    to: Whole
    by: Whole
    stopped: Bools


@dataclass(frozen=True, slots=True)
class Crossed:
    """Rays over the ground of obstacles: the one to point `to` runs over obstacle `by` from share `t0` to share `t1`
    of its way, which is `reach` long."""

    to: Whole
    by: Whole
    t0: Floats
    t1: Floats
    reach: Floats

    def where(self, kept: Bools) -> Crossed:
        return Crossed(self.to[kept], self.by[kept], self.t0[kept], self.t1[kept], self.reach[kept])


class Obstacles:
    """Everything on a board that may stand in a line of sight, prepared once."""

    def __init__(self, land: Terrain, blockers: tuple[Token, ...], ignoring: frozenset[str]) -> None:
        self.names: list[tuple[str, str]] = []
        """What each is called, and its hardness."""
        self.features: list[Feature | None] = []
        shapes: list[BaseGeometry] = []
        rows: list[tuple[float, float, float, bool, bool, bool]] = []  # bottom, top, thick, ground, solid, walled
        for feature, shape in zip(land.features, land.areas, strict=True):
            nature = land.nature(feature)
            height = feature.height or nature.height
            if feature.kind in ignoring or not (
                nature.opaque or nature.walled or nature.ground or nature.thick is not None
            ):
                continue
            spot = shape.representative_point()
            base = feature.base or (0.0 if nature.ground else land.elevation((spot.x, spot.y)))
            thick = np.inf if nature.thick is None else nature.thick
            solid = nature.opaque and not nature.ground
            bottom = _DEEP if nature.ground else base
            rows.append((bottom, base + height, thick, nature.ground, solid, nature.walled))
            shapes.append(shape)
            self.features.append(feature)
            self.names.append((feature.name or feature.kind, feature.hardness))
        for token in blockers:
            base = land.elevation((token.x, token.y)) + token.z
            rows.append((base, base + token.height, np.inf, False, True, False))
            shapes.append(footprint(token))
            self.features.append(None)
            self.names.append((token.label or token.kind, "hard"))
        self.shapes = np.array(shapes, dtype=object)
        boxes = np.array([shape.bounds for shape in shapes], dtype=float).reshape(-1, 4)
        self.middle, self.half = (boxes[:, :2] + boxes[:, 2:]) / 2, (boxes[:, 2:] - boxes[:, :2]) / 2
        self.tree = STRtree(shapes)
        table = np.array(rows, dtype=float).reshape(len(rows), 6)
        self.bottom, self.top, self.thick = table[:, 0], table[:, 1], table[:, 2]
        self.ground, self.solid, self.walled = (table[:, i] > 0 for i in (3, 4, 5))
        self.hole = self.ground & (self.top < 0)
        self.top[self.hole] = 0.0  # what stops a ray is the rim, not the bottom
        self._set_sides()
        self._set_openings()

    def _set_sides(self) -> None:
        """The sides of all outlines, holes included, one after another: those of obstacle i from `first[i]` on."""
        rings = [[np.array(ring) for ring in rings_of(shape)] for shape in self.shapes]
        self.sides = np.array([sum(len(ring) - 1 for ring in outline) for outline in rings], dtype=np.intp)
        self.first = np.cumsum(self.sides) - self.sides
        flat = [ring for outline in rings for ring in outline]
        self.side_a: Floats = np.concatenate([ring[:-1] for ring in flat]) if flat else np.zeros((0, 2))
        self.side_b: Floats = np.concatenate([ring[1:] for ring in flat]) if flat else np.zeros((0, 2))

    def _set_openings(self) -> None:
        """Open doors and windows as tables, one row for each obstacle: ends, sill and head."""
        ways = [[o for o in f.openings if o.open] if f else [] for f in self.features]
        most = max((len(w) for w in ways), default=0) or 1
        count = len(ways)
        self.ends = np.full((count, most, 4), np.nan)
        self.sills = np.full((count, most, 2), np.nan)
        self.listed = np.array([bool(f and f.openings) for f in self.features], dtype=bool)
        self.storey, self.parapet = np.ones(count), np.zeros(count)
        for i, (feature, openings) in enumerate(zip(self.features, ways, strict=True)):
            if feature:
                self.parapet[i] = feature.parapet
                self.storey[i] = max((self.top[i] - self.bottom[i]) / max(feature.floors, 1), _HAIR)
            for k, o in enumerate(openings):
                self.ends[i, k] = (*o.a, *o.b)
                self.sills[i, k] = (self.bottom[i] + o.sill, self.bottom[i] + o.head)

    def over(self, points: Floats) -> Bools:
        """Which solid things lie under which points: [point, obstacle]."""
        under = np.zeros((len(points), len(self.names)), dtype=bool)
        at, which = self.tree.query(shapely.points(points), predicate="intersects")
        under[at, which] = True
        return under & self.solid

    def cast(self, rays: Rays) -> Cast:
        """Which of these rays arrive, and what stopped the others."""
        free = np.ones(rays.heights.shape, dtype=bool)
        met = self._in_the_way(rays)
        stopped = self._stopped(rays, met)
        _close(free, met, stopped)
        return Cast(free, met.to, met.by, stopped)

    def open(self, rays: Rays) -> Bools:
        """Which of these rays arrive, as `cast` says, without what stopped the others: what is quick to find out is
        looked at first, and nothing is asked of rays that are stopped anyway."""
        free = np.ones(rays.heights.shape, dtype=bool)
        met = self._in_the_way(rays)
        for kind in (self.solid | self.ground, self.walled, np.isfinite(self.thick)):
            alive: Bools = np.asarray(free.any(axis=1))
            asked = met.where(kind[met.by] & alive[met.to])
            if asked.to.size:
                _close(free, asked, self._stopped(rays, asked))
        return free

    def veiled(self, rays: Rays) -> Floats:
        """How much of each of these rays arrives, 0 to 1: what growth does not stop it takes its part of."""
        met = self._in_the_way(rays)
        free = np.ones(rays.heights.shape, dtype=bool)
        _close(free, met, self._stopped(rays, met))
        soft = np.isfinite(self.thick[met.by])
        if not soft.any():
            return free.astype(float)
        start, h = rays.eye_heights[rays.eye_of[met.to]][:, None], rays.heights[met.to]
        z0, z1 = start + met.t0[:, None] * (h - start), start + met.t1[:, None] * (h - start)
        total, _ = self._spent(met, z0, z1, soft, len(rays.points))
        return np.where(free, 1.0 - np.clip(total, 0.0, 1.0), 0.0)

    def _in_the_way(self, rays: Rays) -> Crossed:
        met = self._crossed(rays)
        lined = self.over(rays.eyes)[rays.eye_of[met.to], met.by]
        lined |= self.over(rays.targets)[rays.target_of[met.to], met.by]
        return self._dug(met.where(~lined))

    def _near(self, origins: Floats, ways: Floats, points: Floats) -> tuple[Whole, Whole]:
        """Which rays may run over which obstacles: those whose line passes through the obstacle's box."""
        pairs = np.stack([origins, points], axis=1)
        to, by = self.tree.query(np.asarray(shapely.linestrings(pairs), dtype=object))
        way, off, half = ways[to], self.middle[by] - origins[to], self.half[by]
        aside = np.abs(way[:, 0] * off[:, 1] - way[:, 1] * off[:, 0])
        wide = np.abs(way[:, 0]) * half[:, 1] + np.abs(way[:, 1]) * half[:, 0]
        meets = aside <= wide + _HAIR
        return to[meets], by[meets]

    def _crossed(self, rays: Rays) -> Crossed:
        """Each outline is cut where it changes sides of the ray; the cuts pair up to the spans inside it."""
        origins = rays.eyes[rays.eye_of]
        ways = rays.points - origins
        to, by = self._near(origins, ways, rays.points)
        count = self.sides[by]
        record = np.repeat(np.arange(len(to)), count)
        side = np.arange(len(record)) - np.repeat(np.cumsum(count) - count, count) + self.first[by][record]
        way, origin = ways[to][record], origins[to][record]
        a, b = self.side_a[side] - origin, self.side_b[side] - origin
        left_a, left_b = way[:, 0] * a[:, 1] - way[:, 1] * a[:, 0], way[:, 0] * b[:, 1] - way[:, 1] * b[:, 0]
        cut = np.flatnonzero((left_a < 0.0) != (left_b < 0.0))
        record, a, b, way = record[cut], a[cut], b[cut], way[cut]
        u = (left_a[cut] / (left_a[cut] - left_b[cut]))[:, None]
        reach = np.maximum((way**2).sum(axis=1), _HAIR**2)
        t = ((a + u * (b - a)) * way).sum(axis=1) / reach
        order = np.lexsort((t, record))
        record, t, reach = record[order][::2], t[order], np.sqrt(reach[order][::2])
        t0, t1 = np.clip(t[::2], 0.0, 1.0), np.clip(t[1::2], 0.0, 1.0)
        return Crossed(to[record], by[record], t0, t1, reach).where((t1 - t0) * reach > _HAIR)

    def _stopped(self, rays: Rays, met: Crossed) -> Bools:
        start, h = rays.eye_heights[rays.eye_of[met.to]][:, None], rays.heights[met.to]
        z0, z1 = start + met.t0[:, None] * (h - start), start + met.t1[:, None] * (h - start)
        low, high = np.minimum(z0, z1), np.maximum(z0, z1)
        bottom, top = self.bottom[met.by][:, None], self.top[met.by][:, None]
        hard = (self.solid | self.ground)[met.by][:, None]
        stopped = hard & (low < top - _HAIR) & (high > bottom + _HAIR)
        soft = np.isfinite(self.thick[met.by])
        if soft.any():
            stopped |= self._lost(met, z0, z1, soft, len(rays.points))
        walled = self.walled[met.by] & (np.minimum(z0, z1).min(axis=1) < (self.top + self.parapet)[met.by])
        if walled.any():
            stopped[walled] |= self._shut_out(rays, met.where(walled), z0[walled], z1[walled])
        return stopped

    def _lost(self, met: Crossed, z0: Floats, z1: Floats, soft: Bools, count: int) -> Bools:
        """Rays that go too far through soft cover. Several pieces of it add up, each by its own thickness."""
        total, through = self._spent(met, z0, z1, soft, count)
        return (total[met.to] > 1.0 + _HAIR) & (through > _HAIR)

    def _spent(self, met: Crossed, z0: Floats, z1: Floats, soft: Bools, count: int) -> tuple[Floats, Floats]:
        """Of each ray the part that soft cover has taken of it, 1 for all; and how far it runs through each piece."""
        span = np.where(np.abs(z1 - z0) < _HAIR, _HAIR, z1 - z0)
        ta, tb = (self.bottom[met.by][:, None] - z0) / span, (self.top[met.by][:, None] - z0) / span
        inside = np.clip(np.minimum(1.0, np.maximum(ta, tb)) - np.maximum(0.0, np.minimum(ta, tb)), 0.0, 1.0)
        through = inside * ((met.t1 - met.t0) * met.reach * soft)[:, None]
        thick = np.where(soft, self.thick[met.by], 1.0)[:, None]
        spent = np.where(thick > 0, through / np.maximum(thick, _HAIR), np.where(through > _HAIR, np.inf, 0.0))
        total: Floats = np.column_stack([np.bincount(met.to, strip, minlength=count) for strip in spent.T]).astype(
            float
        )
        return total, np.asarray(through, dtype=float)

    def _shut_out(self, rays: Rays, met: Crossed, z0: Floats, z1: Floats) -> Bools:
        """Rays stopped by walls, roof and floors of buildings."""
        by = met.by
        top, bottom, storey = self.top[by][:, None], self.bottom[by][:, None], self.storey[by][:, None]
        below0, below1 = z0 < top - _HAIR, z1 < top - _HAIR
        enters, leaves = met.t0 > _HAIR, met.t1 < 1.0 - _HAIR
        origin = rays.eyes[rays.eye_of[met.to]]
        way = rays.points[met.to] - origin
        stopped = (below0 != below1) | (enters & leaves & ~self.listed[by])[:, None]
        for crosses, t, z in ((enters, met.t0, z0), (leaves, met.t1, z1)):
            asked = np.flatnonzero(crosses & ~stopped.all(axis=1))
            spot = (origin + t[:, None] * way)[asked]
            stopped[asked] |= ~self._through(by[asked], spot, z[asked])
        level0, level1 = np.floor((z0 - bottom) / storey + _HAIR), np.floor((z1 - bottom) / storey - _HAIR)
        stopped |= (np.abs(level0 - level1) >= 1.0) & (level0 >= 0) & (level1 >= 0)
        stopped &= below0 | below1
        if self.parapet.any():
            edge = top + self.parapet[by][:, None]
            for crosses, z in ((enters, z0), (leaves, z1)):
                stopped |= crosses[:, None] & (z >= top - _HAIR) & (z < edge - _HAIR)
        return stopped

    def _through(self, by: Whole, spot: Floats, z: Floats) -> Bools:
        """Whether a wall is crossed at an opening, at the right height; a building without any is all windows."""
        a, b = self.ends[by][:, :, :2], self.ends[by][:, :, 2:]
        along = b - a
        long = np.maximum((along**2).sum(axis=2), _HAIR)
        off = spot[:, None, :] - a
        u = (off * along).sum(axis=2) / long
        aside = np.abs(off[:, :, 0] * along[:, :, 1] - off[:, :, 1] * along[:, :, 0]) / np.sqrt(long)
        here = (u >= 0.0) & (u <= 1.0) & (aside < 0.05)
        passed = np.broadcast_to(~self.listed[by][:, None], z.shape).copy()
        wall, opening = np.nonzero(here)
        sill, head = self.sills[by[wall], opening, 0], self.sills[by[wall], opening, 1]
        np.logical_or.at(passed, wall, (z[wall] > sill[:, None]) & (z[wall] < head[:, None]))
        return passed

    def _dug(self, met: Crossed) -> Crossed:
        """Trenches and craters cut the ground that lies over them; where there is no hill that ground is the table.

        For a ray over a hole the records of the ground are cut where the hole is, and the table itself becomes an
        obstacle outside it.
        """
        holes = np.flatnonzero(self.hole[met.by])
        if not holes.size:
            return met
        dug: dict[int, list[tuple[float, float]]] = {}
        for r in holes:
            dug.setdefault(int(met.to[r]), []).append((float(met.t0[r]), float(met.t1[r])))
        rows: list[tuple[int, float, float]] = []  # which record, from, to
        for r in np.flatnonzero(~self.hole[met.by]):
            span = (float(met.t0[r]), float(met.t1[r]))
            cut = _without(span, dug.get(int(met.to[r]), [])) if self.ground[met.by[r]] else [span]
            rows += [(int(r), a, b) for a, b in cut]
        for r in {int(met.to[r]): int(r) for r in holes}.values():
            rows += [(r, a, b) for a, b in _without((0.0, 1.0), dug[int(met.to[r])])]
        which = np.array([r for r, _, _ in rows], dtype=np.intp)
        t0, t1 = np.array([a for _, a, _ in rows], dtype=float), np.array([b for _, _, b in rows], dtype=float)
        return Crossed(met.to[which], met.by[which], t0, t1, met.reach[which])


def _close(free: Bools, met: Crossed, stopped: Bools) -> None:
    record, strip = np.nonzero(stopped)
    free[met.to[record], strip] = False


def _without(span: tuple[float, float], holes: list[tuple[float, float]]) -> list[tuple[float, float]]:
    left = [span]
    for a, b in holes:
        left = [part for s, e in left for part in ((s, min(e, a)), (max(s, b), e)) if part[1] - part[0] > _HAIR]
    return left
