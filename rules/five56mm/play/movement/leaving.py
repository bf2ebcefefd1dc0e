"""Leaving the table for good by its edge: on foot, carried, or with a vehicle. MM-R215"""

from __future__ import annotations

from collections.abc import Sequence

from rules.five56mm.events.battle import LeftTable
from rules.five56mm.events.vehicles import VehicleLeft
from rules.five56mm.play.turn.course import Course
from rules.five56mm.state import Character, Point, State
from rules.kernel.violation import RuleViolation
from rules.table.measure import nearest_edge, on_edge

AT_EDGE, NOSE_AT_EDGE = 0.5, 2.6
"""Inches from the edge to the middle of a figure, and of a vehicle, that has come to it. MM-R215"""


def edge_at(state: State, point: Point | None, reach: float = AT_EDGE) -> str | None:
    """The edge to which somebody there has come; None for none, and without a board."""
    if state.board is None or point is None:
        return None
    edge, inches = nearest_edge(state.board, point)
    return edge if inches <= reach + 1e-6 else None


def way_off(state: State, here: Point) -> Point:
    """The nearest place at the edge."""
    assert state.board is not None
    edge, _ = nearest_edge(state.board, here)
    return on_edge(state.board, here, edge)


def require_edge(state: State, route: Sequence[Point], reach: float = AT_EDGE) -> None:
    """RuleViolation for a way that does not end at the edge of the table. MM-R215."""
    if route and edge_at(state, route[-1], reach) is None:
        raise RuleViolation(
            "not-at-the-edge",
            "That way does not end at the edge of the table.",
            citation="MM-R215",
            remedy="End the way at the edge, or stay on the table.",
        )


def walk_off(course: Course, *who: Character, arrived: bool = False) -> None:
    """Those go off the table of whom the first has come to its edge; without a board `arrived` says whether he has.
    MM-R215."""
    leader = course.state.character(who[0].id)
    edge = edge_at(course.state, leader.at)
    if not leader.able or (edge is None and (course.state.board is not None or not arrived)):
        return
    for each in who:
        if course.state.character(each.id).alive:
            _off(course, each.id, edge)


def drive_off(course: Course, vehicle_id: str, driver: str, *, arrived: bool = False) -> None:
    """The vehicle goes off with all aboard, if it has come to the edge and its driver still drives. MM-R215."""
    vehicle = course.state.vehicle(vehicle_id)
    edge = edge_at(course.state, vehicle.at, NOSE_AT_EDGE)
    away = edge is not None or (course.state.board is None and arrived)
    if not away or vehicle.stopped or not course.state.character(driver).able:
        return
    for each in course.state.aboard(vehicle_id):
        _off(course, each.id, edge)
    course.happen(VehicleLeft(vehicle=vehicle_id, edge=edge or ANY, citations=("MM-R215",)))


ANY = "far"
"""What the edge is called without a board."""


def _off(course: Course, who: str, edge: str | None) -> None:
    named = edge or ANY
    course.happen(
        LeftTable(character=who, reason=f"left the table by the {named} edge", edge=named, citations=("MM-R215",))
    )
