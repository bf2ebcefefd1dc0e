"""Who sees whom, who is in whose arc, who is fired at from the side.

Troops see all round and through other units. RA-vis.7, RA-vis.8
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from shapely import LineString, dwithin
from shapely import Point as Spot
from shapely.geometry.base import BaseGeometry

from rules.kernel.facts import Fact
from rules.kernel.once import once_a_state, once_for
from rules.red_actions.book.kinds import Weather
from rules.red_actions.book.shooting import may_be_enfiladed
from rules.red_actions.book.sight import (
    FIGURES,
    LookedFor,
    ViewHeight,
    dead_ground,
    is_low,
    large,
    night_limit,
    outlook,
    seen,
)
from rules.red_actions.book.tables import Figures, section
from rules.red_actions.book.terrain import Ground
from rules.red_actions.play.ground.facts import DISTANCE, ENFILADED, SEES, fact, ruled
from rules.red_actions.play.ground.features import ground_of, key_of, opaque
from rules.red_actions.play.ground.fronts import box
from rules.red_actions.play.ground.layout import Named, Stood, ahead_in_base, carrier, layout, mixed, unit_of
from rules.red_actions.play.ground.layout import distance as measured
from rules.red_actions.play.ground.measures import down_its_length
from rules.red_actions.play.ground.terrain import LINED, has_moved
from rules.red_actions.state import State
from rules.red_actions.units import Concealment, Point, Unit
from rules.table.board import Board, Feature
from rules.table.measure import bearing, between
from rules.table.terrain import Terrain, spans_of, terrain


class _Heights(Figures):
    most: tuple[tuple[str, float], ...]


def distance(state: State, a: Named, b: Named) -> float:
    """Inches between two units: the umpire's word, else as measured."""
    return measured(state, a, b) if not state.ruled else distance_fact(state, a, b)[0]


def distance_fact(state: State, a: Named, b: Named) -> tuple[float, Fact]:
    """The same, with whose word it is."""
    a, b = unit_of(state, a), unit_of(state, b)
    return fact(state, DISTANCE, a.id, b.id, measured=lambda: measured(state, a, b))


# ── One line ────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class SightLine:
    """A straight line from who looks to what is looked at. `out`: inches of woods, buildings or scrub that it goes
    through before it leaves those in which the viewer is; `into`: those in which the target is, `ground`; `shared`:
    both are in the same. `ground` HEDGE: one hides the target, which lies along it if `lined`. Between two points; of
    two bases see `from_borders`."""

    blocked: bool
    out: float = 0.0
    into: float = 0.0
    shared: bool = False
    ground: Ground = Ground.OPEN
    lined: bool = False


_BASE = 0.6
"""Half a base: a line is drawn from its middle."""
_LINES = LINED + _BASE
"""Inches from the middle of a base within which it lines something."""
_SURE = 1e-6
"""Inches beyond which a line plainly goes through something."""
_BEHIND = (Ground.HEDGE, Ground.WALL)
_IN = (Ground.TRENCH, Ground.SANDBAGS, Ground.DITCH)


@dataclass(frozen=True, slots=True)
class _Thing:
    """What a line of sight may meet: a feature with what it is in this book."""

    feature: Feature
    area: BaseGeometry
    ground: Ground | None
    solid: bool
    key: str


@dataclass(frozen=True, slots=True)
class _Things:
    """A board as it is looked over. `each`: what a feature of its survey is to sight, None for nothing; `lowest`: no
    ground is deeper."""

    land: Terrain
    each: tuple[_Thing | None, ...]
    lowest: float


@lru_cache(maxsize=64)
def _things(board: Board) -> _Things:
    land = terrain(board)
    tops = (feature.base + feature.height for feature in land.features)
    each = tuple(_thing(feature, area) for feature, area in zip(land.features, land.areas, strict=True))
    return _Things(land, each, min((0.0, *tops)))


def _thing(feature: Feature, area: BaseGeometry) -> _Thing | None:
    ground, solid = ground_of(feature), opaque(feature)
    return None if ground is None and not solid else _Thing(feature, area, ground, solid, key_of(feature))


@lru_cache(maxsize=65536)
def line_between(board: Board, ruins: tuple[str, ...], a: Point, b: Point) -> SightLine:
    """What stands between two points. RA-vis.2 to RA-vis.6, RA-R177, RA-R194"""
    line = LineString([a, b])
    if line.length < 1e-6:
        return SightLine(False)
    things = _things(board)
    land = things.land
    low, high = land.elevation(a), land.elevation(b)
    start, end, flat = Spot(a), Spot(b), max(low, high) <= things.lowest
    found = SightLine(False)
    for index in land.tree.query(line, predicate="intersects"):
        thing = things.each[int(index)]
        if thing is None or thing.key in ruins:
            continue
        ground, area = thing.ground, thing.area
        if ground in _IN and found.ground is Ground.OPEN and dwithin(area, end, _LINES):
            found = replace(found, ground=ground, lined=True)
        elif ground in _BEHIND:
            near_b = bool(dwithin(area, end, _LINES))
            hides = (ground is Ground.HEDGE or near_b) and not dwithin(area, start, _LINES)
            if hides and found.into <= 0 and not _overlooked(things, line, low, high, spans_of(line, area)):
                found = replace(found, ground=ground, lined=near_b)
        elif ground is Ground.HILL:
            outside = not area.covers(start) and not area.covers(end)
            if outside and _hill_between(thing.feature, line, low, high, spans_of(line, area)):
                return SightLine(True)
        elif thing.solid or (ground is not None and ground.area_of_cover):
            at_a, at_b = area.covers(start), area.covers(end)
            outside = not (at_a or at_b) or ground is None or not ground.area_of_cover
            if flat and outside and line.intersection(area).length > _SURE:
                return SightLine(True)
            spans = spans_of(line, area)
            if ground is not None and ground.area_of_cover and (at_a or at_b):
                inches = sum(t1 - t0 for t0, t1 in spans) * line.length
                if at_a:
                    found = replace(found, out=found.out + inches, shared=found.shared or at_b)
                if at_b:
                    found = replace(found, into=found.into + inches, ground=ground)
            elif not _overlooked(things, line, low, high, spans):
                return SightLine(True)
    return found


def _height(top: float, *, hill: bool = False) -> ViewHeight:
    """The word of the book for an elevation. RA-R194"""
    if top <= 0:
        return ViewHeight.RISE if hill else ViewHeight.FLAT
    return next((height for most, height in _HEIGHTS if top <= most), ViewHeight.TALL)


_HEIGHTS = tuple((most, ViewHeight(word)) for word, most in section("heights", _Heights).most)


def _overlooked(things: _Things, line: LineString, low: float, high: float, spans: list[tuple[float, float]]) -> bool:
    """Whether one end stands on a hill above what is in the way, and the other is not just behind it. RA-vis.6"""
    if not spans:
        return True
    if max(low, high) <= things.lowest:
        return False
    middle = line.interpolate((spans[0][0] + spans[-1][1]) / 2, normalized=True)
    if max(low, high) <= things.land.elevation((middle.x, middle.y)):
        return False
    behind = (1 - spans[-1][1]) if low >= high else spans[0][0]
    return behind * line.length > dead_ground(_height(max(low, high)), ViewHeight.RISE, 0.0)


def _hill_between(
    feature: Feature, line: LineString, low: float, high: float, spans: list[tuple[float, float]]
) -> bool:
    """Whether a rise or hill between two points hides one from the other. RA-vis.6"""
    top = feature.base + feature.height
    if not spans or top <= 0 or top <= min(low, high):
        return False
    first, last = spans[0][0], 1 - spans[-1][1]
    to_it, behind = (first, last) if low >= high else (last, first)
    if max(low, high) <= top:
        return True
    return behind * line.length <= dead_ground(_height(max(low, high)), _height(top, hill=True), to_it * line.length)


def clear(state: State, a: Point, b: Point) -> SightLine:
    """What stands between two points of the battle's board now."""
    if state.board is None:
        return SightLine(False)
    return line_between(state.board, state.ruins, a, b)


def from_borders(line: SightLine, one: Stood, other: Stood | None, at: Point) -> SightLine:
    """The line between the middles of two bases, with what it goes through as counted from their borders. `other` None:
    a place, `at`, is looked at. RA-vis.3, RA-vis.4, RA-R262"""
    if line.blocked or not (line.out or line.into) or one.at == at:
        return line
    direction = bearing(one.at, at)
    out = max(0.0, line.out - ahead_in_base(one, direction))
    into = line.into if other is None else max(0.0, line.into - ahead_in_base(other, direction + 180.0))
    return replace(line, out=out, into=into)


# ── Sight ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def furthest(state: State) -> float:
    """How far anybody sees in this light and weather, in inches; infinite by day. RA-weather.night.range,
    RA-weather.rain"""
    by_board = math.inf if state.board is None or state.board.visibility is None else state.board.visibility
    by_rain = FIGURES.rain if state.weather is Weather.RAIN else math.inf
    return min(night_limit(state.light), by_rain, by_board)


def target_of(state: State, unit: Unit, line: SightLine) -> LookedFor:
    """A unit as it is looked for along a line. Who has fired in this turn or the last does not lie low; an
    ambush behind something is seen by whoever comes round it. RA-vis.1, RA-ambush.corner, RA-R142, RA-R194"""
    card = state.card(unit)
    fired = unit.fired_turn > 0 and unit.fired_turn >= state.turn - 1
    return LookedFor(
        low=is_low(card.arm, not unit.limbered) and not unit.routing,
        still=not has_moved(state, unit) and not fired,
        large=large(card.arm, len(unit.bases)),
        ground=line.ground,
        depth=line.into,
        lining=line.lined,
        hidden=unit.hidden is Concealment.HIDING
        or (unit.hidden is Concealment.AMBUSH and line.ground is not Ground.OPEN),
    )


def sees(state: State, a: Named, b: Named) -> bool:
    """Whether a unit sees another, and so knows what a position marker stands for: the umpire's word, else whether any
    base sees any. RA-vis.1 to RA-vis.8, RA-seq.reveal, RA-R129"""
    a, b = unit_of(state, a), unit_of(state, b)
    word = ruled(state, SEES, a.id, b.id)
    return _in_sight(state, a, b) if word is None else word


def _looks(state: State, a: Unit, b: Unit) -> tuple[object, ...]:
    """What a look depends on: two units and who carries them, the ground, light and weather, and the turn, in which
    one has moved or fired."""
    ground = state.board, state.ruins, state.pack, state.light, state.weather
    return a, carrier(state, a), b, carrier(state, b), state.turn, *ground


@once_for(_looks, 1 << 17)
def _in_sight(state: State, a: Unit, b: Unit) -> bool:
    own, others = layout(state, a), layout(state, b)
    if not own or not others:
        return False
    apart = measured(state, a, b)
    if apart > furthest(state):
        return False
    pairs = ((one, two) for one in _ends(own) for two in _ends(others))
    lines = (from_borders(clear(state, one.at, two.at), one, two, two.at) for one, two in pairs)
    return any(_seen(state, b, line, apart) for line in lines)


def _ends(bases: tuple[Stood, ...]) -> tuple[Stood, ...]:
    """The first, middle and last base: what a unit sees, one of them sees."""
    return tuple(dict.fromkeys((bases[0], bases[len(bases) // 2], bases[-1])))


def _seen(state: State, unit: Unit, line: SightLine, apart: float) -> bool:
    """RA-vis.2, RA-vis.4"""
    if line.blocked:
        return False
    if not line.shared and apart > outlook(Ground.WOODS, line.out):
        return False
    target = target_of(state, unit, line)
    return seen(target, apart, state.light, state.weather, both_inside=line.shared)


def sees_place(state: State, unit: Unit, point: Point, *, troops: bool = False) -> bool:
    """Whether it sees a place. `troops`: whether it would see a few men who keep still there. RA-vis.4, RA-seq.dummy"""
    bases = layout(state, unit)
    apart = min((between(stood.at, point) for stood in bases), default=math.inf)
    if apart > furthest(state):
        return False
    lines = (from_borders(clear(state, each.at, point), each, None, point) for each in _ends(bases))
    return any(_shown(state, line, apart, troops) for line in lines)


def _shown(state: State, line: SightLine, apart: float, troops: bool) -> bool:
    if line.blocked or (not line.shared and apart > outlook(Ground.WOODS, line.out)):
        return False
    men = LookedFor(still=True, ground=line.ground, depth=line.into, lining=line.lined)
    return not troops or seen(men, apart, state.light, state.weather, both_inside=line.shared)


def visible_enemies(state: State, unit: Named) -> tuple[Unit, ...]:
    """Enemy units on the table that it sees itself, nearest first."""
    return _visible(state, unit_of(state, unit))


@once_a_state
def _visible(state: State, unit: Unit) -> tuple[Unit, ...]:
    seen_ = [enemy for enemy in state.enemies(unit.side) if sees(state, unit, enemy)]
    return tuple(sorted(seen_, key=lambda enemy: (distance(state, unit, enemy), enemy.id)))


# ── Arcs and the line of fire ───────────────────────────────────────────────────────────────────────────────────────


def enfiladed(state: State, shooter: Named, target: Named, firing: Sequence[Stood] | None = None) -> bool:
    """Whether most of the shooters fire down the length of the target: between a line 11 degrees ahead of its front and
    one 11 degrees behind its rear, from its far end. Only troops in line, two ranks included. `firing`: the bases that
    fire; all of them, if not said. RA-enfilade.1, RA-enfilade.2, RA-R162, RA-R272"""
    shooter, target = unit_of(state, shooter), unit_of(state, target)
    word = ruled(state, ENFILADED, shooter.id, target.id)
    if word is not None:
        return word
    if not may_be_enfiladed(target.formation) or mixed(target) or len(target.bases) < 2 or target.at is None:
        return False
    return down_its_length(layout(state, shooter) if firing is None else firing, box(state, target))
