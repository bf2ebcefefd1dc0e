"""Aircraft over the table and on it: how one is as a target, where it may come down, the way of its attack.

VIII.2.12 to VIII.2.131, X.10.5 to X.10.8.
"""

from __future__ import annotations

from rules.book_and_gun.book.aircraft import AircraftState
from rules.book_and_gun.play.aboard.crew import built, manned
from rules.book_and_gun.play.ground import terrain
from rules.book_and_gun.play.ground.hulls import standing
from rules.book_and_gun.play.ground.parking import parked
from rules.book_and_gun.play.ground.tabletop import in_sight, tokens
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Ground, Unit
from rules.book_and_gun.vehicles import Vehicle
from rules.kernel.violation import RuleViolation
from rules.table.board import Board, Point
from rules.table.measure import between, step

BESIDE = 3.0
"""Inches from below it within which a helicopter comes down where there is room. BG-R270"""


def aircraft_of(state: State, unit: Unit) -> tuple[Vehicle, ...]:
    """Its manned aircraft, in the air and on the ground."""
    if not state.vehicles:
        return ()
    return tuple(v for v in manned(state, unit) if v.flight)


def is_now(state: State, vehicle: Vehicle) -> AircraftState:
    """Landed, hovering or moving: a fixed wing always moves, a helicopter in the turn in which it changed its place and
    did not stop to hover. BG-VIII.2.2a, BG-VIII.2.2b, BG-VIII.2.13a, BG-R40."""
    if built(vehicle).fixed_wing:
        return "moving"
    if vehicle.flight == "landed":
        return "landed"
    return "moving" if vehicle.flight == "moving" and vehicle.moved_turn == state.turn else "hovering"


def hovers_over(state: State, vehicle: Vehicle) -> bool:
    """Whether it hovers over its place since its last move: it stopped there, or has stayed for a whole turn. BG-R40,
    BG-VIII.2.131."""
    if vehicle.moved_turn == state.turn > 0:
        return False
    return vehicle.flight == "hovering" or (vehicle.flight == "moving" and vehicle.moved_turn < state.turn - 1)


def attack_path(state: State, vehicle: Vehicle, target: Point | None) -> tuple[Point, ...]:
    """The way of its attack: its flight of this turn and, unless it hovers, on to its target. A helicopter that hovers
    over its place since before stays there. Empty without a board. BG-VIII.2.12b, BG-R115, BG-R271."""
    if vehicle.at is None:
        return ()
    flown = vehicle.flown if vehicle.moved_turn == state.turn and vehicle.flown else (vehicle.at,)
    if is_now(state, vehicle) != "moving" or target is None or target == flown[-1]:
        return flown
    return (*flown, target)


def landing_place(state: State, unit: Unit, vehicle: Vehicle, *, known: bool) -> Point | None:
    """Where a helicopter comes down: below it, or as near as there is room; None where there is none within 3 inches,
    or the ground is dense. `known`: as its side knows the table. BG-R270."""
    board, at = state.board, vehicle.at
    if board is None or at is None:
        return None
    spot = _room(state, board, unit, vehicle, at, known=known)
    if between(spot, at) > BESIDE or terrain.ground_at(board, spot) is Ground.DENSE:
        return None
    return spot


def _room(state: State, board: Board, unit: Unit, vehicle: Vehicle, at: Point, *, known: bool) -> Point:
    there = [u for u in state.units if u.in_play and (not known or in_sight(state, unit.side, u))]
    taken = [*standing(state), *(t for u in there for t in tokens(f for f in u.present if f.seat is None))]
    nose = step(at, vehicle.facing, built(vehicle).length / 2)
    (found,) = parked(board, (vehicle,), nose, vehicle.facing, taken)
    assert found.at is not None
    return found.at


def in_the_air(vehicle: Vehicle) -> RuleViolation:
    """The refusal to get into an aircraft that flies, or out of it. BG-VIII.2.131."""
    return RuleViolation(
        "in-the-air",
        f"{vehicle.name} is in the air.",
        citation="BG-VIII.2.131",
        remedy="Let it land first: it does so at the start of its move, from hovering over the place.",
    )


def boarded_now(state: State, vehicle: Vehicle, way: str) -> bool:
    """Whether people have got in, or out, of an aircraft or boat in this turn. BG-VIII.2.131, BG-VIII.2.10b."""
    return vehicle.boarded_turn == state.turn and vehicle.boarded == way
