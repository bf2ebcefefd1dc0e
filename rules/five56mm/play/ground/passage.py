"""The table's one gate and one reach with this book's permissions: what bars a way on foot or on wheels, where there is
room to stand, and what an arm does not reach through. MM-R201, MM-R202, MM-R204
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache

from rules.five56mm.book.tables import NUMBERS
from rules.five56mm.play.ground import field, levels
from rules.five56mm.state import Point, State, Vehicle
from rules.kernel.changing import replace
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.table.board import Board, Feature, Token
from rules.table.gate import Bar, Bars, Gate, Stoppage, Traveller, cut
from rules.table.measure import bearing, between, length
from rules.table.reach import in_reach, kept_apart
from rules.table.routing import around
from rules.table.terrain import WATER, terrain

MAN = Traveller("foot", wide=0.3)
"""Between the posts of a door. MM-R201"""
FEET = Traveller("feet")
"""Where he stands: on no wall and in no vehicle. MM-R201"""
BASE = Traveller("foot", wide=1.0)
"""The whole base of a figure."""
WALKER = Traveller("walker", wide=0.3)
"""A man who goes round what he would have to climb, where that is not far about."""
WHEELS = Traveller("wheels", wide=field.VEHICLE_WIDTH, long=field.VEHICLE_LENGTH)
CLIMBED, DRIVEN_OVER = 3.0, 0.5
"""Inches of height that a man climbs and a land vehicle drives over. MM-R62, MM-4.6.3"""
STEPPED_OVER = 1.0
"""Inches of height for which nobody goes round."""
ABOUT = 10.0
"""Inches that somebody goes about rather than climb."""
ARMS = 1.0
"""Inches of height over which people reach for one another. MM-R204"""
ELBOW = 0.5
"""Inches between the middles of two who stand side by side: nobody ends a way on another. MM-R290"""
PACE = 0.1
"""Steps in which somebody without room at his way's end goes back along it."""


# ── Ways ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def permit(feature: Feature, body: Traveller) -> Bar | None:
    """A house is entered by its doors, where none are given anywhere by a window; what is above 3 in nobody climbs. A
    land vehicle keeps out of houses and deep water and drives over half an inch. MM-6.1.3, MM-R62, MM-R201, MM-R202"""
    nature = field.NATURES.of(feature.kind)
    if feature.kind in WATER:
        deep = body.sort == "wheels" and nature.going == "deep water"
        return Bar(Bars.WHOLE, "deep water") if deep else None
    if not nature.barrier:
        return None
    if nature.walled:
        return _house(feature, body)
    height = feature.height or nature.height
    most = {"wheels": DRIVEN_OVER, "feet": 0.0, "walker": STEPPED_OVER}.get(body.sort, CLIMBED)
    return Bar(Bars.WHOLE, f"a {feature.kind}") if height > most else None


def _house(feature: Feature, body: Traveller) -> Bar | None:
    why = f"the walls of {feature.name or f'a {feature.kind}'}"
    if body.sort == "wheels":
        return Bar(Bars.WHOLE, why)
    return Bar(Bars.WALLS, why) if feature.openings or body.sort == "feet" else None


def gate_of(state: State, *but: str) -> Gate:
    """The gate of the battle's table as it stands, with its vehicles and wrecks but those named. MM-R202"""
    assert state.board is not None
    board = state.board
    found = ((field.vehicle_token(each, board), _called(each)) for each in state.vehicles if each.id not in but)
    return _gate(state.board, tuple((token, why) for token, why in found if token is not None))


@lru_cache(maxsize=256)
def _gate(board: Board, others: tuple[tuple[Token, str], ...]) -> Gate:
    return Gate(terrain(board, field.NATURES), permit, others)


@lru_cache(maxsize=8192)
def _stop(
    board: Board, others: tuple[tuple[Token, str], ...], points: tuple[Point, ...], level: int
) -> Stoppage | None:
    """What closes a way on foot: the same ways are asked about for every offer of a go."""
    return _gate(board, others).way(upon(MAN, board, points[0], level), points).stop


@lru_cache(maxsize=4096)
def round_walls(board: Board, start: Point, goal: Point) -> tuple[Point, ...]:
    """The way on foot on the ground that climbs nothing and goes in by doors, its start first; straight where it is
    open, or where there is none that is worth it."""
    found = around(_gate(board, ()), WALKER, start, goal, about=1.0, detour=ABOUT)
    return (start, goal) if found is None else found.way


def upon(body: Traveller, board: Board | None, point: Point, level: int) -> Traveller:
    """A body on a floor or roof, whose edge it does not pass. MM-R226, MM-R218"""
    house = levels.house_at(board, point) if level and board is not None else None
    if house is None or board is None:
        return body
    return replace(body, level=levels.height(board, point, level), floor=house.feature)


def _called(vehicle: Vehicle) -> str:
    return f"the wreck of {vehicle.name}" if vehicle.wreck else vehicle.name


def closed(state: State, points: Sequence[Point], level: int = 0) -> RuleViolation | None:
    """Why a way on foot on one level is not open from end to end; None where it is."""
    assert state.board is not None
    stop = _stop(state.board, gate_of(state).others, tuple(points), level)
    if stop is None:
        return None
    house = levels.house_at(state.board, points[0]) if level else None
    if house is not None and stop.by is None:
        return RuleViolation(
            Why.WAY_CLOSED,
            f"Nobody walks off {house.name_of(level)}: its edge ends the way after {stop.at:.1f} in.",
            citation="MM-R226",
            remedy="Go down first: begin the way with “down”; or climb or jump down from a roof.",
        )
    why = stop.why[:1].upper() + stop.why[1:]
    return RuleViolation(
        Why.WAY_CLOSED,
        f"{why} closes the way after {stop.at:.1f} in.",
        citation="MM-R201",
        remedy="Go round it or through a door, with several places in the route.",
    )


def with_room(state: State, who: str, route: tuple[Point, ...], level: int = 0) -> tuple[Point, ...]:
    """A way on foot on one level as far as he has room to stand, and stands on nobody. MM-R201, MM-R290"""
    return _back_to_room(gate_of(state), upon(FEET, state.board, route[0], level), route, _standing(state, who, level))


def _standing(state: State, who: str, level: int) -> tuple[Point, ...]:
    """Where people stand on that level, but he and whom he carries or helps to carry. MM-R290"""
    walker = state.find(who)
    with_him = {who, None if walker is None else walker.partner}
    return tuple(
        other.at
        for other in state.living()
        if other.at is not None and other.level == level and other.id not in with_him and other.partner != who
    )


def halting(gate: Gate, route: tuple[Point, ...]) -> tuple[Point, ...]:
    """A vehicle's way as far as it has room to stand."""
    return _back_to_room(gate, WHEELS, route)


def _back_to_room(
    gate: Gate, body: Traveller, route: tuple[Point, ...], taken: tuple[Point, ...] = ()
) -> tuple[Point, ...]:
    whole = length(route)
    left = whole
    while left > 1e-6:
        part = route if left == whole else cut(route, left)
        crowded = any(between(part[-1], each) < ELBOW for each in taken)
        if not crowded and gate.room(body, part[-1], _heading(part)) is None:
            return part
        left -= PACE
    return route[:1]


def _heading(route: Sequence[Point]) -> float:
    return bearing(route[-2], route[-1]) if len(route) > 1 else 0.0


def spot_near(
    state: State,
    around: Sequence[Point],
    *,
    start: Point,
    who: str = "",
    ignored: Sequence[str] = (),
    level: int = 0,
    passing: bool = False,
) -> Point | None:
    """The first of these places with room for a figure that he gets to from `start` on that level without a climb, and
    where nobody else stands. `ignored`: vehicles that do not bar that way, since he comes out of or from under them;
    `passing`: he goes on from there at once, past whoever stands there."""
    taken = () if passing else _standing(state, who, level)
    room, way = gate_of(state), gate_of(state, *ignored)
    base, feet = (upon(body, state.board, start, level) for body in (BASE, FEET))
    for place in around:
        crowded = any(between(place, each) < ELBOW for each in taken)
        if not crowded and room.room(base, place) is None and way.open(feet, start, place):
            return place
    return None


def as_far_as_open(state: State, start: Point, goal: Point, level: int = 0) -> Point:
    """The last place of a straight way to which it is open on that level without a climb."""
    x, y = gate_of(state).way(upon(FEET, state.board, start, level), (start, goal)).points[-1]
    return round(x, 3), round(y, 3)


def rings(at: Point, first: float = 0.9, most: float = 6.0) -> Iterator[Point]:
    """Places around one, the nearest first."""
    reach = first
    while reach <= most:
        for number in range(12):
            angle = math.pi / 2 - 2 * math.pi * number / 12
            yield round(at[0] + reach * math.sin(angle), 3), round(at[1] + reach * math.cos(angle), 3)
        reach += 0.5


# ── Reach ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def blocks(feature: Feature) -> Bars | None:
    """The walls of a house, and whatever is higher than a figure. MM-R204"""
    nature = field.NATURES.of(feature.kind)
    if nature.walled:
        return Bars.WALLS
    high = nature.barrier and nature.opaque and (feature.height or nature.height) > ARMS
    return Bars.WHOLE if high else None


def contact(state: State, one: str, other: str) -> bool | None:
    """Whether two are within an inch of each other and no wall between them. None without a board. MM-R35, MM-R204"""
    inches, a, b = field.distance(state, one, other), field.token(state, one), field.token(state, other)
    if inches is None or a is None or b is None:
        return None
    return inches <= NUMBERS.contact and in_reach(gate_of(state), a, b, NUMBERS.contact, blocks)


def reaches_place(state: State, who: str, place: Point, level: int = 0) -> bool:
    """Whether something that lies within an inch of him is within his reach. MM-3.2.18, MM-R204"""
    token = field.token(state, who)
    return token is not None and reaches(state, (token.x, token.y), place, token.z, level)


def reaches(state: State, here: Point, place: Point, up: float = 0.0, level: int = 0) -> bool:
    """Whether somebody here, so high up, reaches something there. MM-R204, MM-R225"""
    there = levels.height(state.board, place, level) if level and state.board is not None else 0.0
    if between(here, place) > NUMBERS.contact or abs(up - there) > NUMBERS.contact:
        return False
    return not kept_apart(gate_of(state), Token("", *here, z=up), Token("", *place, z=there), blocks)
