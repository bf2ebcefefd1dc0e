"""Where on its path an AFV was engaged, and what is left of the path from there. IA-R126"""

from __future__ import annotations

from dataclasses import dataclass

from shapely import LineString
from shapely import Point as Spot

from rules.infantry_action.book.kinds import Pace
from rules.infantry_action.events.movement import VehicleMoved
from rules.infantry_action.figures import Point, Vehicle
from rules.kernel.changing import replace
from rules.table.measure import along, bearing, length

NEAR = 0.05


@dataclass(frozen=True, slots=True)
class PathPoint:
    """A point of a vehicle's path: metres from its start, and how the hull lay there."""

    metres: float
    at: Point
    facing: float
    end: bool
    """It is where the vehicle ended its move."""


def place_on(vehicle: Vehicle, at: Point) -> PathPoint:
    """The point of its path that is nearest to there; where it stands, if it did not move."""
    assert vehicle.at is not None
    path = vehicle.doing.path
    whole = length(path)
    if len(path) < 2 or whole <= NEAR:
        return PathPoint(0.0, vehicle.at, vehicle.facing, True)
    metres = round(float(LineString(path).project(Spot(at))), 1)
    if metres >= whole - NEAR:
        return end_of(vehicle)
    return PathPoint(metres, along(path, metres), facing_at(vehicle, metres), False)


def end_of(vehicle: Vehicle) -> PathPoint:
    assert vehicle.at is not None
    return PathPoint(round(length(vehicle.doing.path), 1), vehicle.at, vehicle.facing, True)


def facing_at(vehicle: Vehicle, metres: float) -> float:
    """The hull's facing there: along the way, against it in reverse."""
    path = vehicle.doing.path
    whole = length(path)
    ahead = along(path, min(whole, metres + 0.5))
    behind = along(path, max(0.0, metres - 0.5))
    way = bearing(behind, ahead)
    return round((way + 180.0) % 360.0 if vehicle.doing.pace is Pace.REVERSE else way, 1)


def cut_path(path: tuple[Point, ...], metres: float) -> tuple[Point, ...]:
    """The first metres of a path; empty for none."""
    if metres <= NEAR or len(path) < 2:
        return ()
    kept = [path[0]]
    gone = 0.0
    for point in path[1:]:
        step = length((kept[-1], point))
        if gone + step >= metres - NEAR:
            break
        kept.append(point)
        gone += step
    return (*kept, along(path, metres))


def stopped(vehicle: Vehicle, place: PathPoint, period: int) -> VehicleMoved:
    """The vehicle as it stands where its path is cut."""
    path = cut_path(vehicle.doing.path, place.metres)
    turned = vehicle.turret + place.facing - vehicle.facing
    return VehicleMoved(
        vehicle.id,
        place.at,
        place.facing,
        round(turned % 360.0, 1),
        replace(vehicle.doing, path=path, moved=place.metres if path else 0.0),
        vehicle.closed,
        vehicle.running,
        vehicle.halted_in if path else period,
    )
