"""A way over the board: what its ground costs, what bars it, where wheels and turns come in.

The ground counts where the middle of the block goes. RA-terrain.table, RA-R190
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from shapely import LineString
from shapely import Point as Spot

from rules.kernel.violation import RuleViolation
from rules.red_actions.book.kinds import Trait, UnitFormation
from rules.red_actions.book.movement import inclines, turning, wheel
from rules.red_actions.book.terrain import BreakdownDie, Ground, Price, WayPiece, die_for, price, way
from rules.red_actions.play.ground.features import features_under, ground_of, key_of, land_of, ruined
from rules.red_actions.play.ground.fronts import box_of
from rules.red_actions.play.ground.layout import depth_of, outline, stood_at
from rules.red_actions.play.ground.measures import TOUCHING
from rules.red_actions.state import State
from rules.red_actions.units import Point, Unit
from rules.table.board import Feature
from rules.table.gate import DOORS
from rules.table.measure import bearing, between, length, toward
from rules.table.terrain import opening_at, spans_of

_SLIP = 0.6
"""Inches of a way that may lie beside a road and still count as on it."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a way over one kind of ground; a line that is crossed has no inches. `start`, `end`: inches along it;
    `key`: the feature."""

    step: WayPiece
    start: float
    end: float
    key: str = ""


@dataclass(frozen=True, slots=True)
class Way:
    """A way with what it takes. `points`: its start first; `end`: inches along it where it really ends; `prices`: what
    each piece costs; `wire`: the wire in which it ends."""

    points: tuple[Point, ...]
    pieces: tuple[Piece, ...]
    prices: tuple[Price, ...]
    end: float
    wire: str = ""

    @property
    def steps(self) -> tuple[WayPiece, ...]:
        return tuple(piece.step for piece in self.pieces)

    @property
    def cost(self) -> float:
        return sum(each.inches for each in self.prices)

    @property
    def grounds(self) -> tuple[Ground, ...]:
        return tuple(dict.fromkeys(piece.step.ground for piece in self.pieces))


# ── Pieces ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def in_column(unit: Unit, formation: UnitFormation) -> bool:
    """One base wide: a column, or a single base. RA-form.column"""
    return formation is UnitFormation.COLUMN or len(unit.bases) == 1


def pieces_of(state: State, unit: Unit, points: Sequence[Point], *, column: bool) -> tuple[Piece, ...]:
    """The ground along a way, in order. What is closed, deep water among it, is the gate's. RA-R267"""
    found: list[Piece] = []
    walked = 0.0
    inside: set[str] = set(_lines_at(state, points[0]))
    for a, b in pairwise(points):
        leg = LineString([a, b])
        if leg.length < 1e-6:
            continue
        found += _leg(state, unit, leg, walked, inside, column=column)
        walked += leg.length
    return tuple(found)


def _lines_at(state: State, point: Point) -> Iterator[str]:
    for feature, area in features_under(state, Spot(point)):
        ground = ground_of(feature)
        if ground is not None and ground.line and area.covers(Spot(point)):
            yield key_of(feature)


def _leg(state: State, unit: Unit, leg: LineString, walked: float, inside: set[str], *, column: bool) -> list[Piece]:
    _bar_ruins(state, leg)
    marks = {0.0, 1.0}
    areas: list[tuple[Feature, Ground, list[tuple[float, float]]]] = []
    lines: list[tuple[Feature, Ground, list[tuple[float, float]]]] = []
    for feature, area in features_under(state, leg):
        spans = spans_of(leg, area)
        ground = ground_of(feature)
        if not spans:
            continue
        if ground is None:
            continue
        if ground.line:
            lines.append((feature, ground, spans))
            continue
        areas.append((feature, ground, spans))
        marks |= {t for span in spans for t in span}
        if ground in (Ground.HILL, Ground.STEEP):
            marks.add(leg.project(area.centroid) / leg.length)
    found: list[tuple[float, int, Piece]] = []
    for t0, t1 in pairwise(sorted(marks)):
        if (t1 - t0) * leg.length < 1e-4:
            continue
        middle = (t0 + t1) / 2
        here = [(f, g) for f, g, spans in areas if any(s0 <= middle <= s1 for s0, s1 in spans)]
        step = _dearest(state, unit, leg, (t0, t1), here, column=column)
        found.append((t0, 1, Piece(step, walked + t0 * leg.length, walked + t1 * leg.length)))
    for feature, ground, spans in lines:
        key = key_of(feature)
        dry = _dry(spans, areas, column)
        for t0, t1 in spans:
            if not (t0 * leg.length < 1e-6 and key in inside) and not dry and not _opened(feature, leg, (t0, t1)):
                crossed = _through(state, feature, ground, leg, t0)
                along = walked + t0 * leg.length, walked + t1 * leg.length
                found.append((t0, 0, Piece(WayPiece(crossed), *along, key)))
        if any(t1 * leg.length > leg.length - 1e-6 for _, t1 in spans):
            inside.add(key)
        else:
            inside.discard(key)
    return [piece for _, _, piece in sorted(found, key=lambda each: each[:2])]


def _bar_ruins(state: State, leg: LineString) -> None:
    """Nobody enters a house that has burnt out or fallen; who is still in one may leave. RA-R103"""
    land = land_of(state)
    if not state.ruins or land is None:
        return
    start = Spot(leg.coords[0])
    for index in land.tree.query(leg, predicate="intersects"):
        feature, area = land.features[int(index)], land.areas[int(index)]
        if ruined(state, feature) and ground_of(feature) is Ground.BUILDINGS and not area.covers(start):
            raise RuleViolation(
                "ruins",
                "Nobody enters a house that is burnt out or in ruins.",
                citation="RA-building.fire.3",
                remedy="Go round it.",
            )


def _dearest(
    state: State,
    unit: Unit,
    leg: LineString,
    span: tuple[float, float],
    here: Sequence[tuple[Feature, Ground]],
    *,
    column: bool,
) -> WayPiece:
    """Of several kinds of ground in one place the one that counts: a road for a column, else the dearest."""
    inches = (span[1] - span[0]) * leg.length
    grounds = [ground for _, ground in here]
    road = column and Ground.ROAD in grounds
    steps = [WayPiece(Ground.ROAD if road else Ground.OPEN, inches, by_road=road)]
    for feature, ground in here:
        if ground in (Ground.HILL, Ground.STEEP):
            steps.append(WayPiece(ground, inches, _up(state, feature, leg, span), by_road=road))
        elif not road and (ground is Ground.FORD or Ground.FORD not in grounds) and ground is not Ground.ROAD:
            steps.append(WayPiece(ground, inches))
    card = state.card(unit)

    def dear(step: WayPiece) -> float:
        try:
            return price(step, card.mover, card.move, partisan=Trait.PARTISAN in card.traits, house=state.house).inches
        except RuleViolation:
            return 1e9

    return max(steps, key=lambda step: (dear(step), step.ground is not Ground.OPEN))


def _up(state: State, feature: Feature, leg: LineString, span: tuple[float, float]) -> bool:
    """Whether this part of a way leads towards the middle of a hill."""
    land = land_of(state)
    if land is None or feature not in land.features:
        return True
    middle = land.area_of(feature).centroid
    start, end = (leg.interpolate(t, normalized=True) for t in span)
    return bool(end.distance(middle) < start.distance(middle))


def _dry(
    spans: Sequence[tuple[float, float]],
    areas: Sequence[tuple[Feature, Ground, list[tuple[float, float]]]],
    column: bool,
) -> bool:
    """Whether a line is crossed on a road, by a bridge or through a ford. Bridges and roads carry columns."""
    over = [(ground, each) for _, ground, each in areas if ground in (Ground.ROAD, Ground.FORD)]
    for t0, t1 in spans:
        middle = (t0 + t1) / 2
        if not any(
            (ground is Ground.FORD or column) and any(s0 <= middle <= s1 for s0, s1 in each) for ground, each in over
        ):
            return False
    return True


def _opened(feature: Feature, leg: LineString, span: tuple[float, float]) -> bool:
    """Whether a wall or hedge is crossed at a gate, gap or breach. RA-R271"""
    spot = leg.interpolate((span[0] + span[1]) / 2, normalized=True)
    opening = opening_at(feature, (spot.x, spot.y)) if feature.openings else None
    return opening is not None and opening.open and opening.kind in DOORS


def _through(state: State, feature: Feature, ground: Ground, leg: LineString, t: float) -> Ground:
    """Wire where a lane leads through it is none, or is crushed. RA-R104, RA-wire.4"""
    if ground is not Ground.WIRE:
        return ground
    spot = leg.interpolate(t, normalized=True)
    for lane in state.lanes:
        if lane.wire == key_of(feature) and between(lane.at, (spot.x, spot.y)) <= lane.width / 2 + 0.6:
            return Ground.CRUSHED_WIRE if lane.crushed else Ground.LANE
    return ground


# ── The whole way ───────────────────────────────────────────────────────────────────────────────────────────────────


def by_road(pieces: Sequence[Piece]) -> bool:
    """Whether a way lies on roads from end to end. RA-terrain.road.2"""
    beside = sum(piece.end - piece.start for piece in pieces if not piece.step.by_road and not piece.step.ground.line)
    return bool(pieces) and beside <= _SLIP and any(piece.step.by_road for piece in pieces)


def way_over(
    state: State,
    unit: Unit,
    points: Sequence[Point],
    allowance: float,
    formation: UnitFormation | None = None,
    pieces: Sequence[Piece] = (),
) -> Way:
    """A way with its prices, cut where its ground ends it: in front of wire, or just beyond what costs the whole move.
    `pieces`: what it goes over, where that is known. Raises RuleViolation for what bars it or is too far. RA-R91"""
    formation = formation or unit.formation
    card = state.card(unit)
    pieces = pieces or pieces_of(state, unit, points, column=in_column(unit, formation))
    kept: list[Piece] = []
    end, wire = length(points), ""
    for piece in pieces:
        whole = price(piece.step, card.mover, card.move, partisan=Trait.PARTISAN in card.traits, house=state.house)
        if whole.ends:
            ahead, behind = _reach(state, unit, formation, points, piece.start)
            if whole.whole and _touches(state, unit, piece.key):
                kept = []
            kept.append(piece)
            if whole.whole:
                end = piece.end + behind + 0.1
            else:
                end, wire = max(0.0, piece.start - ahead), piece.key
            break
        kept.append(piece)
    partisan = Trait.PARTISAN in card.traits
    prices = way(
        (piece.step for piece in kept), card.mover, float(card.move), allowance, partisan=partisan, house=state.house
    )
    return Way(tuple(points), tuple(kept), prices, end, wire)


def _reach(
    state: State, unit: Unit, formation: UnitFormation, points: Sequence[Point], along: float
) -> tuple[float, float]:
    """How far its bases reach ahead of and behind its middle on the leg there."""
    heading = heading_at(points, along)
    bases = stood_at(state, unit, points[0], unit.facing, formation)
    block = box_of(bases, points[0], heading)
    return block.front, -block.rear


def heading_at(points: Sequence[Point], along: float) -> float:
    """The direction of a way so many inches along it."""
    walked = 0.0
    for a, b in pairwise(points):
        leg = between(a, b)
        if leg > 1e-6 and along <= walked + leg + 1e-6:
            return bearing(a, b)
        walked += leg
    return bearing(points[-2], points[-1]) if len(points) > 1 else 0.0


def _touches(state: State, unit: Unit, key: str) -> bool:
    own = outline(state, unit)
    return any(key_of(feature) == key for feature, _ in features_under(state, own, TOUCHING))


def cut_at(points: Sequence[Point], inches: float) -> tuple[Point, ...]:
    """The way as far as so many inches; straight on beyond its end."""
    kept = [points[0]]
    left = inches
    for a, b in pairwise(points):
        leg = between(a, b)
        if left <= leg + 1e-6:
            kept.append(toward(a, b, left))
            return tuple(kept)
        kept.append(b)
        left -= leg
    a, b = points[-2], points[-1]
    share = (between(a, b) + left) / between(a, b)
    kept[-1] = (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)
    return tuple(kept)


def dice_along(state: State, unit: Unit, taken: Way) -> tuple[tuple[float, BreakdownDie], ...]:
    """Where on its way a vehicle owes a die for an obstacle or wire, just beyond it. RA-terrain.star, RA-R92"""
    mover = state.card(unit).mover
    found: list[tuple[float, BreakdownDie]] = []
    for piece in taken.pieces:
        die = die_for(piece.step, mover)
        if die is not None and die is not BreakdownDie.SPEED:
            found.append((min(taken.end, piece.end), die))
    return tuple(found)


# ── Wheels and turns ────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Swing:
    """How a unit comes to face another way: `inches` of its outermost base, and the facing that it has then."""

    inches: float
    facing: float
    turns: int = 0


def swing(state: State, unit: Unit, formation: UnitFormation, facing: float, heading: float, *, incline: bool) -> Swing:
    """The cheapest way to go off in a direction: straight on or inclining by up to 20 degrees, else a wheel, or a
    quarter or half turn where it stands, which is free, with a wheel for the rest. RA-move.2, RA-move.3, RA-move.4,
    RA-move.tachanka, RA-R192"""
    card = state.card(unit)
    block = box_of(stood_at(state, unit, (0.0, 0.0), 0.0, formation), (0.0, 0.0), 0.0)
    off = (heading - facing + 180.0) % 360.0 - 180.0
    best: Swing | None = None
    for quarter in (0.0, 90.0, -90.0, 180.0):
        rest = (off - quarter + 180.0) % 360.0 - 180.0
        free = incline and inclines(rest)
        turned = 0 if quarter == 0.0 else 1
        inches = (0.0 if free else wheel(block.width, rest)) + turning(card.arm, turned, depth_of(card))
        end = (facing + quarter + (0.0 if free else rest)) % 360.0
        if best is None or inches < best.inches - 1e-9:
            best = Swing(inches, end, turned)
    assert best is not None
    return best


def samples(a: Point, b: Point, pace: float = 1.0) -> Iterator[Point]:
    """Places of a leg, at most so many inches apart, its end the last; not its start."""
    whole = between(a, b)
    gone = pace
    while gone < whole - 1e-6:
        yield toward(a, b, gone)
        gone += pace
    yield b
