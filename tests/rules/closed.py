"""Random boards with water, walls and houses on them, and what may not become of anybody there; worked out by hand,
beside the program's own gate.

A board falls into pieces where something closed cuts it. Whatever is done, and to whomever: each body stays in its
piece, stands in nothing closed and on nobody else, and is in one place.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from shapely import LineString, Polygon, box, get_parts, union_all
from shapely import Point as Spot
from shapely.geometry.base import BaseGeometry

from rules.table.board import Board, Feature, Opening, Point
from rules.table.footprint import area

Rect = tuple[float, float, float, float]


@dataclass(frozen=True)
class Body:
    """Somebody or something on the table. `piece`: he is on the ground, and what is closed there is closed to him."""

    at: Point
    wide: float
    level: int = 0
    walks: bool = True
    within: str = ""
    """The vehicle that he is aboard, the house whose floor he is on."""


def random_board(
    seed: int, width: float, depth: float, scale: float, edges: tuple[tuple[str, str], ...], **more: object
) -> Board:
    """A river with a bridge, a ford or neither right across, and in its middle ponds, yards of high walls and houses,
    with a door or none. Nothing lies in the outer fifth, where the sides begin. `scale`: of an inch in its measure."""
    pick = random.Random(seed)
    features: list[Feature] = []
    if pick.random() < 0.7:
        features += _river(pick, width, depth, scale)
    for number in range(pick.randint(3, 5)):
        rect = _free(pick, width, depth, scale, features)
        if rect is not None:
            features += pick.choice((_pond, _yard, _house, _house))(pick, rect, scale, number)
    return Board(width, depth, features=tuple(features), edges=edges, **more)  # type: ignore[arg-type]


def _river(pick: random.Random, width: float, depth: float, scale: float) -> Iterator[Feature]:
    y = depth * pick.uniform(0.42, 0.58)
    yield Feature("river", ((0, y), (width, y)), width=1.5 * scale, name="river")
    over = pick.choice(("", "bridge", "ford"))
    if over:
        x = pick.uniform(0.2, 0.8) * width
        yield Feature(over, ((x, y - 1.5 * scale), (x, y + 1.5 * scale)), width=3.0 * scale, name=over)


def _free(pick: random.Random, width: float, depth: float, scale: float, there: list[Feature]) -> Rect | None:
    for _ in range(20):
        w, d = pick.uniform(4, 8) * scale, pick.uniform(3, 5) * scale
        x, y = pick.uniform(0.05 * width, 0.95 * width - w), pick.uniform(0.22 * depth, 0.78 * depth - d)
        around = box(x - scale, y - scale, x + w + scale, y + d + scale)
        if not any(area(each).intersects(around) for each in there):
            return x, y, x + w, y + d
    return None


def _corners(rect: Rect) -> tuple[Point, ...]:
    west, south, east, north = rect
    return (west, south), (east, south), (east, north), (west, north)


def _door(pick: random.Random, rect: Rect, scale: float, kind: str) -> tuple[Opening, ...]:
    west, south, east, _ = rect
    middle = (west + east) / 2
    return (Opening(kind, (middle - scale, south), (middle + scale, south), open=pick.random() < 0.6),)


def _pond(pick: random.Random, rect: Rect, scale: float, number: int) -> list[Feature]:
    return [Feature("pond", _corners(rect), name=f"pond {number}")]


def _house(pick: random.Random, rect: Rect, scale: float, number: int) -> list[Feature]:
    """With one door, open or locked."""
    doors = _door(pick, rect, scale, "door")
    return [Feature("building", _corners(rect), name=f"house {number}", height=2.5 * scale, openings=doors)]


def _yard(pick: random.Random, rect: Rect, scale: float, number: int) -> list[Feature]:
    """Four walls that nobody gets over, with a gate or none."""
    corners = _corners(rect)
    gate = _door(pick, rect, scale, "gate")
    return [
        Feature(
            "high wall", (a, b), width=0.3 * scale, height=4.0 * scale, name=f"yard {number}.{side}",
            openings=gate if side == 0 else (),
        )
        for side, (a, b) in enumerate(zip(corners, (*corners[1:], corners[0]), strict=True))
    ]  # fmt: skip


# ── What is closed ────────────────────────────────────────────────────────────────────────────────────────────────


def closed_ground(board: Board, *, water: bool, walls: bool, houses: bool = True) -> BaseGeometry:
    """Water but for bridges and fords, high walls but for open gates, the walls of houses but for open doors."""
    over = union_all([area(f).buffer(0.05) for f in board.features if f.kind in ("bridge", "ford")])
    shut: list[BaseGeometry] = []
    for feature in board.features:
        if feature.kind in ("river", "pond") and water:
            shut.append(area(feature).difference(over))
        elif feature.kind == "high wall" and walls:
            shut.append(_but_openings(feature, area(feature)))
        elif feature.kind == "building" and houses:
            shut.append(_but_openings(feature, area(feature).boundary.buffer(0.02)))
    return union_all(shut) if shut else Polygon()


def _but_openings(feature: Feature, shape: BaseGeometry) -> BaseGeometry:
    for opening in feature.openings:
        if opening.open:
            shape = shape.difference(LineString([opening.a, opening.b]).buffer(feature.width + 0.1, cap_style="flat"))
    return shape


@dataclass(frozen=True)
class Ground:
    """The pieces into which what is closed cuts a board."""

    shut: BaseGeometry
    pieces: tuple[BaseGeometry, ...]

    @classmethod
    def of(cls, board: Board, *, water: bool = True, walls: bool = True, houses: bool = True) -> Ground:
        shut = closed_ground(board, water=water, walls=walls, houses=houses)
        free = box(0, 0, board.width, board.depth).difference(shut)
        return cls(shut, tuple(each for each in get_parts(free) if each.area > 0.5))

    def piece(self, at: Point) -> int | None:
        spot = Spot(at)
        return next((number for number, piece in enumerate(self.pieces) if piece.covers(spot)), None)


def assert_stands(
    ground: Ground, board: Board, before: Mapping[str, Body], after: Mapping[str, Body], said: object
) -> int:
    """Whoever has come to another place stands on the table and in nothing closed, in the piece where he was. Gives how
    many were moved."""
    moved = [key for key, body in after.items() if key in before and before[key].at != body.at]
    for key in moved:
        was, now = before[key], after[key]
        assert board.holds(*now.at), ("off the table", key, now, said)
        if not (was.walks and now.walks and was.level == now.level == 0):
            continue
        old, new = ground.piece(was.at), ground.piece(now.at)
        if old is not None:
            assert new is not None, ("in what is closed", key, was, now, said)
            assert new == old, ("through what is closed", key, was, now, said)
    return len(moved)


def assert_apart(before: Mapping[str, Body], after: Mapping[str, Body], said: object) -> None:
    """Whoever has come to another place in one action stands on nobody, more than he did."""
    for key, other in _on_each_other(after, [key for key in after if before.get(key) != after[key]]):
        old = (before[key].at, before[other].at) if key in before and other in before else None
        assert old, ("on another", key, other, after[key], said)
        apart = math.dist(after[key].at, after[other].at)
        assert math.dist(*old) <= apart + 0.02, ("on another", key, other, after[key], said)


def _on_each_other(bodies: Mapping[str, Body], among: Iterable[str]) -> Iterator[tuple[str, str]]:
    standing = {key: body for key, body in bodies.items() if body.walks}
    for key in among:
        one = standing.get(key)
        if one is None:
            continue
        for other_key, other in standing.items():
            apart = math.dist(one.at, other.at) < (one.wide + other.wide) / 2 - 0.02
            if apart and other_key != key and one.level == other.level and one.within == other.within:
                yield key, other_key
