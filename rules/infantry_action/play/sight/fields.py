"""Fields of vision: what a man, a gun's crew, a vehicle may look at. IA-loc.arc-infantry to IA-loc.arc-exposed-man"""

from __future__ import annotations

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
from rules.infantry_action.state import State
from rules.table.board import Point


def looks_at(state: State, figure: Figure, at: Point, target: str = "") -> bool:
    """Whether a place lies in his field of vision; the umpire's word on the group that is there holds. Aboard it is
    that of the vehicle, or his own where he shows."""
    word = state.word(IN_ARC, figure.group, target) if target else None
    if word is not None:
        return word
    vehicle = state.find_vehicle(figure.aboard)
    if vehicle is not None:
        return _from_vehicle(vehicle, figure, at)
    if figure.at is None:
        return False
    gun = state.find_gun(figure.serves)
    if gun is not None and gun.at is not None and gun.ready_from is not None and not gun.gone:
        return in_gun_arc(gun.at, gun.facing, at)
    return in_figure_arc(figure.at, figure.facing, at, figure.posture, state.house)


def _from_vehicle(vehicle: Vehicle, figure: Figure, at: Point) -> bool:
    if vehicle.at is None:
        return False
    if not vehicle.hard or vehicle.type.kind.aircraft:
        return exposed_man_sees(vehicle.at, vehicle.facing, at)
    exposed = not vehicle.closed and (figure.place == "commander" or vehicle.type.open_topped)
    if exposed and exposed_man_sees(vehicle.at, vehicle.turret if vehicle.type.turreted else vehicle.facing, at):
        return True
    if vehicle.type.turreted:
        return in_turret_arcs(vehicle.at, vehicle.facing, vehicle.turret, at)
    return in_wedge(vehicle.at, vehicle.facing, at, TURRET_ARC)
