"""A way over the board as the movement chapters of the book see it: legs for men, stretches for vehicles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from rules.infantry_action.book.driving import Barrier, Build, Chassis, DrivenPiece, Manoeuvre, crossing
from rules.infantry_action.book.foot import HardGoing, Labour, Leg
from rules.infantry_action.figures import RunningGear, VehicleKind, VehicleType
from rules.infantry_action.play.ground.kinds import (
    BRUSH,
    BUILT,
    OBSTACLES,
    ROADS,
    STEEP,
    VEHICLE_OBSTACLES,
    WADED,
    WATER,
    WAYS,
    WOODS,
    kind_of,
)
from rules.table.board import Board, Feature, Point
from rules.table.measure import bearing, length, turn
from rules.table.terrain import Crossing, terrain

_SLIGHT = 1.0
"""Degrees that count as straight on."""
_BUILD = {
    VehicleKind.AFV: Build.AFV,
    VehicleKind.SOFT: Build.SOFT,
    VehicleKind.MOTORCYCLE: Build.MOTORCYCLE,
    VehicleKind.CYCLE: Build.CYCLE,
    VehicleKind.HORSE: Build.HORSE,
}


@dataclass(frozen=True, slots=True)
class Barred:
    """What cannot be crossed at all, and how far along the way it is."""

    at: float
    by: str


@dataclass(frozen=True, slots=True)
class WayOnFoot:
    legs: tuple[Leg, ...]
    barred: Barred | None = None


@dataclass(frozen=True, slots=True)
class WayDriven:
    stretches: tuple[DrivenPiece, ...]
    barred: Barred | None = None


def _cuts(board: Board, points: Sequence[Point]) -> Iterator[tuple[float, float, tuple[str, ...], list[Crossing]]]:
    """Pieces of the way over one ground, from and to, with the kinds there and the barriers met at their start."""
    land = terrain(board)
    met = list(land.crossings(points))
    for stretch in land.stretches(points):
        here = [each for each in met if each.at <= stretch.start + 1e-6]
        met = met[len(here) :]
        inner = [each for each in met if each.at < stretch.end - 1e-6]
        met = met[len(inner) :]
        start = stretch.start
        pending = here
        for each in inner:
            if each.at - start > 1e-6:
                yield start, each.at, stretch.kinds, pending
                pending = []
            pending = [*pending, each]
            start = each.at
        yield start, stretch.end, stretch.kinds, pending


# ── On foot ───────────────────────────────────────────────────────────────────────────────────────────────────────


def on_foot(board: Board, points: Sequence[Point]) -> WayOnFoot:
    """The legs of a way on foot. Deep water bars it; streams and fords are waded; each hedge, wall or wire is an
    obstacle; houses are entered by their doors and windows. IA-foot.deduct-10, IA-foot.crawl"""
    legs: list[Leg] = []
    for start, end, kinds, met in _cuts(board, points):
        bridged = bool({"bridge", "ford", *ROADS} & set(kinds))
        named = {kind_of_word(kind) for kind in kinds}
        if named & (WATER - WADED) and not bridged:
            return WayOnFoot(tuple(legs), Barred(start, "deep water"))
        first = tuple(Labour.OBSTACLE for each in met if _obstacle(each.feature))
        legs.append(Leg(end - start, first, _going(named), bool(named & WADED) and "bridge" not in named))
    return WayOnFoot(tuple(legs))


def waded(board: Board, path: Sequence[Point]) -> bool:
    """Whether a way that was gone on foot led through water. IA-foot.wade, IA-R031"""
    if len(path) < 2 or not any(kind_of(feature) in WADED for feature in board.features):
        return False
    return any(leg.hard and leg.metres > 1e-6 for leg in on_foot(board, path).legs)


def hacked(board: Board, path: Sequence[Point]) -> frozenset[HardGoing]:
    """What a way on foot leads through. IA-foot.silent"""
    return frozenset(each for leg in on_foot(board, path).legs for each in leg.going) if len(path) > 1 else frozenset()


def kind_of_word(kind: str) -> str:
    return kind_of(Feature(kind, ()))


def _obstacle(feature: Feature) -> bool:
    return kind_of(feature) in OBSTACLES


def _going(kinds: set[str]) -> frozenset[HardGoing]:
    on_a_way = bool(kinds & WAYS)
    found: set[HardGoing] = set()
    if kinds & STEEP:
        found.add(HardGoing.SLOPE)
    if kinds & BUILT or "bunker" in kinds:
        found.add(HardGoing.INDOORS)
    if kinds & BRUSH and not on_a_way:
        found.add(HardGoing.BRUSH)
    elif kinds & WOODS and not on_a_way:
        found.add(HardGoing.WOODS)
    return frozenset(found)


# ── Driven ────────────────────────────────────────────────────────────────────────────────────────────────────────


def chassis(type_: VehicleType) -> Chassis:
    wheels = {RunningGear.MULTI_WHEELED: 6}.get(type_.going, 4)
    return Chassis(_BUILD[type_.kind], type_.going is RunningGear.TRACKED, wheels, type_.tank, type_.amphibious)


def driven(board: Board, type_: VehicleType, facing: float, points: Sequence[Point], *, back: bool) -> WayDriven:
    """The stretches of a way for a vehicle: its turns, what it crosses and what bars it. `back`: it goes in reverse.
    IA-veh.turns, IA-veh.obstacle, IA-veh.brush, IA-R044"""
    frame = chassis(type_)
    stretches: list[DrivenPiece] = []
    turns = _turns(facing, points, back=back)
    for start, end, kinds, met in _cuts(board, points):
        named = {kind_of_word(kind) for kind in kinds}
        barriers = [_barrier(each.feature) for each in met] + [_ground(named)]
        costs: list[Manoeuvre] = []
        for barrier in barriers:
            if barrier is None:
                continue
            cost = crossing(frame, barrier)
            if cost is None:
                return WayDriven(tuple(stretches), Barred(start, barrier.value))
            costs += cost
        if named & STEEP:
            costs.append(Manoeuvre.SLOPE)
        road = bool(named & ROADS)
        plain = road or not (named & (WOODS | STEEP | BUILT | WATER | {"rough", "scrub", "rubble", "rocks", "marsh"}))
        stretches += _cut_by_turns(start, end, turns, tuple(costs), plain, road)
    return WayDriven(tuple(stretches))


def _turns(facing: float, points: Sequence[Point], *, back: bool) -> list[tuple[float, float]]:
    """Where the way turns, and by how many degrees."""
    found: list[tuple[float, float]] = []
    heading, gone = (facing + 180.0) % 360.0 if back else facing, 0.0
    for a, b in pairwise(points):
        if a == b:
            continue
        by = turn(heading, bearing(a, b))
        if by > _SLIGHT:
            found.append((gone, by))
        heading = bearing(a, b)
        gone += length((a, b))
    return found


def _cut_by_turns(
    start: float,
    end: float,
    turns: list[tuple[float, float]],
    costs: tuple[Manoeuvre, ...],
    plain: bool,
    road: bool,
) -> Iterator[DrivenPiece]:
    """A stretch, cut where the way turns within it."""
    here = [(at, by) for at, by in turns if start - 1e-6 <= at < end - 1e-6]
    marks = [start, *(at for at, _ in here if at > start + 1e-6), end]
    by_place = {round(max(at, start), 6): by for at, by in here}
    for number, (a, b) in enumerate(pairwise(marks)):
        by = by_place.get(round(a, 6), 0.0)
        yield DrivenPiece(b - a, by, costs if number == 0 else (), plain, road)


def _barrier(feature: Feature) -> Barrier | None:
    kind = kind_of(feature)
    if kind == "wire":
        return Barrier.BELT
    if kind in VEHICLE_OBSTACLES:
        return Barrier.LINE
    return Barrier.TREES if kind in BUILT or kind == "bunker" else None


def hindrance(feature: Feature) -> Barrier | None:
    """What a thing is to a vehicle, as a line or as ground; None: no hindrance."""
    return _barrier(feature) or _ground({kind_of(feature)})


def _ground(kinds: set[str]) -> Barrier | None:
    if kinds & WAYS:
        return None
    if kinds & (WATER - WADED):
        return Barrier.WATER
    if kinds & BRUSH:
        return Barrier.BRUSH
    if kinds & WOODS:
        return Barrier.TREES
    return Barrier.SHALLOWS if kinds & WADED else None
