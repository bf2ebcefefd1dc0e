"""The battlefield as measured: distances, lines of sight, ground and height, from positions on the board.

Every function gives None where there is no board or somebody has no place on it; the caller then asks for a declared
fact. Inches and degrees; distances run from centre to centre, to a vehicle from its nearest side.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterable, Sequence
from functools import lru_cache
from importlib.resources import files
from itertools import pairwise

from pydantic import BaseModel, ConfigDict
from shapely import Point as Spot

from rules.five56mm.book.ground import OBSTACLE, PathPiece
from rules.five56mm.book.injury import Level
from rules.five56mm.book.tables import NUMBERS
from rules.five56mm.play.ground import levels
from rules.five56mm.state import Character, State, Vehicle
from rules.kernel.changing import replace
from rules.kernel.once import once_a_state
from rules.table.board import Board, Point, Token
from rules.table.footprint import footprint
from rules.table.measure import between, in_arc, length
from rules.table.nature import PLAIN
from rules.table.sight import Sight
from rules.table.terrain import WATER, terrain


class _Kinds(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    going: dict[str, str]
    cover: dict[str, tuple[str, ...]]


KINDS = _Kinds.model_validate(
    tomllib.loads(files("rules.five56mm.play.ground").joinpath("ground_kinds.toml").read_text("utf-8"))
)
NATURES = PLAIN.meaning(KINDS.going)
"""The table's kinds of terrain with the words of this rule set for moving there."""
VEHICLE_LENGTH, VEHICLE_WIDTH, VEHICLE_HEIGHT = 4.0, 2.0, 1.5
A_HAIR = 0.01
IN_THE_AIR = 8.0
"""Height at which a flying helicopter is drawn and seen."""
EYES_AHEAD = ("driver", "pilot", "co-pilot")
"""Places whose owners look where the vehicle does; everybody else aboard looks where he turns to. MM-R207"""


# ── Tokens ────────────────────────────────────────────────────────────────────────────────────────────────────────


def token_of(state: State, who: Character) -> Token | None:
    """A character as he stands on the board; aboard a vehicle he is where it is."""
    at = state.position(who)
    if at is None:
        return None
    vehicle = state.find_vehicle(who.vehicle)
    height = _stands(state.board, at, who.level) if vehicle is None else _height_of(state.board, vehicle)
    posture = "prone" if who.down or not who.alive else "standing"
    facing = vehicle.facing if vehicle is not None and who.place in EYES_AHEAD else who.facing
    label = str(who.number)
    return Token(who.id, at[0], at[1], facing, height, 0.5, 1.0, posture, label=label, state=_looks(who))


def _stands(board: Board | None, at: Point, level: int) -> float:
    return levels.height(board, at, level) if level and board is not None else 0.0


def _height_of(board: Board | None, vehicle: Vehicle) -> float:
    """How high a vehicle is: in the air, or on the roof on which a helicopter has landed. MM-4.72.1, MM-R229"""
    if vehicle.flying:
        return IN_THE_AIR
    return _stands(board, vehicle.at, landed_level(board, vehicle)) if vehicle.helicopter and vehicle.at else 0.0


def landed_level(board: Board | None, vehicle: Vehicle) -> int:
    """The roof on which a helicopter stands; 0: the ground. MM-R229"""
    if board is None or vehicle.at is None or vehicle.flying or not vehicle.helicopter:
        return 0
    return levels.roof_under(board, vehicle.at)


def level_of(state: State, unit: str) -> int:
    """The level on which somebody on foot or a vehicle is."""
    vehicle = state.find_vehicle(unit)
    if vehicle is None:
        who = state.character(unit)
        vehicle = state.find_vehicle(who.vehicle)
        if vehicle is None:
            return who.level
    return landed_level(state.board, vehicle)


def _looks(who: Character) -> str:
    if not who.alive:
        return "killed"
    return "wounded" if any(wound.acts_as is not Level.NONE for wound in who.wounds) else "fit"


def vehicle_token(vehicle: Vehicle, board: Board | None = None) -> Token | None:
    if vehicle.at is None:
        return None
    return Token(
        vehicle.id,
        vehicle.at[0],
        vehicle.at[1],
        vehicle.facing,
        _height_of(board, vehicle),
        height=VEHICLE_HEIGHT,
        kind="vehicle",
        length=VEHICLE_LENGTH,
        width=VEHICLE_WIDTH,
        state="destroyed" if vehicle.wreck else "fit",
    )


@once_a_state
def token(state: State, unit: str) -> Token | None:
    """The token of a character or a vehicle."""
    vehicle = state.find_vehicle(unit)
    if vehicle is not None:
        return vehicle_token(vehicle, state.board)
    return token_of(state, state.character(unit))


# ── Distance and direction ────────────────────────────────────────────────────────────────────────────────────────


@once_a_state
def distance(state: State, one: str, other: str) -> float | None:
    """Inches between two units, from level to level; how high something flies is not counted. MM-R225"""
    a, b = token(state, one), token(state, other)
    if state.board is None or a is None or b is None:
        return None
    rise = abs(a.z - b.z) if a.z != b.z and IN_THE_AIR not in (a.z, b.z) else 0.0
    if a.length and not b.length:
        a, b = b, a
    if b.length:
        shape = footprint(a) if a.length else Spot(a.x, a.y)
        return _aslant(float(footprint(b).distance(shape)), rise)
    return _aslant(between((a.x, a.y), (b.x, b.y)), rise)


def _aslant(flat: float, rise: float) -> float:
    return round(math.hypot(flat, rise) if rise else flat, 3)


def distance_to_point(state: State, unit: str, point: Point, level: int = 0) -> float | None:
    """Inches from a unit to a place on a level; to a vehicle from its nearest side. MM-R225"""
    a = token(state, unit)
    if state.board is None or a is None:
        return None
    there = _stands(state.board, point, level)
    rise = abs(a.z - there) if a.z != there and a.z != IN_THE_AIR else 0.0
    if a.length:
        return _aslant(float(footprint(a).distance(Spot(point))), rise)
    return _aslant(between((a.x, a.y), point), rise)


def faces(state: State, unit: str, other: str, width: float = NUMBERS.field_of_sight) -> bool | None:
    """Whether `other` lies in the arc in front of `unit`. MM-2.0.2, MM-3.6.3."""
    a, b = token(state, unit), token(state, other)
    if state.board is None or a is None or b is None:
        return None
    return in_arc(a, (b.x, b.y), width)


# ── Sight ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@once_a_state
def obscured(state: State, viewer: str, target: str) -> float | None:
    """Percent of `target` that terrain and vehicles hide from `viewer`, whichever way he looks; right above somebody
    or below him too. MM-3.2.1, MM-R231"""
    a, b = token(state, viewer), token(state, target)
    if state.board is None or a is None or b is None:
        return None
    if (a.x, a.y) == (b.x, b.y):
        if a.z == b.z:
            return 0.0
        a = replace(a, x=a.x + A_HAIR)
    shown = _shown(state.board, _as_seen(a), _as_seen(b), vehicles_in_the_way(state, viewer, target))
    return float(round(100 * (1 - shown)))


def place_hidden(state: State, viewer: str, place: Point, level: int = 0) -> bool | None:
    """Whether a place on the ground, a floor or a roof cannot be seen at all."""
    a = token(state, viewer)
    if state.board is None or a is None:
        return None
    spot = Token("spot", place[0], place[1], z=_stands(state.board, place, level), height=0.5)
    return _shown(state.board, a, spot, vehicles_in_the_way(state, viewer)) <= 0


def cover_between(state: State, viewer: str, target: str) -> str | None:
    """The kind of cover that hides most of the target: light, medium or heavy; None for nothing. MM-8.0.16."""
    a, b = token(state, viewer), token(state, target)
    if state.board is None or a is None or b is None:
        return None
    sight = Sight(state.board, NATURES, blockers=vehicles_in_the_way(state, viewer, target))
    hidden = sight.look(a, b).hidden
    if not hidden:
        return "light" if obscured(state, viewer, target) else None
    by = hidden[0].by
    found = [grade for grade, kinds in KINDS.cover.items() if any(kind in by for kind in kinds)]
    return found[-1] if found else "heavy"


def vehicles_in_the_way(state: State, *units: str) -> tuple[Token, ...]:
    """Vehicles that hide what is behind them, but those of the units themselves."""
    own = {u for u in units} | {c.vehicle for u in units if (c := state.find(u)) is not None}
    tokens = (vehicle_token(v, state.board) for v in state.vehicles if v.id not in own and not v.flying)
    return tuple(t for t in tokens if t is not None)


def _as_seen(token: Token) -> Token:
    """A figure without what changes nothing about how much of whom is seen: which way it looks, how it fares."""
    return token if token.length else replace(token, facing=0.0, state="fit")


@lru_cache(maxsize=4096)
def _shown(board: Board, viewer: Token, target: Token, blockers: tuple[Token, ...]) -> float:
    """The share of the target that shows; growth hides by its depth. MM-R216."""
    return Sight(board, NATURES, blockers=blockers).veiled_share(viewer, target)


def sees(state: State, viewer: str, target: str) -> bool | None:
    """Whether `viewer` has any line of sight to `target` in the 180 degrees before him. MM-2.0.2."""
    ahead, hidden = faces(state, viewer, target), obscured(state, viewer, target)
    return None if ahead is None or hidden is None else ahead and hidden < 100


def in_view_of_enemies(state: State, side: str, point: Point, level: int = 0) -> bool:
    """Whether somebody who stands there is in the line of sight of an enemy able to act."""
    if state.board is None:
        return False
    spot = Token("spot", point[0], point[1], z=_stands(state.board, point, level))
    for enemy in state.enemies(side):
        eye = token_of(state, enemy)
        if not enemy.able or eye is None or not in_arc(eye, point, NUMBERS.field_of_sight):
            continue
        if _shown(state.board, _as_seen(eye), _as_seen(spot), vehicles_in_the_way(state, enemy.id)) > 0:
            return True
    return False


# ── Ground and height ─────────────────────────────────────────────────────────────────────────────────────────────


def ground_at(state: State, point: Point | None, level: int = 0) -> str | None:
    """The ground of 6.01 at a place; floors and roofs are even. MM-R226"""
    if state.board is None or point is None:
        return None
    if level:
        return "even"
    going = terrain(state.board, NATURES).going(point)
    return "even" if going == "clear" else going


def elevation(state: State, unit: str) -> float | None:
    here = token(state, unit)
    if state.board is None or here is None:
        return None
    return terrain(state.board, NATURES).elevation((here.x, here.y)) + here.z


def stretches(board: Board, route: Sequence[Point], level: int = 0) -> tuple[PathPiece, ...]:
    """A route as stretches of ground and obstacles in their order; floors and roofs are even. MM-6.1.1, MM-6.1.2,
    MM-R226"""
    if level:
        return (PathPiece("even", round(length(route), 3)),)
    return _stretches(board, tuple(route))


@lru_cache(maxsize=4096)
def _stretches(board: Board, route: tuple[Point, ...]) -> tuple[PathPiece, ...]:
    land = terrain(board, NATURES)
    marks: list[tuple[float, int, PathPiece]] = []
    for part in land.stretches(route):
        going = "even" if part.going == "clear" else part.going
        marks.append((part.start, 1, PathPiece(going, round(part.length, 3))))
    for crossing in land.crossings(route):
        feature = crossing.feature
        if crossing.opening is not None or feature.kind in WATER:
            continue
        walled = land.nature(feature).walled
        height = 1.0 if walled and not feature.openings else feature.height or land.nature(feature).height
        if walled and feature.openings:
            height = 99.0
        if height > 0:
            marks.append((crossing.at, 0, PathPiece(OBSTACLE, round(height, 3))))
    return _joined(stretch for _, _, stretch in sorted(marks, key=lambda m: m[:2]))


def _joined(found: Iterable[PathPiece]) -> tuple[PathPiece, ...]:
    """Neighbours of the same ground are one stretch, with one roll."""
    joined: list[PathPiece] = []
    for stretch in found:
        last = joined[-1] if joined else None
        if last is not None and last.ground == stretch.ground and not stretch.obstacle:
            joined[-1] = PathPiece(last.ground, round(last.length + stretch.length, 3))
        else:
            joined.append(stretch)
    return tuple(joined)


def truncated(route: Sequence[Point], inches: float) -> tuple[Point, ...]:
    """The first `inches` of a route."""
    done: list[Point] = [route[0]]
    left = inches
    for a, b in pairwise(route):
        leg = between(a, b)
        if left >= leg - 1e-9:
            done.append(b)
            left -= leg
            continue
        if left > 1e-9:
            share = left / leg
            done.append((round(a[0] + (b[0] - a[0]) * share, 3), round(a[1] + (b[1] - a[1]) * share, 3)))
        break
    return tuple(done)


def inches(route: Sequence[Point]) -> float:
    return length(route)
