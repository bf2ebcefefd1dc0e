"""4.72 Where a helicopter comes down: on ground or a roof with room for all of it, on nobody and on nothing. MM-R218"""

from __future__ import annotations

from dataclasses import replace

from rules.five56mm.book.travel import Travel
from rules.five56mm.play.ground import levels, passage
from rules.five56mm.state import Point, State, Vehicle
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.table.gate import Stoppage, cut
from rules.table.measure import bearing, length

BACK = 0.1
"""Steps in which a helicopter without room goes back along its course."""


AROUND = 12.0
"""How far around it looks for room when there is none along its course."""


def stop_at(state: State, vehicle: Vehicle, at: Point, facing: float) -> Stoppage | None:
    """What keeps a helicopter from standing at a place, on the ground or on the roof there; None where it has room."""
    assert state.board is not None
    body = passage.upon(passage.WHEELS, state.board, at, levels.roof_under(state.board, at))
    return passage.gate_of(state, vehicle.id).room(body, at, facing)


def require_room(state: State, vehicle: Vehicle, way: tuple[Point, ...], *, reverse: bool) -> None:
    """RuleViolation for a landing where the helicopter has no room. MM-4.72.1, MM-R218"""
    stop = stop_at(state, vehicle, way[-1], _facing(vehicle, way, reverse=reverse))
    if stop is None:
        return
    raise RuleViolation(
        Why.NO_ROOM,
        f"{vehicle.name} has no room to land there: {stop.why} is in the way.",
        citation="MM-R218",
        remedy="Land where nothing stands within its length and width, or Hover.",
    )


def _facing(vehicle: Vehicle, way: tuple[Point, ...], *, reverse: bool) -> float:
    if len(way) < 2 or way[-1] == way[-2]:
        return vehicle.facing
    return round((bearing(way[-2], way[-1]) + (180.0 if reverse else 0.0)) % 360.0, 1)


def down(state: State, vehicle: Vehicle, gone: Travel, *, reverse: bool) -> Travel:
    """Where it comes down: at the last place of its course with room, else at the nearest one around. MM-R218"""
    if not gone.route or stop_at(state, vehicle, gone.route[-1], gone.facing) is None:
        return gone
    left = length(gone.route) - BACK
    while left > 0:
        part = cut(gone.route, left)
        facing = _facing(vehicle, part, reverse=reverse)
        if stop_at(state, vehicle, part[-1], facing) is None:
            route = tuple((round(x, 3), round(y, 3)) for x, y in part)
            return replace(gone, route=route, moved=round(length(route), 3), facing=facing, complete=False)
        left -= BACK
    for place in passage.rings(gone.route[-1], first=0.5, most=AROUND):
        if stop_at(state, vehicle, place, gone.facing) is None:
            return replace(gone, route=(*gone.route, place), complete=False)
    return gone
