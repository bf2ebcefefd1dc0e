"""Templates laid on the table: who lies under a circle, cone, rectangle or machine-gun beaten zone; where a shot that
misses falls; smoke that drifts with the wind.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from shapely import Point as Spot
from shapely import Polygon, box
from shapely.geometry.base import BaseGeometry

from rules.table.board import Board, Feature, Point, Token
from rules.table.footprint import ROUND, area, footprint, rings_of
from rules.table.measure import at, bearing, between, sector, step

Catches = Literal["head", "base", "whole"]
"""What must lie under a template for a token to be caught: its middle (the head of a figure), any part of its base, or
all of it."""

Miss = Literal["short", "long", "left", "right"]


@dataclass(frozen=True, slots=True)
class Template:
    """A shape on the table. `origin` is where it starts: the muzzle of a cone, the middle of a circle."""

    shape: BaseGeometry
    origin: Point

    def outline(self) -> tuple[Point, ...]:
        """For pictures."""
        return next(iter(rings_of(self.shape)), ())

    def grown(self, by: float) -> Template:
        """The same with a margin all round."""
        return Template(self.shape.buffer(by, quad_segs=ROUND), self.origin)

    def catches(self, token: Token, what: Catches = "head") -> bool:
        if what == "head":
            return bool(self.shape.intersects(Spot(at(token))))
        base = footprint(token)
        return bool(self.shape.covers(base) if what == "whole" else self.shape.intersects(base))


def circle(middle: Point, radius: float) -> Template:
    return Template(Spot(middle).buffer(radius, quad_segs=4 * ROUND), middle)


def cone(muzzle: Point, facing: float, width: float, reach: float, *, beyond: float = 0.0) -> Template:
    """A sector of `width` degrees about a facing, out to `reach`; nothing nearer than `beyond` is in it. Canister:
    60 degrees out to 8 inches, for friends grown by 1 inch beyond 4 (BG-X.2.8a, BG-X.2.8c)."""
    shape: BaseGeometry = Polygon(sector(muzzle, facing, min(width, 359.0), reach, steps=72))
    if beyond > 0.0:
        shape = shape.difference(Spot(muzzle).buffer(beyond, quad_segs=4 * ROUND))
    return Template(shape, muzzle)


def rectangle(middle: Point, facing: float, long: float, wide: float) -> Template:
    """`long` along the facing, `wide` across it."""
    back, front = step(middle, facing + 180.0, long / 2), step(middle, facing, long / 2)
    corners = [step(end, facing + side, wide / 2) for end, side in ((back, 270), (front, 270), (front, 90), (back, 90))]
    return Template(Polygon(corners), middle)


def under(template: Template, tokens: Iterable[Token], what: Catches = "head") -> tuple[Token, ...]:
    """The tokens that a template catches, nearest to its origin first."""
    caught = [token for token in tokens if template.catches(token, what)]
    return tuple(sorted(caught, key=lambda token: (round(between(template.origin, at(token)), 6), token.id)))


# ── Deviation ─────────────────────────────────────────────────────────────────────────────────────────────────────


def missed(aim: Point, seen_from: Point, way: Miss, by: float) -> Point:
    """Where a shot falls that goes short of, beyond, or to the left or right of its aim, as seen from a place: from
    the firing mortar, or the observer of guns off the board."""
    turn = {"short": 180.0, "long": 0.0, "left": 270.0, "right": 90.0}[way]
    return step(aim, bearing(seen_from, aim) + turn, by)


# ── Smoke ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def smoke(middle: Point, diameter: float, *, height: float = 3.0, from_turn: int = 1, lasts: int = 1) -> Feature:
    """A cloud that stands for `lasts` turns, `from_turn` included."""
    return Feature("smoke", (middle,), height=height, width=diameter, until=from_turn + lasts - 1)


def drifted(board: Board, turn: int, by: float) -> Board:
    """The board at the beginning of a turn: smoke has gone `by` with the wind, and what had its time is gone."""
    kept: list[Feature] = []
    for feature in board.features:
        if feature.until is not None and feature.until < turn:
            continue
        if feature.kind == "smoke" and by > 0.0:
            moved = tuple(step(point, board.wind, by) for point in feature.outline)
            if not area(replace(feature, outline=moved)).intersects(box(0, 0, board.width, board.depth)):
                continue
            feature = replace(feature, outline=moved)
        kept.append(feature)
    return replace(board, features=tuple(kept))
