"""A move before it is made: its way, its price, whom it may not come near. Nothing is rolled here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, TypeAlias

from shapely import LineString, Polygon
from shapely import Point as Spot

from rules.kernel.violation import RuleViolation
from rules.red_actions.book.kinds import Arm, Mover, UnitFormation
from rules.red_actions.book.movement import (
    Allowance,
    Moving,
    allowance,
    bar_approach,
    bar_march,
    limbers,
    passes_through,
    still_shot_at,
)
from rules.red_actions.book.sight import bar_night_pace
from rules.red_actions.book.terrain import BreakdownDie, Ground, bar_spread, fast
from rules.red_actions.pending.movement import Leg
from rules.red_actions.play.ground.layout import area_at, outline
from rules.red_actions.play.ground.passage import closed, first_stop, require_room
from rules.red_actions.play.ground.terrain import grounds_of
from rules.red_actions.play.ground.ways import (
    Way,
    by_road,
    cut_at,
    dice_along,
    in_column,
    pieces_of,
    samples,
    swing,
    way_over,
)
from rules.red_actions.play.movement.surroundings import known_enemies, nearest_known
from rules.red_actions.state import State
from rules.red_actions.units import Breakdown, Mode, Point, Unit
from rules.table.measure import bearing, between, length, turn

Pace: TypeAlias = Literal["normal", "evading", "march"]
_NEAR = 9.0
"""Inches from the middle of a block at which another can matter to its move."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A lawful move. `inches`: what its outermost base covers in all; `spent`: what it takes of the allowance."""

    unit: str
    way: Way
    legs: tuple[Leg, ...]
    formation: UnitFormation
    facing: float
    pace: Pace
    allowed: Allowance
    inches: float
    spent: float
    turned: float
    fast: bool

    @property
    def points(self) -> tuple[Point, ...]:
        return (self.way.points[0], *(leg.to for leg in self.legs))


def require_mobile(state: State, unit: Unit) -> None:
    """Refuses units that do not move of themselves. RA-R92, RA-R94, RA-wire.2"""
    card = state.card(unit)
    wrong: tuple[tuple[bool, str, str, str, str], ...] = (
        (card.arm.train, "on-rails", "A train moves on its rails.", "RA-train.move.1", "Run the train instead."),
        (bool(unit.aboard), "aboard", f"{unit.name} is aboard.", "RA-dismount.1", "Let it get off first."),
        (
            unit.breakdown is Breakdown.FOR_GOOD or (unit.breakdown is Breakdown.TEMPORARY and _begun(state, unit)),
            "broken-down",
            f"{unit.name} has broken down.",
            "RA-tank.speed",
            "Its weapons may fire; it may get free when its segment begins.",
        ),
        (
            bool(unit.in_wire) and card.mover is Mover.INFANTRY,
            "in-wire",
            f"{unit.name} is in the wire.",
            "RA-wire.2",
            "Let it work its way through (Cross or clear wire).",
        ),
        (card.move == 0, "immobile", f"{unit.name} does not move by itself.", "RA-move.1", "Choose another action."),
    )
    for applies, code, why, citation, remedy in wrong:
        if applies:
            raise RuleViolation(code, why, citation=citation, remedy=remedy)


def _begun(state: State, unit: Unit) -> bool:
    """Whether its segment has begun, and with it its try to get free. RA-R94"""
    return state.segment is not None and state.segment.unit == unit.id


def require_mode(state: State, unit: Unit, pace: str) -> None:
    """Refuses to change between evading and not within a turn. RA-evade.4, RA-R149"""
    if unit.mode_turn != state.turn or unit.mode is Mode.OPEN or not state.card(unit).evade:
        return
    if (unit.mode is Mode.EVADING) is not (pace == "evading"):
        now = "evades" if unit.mode is Mode.EVADING else "does not evade"
        raise RuleViolation(
            "mode-fixed",
            f"{unit.name} {now} this turn.",
            citation="RA-evade.4",
            remedy="Move it so, or change next turn.",
        )


def moving_of(
    state: State, unit: Unit, pace: str, *, road: bool, fired: bool = False, limbers_too: bool = False
) -> Moving:
    card = state.card(unit)
    return Moving(
        arm=card.arm,
        mover=card.mover,
        move=card.move,
        evade=card.evade,
        evading=pace == "evading",
        marching=pace == "march",
        road=road,
        fired=fired,
        limbers=limbers_too,
        unlimbered=limbers(card.arm) and not unit.limbered and not limbers_too,
        weather=state.weather,
    )


def plan(
    state: State,
    unit: Unit,
    points: Sequence[Point],
    *,
    pace: Pace = "normal",
    facing: float | None = None,
    formation: UnitFormation | None = None,
    fired: bool = False,
    limbers_too: bool = False,
) -> Plan:
    """A move as it would be made. Raises RuleViolation for what is not lawful. RA-move.1 to RA-move.8"""
    formation = formation or unit.formation
    card = state.card(unit)
    column = in_column(unit, formation)
    if pace == "march":
        near = nearest_known(state, unit)
        bar_march(column, near, still_shot_at(unit.march_barred, False, near))
    pieces = pieces_of(state, unit, points, column=column) if length(points) > 0.05 else ()
    road = by_road(pieces)
    allowed = allowance(moving_of(state, unit, pace, road=road, fired=fired, limbers_too=limbers_too), state.house)
    already = unit.moved if unit.moved_turn == state.turn and card.arm is Arm.TACHANKA else 0.0
    prolongs = limbers(card.arm) and not unit.limbered and not limbers_too
    swings, end_facing, turned = _swings(state, unit, points, formation, facing, prolongs=prolongs)
    wheels = sum(inches for inches, _ in swings) + turned + already
    way = way_over(state, unit, points, max(0.0, allowed.inches - wheels), formation, pieces)
    bar_spread(card.mover, (*way.grounds, *_wooded(state, unit)), column)
    spent = way.cost + wheels
    inches = min(way.end, length(points)) + wheels if not way.wire else way.end + wheels
    bar_night_pace(state.light, column, float(card.move), inches)
    way_points = cut_at(points, way.end) if length(points) > 0.05 else tuple(points)
    legs = _legs(state, unit, way, way_points, swings)
    _require_open(state, unit, way_points, legs, formation, end_facing)
    _require_clear(state, unit, way_points, legs, formation)
    quick = fast(card.mover, card.move, inches, way.steps) or any(
        piece.step.ground in _SPEED_TESTS and card.arm.vehicle and not piece.step.by_road for piece in way.pieces
    )
    return Plan(unit.id, way, legs, formation, end_facing, pace, allowed, inches, spent, turned, quick)


_SPEED_TESTS = (Ground.BUILDINGS, Ground.ROUGH, Ground.WOODS)


def _wooded(state: State, unit: Unit) -> tuple[Ground, ...]:
    """Ground that it is in already; RA-terrain.column."""
    return tuple(ground for ground in grounds_of(state, unit) if ground is Ground.BUILDINGS or ground.wooded)


def _swings(
    state: State,
    unit: Unit,
    points: Sequence[Point],
    formation: UnitFormation,
    facing: float | None,
    *,
    prolongs: bool,
) -> tuple[list[tuple[float, float]], float, float]:
    """Inches of the wheel before each leg and the facing on it; then the facing at the end and its wheel."""
    front = unit.facing
    found: list[tuple[float, float]] = []
    for a, b in pairwise(points):
        if between(a, b) < 1e-6:
            found.append((0.0, front))
            continue
        if prolongs:
            _require_prolong(unit, bearing(a, b))
            found.append((0.0, front))
            continue
        swung = swing(state, unit, formation, front, bearing(a, b), incline=True)
        front = swung.facing
        found.append((swung.inches, front))
    if facing is None or turn(front, facing) < 0.5 or prolongs:
        return found, front, 0.0
    last = swing(state, unit, formation, front, facing, incline=False)
    return found, facing % 360.0, last.inches


def _require_prolong(unit: Unit, heading: float) -> None:
    """Unlimbered guns are pushed straight forwards or backwards. RA-R174"""
    off = turn(unit.facing, heading)
    if min(off, 180.0 - off) > 20.0:
        raise RuleViolation(
            "prolong",
            f"{unit.name} is unlimbered: it is pushed 1 in straight forwards or backwards.",
            citation="RA-R174",
            remedy="Limber it first.",
        )


def _legs(
    state: State, unit: Unit, way: Way, points: tuple[Point, ...], swings: Sequence[tuple[float, float]]
) -> tuple[Leg, ...]:
    """The way leg by leg, cut where a vehicle owes a die."""
    marks: list[tuple[float, BreakdownDie]] = sorted(dice_along(state, unit, way), key=lambda each: each[0])
    legs: list[Leg] = []
    walked = 0.0
    for number, (a, b) in enumerate(pairwise(points)):
        inches, front = swings[min(number, len(swings) - 1)]
        whole = between(a, b)
        here, gone = a, 0.0
        for along, die in [mark for mark in marks if walked - 1e-6 < mark[0] <= walked + whole + 1e-6]:
            stop = cut_at((a, b), min(along - walked, whole))[-1]
            legs.append(Leg(stop, front, inches + between(here, stop), (die.value,)))
            here, inches, gone = stop, 0.0, along - walked
        if whole - gone > 1e-6 or not marks:
            legs.append(Leg(b, front, inches + between(here, b)))
        walked += whole
    if way.wire and legs:
        last = legs[-1]
        legs[-1] = Leg(last.to, last.facing, last.inches, last.dice, way.wire)
    return tuple(legs)


def _require_open(
    state: State,
    unit: Unit,
    points: tuple[Point, ...],
    legs: Sequence[Leg],
    formation: UnitFormation,
    facing: float,
) -> None:
    """Refuses a way on which a base would go into what is closed to it, and a place without room. RA-R267, RA-R268"""
    way = (points[0], *(leg.to for leg in legs))
    stop = first_stop(state, unit, way, [leg.facing for leg in legs], formation)
    if stop is not None:
        raise closed(unit, stop)
    was = Polygon() if unit.entry is not None and unit.arrives else outline(state, unit)
    require_room(state, unit, (way[-1], facing, formation), was)


def _require_clear(
    state: State, unit: Unit, points: tuple[Point, ...], legs: Sequence[Leg], formation: UnitFormation
) -> None:
    """Refuses to come near known enemies and through formed cavalry. RA-move.7, RA-move.8"""
    own = area_at(state, unit, points[0], unit.facing, formation)
    path = LineString(points).buffer(_NEAR) if length(points) > 0.05 else Spot(points[0]).buffer(_NEAR)
    areas = {
        enemy.id: area for enemy in known_enemies(state, unit.side) if (area := outline(state, enemy)).intersects(path)
    }
    before = {ref: float(outline(state, unit).distance(area)) for ref, area in areas.items()} if unit.at else {}
    friends = [
        (each, area)
        for each in state.on_table(unit.side)
        if each.id != unit.id
        and state.card(each).arm is not Arm.OFFICER
        and (area := outline(state, each)).intersects(path)
    ]
    lone = state.card(unit).arm is Arm.OFFICER
    here = points[0]
    for leg in legs:
        for at in samples(here, leg.to):
            block = area_at(state, unit, at, leg.facing, formation)
            for ref, area in areas.items():
                bar_approach(before.get(ref, 1e9), float(block.distance(area)))
            for friend, area in friends:
                met = not lone and block.intersects(area) and not own.intersects(area)
                if met and not passes_through(unit.formed, friend.formed):
                    raise RuleViolation(
                        "formed-cavalry",
                        f"Formed cavalry does not pass through others: {friend.name} is in the way.",
                        citation="RA-move.7",
                        remedy="Go round, or loosen the formation first.",
                    )
        here = leg.to
