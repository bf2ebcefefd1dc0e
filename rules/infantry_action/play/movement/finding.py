"""The way that a group finds by itself to a place whose straight way is closed: over the bridge, by the gate. IA-R246

An order that names the points of its way is left as it is. What the side does not know of is no part of the search.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from rules.infantry_action.book.driving import crossing
from rules.infantry_action.figures import Point, Vehicle, VehicleType
from rules.infantry_action.groups import Group
from rules.infantry_action.knowledge import on_known_ground
from rules.infantry_action.play.ground.passage import MAN, known_gate
from rules.infantry_action.play.movement.ways import chassis, driven, hindrance
from rules.infantry_action.state import State
from rules.language.words import listed
from rules.seam.viewing import Viewer
from rules.table.board import Feature
from rules.table.gate import Bar, Bars, Gate, Permit, Traveller
from rules.table.routing import Detour, around


@dataclass(frozen=True, slots=True)
class FoundWay:
    """The way of an order, without its start; what is to be said of it."""

    path: tuple[Point, ...]
    note: str = ""


def found_way(state: State, group: Group, start: Point | None, path: tuple[Point, ...]) -> FoundWay:
    """The way to the one place that an order names. IA-R246"""
    if len(path) != 1 or start is None:
        return FoundWay(path)
    vehicles = state.vehicles_of(group.id)
    if any(vehicle.type.kind.aircraft for vehicle in vehicles):
        return FoundWay(path)
    return _driven(state, vehicles[0], path[0]) if vehicles else _on_foot(state, group, start, path[0])


def _on_foot(state: State, group: Group, start: Point, goal: Point) -> FoundWay:
    gate = known_gate(state, group.side)
    stop = gate.way(MAN, (start, goal)).stop
    if stop is None:
        return FoundWay((goal,))
    return _told(around(gate, MAN, start, goal), goal, stop.why)


def _driven(state: State, vehicle: Vehicle, goal: Point) -> FoundWay:
    assert vehicle.at is not None
    board = on_known_ground(state, Viewer(vehicle.side)).board
    assert board is not None
    barred = driven(board, vehicle.type, vehicle.facing, (vehicle.at, goal), back=False).barred
    if barred is None:
        return FoundWay((goal,))
    known = known_gate(state, vehicle.side)
    others = tuple(each for each in known.others if each[0].id != vehicle.id)
    gate = Gate(known.land, _permit_of(vehicle.type), others)
    found = around(gate, Traveller("vehicle", vehicle.type.width, vehicle.type.length), vehicle.at, goal)
    if found is not None and driven(board, vehicle.type, vehicle.facing, found.way, back=False).barred is not None:
        found = None
    return _told(found, goal, barred.by)


@cache
def _permit_of(type_: VehicleType) -> Permit:
    def permit(feature: Feature, body: Traveller) -> Bar | None:
        barrier = hindrance(feature)
        if barrier is None or crossing(chassis(type_), barrier) is not None:
            return None
        return Bar(Bars.WHOLE, barrier.value)

    return permit


def _told(found: Detour | None, goal: Point, why: str) -> FoundWay:
    closed = f"The straight way is closed by {why}"
    if found is None:
        return FoundWay((goal,), f"{closed}, and no other within reason is known: name the points of the way.")
    through = f" by {listed(found.by)}" if found.by else " around it"
    return FoundWay(found.way[1:], f"{closed}: it goes{through}, {found.length:.0f} m in all.")
