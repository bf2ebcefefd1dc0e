"""Flight plans and drops as they are written, before the defender's troops are placed. IA-air.flight-plan"""

from __future__ import annotations

from collections.abc import Sequence

from shapely import LineString, get_coordinates
from shapely import Point as Spot
from shapely.geometry.base import BaseGeometry

from rules.infantry_action.book.air import judge_run, judge_space
from rules.infantry_action.figures import VehicleKind, VehicleType
from rules.infantry_action.on_the_table import Drop, FlightPlan
from rules.infantry_action.play.ground.kinds import BUILT, LINES, TREES, is_any
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.table.board import Board, Point
from rules.table.measure import length
from rules.table.terrain import terrain

_HIGH = TREES | BUILT | LINES | frozenset({"bunker"})
"""What stands up from the ground."""


def judge_flight(board: Board, type_: VehicleType, flight: FlightPlan) -> None:
    """Raises RuleViolation for a way that this aircraft cannot fly, or a place where it cannot come down.
    IA-air.glider-run, IA-air.helicopter-space, IA-R221"""
    if not type_.kind.aircraft:
        raise RuleViolation("no-aircraft", f"A {type_.title} does not fly.", remedy="Plan flights for aircraft.")
    if len(flight.path) < 2 or not board.holds(*flight.path[-1]):
        raise RuleViolation(
            "no-way",
            "A flight needs a way that ends over the table.",
            citation="IA-air.flight-plan",
            remedy="Give at least two points, the last on the table.",
        )
    if type_.kind is VehicleKind.GLIDER:
        if flight.then != "land" or flight.leaves is not None:
            raise RuleViolation("glider", "A glider lands and stays.", citation="IA-air.glider-run", remedy="Land it.")
        judge_run(run(board, flight.path))
    elif flight.then == "land":
        judge_space(space(board, flight.path[-1], type_.length))


def judge_drop(board: Board, drop: Drop) -> None:
    """RuleViolation for a spot beside the table. IA-air.para-drop"""
    if not board.holds(*drop.aim):
        raise RuleViolation(
            Why.OFF_TABLE,
            "The group is to gather off the table.",
            citation="IA-air.para-drop",
            remedy="Aim at the table.",
        )


def run(board: Board, path: Sequence[Point]) -> float:
    """Metres from the last tree or hedge that a way passes over to its end; all of it where it passes none."""
    whole = length(path)
    way = LineString(path)
    land = terrain(board)
    last = 0.0
    for index in land.tree.query(way, predicate="intersects"):
        feature = land.features[int(index)]
        if is_any(feature, TREES | frozenset({"hedge"})):
            met = way.intersection(land.areas[int(index)])
            last = max(last, *(way.project(Spot(at)) for at in _corners(met)))
    return whole - last if last else max(whole, _LONG)


_LONG = 1000.0
"""Metres of a run that nothing bounds: it began beyond the table."""


def _corners(shape: BaseGeometry) -> list[Point]:
    return [(float(x), float(y)) for x, y in get_coordinates(shape)]


def space(board: Board, at: Point, rotor: float) -> float:
    """Metres clear beyond the rotor disc of a helicopter that sets down there. IA-air.helicopter-space"""
    land = terrain(board)
    spot = Spot(at)
    near = [
        land.areas[int(index)].distance(spot)
        for index in land.tree.query(spot, predicate="dwithin", distance=rotor + 10.0)
        if is_any(land.features[int(index)], _HIGH)
    ]
    return min([*near, rotor + 10.0]) - rotor / 2
