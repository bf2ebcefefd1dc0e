"""Where vehicles are set down: side by side, each where it has room, and those who are aboard with them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace as changed

from rules.book_and_gun.play.aboard.crew import built, drives, manned, require_on_foot
from rules.book_and_gun.play.ground import terrain
from rules.book_and_gun.play.ground.formation import laid_out
from rules.book_and_gun.play.ground.hulls import BETWEEN, body, permit, standing
from rules.book_and_gun.play.ground.tabletop import tokens
from rules.book_and_gun.play.ground.water import kept_in, launched
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Figure, Placed, Unit
from rules.book_and_gun.vehicles import Vehicle
from rules.table.board import Board, Point, Token
from rules.table.gate import Gate
from rules.table.measure import step, tidy

_RINGS, _STEP = 16, 1.0
"""How often, and by how many inches, a place is looked for farther out."""


def parked(
    board: Board, vehicles: Sequence[Vehicle], front: Point, facing: float, taken: Sequence[Token] = ()
) -> tuple[Vehicle, ...]:
    """The vehicles side by side with their noses at a place, each moved as little as needed so that it has room; boats
    on the nearest water. BG-R275

    Raises RuleViolation for a boat without water."""
    wide = sum(built(v).width for v in vehicles) + BETWEEN * max(0, len(vehicles) - 1)
    found: list[Vehicle] = []
    bodies = [(each, "") for each in taken]
    left = -wide / 2
    for vehicle in vehicles:
        type_ = built(vehicle)
        middle = step(step(front, facing + 90.0, left + type_.width / 2), facing, -type_.length / 2)
        left += type_.width + BETWEEN
        gate = Gate(terrain.surveyed(board), permit, tuple(bodies))
        looks = facing
        if type_.boat:
            spot, looks = _moored(gate, vehicle, launched(board, middle, type_, vehicle.name), facing)
        else:
            spot = next(
                (at for at in _around(board, vehicle, middle) if gate.room(body(vehicle), at, facing) is None),
                _within(board, vehicle, middle),
            )
        at = tidy(spot[0]), tidy(spot[1])
        found.append(changed(vehicle, at=at, facing=looks, turret=looks))
        bodies.append((Token(vehicle.id, *at, looks, length=type_.length, width=type_.width), ""))
    return tuple(found)


def _moored(gate: Gate, vehicle: Vehicle, wanted: Point, facing: float) -> tuple[Point, float]:
    """Where a boat has room on the water, and how it then looks: as wanted if it can."""
    board, type_ = gate.land.board, built(vehicle)
    gate = changed(gate, shut=kept_in(board, "boat", type_.length))
    for at in _around(board, vehicle, wanted):
        for turned in range(0, 180, 15):
            looks = (facing + turned) % 360.0
            if gate.room(body(vehicle), at, looks) is None:
                return at, looks
    return wanted, facing


def _around(board: Board, vehicle: Vehicle, wanted: Point) -> Iterator[Point]:
    yield _within(board, vehicle, wanted)
    for ring in range(1, _RINGS):
        for k in range(8 * ring):
            angle = 2 * math.pi * k / (8 * ring)
            away = ring * _STEP
            yield _within(board, vehicle, (wanted[0] + away * math.sin(angle), wanted[1] + away * math.cos(angle)))


def _within(board: Board, vehicle: Vehicle, point: Point) -> Point:
    """The nearest place at which none of the hull is off the board, however it is turned."""
    half = math.hypot(built(vehicle).length, built(vehicle).width) / 2
    return (
        min(max(point[0], half), max(half, board.width - half)),
        min(max(point[1], half), max(half, board.depth - half)),
    )


def seated_at(figures: Sequence[Figure], vehicles: Sequence[Vehicle]) -> tuple[Placed, ...]:
    """The places of those aboard: those of their vehicles."""
    where = {v.id: v for v in vehicles}
    found = ((f, where[f.vehicle]) for f in figures if f.vehicle in where)
    return tuple(Placed(f.id, v.at, v.facing) for f, v in found if v.at is not None)


def in_place(state: State, board: Board, unit: Unit, spot: Point, facing: float) -> tuple[Placed, ...]:
    """Where its figures and vehicles stand with their front there. Raises RuleViolation for one that others carry."""
    if not any(f.seat is not None for f in unit.present):
        return laid_out(board, unit.present, unit.formation, unit.order, spot, facing)
    if not drives(state, unit):
        require_on_foot(unit.present, "be placed alone")
    own = manned(state, unit)
    ids = {vehicle.id for vehicle in own}
    taken = [each for each in standing(state) if each.id not in ids]
    taken += [t for other in state.units if other.in_play for t in tokens(f for f in other.present if f.seat is None)]
    vehicles = parked(board, own, spot, facing, taken)
    walking = tuple(f for f in unit.present if f.vehicle not in ids)
    behind = step(spot, facing, -max(built(each).length for each in own) - 1.0)
    on_foot = laid_out(board, walking, unit.formation, unit.order, behind, facing) if walking else ()
    return (*seated_at(unit.present, vehicles), *on_foot)
