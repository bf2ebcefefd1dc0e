"""Who sees whom: line of sight in three dimensions, with the share of the target that shows and what hides the rest.

The viewer looks from his eyes at a target as wide and high as its base and posture make it. The target is taken in five
columns of eight parts each; the share that shows is that of the parts which a straight line reaches.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from shapely import Polygon, box
from shapely.ops import unary_union

from rules.table.board import Board, Point, Token
from rules.table.footprint import corners, rings_of
from rules.table.light import UNLIMITED, Limits, Visibility, visibility
from rules.table.measure import at, distance, in_arc
from rules.table.nature import PLAIN, Natures
from rules.table.rays import Floats, Obstacles, Rays, Whole
from rules.table.terrain import Terrain, terrain

POSTURES = {"standing": 1.0, "kneeling": 0.65, "crouching": 0.65, "prone": 0.3, "mounted": 1.5, "wounded": 0.3}
"""How much of its height a figure has in a posture; an unknown one counts as standing."""

EYES = 0.9
"""Where the eyes are, as a share of that height."""

COLUMNS = (-0.8, -0.4, 0.0, 0.4, 0.8)
PARTS = 8

_AT_ONCE = 512
"""Pairs of viewer and target measured at once: enough to be quick, few enough to need little memory."""
_ONE = np.zeros(1, dtype=np.intp)


@dataclass(frozen=True, slots=True)
class Hidden:
    """What hides a share of the target, and how hard it is (none, soft, hard): cover that may stop a bullet."""

    by: str
    share: float
    hardness: str = "none"


@dataclass(frozen=True, slots=True)
class Sighting:
    """What one token sees of another."""

    viewer: str
    target: str
    distance: float
    share: float
    """Of the target, 0 to 1; by lines of sight alone."""
    hidden: tuple[Hidden, ...] = ()
    """The greatest share first."""
    limit: Visibility = UNLIMITED
    in_arc: bool = True

    @property
    def in_reach(self) -> bool:
        return self.limit.distance is None or self.distance <= self.limit.distance

    def clear(self, more_than: float = 0.5) -> bool:
        """Whether more than that share shows (a vehicle: give a quarter) to a viewer who looks that way, near enough.
        "More than half" for figures: BG-VI.2.1a; "a quarter" for vehicles: BG-VI.2.1b."""
        return self.in_arc and self.in_reach and self.share > more_than + 1e-9

    def cover(self, at_least: float = 0.25) -> str:
        """The hardest of the things that hide at least that share of the target: none, soft or hard."""
        hardness = {hidden.hardness for hidden in self.hidden if hidden.share >= at_least}
        return next((word for word in ("hard", "soft") if word in hardness), "none")

    def why(self) -> str:
        """In words: "60% shows, the rest behind wall", "beyond 12 in the night"."""
        if not self.in_arc:
            return "outside the arc of view"
        if not self.in_reach:
            return f"beyond the {self.limit.distance:g} that one can see ({', '.join(self.limit.reasons)})"
        rest = f", the rest behind {' and '.join(h.by for h in self.hidden[:2])}" if self.hidden else ""
        return (
            f"{round(100 * self.share)}% shows{rest}" if self.share > 0 else f"hidden{rest.replace(', the rest', '')}"
        )


def height_of(token: Token) -> float:
    """How high a token stands in its posture."""
    return token.height * POSTURES.get(token.posture, 1.0)


class Sight:
    """Lines of sight on one board. `blockers`: tokens that stand in the way, such as vehicles and wrecks
    (BG-X.2.10). `ignoring`: kinds that this viewer sees through, such as smoke by thermal imaging (BG-VI.2.3)."""

    def __init__(
        self,
        board: Board,
        natures: Natures = PLAIN,
        *,
        blockers: Iterable[Token] = (),
        ignoring: Iterable[str] = (),
        limits: Limits | None = None,
        night_sight: bool = False,
    ) -> None:
        self.board, self.natures = board, natures
        self.land: Terrain = terrain(board, natures)
        self.limits, self.night_sight = limits, night_sight
        self._obstacles = _obstacles(board, natures, tuple(blockers), frozenset(ignoring))

    def look(self, viewer: Token, target: Token, *, arc: float = 360.0) -> Sighting:
        """What `viewer` sees of `target`. `arc`: width of the viewer's arc of view about his facing."""
        cast = self._obstacles.cast(self._rays([viewer], [target], _ONE, _ONE))
        hidden: dict[tuple[str, str], float] = {}
        for name in dict.fromkeys(self._obstacles.names[int(i)] for i in cast.by):
            mine = np.array([self._obstacles.names[int(i)] == name for i in cast.by])
            shut = np.zeros_like(cast.open)
            np.logical_or.at(shut, cast.to[mine], cast.stopped[mine])
            if shut.any():
                hidden[name] = float(shut.mean())
        ranked = sorted(hidden.items(), key=lambda entry: (-entry[1], entry[0]))
        return Sighting(
            viewer=viewer.id,
            target=target.id,
            distance=distance(viewer, target),
            share=float(cast.open.mean()),
            hidden=tuple(Hidden(by, share, hardness) for (by, hardness), share in ranked),
            limit=self._limit(at(target)),
            in_arc=in_arc(viewer, at(target), arc),
        )

    def share(self, viewer: Token, target: Token) -> float:
        """The share of the target that shows, as `look` has it, for those who do not ask what hides the rest."""
        return float(self.shares_of([viewer], [target], _ONE, _ONE)[0])

    def veiled_share(self, viewer: Token, target: Token) -> float:
        """The share of the target that shows, where growth hides by degrees: every inch of it hides its part of what
        the whole depth that one sees through would."""
        return float(self._obstacles.veiled(self._rays([viewer], [target], _ONE, _ONE)).mean())

    def shares(self, viewers: Sequence[Token], targets: Sequence[Token]) -> dict[tuple[str, str], float]:
        """The share of each target that each viewer's lines of sight reach, by (viewer, target); for whole sides."""
        eye = np.repeat(np.arange(len(viewers), dtype=np.intp), len(targets))
        target = np.tile(np.arange(len(targets), dtype=np.intp), len(viewers))
        shown = self.shares_of(viewers, targets, eye, target)
        pairs = ((viewer.id, other.id) for viewer in viewers for other in targets)
        return {pair: float(share) for pair, share in zip(pairs, shown, strict=True) if pair[0] != pair[1]}

    def shares_of(self, viewers: Sequence[Token], targets: Sequence[Token], eye: Whole, target: Whole) -> Floats:
        """Of each pair, viewer `eye[i]` and target `target[i]`, the share that shows: for some of all pairs."""
        shown = np.ones(len(eye))
        for start in range(0, len(eye), _AT_ONCE):
            part = slice(start, start + _AT_ONCE)
            (watching, who), (watched, whom) = (np.unique(each[part], return_inverse=True) for each in (eye, target))
            few, some = [viewers[int(i)] for i in watching], [targets[int(i)] for i in watched]
            free = self._obstacles.open(self._rays(few, some, who, whom))
            shown[part] = free.reshape(-1, len(COLUMNS) * PARTS).mean(axis=1)
        return shown

    def sees(self, viewer: Token, target: Token, *, more_than: float = 0.5, arc: float = 360.0) -> bool:
        """Whether enough of the target shows to the viewer, within his arc and as far as light and weather let him."""
        return self.look(viewer, target, arc=arc).clear(more_than)

    def seen_by(
        self, viewers: Sequence[Token], targets: Sequence[Token], *, more_than: float = 0.5, arc: float = 360.0
    ) -> dict[str, tuple[str, ...]]:
        """Which viewers see each target, by the target's id; targets that nobody sees are left out."""
        shares = self.shares(viewers, targets)
        found: dict[str, tuple[str, ...]] = {}
        for target in targets:
            limit = self._limit(at(target)).distance
            who = tuple(
                v.id
                for v in viewers
                if v.id != target.id
                and shares[v.id, target.id] > more_than + 1e-9
                and (limit is None or distance(v, target) <= limit)
                and in_arc(v, at(target), arc)
            )
            if who:
                found[target.id] = who
        return found

    def ground_seen(
        self, viewers: Sequence[Token], *, height: float = 1.0, cell: float = 1.0, arc: float = 360.0
    ) -> tuple[tuple[Point, ...], ...]:
        """The ground on which something `height` high would be seen by one of the viewers, as outlines (and holes)
        for the picture, to the nearest cell."""
        xs, ys, middles = _cells(self.board, cell)
        ground = _elevations(self.board, self.natures, cell)
        seen = np.zeros(len(middles), dtype=bool)
        for viewer in viewers:
            near = np.flatnonzero(~seen & self._within(viewer, middles, arc))
            if not near.size:
                continue
            owner = np.arange(len(near), dtype=np.intp)
            rays = Rays(
                eyes=np.array([at(viewer)], dtype=float),
                eye_heights=np.array([self._eye(viewer)]),
                eye_of=np.zeros_like(owner),
                points=middles[near],
                heights=(ground[near] + height / 2)[:, None],
                target_of=owner,
                targets=middles[near],
            )
            seen[near] |= self._obstacles.open(rays)[:, 0]
        west, south = xs - cell / 2, ys - cell / 2
        cells: list[Polygon] = [box(west[i], south[i], west[i] + cell, south[i] + cell) for i in np.flatnonzero(seen)]
        whole = box(0, 0, self.board.width, self.board.depth)
        return tuple(rings_of(unary_union(cells).intersection(whole))) if cells else ()

    # ------------------------------------------------------------------------------------------------------------

    def _foot(self, token: Token) -> float:
        return self.land.elevation(at(token)) + token.z

    def _eye(self, viewer: Token) -> float:
        return self._foot(viewer) + EYES * height_of(viewer)

    def _limit(self, target: Point) -> Visibility:
        limits = self.limits or Limits()
        return visibility(self.board, target, limits, natures=self.natures, night_sight=self.night_sight)

    def _within(self, viewer: Token, points: Floats, arc: float) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
        east, north = points[:, 0] - viewer.x, points[:, 1] - viewer.y
        off = np.abs((np.degrees(np.arctan2(east, north)) - viewer.facing + 180.0) % 360.0 - 180.0)
        near = (off <= arc / 2 + 1e-6) | (arc >= 360.0) | ((east == 0.0) & (north == 0.0))
        if self.limits or self.board.visibility is not None:
            reach = np.array([self._limit((float(x), float(y))).distance or np.inf for x, y in points])
            near &= np.hypot(east, north) <= reach
        return near

    def _rays(self, viewers: Sequence[Token], targets: Sequence[Token], eye: Whole, target: Whole) -> Rays:
        """The columns of the targets as the viewers see them, pair by pair: where they stand, and the heights of their
        parts."""
        eyes, middles = _places(viewers), _places(targets)
        way = middles[target] - eyes[eye]
        angles = np.arctan2(way[:, 0], way[:, 1])
        half = np.array([token.radius for token in targets], dtype=float)[target]
        for pair in np.flatnonzero(np.array([token.length > 0 for token in targets], dtype=bool)[target]):
            half[pair] = half_width(targets[int(target[pair])], math.degrees(float(angles[pair])))
        across = np.column_stack([np.cos(angles), -np.sin(angles)]) * half[:, None]
        points = middles[target][:, None, :] + across[:, None, :] * np.array(COLUMNS)[None, :, None]
        feet = np.array([self._foot(token) for token in targets], dtype=float)
        tall = np.array([height_of(token) for token in targets], dtype=float)
        levels = (np.arange(PARTS) + 0.5) / PARTS
        heights = (feet[:, None] + tall[:, None] * levels[None, :])[target]
        return Rays(
            eyes=eyes,
            eye_heights=np.array([self._eye(viewer) for viewer in viewers], dtype=float),
            eye_of=np.repeat(eye, len(COLUMNS)),
            points=points.reshape(-1, 2),
            heights=np.repeat(heights, len(COLUMNS), axis=0),
            target_of=np.repeat(target, len(COLUMNS)),
            targets=middles,
        )


def _places(tokens: Sequence[Token]) -> Floats:
    return np.array([at(token) for token in tokens], dtype=float).reshape(-1, 2)


def half_width(token: Token, direction: float) -> float:
    """Half of how wide a token shows to somebody who looks in that direction."""
    if not token.length:
        return token.radius
    angle = math.radians(direction)
    offs = [(x - token.x) * math.cos(angle) - (y - token.y) * math.sin(angle) for x, y in corners(token)]
    return max(offs)


def _cells(board: Board, cell: float) -> tuple[Floats, Floats, Floats]:
    """The middles of all cells of a board, row by row: east, north, and both kept on the board."""
    columns, rows = math.ceil(board.width / cell), math.ceil(board.depth / cell)
    xs, ys = np.meshgrid((np.arange(columns) + 0.5) * cell, (np.arange(rows) + 0.5) * cell)
    east, north = np.array(xs.ravel(), dtype=float), np.array(ys.ravel(), dtype=float)
    return east, north, np.column_stack([np.minimum(east, board.width), np.minimum(north, board.depth)])


@lru_cache(maxsize=16)
def _elevations(board: Board, natures: Natures, cell: float) -> Floats:
    """How high the ground lies in the middle of each cell."""
    land = terrain(board, natures)
    return np.array([land.elevation((float(x), float(y))) for x, y in _cells(board, cell)[2]], dtype=float)


@lru_cache(maxsize=32)
def _obstacles(board: Board, natures: Natures, blockers: tuple[Token, ...], ignoring: frozenset[str]) -> Obstacles:
    return Obstacles(terrain(board, natures), blockers, ignoring)
