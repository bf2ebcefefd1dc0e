"""What ground a unit is on: cover, works, height, water that it holds."""

from __future__ import annotations

import math
from collections.abc import Iterator

from shapely import LineString
from shapely import Point as Spot
from shapely.geometry.base import BaseGeometry

from rules.red_actions.book.cover import cover, covered_in_farm, frontage, steadies, with_foxholes
from rules.red_actions.book.kinds import Cover, Mover
from rules.red_actions.book.terrain import Ground
from rules.red_actions.play.ground.facts import COVER, ruled
from rules.red_actions.play.ground.features import (
    features_under,
    ground_of,
    key_of,
    kind_of,
    land_of,
    stone,
)
from rules.red_actions.play.ground.layout import Named, Stood, layout, oblong, outline, place_of, unit_of
from rules.red_actions.play.ground.measures import TOUCHING
from rules.red_actions.state import State
from rules.red_actions.units import Foxholes, Mode, Point, Unit
from rules.table.board import Feature
from rules.table.footprint import rings_of

LINED = TOUCHING
"""Inches within which troops line a hedge, wall or trench. RA-R272"""
_LINED = (Ground.HEDGE, Ground.WALL, Ground.SANDBAGS, Ground.TRENCH, Ground.DITCH)
_FARM = "building"
"""A building by itself; a village is an area of many. RA-building.1, RA-building.3"""
_INSIDE = (Ground.TRENCH, Ground.DITCH, Ground.SANDBAGS)
"""Where troops are in it, whichever side the enemy is on."""


def evades(state: State, unit: Unit) -> bool:
    """Whether it counts as evading now. RA-evade.2, RA-R149"""
    return unit.evading or (unit.mode is Mode.EVADING and unit.mode_turn == state.turn)


def has_moved(state: State, unit: Unit) -> bool:
    """Whether it moved in its last segment: this turn's if it has had it, else the last turn's. RA-R34, RA-vis.3"""
    last = state.turn if unit.acted >= state.turn else state.turn - 1
    return unit.moved > 0 and unit.moved_turn >= max(1, last)


# ── Cover ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def cover_of(state: State, unit: Named, against: Named | None = None) -> Cover:
    """The class that most of its bases have, hedges and walls only between them and `against`; of evading, only what it
    does in buildings. The umpire's word holds. RA-R25"""
    unit = unit_of(state, unit)
    against = None if against is None else unit_of(state, against)
    word = ruled(state, COVER, unit.id, against.id if against is not None else None) or ruled(state, COVER, unit.id)
    if word is not None:
        return Cover(word)
    return cover_and_ground(state, unit, against)[0]


def cover_and_ground(state: State, unit: Unit, against: Unit | None = None) -> tuple[Cover, Ground]:
    """The same as measured, and the ground that gives it."""
    order = list(Cover)
    threat = None if against is None else place_of(state, against)
    found = [_cover_of_base(state, unit, stood, threat) for stood in layout(state, unit)]
    if not found:
        return Cover.OPEN, Ground.OPEN
    if any(ground is Ground.BUILDINGS for _, ground in found):
        found = _with_room(found, _without_room(state, unit))
    found.sort(key=lambda each: order.index(each[0]), reverse=True)
    best, ground = found[len(found) // 2]
    return with_foxholes(best, foxhole_columns(state, unit)), ground


def _without_room(state: State, unit: Unit) -> int:
    """Bases of a unit that a single building has no room for: its whole front takes so many, those of units first on
    their side's list before others. RA-building.3, RA-R246"""
    out = 0
    for feature, area in features_under(state, outline(state, unit)):
        if kind_of(feature) != _FARM:
            continue
        before = 0
        for each in state.of(unit.side):
            inside = _inside(state, each, area)
            if each.id == unit.id:
                room = covered_in_farm(before + inside, frontage(area.length)) - before
                out += inside - max(0, room)
                break
            before += inside
    return out


def _inside(state: State, unit: Unit, area: BaseGeometry) -> int:
    if unit.at is None or unit.with_unit or unit.aboard:
        return 0
    return sum(area.covers(Spot(stood.at)) for stood in layout(state, unit))


def _with_room(found: list[tuple[Cover, Ground]], out: int) -> list[tuple[Cover, Ground]]:
    """The covers of a unit's bases when so many of those in buildings stand beside them."""
    left: list[tuple[Cover, Ground]] = []
    for each in found:
        if out > 0 and each[1] is Ground.BUILDINGS:
            out -= 1
            each = (Cover.OPEN, Ground.OPEN)
        left.append(each)
    return left


def _cover_of_base(state: State, unit: Unit, stood: Stood, threat: Point | None) -> tuple[Cover, Ground]:
    infantry = state.card(unit).mover is Mover.INFANTRY
    best = (Cover.OPEN, Ground.OPEN)
    for feature, ground in _covering(state, stood, threat):
        given = cover(
            ground,
            stone=stone(feature),
            infantry=infantry,
            moving=has_moved(state, unit),
            evading=evades(state, unit),
            held=unit.holds == key_of(feature),
            house=state.house,
        )
        if list(Cover).index(given) > list(Cover).index(best[0]):
            best = (given, ground)
    return best


def _covering(state: State, stood: Stood, threat: Point | None) -> Iterator[tuple[Feature, Ground]]:
    """What it is in, and what it lines."""
    for feature, area in features_under(state, oblong(stood), LINED):
        ground = ground_of(feature)
        if ground is None:
            continue
        lined = ground in _LINED and (threat is None or ground in _INSIDE or _between(area, stood.at, threat))
        if lined or area.covers(Spot(stood.at)):
            yield feature, ground


def _between(area: BaseGeometry, at: Point, threat: Point) -> bool:
    return bool(area.intersects(LineString([at, threat])))


def in_works(state: State, unit: Unit, against: Unit | None = None) -> bool:
    """Behind earthworks, in a trench or a stone building. RA-morale.mod.works, RA-R173"""
    best, ground = cover_and_ground(state, unit, against)
    word = ruled(state, COVER, unit.id)
    return steadies(ground, best) if word is None else Cover(word).works


# ── Foxholes ────────────────────────────────────────────────────────────────────────────────────────────────────────


def foxholes_at(state: State, unit: Unit) -> Foxholes | None:
    """The foxholes in which it is: dug where its middle is. RA-R62"""
    at = place_of(state, unit)
    if at is None:
        return None
    near = [dug for dug in state.foxholes if dug.holds(at)]
    return max(near, key=lambda dug: dug.quarters, default=None)


def foxhole_columns(state: State, unit: Unit) -> int:
    """Whole columns of cover dug where it is. RA-dig.1, RA-R62"""
    dug = foxholes_at(state, unit)
    return 0 if dug is None else dug.quarters // 4


# ── Ground ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def grounds_of(state: State, unit: Unit) -> tuple[Ground, ...]:
    """Every kind of ground in which the middle of any of its bases is."""
    spots = [Spot(stood.at) for stood in layout(state, unit)]
    found: list[Ground] = []
    for feature, area in features_under(state, outline(state, unit)):
        ground = ground_of(feature)
        if ground is not None and ground not in found and any(area.covers(spot) for spot in spots):
            found.append(ground)
    return tuple(found)


def frontage_towards(state: State, unit: Unit, feature: Feature, target: Point) -> float:
    """Inches of a building's side that face a target: as wide as it looks from there. RA-building.1, RA-R126"""
    land = land_of(state)
    at = place_of(state, unit)
    if land is None or at is None or feature not in land.features:
        return math.inf
    area = land.area_of(feature)
    angle = math.atan2(target[1] - at[1], target[0] - at[0])
    across = [-x * math.sin(angle) + y * math.cos(angle) for ring in rings_of(area) for x, y in ring]
    return max(across) - min(across)


def at_passage(state: State, unit: Unit, against: Unit) -> bool:
    """Whether it defends a bridge, ford or breach: one that it touches lies between. RA-combat.modifiers.cover"""
    at, threat = place_of(state, unit), place_of(state, against)
    if at is None or threat is None:
        return False
    for feature, area in features_under(state, outline(state, unit), LINED):
        if kind_of(feature) in ("bridge", "ford", "breach") and area.intersects(LineString([at, threat])):
            return True
    return False


def across_line(state: State, unit: Unit, against: Unit) -> tuple[Ground, ...]:
    """Lines (hedge, wall, stream …) that it lines and that lie between. RA-combat.modifiers.cover"""
    at, threat = place_of(state, unit), place_of(state, against)
    if at is None or threat is None:
        return ()
    way = LineString([at, threat])
    near = features_under(state, outline(state, unit), LINED)
    return tuple(g for f, area in near if (g := ground_of(f)) is not None and g.line and area.intersects(way))
