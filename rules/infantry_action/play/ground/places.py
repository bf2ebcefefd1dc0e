"""Where men are and what that means: cover, the chart's columns of terrain, height, curtains of smoke."""

from __future__ import annotations

from functools import lru_cache

from shapely import LineString, Polygon
from shapely import Point as Spot
from shapely.geometry.base import BaseGeometry

from rules.infantry_action.book.bases import base, counted_posture, outline
from rules.infantry_action.book.kinds import Cover, Posture
from rules.infantry_action.book.location import Ground
from rules.infantry_action.facts import COVER
from rules.infantry_action.figures import Figure, Gun, Vehicle
from rules.infantry_action.play.ground.kinds import BUILT, BUSHES, DEFENCES, LINES, WOODS, is_any
from rules.infantry_action.play.ground.lines import ERECT, FLYING, LINED, PRONE, VEHICLE, Curtain, Eye, clear
from rules.infantry_action.state import State
from rules.kernel.once import once_a_state
from rules.table.board import Board, Feature, Point
from rules.table.measure import between
from rules.table.terrain import terrain

OVERLAP_WITHIN = 30.0
_SLIVER = 1e-3
"""Square metres by which bases that only touch may seem to overlap."""
_HOUSES = ("building", "bunker")
EDGE = 10.0
"""Metres from its border within which one is at a wood's edge."""


def board_of(state: State) -> Board:
    """A battle has a table from its muster on."""
    assert state.board is not None
    return state.board


def features_at(state: State, at: Point) -> tuple[Feature, ...]:
    return terrain(board_of(state)).at(at)


def curtains(state: State) -> tuple[Curtain, ...]:
    """Smoke that blocks sight in this period. IA-smoke.duration, IA-R146"""
    return tuple(Curtain(s.start, s.end) for s in state.screens if s.active(state.period))


def eye(state: State, figure: Figure) -> Eye | None:
    """The eyes of a man, aboard his vehicle's. None off the table."""
    at = state.position(figure)
    if at is None:
        return None
    vehicle = state.find_vehicle(figure.aboard)
    if vehicle is not None:
        return eye_of(vehicle)
    return Eye(at, ERECT if counted(state, figure) is Posture.ERECT else PRONE)


def crouches(state: State, man: Figure) -> bool:
    """Whether he mans heavy equipment that stands on the ground. IA-base.heavy-crew-standing"""
    gun = state.find_gun(man.serves)
    return gun is not None and not gun.gone and gun.at is not None


def counted(state: State, man: Figure) -> Posture:
    """The posture in which he counts: whoever mans heavy equipment as standing. IA-base.heavy-crew-standing"""
    return counted_posture(man.posture, serves_heavy_weapon=crouches(state, man))


def eye_of(vehicle: Vehicle) -> Eye | None:
    if vehicle.at is None:
        return None
    flying = vehicle.type.kind.aircraft and vehicle.doing.moved > 0
    return Eye(vehicle.at, FLYING if flying else VEHICLE, vehicle.front)


def in_line(state: State, a: Eye, b: Eye) -> bool:
    """IA-loc.line-of-sight"""
    return clear(board_of(state), a, b, curtains(state))


# ── Cover ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def cover(state: State, figure: Figure, against: Point | None = None) -> Cover:
    """What he is in; of hedges and walls only one between him and `against`, any one where nobody is named. The
    umpire's word holds, but in an AFV everybody is behind its armour. IA-R091"""
    vehicle = state.find_vehicle(figure.aboard)
    word = state.word(COVER, figure.group) if vehicle is None or not vehicle.hard else None
    if word is not None:
        return Cover(word)
    if vehicle is not None:
        return Cover.HARD_VEHICLE if vehicle.hard else cover_at(state, vehicle.at, against, behind=False)
    return cover_at(state, figure.at, against)


def cover_at(state: State, at: Point | None, against: Point | None = None, *, behind: bool = True) -> Cover:
    """The cover of a place. `behind`: a man finds cover behind a hedge there, a lorry does not."""
    if at is None:
        return Cover.OPEN
    here = features_at(state, at)
    found = [_given(state, feature) for feature in here]
    if behind and lines_before(state, at, against):
        found.append(Cover.SOFT)
    return max(found, key=list(Cover).index, default=Cover.OPEN)


def _given(state: State, feature: Feature) -> Cover:
    work = state.work(feature.name) if feature.name else None
    if work is not None and work.destroyed:
        return Cover.BUNKER if work.prepared else Cover.SOFT
    if feature.kind == "bunker" or (work is not None and work.prepared):
        return Cover.BUNKER
    if is_any(feature, BUILT):
        return Cover.BUILDING
    if feature.kind in ("trench", "emplacement") and feature.height <= 0:
        return Cover.TRENCH
    return Cover.SOFT if is_any(feature, WOODS | BUSHES) else Cover.OPEN


def lines_before(state: State, at: Point, against: Point | None) -> bool:
    """Whether he lines a hedge or wall that stands between him and there."""
    near = _lined(board_of(state), at)
    if not near or against is None:
        return bool(near)
    way = LineString([at, against])
    return any(shape.intersects(way) for shape in near)


@lru_cache(maxsize=16384)
def _lined(board: Board, at: Point) -> tuple[BaseGeometry, ...]:
    """The hedges and walls that a man there lines."""
    land = terrain(board)
    found = land.tree.query(Spot(at), predicate="dwithin", distance=LINED)
    return tuple(land.areas[int(index)] for index in found if is_any(land.features[int(index)], LINES))


def work_at(state: State, at: Point | None) -> str:
    """The name of the building or field defence at a place; "" where there is none."""
    if at is None:
        return ""
    named = [f for f in features_at(state, at) if f.name and is_work(state, f)]
    return named[-1].name if named else ""


def in_house_or_bunker(state: State, at: Point) -> bool:
    """Whether a place is in a building or bunker that stands: what blows it gains 2 points. Trenches, emplacements and
    ruins are neither. IA-tt.against-works, IA-build.prepared"""
    for feature in features_at(state, at):
        work = state.work(feature.name) if feature.name else None
        if work is not None and work.destroyed and not work.prepared:
            continue
        if is_any(feature, BUILT) or feature.kind == "bunker" or (work is not None and work.kind in _HOUSES):
            return True
    return False


def is_work(state: State, feature: Feature) -> bool:
    """A building or field defence: by its kind, or as one that was built for the battle."""
    return is_any(feature, BUILT) or feature.kind in DEFENCES or state.work(feature.name) is not None


def grounds(state: State, at: Point, observer: Point) -> frozenset[Ground]:
    """The columns of terrain of the location chart that fit a target, seen from there. IA-loc.table

    At a wood's edge it is for those who look from outside; within, and for those in the same wood, it is in it.
    """
    land = terrain(board_of(state))
    found: set[Ground] = set()
    for feature in land.at(at):
        if is_any(feature, WOODS):
            shape = land.area_of(feature)
            outside = not shape.covers(Spot(observer))
            edge = outside and shape.boundary.distance(Spot(at)) <= EDGE
            found.add(Ground.EDGE if edge else Ground.WOODS)
        elif is_any(feature, BUSHES):
            found.add(Ground.SINGLE)
    if lines_before(state, at, observer):
        found.add(Ground.EDGE)
    return frozenset(found)


def overlaps(state: State, man: Figure) -> bool:
    """Whether the base of a man on foot overlaps that of another, friend or enemy. IA-sa.overlapping-bases,
    IA-tt.erect"""
    return man.at is not None and _overlapped(state.figures, state.guns, state.options, man.id)


@once_a_state
def _overlapped(
    figures: tuple[Figure, ...], guns: tuple[Gun, ...], options: tuple[tuple[str, str], ...], id_: str
) -> bool:
    state = State(figures=figures, guns=guns, options=options)
    man = state.figure(id_)
    mine = _shape(state, man)
    if mine is None or man.at is None:
        return False
    for other in figures:
        if other.at is None or not other.fit or other.id == id_ or between(man.at, other.at) > OVERLAP_WITHIN:
            continue
        its = _shape(state, other)
        if its is not None and mine.intersection(its).area > _SLIVER:
            return True
    return False


def _shape(state: State, man: Figure) -> Polygon | None:
    if man.at is None:
        return None
    return Polygon(outline(man.at, man.facing, base(counted(state, man), state.house)))
