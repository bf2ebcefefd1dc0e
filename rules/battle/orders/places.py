"""Places that orders last until somebody reaches, takes or loses: who stands in them, as far as the side knows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Generic, TypeVar

from shapely import Point as Spot
from shapely import union_all
from shapely.geometry.base import BaseGeometry

from rules.battle.orders.data import Stop
from rules.battle.orders.fates import Fates, fate_stops
from rules.battle.orders.stops import StopKind
from rules.kernel.action import SideId
from rules.table.board import Board, Point
from rules.table.footprint import area
from rules.table.measure import between
from rules.table.reference import bare

S = TypeVar("S")
REACHED, TAKEN, LOST = "reached", "taken", "lost"


@dataclass(frozen=True, slots=True, kw_only=True)
class Whereabouts(Generic[S]):
    """Who stands where on a rule set's table. Nothing of it sees more than the side may."""

    board: Callable[[S, SideId], Board | None]
    units: Callable[[S, SideId], Sequence[str]]
    """The side's units that are left."""
    figures: Callable[[S, str], Sequence[Point]]
    """Where those of a unit stand who still count; none where it is off the table."""
    strength: Callable[[S, str], int]
    """How many of a unit still count."""
    enemies: Callable[[S, SideId], Iterable[Point]]
    """Where enemies stand, as the side knows of them."""
    spot: Callable[[S, SideId, str, str], Point]
    """A place as it is written, for one of the side's units. Raises RuleViolation for one that there is not."""
    fates: Fates[S]
    """What becomes of people and units."""


def named_stops(where: Whereabouts[S]) -> tuple[StopKind[S], ...]:
    """What comes to pass in a place, and what becomes of somebody."""
    return (*place_stops(where), *fate_stops(where.fates))


def place_stops(where: Whereabouts[S]) -> tuple[StopKind[S], ...]:
    """What comes to pass in a place. The stop says which, and who is to get there."""

    def words(stop: Stop) -> str:
        return stop.said

    def reached(state: S, side: SideId, unit: str, stop: Stop) -> Iterator[str]:
        whom = stop.unit or unit
        if whom in where.units(state, side) and _any_in(where.board(state, side), stop, where.figures(state, whom)):
            yield whom

    def taken(state: S, side: SideId, unit: str, stop: Stop) -> Iterator[str]:
        if _holds(where, state, side, stop):
            yield stop.at

    def lost(state: S, side: SideId, unit: str, stop: Stop) -> Iterator[str]:
        if not _holds(where, state, side, stop):
            yield stop.at

    return (
        StopKind(REACHED, reached, words, whole=True, places=True),
        StopKind(TAKEN, taken, words, whole=True, places=True, alike=True),
        StopKind(LOST, lost, words, whole=True, places=True, alike=True),
    )


def _holds(where: Whereabouts[S], state: S, side: SideId, stop: Stop) -> bool:
    """Whether the side stands in the place, and no enemy that it knows of."""
    board = where.board(state, side)
    own = (where.figures(state, unit) for unit in where.units(state, side))
    return any(_any_in(board, stop, points) for points in own) and not _any_in(board, stop, where.enemies(state, side))


def _any_in(board: Board | None, stop: Stop, points: Iterable[Point]) -> bool:
    return board is not None and stop.spot is not None and any(_is_in(board, stop.at, stop.spot, at) for at in points)


def _is_in(board: Board, name: str, spot: Point, at: Point) -> bool:
    """A named place with its edge, a quarter of a square wide; half a square around any other."""
    ground = _named_area(board, bare(name))
    if ground is None:
        return between(spot, at) <= board.square / 2
    return float(ground.distance(Spot(at))) <= board.square / 4


@lru_cache(maxsize=256)
def _named_area(board: Board, name: str) -> BaseGeometry | None:
    """The ground of the features of that name; None where there is none."""
    found = union_all([area(feature) for feature in board.features if name and bare(feature.name) == name])
    return None if found.is_empty else found
