"""Where a train is on its line, what lies ahead of it, and which way is home."""

from __future__ import annotations

import math

from shapely import LineString
from shapely import Point as Spot
from shapely.geometry.base import BaseGeometry
from shapely.ops import substring

from rules.kernel.changing import replace
from rules.red_actions.book.kinds import Arm
from rules.red_actions.play.ground.features import key_of, kind_of, land_of
from rules.red_actions.play.ground.layout import BASES, WIDTH, on_line, outline, rail_line
from rules.red_actions.play.ground.lines import distance
from rules.red_actions.play.ground.points import points_of
from rules.red_actions.state import State
from rules.red_actions.units import Point, Rails, Unit
from rules.table.measure import nearest_edge, to_edge

EDGE = 1.5
"""Inches from the table's edge within which a line that ends there leads off the table."""


def length_of(unit: Unit) -> float:
    """Inches from its front to its rear."""
    return BASES.car * len(unit.bases)


def middle(state: State, unit: Unit, rails: Rails) -> tuple[Point, float]:
    """Where the middle of a train is, and which way its front looks."""
    line = rail_line(state, rails.line)
    assert line is not None
    half = length_of(unit) / 2
    at, facing = on_line(line, rails.along - half if rails.ahead else rails.along + half)
    return at, facing if rails.ahead else (facing + 180.0) % 360.0


def turned_round(unit: Unit, rails: Rails) -> Rails:
    """The same train about to run the other way: its front is its other end."""
    long = length_of(unit)
    return replace(rails, ahead=not rails.ahead, along=rails.along - long if rails.ahead else rails.along + long)


def engine_hits(state: State, unit: Unit) -> int | None:
    """Direct hits on its soundest engine; None: it has none. RA-train.cars.2, RA-R97"""
    hits = [base.hits for base in unit.bases if state.cards.card(base.card).arm is Arm.ENGINE]
    return min(hits, default=None)


# ── What lies ahead ─────────────────────────────────────────────────────────────────────────────────────────────────


def room_ahead(state: State, rails: Rails) -> float:
    """Inches of rails ahead of its front."""
    line = rail_line(state, rails.line)
    if line is None:
        return 0.0
    return max(0.0, line.length - rails.along if rails.ahead else rails.along)


def leads_off(state: State, rails: Rails, *, ahead: bool | None = None) -> bool:
    """Whether the end of the line towards which it runs lies at the edge of the table."""
    line = rail_line(state, rails.line)
    if line is None or state.board is None:
        return False
    x, y, *_ = line.coords[-1 if (rails.ahead if ahead is None else ahead) else 0]
    return nearest_edge(state.board, (float(x), float(y)))[1] <= EDGE


def first_block(state: State, unit: Unit, rails: Rails, inches: float) -> tuple[float, str] | None:
    """How far ahead of its front something is on the rails, and its name: troops of either side, another train, a
    bridge that is no more. RA-R151, RA-R176, RA-R234"""
    found: list[tuple[float, str]] = []
    for other in state.on_table():
        far = None if other.id == unit.id else ahead_on_rails(state, rails, inches, outline(state, other))
        if far is not None:
            found.append((far, other.name))
    land = land_of(state)
    for feature, area in zip(land.features, land.areas, strict=True) if land is not None else ():
        if kind_of(feature) == "bridge" and key_of(feature) in state.ruins:
            far = ahead_on_rails(state, rails, inches, area)
            if far is not None:
                found.append((far, feature.name or "a bridge that is down"))
    return min(found, default=None)


def ahead_on_rails(state: State, rails: Rails, inches: float, area: BaseGeometry) -> float | None:
    """How far ahead of a train's front something is on its rails; None where it is not on the next so many inches.
    RA-R151"""
    line = rail_line(state, rails.line)
    if line is None:
        return None
    goal = rails.along + inches if rails.ahead else rails.along - inches
    stretch = substring(line, min(rails.along, goal), max(rails.along, goal))
    if not isinstance(stretch, LineString) or stretch.length < 1e-6:
        return None
    met = area.intersection(stretch.buffer(WIDTH / 2, cap_style="flat"))
    if met.is_empty or met.area <= 1e-6:
        return None
    front = line.interpolate(min(max(rails.along, 0.0), line.length))
    return _along(line, rails, met.distance(front), met)


def _along(line: LineString, rails: Rails, straight: float, met: BaseGeometry) -> float:
    """Inches of rails from its front to the nearest part of what is on them."""
    marks = [line.project(Spot(corner)) for corner in points_of(met.convex_hull.boundary)]
    ahead = [mark - rails.along if rails.ahead else rails.along - mark for mark in marks]
    return max(0.0, min(ahead, default=straight))


# ── Home ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def home_is_ahead(state: State, unit: Unit, rails: Rails) -> bool:
    """Whether the line's last point lies nearer to its own edge than its first. RA-R98"""
    line = rail_line(state, rails.line)
    edge = state.side(unit.side).edge
    if line is None or state.board is None:
        return rails.ahead
    first, last = line.coords[0], line.coords[-1]
    if not edge:
        return rails.ahead
    to_first = to_edge(state.board, (float(first[0]), float(first[1])), edge)
    to_last = to_edge(state.board, (float(last[0]), float(last[1])), edge)
    if math.isclose(to_first, to_last):
        return rails.ahead
    return to_last < to_first


def in_artillery_range(state: State, unit: Unit) -> bool:
    """Whether enemy guns or mortars that its side knows of reach it. RA-train.hits.2"""
    for enemy in state.enemies(unit.side):
        card = state.card(enemy)
        arms = {state.cards.card(base.card).arm for base in enemy.bases if not base.wrecked}
        armed = any(arm.artillery or arm in (Arm.FIELD_CAR, Arm.TURRET_CAR) for arm in arms)
        reach = max((state.cards.card(base.card).range for base in enemy.bases), default=card.range)
        if armed and enemy.hidden.value == "no" and not enemy.routing and distance(state, unit, enemy) <= reach:
            return True
    return False
