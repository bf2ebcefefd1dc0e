"""The table's one gate with this book's permissions: what is closed to the bases of a unit, how far they get along a
way, and where they have room. RA-R267, RA-R268

Whatever moves a unit asks here. The ground that a way costs is `ways.price`'s; what is closed is closed to every base.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from shapely import LineString, MultiPoint, Polygon, union_all
from shapely import Point as Spot
from shapely import box as rectangle
from shapely.geometry.base import BaseGeometry

from rules.kernel.changing import replace
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.red_actions.book.kinds import Mover, UnitFormation
from rules.red_actions.book.terrain import Ground, GroundEffect, cell
from rules.red_actions.knowledge import side_knows
from rules.red_actions.play.ground.features import barred, called, ground_of, key_of
from rules.red_actions.play.ground.layout import area_at, layout, outline, stood_at
from rules.red_actions.state import State
from rules.red_actions.units import Point, Unit
from rules.table.board import Board, Feature, Token
from rules.table.footprint import area
from rules.table.gate import Bar, Bars, Gate, Obstacle, Stoppage, Traveller
from rules.table.measure import between, step
from rules.table.reach import in_reach
from rules.table.terrain import terrain

SLACK = 0.02
"""Square inches that the bases of two units may share: what rounding leaves."""
EDGE = 0.002
"""The same for a unit and closed ground, or the table's edge."""
PACE = 0.25
"""Inches between the places of a way that are looked at where something is near it."""
BANK = 0.85
"""Inches beside a bridge, ford or road that a base which crosses on it may stand out: half a base, cornerwise."""
_WIDE = 8.0
"""Inches from its middle that no base of a unit stands beyond."""
_ON_FOOT = Traveller(Mover.INFANTRY.value)
ASIDE = 12.0
"""How far a unit without room steps aside at most."""
Pose = tuple[Point, float, UnitFormation]
"""Where a unit stands, how it looks, how it is formed."""


# ── What is closed ──────────────────────────────────────────────────────────────────────────────────────────────────


def permit(ruins: tuple[str, ...]) -> Callable[[Feature, Traveller], Bar | None]:
    """The book's word on a thing: deep water and houses in ruins bar everybody, other ground whom the table of terrain
    says. RA-terrain.table, RA-R103, RA-R191"""

    def says(feature: Feature, body: Traveller) -> Bar | None:
        if barred(feature):
            return Bar(Bars.WHOLE, "deep water")
        ground = ground_of(feature)
        if ground is None or body.sort == Mover.RAIL.value:
            return None
        if ground is Ground.BUILDINGS and key_of(feature) in ruins:
            return Bar(Bars.WHOLE, f"the ruins of {called(feature)}")
        if cell(ground, Mover(body.sort)).effect is GroundEffect.BARRED:
            return Bar(Bars.WHOLE, called(feature))
        return None

    return says


def _lanes(board: Board, lanes: tuple[tuple[str, Point, float], ...]) -> Callable[[Feature, Traveller], BaseGeometry]:
    """What leads over lines and water: bridges, fords and roads, and lanes that have been cut through wire. RA-R104,
    RA-R191"""
    over = [area(each) for each in board.features if ground_of(each) in (Ground.ROAD, Ground.FORD)]
    dry = union_all([each.buffer(BANK, join_style="mitre") for each in over]) if over else Polygon()

    def leads(feature: Feature, body: Traveller) -> BaseGeometry:
        ground = ground_of(feature)
        if ground is Ground.WIRE:
            cut = [Spot(at).buffer(width / 2 + 0.6) for wire, at, width in lanes if wire == key_of(feature)]
            return union_all([dry, *cut])
        return dry if barred(feature) or (ground is not None and ground.line) else Polygon()

    return leads


@lru_cache(maxsize=128)
def _gate(board: Board, ruins: tuple[str, ...], lanes: tuple[tuple[str, Point, float], ...]) -> Gate:
    standing = tuple(f for f in board.features if ground_of(f) is Ground.BUILDINGS or key_of(f) not in ruins)
    there = replace(board, features=standing)
    return Gate(terrain(there), permit(ruins), lanes=_lanes(there, lanes))


@lru_cache(maxsize=128)
def _closed(
    board: Board, ruins: tuple[str, ...], lanes: tuple[tuple[str, Point, float], ...], mover: Mover
) -> tuple[Obstacle, ...]:
    gate = _gate(board, ruins, lanes)
    table = rectangle(0.0, 0.0, board.width, board.depth)
    return tuple(gate.things(Traveller(mover.value), table))


def closed_to(state: State, unit: Unit, *, placed: bool = False) -> tuple[Obstacle, ...]:
    """All ground of the table that is closed to a unit's bases, with why. `placed`: to whoever is put there before or
    outside the battle; guns and horses may have been brought in wherever men can stand. RA-R267"""
    if state.board is None or unit.rails is not None:
        return ()
    return _closed(state.board, state.ruins, _cut(state), Mover.INFANTRY if placed else state.card(unit).mover)


def _cut(state: State) -> tuple[tuple[str, Point, float], ...]:
    return tuple((lane.wire, lane.at, lane.width) for lane in state.lanes if not lane.crushed)


def at_hand(state: State, unit: Unit, others: Iterable[Token], most: float) -> bool:
    """Whether a base of the unit has one of these within so many inches, and no ground between them that is closed to
    men on foot. RA-R273"""
    if state.board is None:
        return True
    gate, says = _gate(state.board, state.ruins, _cut(state)), permit(state.ruins)

    def blocks(feature: Feature) -> Bars | None:
        bar = says(feature, _ON_FOOT)
        return None if bar is None else bar.what

    there = tuple(others)
    return any(in_reach(gate, one.token, other, most, blocks) for one in layout(state, unit) for other in there)


@lru_cache(maxsize=64)
def _table(board: Board) -> BaseGeometry:
    return rectangle(0.0, 0.0, board.width, board.depth)


# ── Places ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def kept_off(
    state: State, unit: Unit, pose: Pose, was: BaseGeometry | None = None, *, placed: bool = False
) -> Stoppage | None:
    """What of the ground keeps its bases from standing so: the table's edge, or what is closed to them. Where they
    already stand in it (`was`; where it stands now, if not said), no more of them goes in. RA-R267"""
    ground = area_at(state, unit, *pose)
    before = outline(state, unit) if was is None else was
    if state.board is not None and not _table(state.board).covers(ground):
        table = _table(state.board)
        if ground.difference(table).area > before.difference(table).area + EDGE:
            return Stoppage(0.0, pose[0], "the table's edge")
    for thing in closed_to(state, unit, placed=placed):
        if thing.shape.intersects(ground):
            inside = thing.shape.intersection(ground).area
            if inside > thing.shape.intersection(before).area + EDGE:
                return Stoppage(0.0, pose[0], thing.why, thing.by)
    return None


def others_at(
    state: State, unit: Unit, pose: Pose, others: Sequence[Unit] | None = None, was: BaseGeometry | None = None
) -> Iterator[Unit]:
    """Units in whose bases its own would stand, more than they do already. `others`: among whom; if not said those that
    its side knows of, for what nobody knows of hinders nobody. RA-R268"""
    ground = area_at(state, unit, *pose)
    before = outline(state, unit) if was is None else was
    low_x, low_y, high_x, high_y = ground.bounds
    for other in known_to(state, unit) if others is None else others:
        if other.id == unit.id:
            continue
        theirs = outline(state, other)
        if theirs.is_empty:
            continue
        left, bottom, right, top = theirs.bounds
        if left > high_x or right < low_x or bottom > high_y or top < low_y:
            continue
        shared = ground.intersection(theirs).area
        if shared > SLACK and shared > before.intersection(theirs).area + SLACK:
            yield other


def known_to(state: State, unit: Unit) -> list[Unit]:
    """Units on the table that its side knows of, its own among them."""
    return [each for each in state.on_table() if each.side == unit.side or side_knows(state, unit.side, each.id)]


def has_room(
    state: State,
    unit: Unit,
    pose: Pose,
    but: Sequence[str] = (),
    was: BaseGeometry | None = None,
    *,
    placed: bool = False,
) -> bool:
    """Whether its bases can stand there: on the table, out of what is closed, in nobody else's. `but`: units that do
    not count. RA-R267, RA-R268"""
    if kept_off(state, unit, pose, was, placed=placed) is not None:
        return False
    others = [each for each in known_to(state, unit) if each.id not in but]
    return next(others_at(state, unit, pose, others, was), None) is None


def require_room(
    state: State, unit: Unit, pose: Pose, was: BaseGeometry | None = None, *, placed: bool = False
) -> None:
    """Raises RuleViolation where its bases cannot stand. Units that nobody of its side knows of are no hindrance:
    they make room. RA-R267, RA-R268"""
    stop = kept_off(state, unit, pose, was, placed=placed)
    if stop is not None:
        raise closed(unit, stop)
    other = next(others_at(state, unit, pose, was=was), None)
    if other is not None:
        raise RuleViolation(
            Why.NO_ROOM,
            f"{unit.name} would stand on top of {other.name}.",
            citation="RA-R268",
            remedy="End its way beside it, or beyond it.",
        )


def closed(unit: Unit, stop: Stoppage) -> RuleViolation:
    """The refusal of a way or place that its bases cannot have."""
    edge = stop.by is None
    return RuleViolation(
        "impassable",
        f"{unit.name} would leave the table with some of its bases."
        if edge
        else f"Some bases of {unit.name} would go into {stop.why}, which is closed to them.",
        citation="RA-R267",
        remedy="Keep away from the edge." if edge else "Go round it, or form column where a road or bridge leads over.",
    )


# ── Ways ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def swept(state: State, unit: Unit, a: Point, b: Point, facing: float, formation: UnitFormation) -> BaseGeometry:
    """The ground that its bases go over on a straight way."""
    pairs = zip(stood_at(state, unit, a, facing, formation), stood_at(state, unit, b, facing, formation), strict=True)
    return union_all([MultiPoint([*one.corners, *other.corners]).convex_hull for one, other in pairs])


def first_stop(
    state: State, unit: Unit, way: Sequence[Point], facings: Sequence[float], formation: UnitFormation
) -> Stoppage | None:
    """What stops its bases on a way, a facing for each leg; None where it is open from end to end. The edge counts at
    the end of each leg. RA-R267"""
    things = closed_to(state, unit)
    gone = 0.0
    was = area_at(state, unit, way[0], unit.facing, unit.formation) if unit.at is None else outline(state, unit)
    for (a, b), facing in zip(pairwise(way), facings, strict=True):
        beside = [thing for thing in things if _beside(thing.shape, a, b)]
        path = swept(state, unit, a, b, facing, formation) if beside else Polygon()
        near = [thing for thing in beside if thing.shape.intersects(path)]
        stop = kept_off(state, unit, (b, facing, formation), was)
        if near or stop is not None:
            for at, inches in _along(a, b):
                stop = kept_off(state, unit, (at, facing, formation), was)
                if stop is not None and (stop.by is not None or inches > 0):
                    return Stoppage(gone + inches, at, stop.why, stop.by)
        gone += between(a, b)
    return None


def _beside(shape: BaseGeometry, a: Point, b: Point) -> bool:
    """Whether something lies where the widest block might touch it on a straight way."""
    west, south, east, north = shape.bounds
    x0, x1, y0, y1 = min(a[0], b[0]), max(a[0], b[0]), min(a[1], b[1]), max(a[1], b[1])
    return west <= x1 + _WIDE and east >= x0 - _WIDE and south <= y1 + _WIDE and north >= y0 - _WIDE


def _along(a: Point, b: Point) -> Iterator[tuple[Point, float]]:
    whole = between(a, b)
    if whole < 1e-9:
        yield a, 0.0
        return
    heading = math.degrees(math.atan2(b[0] - a[0], b[1] - a[1]))
    inches = 0.0
    while inches < whole:
        yield step(a, heading, inches), inches
        inches += PACE
    yield b, whole


def open_inches(
    state: State, unit: Unit, start: Point, direction: float, inches: float, facing: float, formation: UnitFormation
) -> tuple[float, Stoppage | None]:
    """How far its bases get straight in a direction, and what stops them. RA-R267"""
    if inches <= 0:
        return 0.0, None
    end = step(start, direction, inches)
    path = swept(state, unit, start, end, facing, formation)
    clear = not any(thing.shape.intersects(path) for thing in closed_to(state, unit))
    if clear and (state.board is None or _table(state.board).covers(path)):
        return inches, None
    was = area_at(state, unit, start, facing, formation)

    def off(gone: float) -> Stoppage | None:
        return kept_off(state, unit, (step(start, direction, gone), facing, formation), was)

    gone = 0.0
    while gone < inches:
        ahead = min(inches, gone + PACE)
        stop = off(ahead)
        if stop is not None:
            for _ in range(8):
                middle = (gone + ahead) / 2
                gone, ahead = (gone, middle) if off(middle) is not None else (middle, ahead)
            return gone, Stoppage(gone, step(start, direction, gone), stop.why, stop.by)
        gone = ahead
    return inches, None


# ── Room ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def place_near(
    state: State,
    unit: Unit,
    pose: Pose,
    back: Sequence[Point] = (),
    was: BaseGeometry | None = None,
    *,
    placed: bool = False,
) -> Point | None:
    """The nearest place to one where its bases have room, on the same side of what is closed to them: there, then back
    along the way that it came (`back`, its start first), then round about. None: none within a foot. RA-R268"""
    at, facing, formation = pose
    empty = Polygon() if was is None else was
    for place in (at, *_backwards(back), *_rings(at)):
        pose = (place, facing, formation)
        if has_room(state, unit, pose, was=empty, placed=placed) and _reached(state, unit, at, place):
            return place
    return None


def _reached(state: State, unit: Unit, a: Point, b: Point) -> bool:
    """Whether nothing closed lies between two places, but for what the first is in."""
    if between(a, b) < 1e-6:
        return True
    line = LineString([a, b])
    return not any(
        thing.shape.intersects(line) and not thing.shape.intersects(Spot(a)) for thing in closed_to(state, unit)
    )


def _backwards(way: Sequence[Point]) -> Iterator[Point]:
    for b, a in pairwise(reversed(way)):
        for place, inches in _along(b, a):
            if inches > 0:
                yield place


def _rings(at: Point) -> Iterator[Point]:
    reach = 0.3
    while reach <= ASIDE:
        for number in range(16):
            x, y = step(at, 22.5 * number, reach)
            yield round(x, 3), round(y, 3)
        reach += 0.3
