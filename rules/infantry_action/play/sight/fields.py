"""Fields of vision: what a man, a gun's crew, a vehicle may look at. IA-loc.arc-infantry to IA-loc.arc-exposed-man"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.battle.facts import IN_ARC
from rules.infantry_action.book.bases import (
    TURRET_ARC,
    exposed_man_sees,
    in_figure_arc,
    in_gun_arc,
    in_turret_arcs,
    in_wedge,
)
from rules.infantry_action.figures import Figure, Vehicle
from rules.infantry_action.play.ground.lines import FLYING, Eye
from rules.infantry_action.play.ground.places import counted, eye
from rules.infantry_action.state import State
from rules.table.board import Point
from rules.table.measure import along, bearing, length

FLIGHT = 10.0
"""Metres between the points of a flight from which its men look and fire."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """From where somebody looks or fires in the period: of a flight any point of it, with the heading there."""

    eye: Eye
    heading: float | None = None


def along_flight(vehicle: Vehicle) -> Iterator[Outlook]:
    """The points of an aircraft's way in this period, its end first. IA-air.helicopter-reply"""
    path = vehicle.doing.path
    whole = length(path)
    for number in range(int(whole / FLIGHT), -1, -1):
        gone = whole if number == int(whole / FLIGHT) else number * FLIGHT
        ahead, behind = along(path, min(whole, gone + 1.0)), along(path, max(0.0, gone - 1.0))
        at, heading = along(path, gone), bearing(behind, ahead)
        yield Outlook(Eye(at, FLYING, vehicle.front_at(at, heading)), heading)


def outlooks(state: State, figure: Figure) -> Iterator[Outlook]:
    """From where he looks: where he is, or all along his flight."""
    vehicle = state.find_vehicle(figure.aboard)
    if vehicle is not None and vehicle.type.kind.aircraft and len(vehicle.doing.path) > 1:
        yield from along_flight(vehicle)
        return
    mine = eye(state, figure)
    if mine is not None:
        yield Outlook(mine)


def looks_at(state: State, figure: Figure, at: Point, target: str = "", outlook: Outlook | None = None) -> bool:
    """Whether a place lies in his field of vision; the umpire's word on the group that is there holds. Aboard it is
    that of the vehicle, or his own where he shows; `outlook`: from a point of his flight."""
    word = state.word(IN_ARC, figure.group, target) if target else None
    if word is not None:
        return word
    vehicle = state.find_vehicle(figure.aboard)
    if vehicle is not None:
        if vehicle.type.kind.aircraft:
            return _from_aircraft(vehicle, figure, at, outlook)
        return _from_vehicle(vehicle, figure, at)
    if figure.at is None:
        return False
    gun = state.find_gun(figure.serves)
    if gun is not None and gun.at is not None and gun.ready_from is not None and not gun.gone:
        return in_gun_arc(gun.at, gun.facing, at)
    return in_figure_arc(figure.at, figure.facing, at, counted(state, figure), state.house)


def _from_vehicle(vehicle: Vehicle, figure: Figure, at: Point) -> bool:
    if vehicle.at is None:
        return False
    if not vehicle.hard:
        return exposed_man_sees(vehicle.at, vehicle.facing, at)
    exposed = not vehicle.closed and (figure.place == "commander" or vehicle.type.open_topped)
    if exposed and exposed_man_sees(vehicle.at, vehicle.turret if vehicle.type.turreted else vehicle.facing, at):
        return True
    if vehicle.type.turreted:
        return in_turret_arcs(vehicle.at, vehicle.facing, vehicle.turret, at)
    return in_wedge(vehicle.at, vehicle.facing, at, TURRET_ARC)


def _from_aircraft(vehicle: Vehicle, figure: Figure, at: Point, outlook: Outlook | None) -> bool:
    """Ahead, and whoever does not fly it also out of both doors. IA-air.helicopter-reply, IA-loc.arc-exposed-man"""
    place = vehicle.at if outlook is None else outlook.eye.at
    heading = vehicle.facing if outlook is None or outlook.heading is None else outlook.heading
    if place is None:
        return False
    turns = (0.0,) if figure.place == "driver" else (0.0, -90.0, 90.0)
    return any(exposed_man_sees(place, (heading + turn) % 360.0, at) for turn in turns)
