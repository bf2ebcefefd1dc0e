"""Where people stand who get out of a vehicle: beside it, on the side away from danger, each where there is room."""

from __future__ import annotations

from collections.abc import Sequence

from rules.book_and_gun.play.aboard.crew import built
from rules.book_and_gun.play.ground import housing, passage
from rules.book_and_gun.play.ground.formation import others
from rules.book_and_gun.play.ground.tabletop import BASE
from rules.book_and_gun.play.ground.water import ashore, floats
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Figure, Placed
from rules.book_and_gun.vehicles import Vehicle
from rules.table.board import Board, Point, Token
from rules.table.formation import Position, settle
from rules.table.measure import bearing, step

PACE = 2 * BASE + 0.1
"""Inches between two who stand side by side."""
SIDES = ("north", "east", "south", "west")
ABREAST = 4


def side_of(direction: float) -> str:
    """The side of the world that a direction is nearest to."""
    return SIDES[round(direction / 90.0) % 4]


def beside(
    state: State, vehicle: Vehicle, people: Sequence[Figure], away_from: Point | None, ahead: float | None = None
) -> tuple[tuple[Placed, ...], str]:
    """The places of these people, and on which side of the vehicle: away from that place, behind it without one;
    `ahead`: in that direction instead; from the water on the nearest shore. Without a board no places."""
    board = state.board
    if board is None or vehicle.at is None or not people:
        return (), ""
    wet = floats(board, vehicle)
    if ahead is None and wet:
        ahead = ashore(board, vehicle.at)[0]
    if ahead is None:
        ahead = (vehicle.facing + 180.0) % 360.0 if away_from is None else bearing(away_from, vehicle.at)
    type_ = built(vehicle)
    off = (ashore(board, vehicle.at)[1] if wet else type_.length / 2) + BASE + 0.1
    wanted: list[Position] = []
    for index in range(len(people)):
        row, file = divmod(index, ABREAST)
        files = min(ABREAST, len(people) - row * ABREAST)
        middle = step(vehicle.at, ahead, off + row * PACE)
        spot = step(middle, ahead + 90.0, (file - (files - 1) / 2) * PACE)
        wanted.append(Position(*_onto(board, spot), ahead))
    hull = Token(vehicle.id, *vehicle.at, vehicle.facing, radius=type_.length / 2, length=type_.length)
    ground = housing.ground(state, state.unit_of(people[0].id).side) or board
    taken = [*others(state, people), hull]
    found = settle(wanted, taken, radius=BASE, board=board, barred=lambda at: not passage.has_room(ground, at))
    return tuple(Placed(f.id, (p.x, p.y), p.facing) for f, p in zip(people, found, strict=True)), side_of(ahead)


def _onto(board: Board, spot: Point) -> Point:
    return min(max(spot[0], BASE), board.width - BASE), min(max(spot[1], BASE), board.depth - BASE)
