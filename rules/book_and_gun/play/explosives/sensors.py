"""Seismic sensors and ground radar: what they report, to their own side alone. XIII.8.2, XIII.8.3.

A report says that something moves, or what kind of thing, and never who it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias

from shapely import LineString
from shapely import Point as Spot

from rules.book_and_gun.book.supplement import SEISMIC, radar_sees
from rules.book_and_gun.devices import Device
from rules.book_and_gun.events.battle import TurnBegan
from rules.book_and_gun.events.devices import RadarReported, SensorReported
from rules.book_and_gun.events.movement import UnitMoved
from rules.book_and_gun.evolve import evolve
from rules.book_and_gun.play.ground.hulls import hull
from rules.book_and_gun.play.ground.tabletop import in_sight, is_own, token
from rules.book_and_gun.play.ground.terrain import NATURES
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Figure, Unit
from rules.kernel.event import Event
from rules.table.board import Board, Point, Token
from rules.table.measure import between
from rules.table.sight import Sight

WOODS = ("woods", "orchard", "jungle", "scrub")
"""What does not hide vehicles from ground radar. BG-XIII.8.3, BG-R242"""
Blip: TypeAlias = Literal["vehicle", "infantry"]
_HAIR = 1e-6


def reported(state: State, events: Sequence[Event]) -> list[Event]:
    """What sensors and radars report of these events, which begin in that state. BG-XIII.8.2, BG-XIII.8.3, BG-R241,
    BG-R242."""
    sensors = [each for each in state.devices if each.kind == "seismic sensor" and not each.dead]
    radars = [f for unit in state.units if unit.in_play for f in unit.fit if f.traits.radar]
    if state.board is None or not (sensors or radars):
        return []
    felt: dict[str, Device] = {}
    seen: list[Event] = []
    now = state
    for event in events:
        after = evolve(now, event)
        if isinstance(event, UnitMoved) and event.placed and event.how != "placed":
            felt |= {each.id: each for each in sensors if _feels(now, each, event)}
            seen += _echoes(after, state.board, radars, [after.unit(event.unit)], moving=True)
        elif isinstance(event, TurnBegan):
            seen += _echoes(after, state.board, radars, after.units, moving=False)
        now = after
    reports: list[Event] = [
        SensorReported(device=each.id, at=each.at, audience=(each.side,), citations=("BG-XIII.8.2", "BG-R241"))
        for each in felt.values()
    ]
    return [*reports, *dict.fromkeys(seen)]


def _feels(state: State, sensor: Device, event: UnitMoved) -> bool:
    """Whether others than its own side's move within 3 inches of it."""
    if _leads(state, sensor.side, state.unit(event.unit)):
        return False
    spot = Spot(sensor.at)
    for each in event.placed:
        figure = state.figure(each.figure)
        if figure.seat is not None and figure.seat.aloft:
            continue
        stood = figure.at
        if stood is not None and stood != each.at and LineString([stood, each.at]).distance(spot) <= SEISMIC + _HAIR:
            return True
    return False


def _leads(state: State, side: str, unit: Unit) -> bool:
    return is_own(state, side, unit)


def _echoes(
    state: State, board: Board, radars: Sequence[Figure], units: Sequence[Unit], *, moving: bool
) -> Iterator[Event]:
    """One report for each vehicle, or body of moving infantry, that the radar's side does not see otherwise."""
    for operator in radars:
        home = state.unit_of(operator.id)
        eyes = token(state.figure(operator.id))
        if eyes is None or not state.figure(operator.id).fit:
            continue
        for unit in units:
            if not unit.in_play or is_own(state, home.side, unit) or in_sight(state, home.side, unit):
                continue
            for what, at in _shown(state, board, eyes, unit, moving=moving):
                yield RadarReported(
                    unit=home.id,
                    figure=operator.id,
                    what=what,
                    at=at,
                    audience=(home.side,),
                    citations=("BG-XIII.8.3", "BG-R242"),
                )


def _shown(state: State, board: Board, eyes: Token, unit: Unit, *, moving: bool) -> Iterator[tuple[Blip, Point]]:
    for vehicle in state.vehicles_of(unit.id):
        stood = hull(vehicle)
        if stood is None or vehicle.wreck or vehicle.aloft:
            continue
        inches = between((eyes.x, eyes.y), (stood.x, stood.y))
        open_, woods = _line(board, eyes, stood), _line(board, eyes, stood, WOODS)
        if radar_sees(vehicle=True, moving=moving, inches=inches, line_of_sight=open_, woods_only=woods):
            yield "vehicle", (round(stood.x, 1), round(stood.y, 1))
    for figure in unit.fit:
        shown = token(figure) if figure.seat is None else None
        if shown is None:
            continue
        inches = between((eyes.x, eyes.y), (shown.x, shown.y))
        open_ = _line(board, eyes, shown)
        if radar_sees(vehicle=False, moving=moving, inches=inches, line_of_sight=open_, woods_only=False):
            yield "infantry", (round(shown.x, 1), round(shown.y, 1))
            return


def _line(board: Board, eyes: Token, other: Token, through: Sequence[str] = ()) -> bool:
    return Sight(board, NATURES, ignoring=tuple(through)).share(eyes, other) > 0.0
