"""What strikes buildings and bunkers in a period. IA-build.when, IA-bunker.collapse"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from shapely import Point as Spot

from rules.infantry_action.book.effect import points
from rules.infantry_action.book.kinds import Charge, Weapon
from rules.infantry_action.book.works import Blow, OtherFire
from rules.infantry_action.play.fire.shots import Shot
from rules.infantry_action.play.ground.places import board_of, is_work, work_at
from rules.infantry_action.play.support.falling import Barrage
from rules.infantry_action.state import State
from rules.table.terrain import terrain


def blows_on(state: State, shots: Iterable[Shot], barrages: Iterable[Barrage]) -> Mapping[str, tuple[Blow, ...]]:
    """By the name of the work: every weapon that was used on it or on the men in it. IA-R134, IA-R135"""
    found: dict[str, list[Blow]] = {}
    for shot in shots:
        name = work_at(state, shot.at)
        if name and not shot.in_trees:
            found.setdefault(name, []).append(_blow(state, shot))
    for barrage in barrages:
        for name in _under(state, barrage):
            found.setdefault(name, []).append(Blow(OtherFire.OFF_TABLE))
    return {name: tuple(blows) for name, blows in found.items()}


def _blow(state: State, shot: Shot) -> Blow:
    if isinstance(shot.weapon, Charge):
        return Blow(shot.weapon)
    return Blow(shot.weapon, points(shot.weapon, shot.metres, state.house), _calibre(state, shot))


def _calibre(state: State, shot: Shot) -> float:
    gun, vehicle = state.find_gun(shot.arm.gun), state.find_vehicle(shot.arm.vehicle)
    if gun is not None:
        return float(gun.calibre)
    if vehicle is not None and shot.weapon is Weapon.AFV_GUN:
        return float(vehicle.type.calibre)
    return 0.0


def _under(state: State, barrage: Barrage) -> list[str]:
    """Buildings and works with any part of them in the area."""
    land = terrain(board_of(state))
    found: list[str] = []
    for index in land.tree.query(Spot(barrage.mission.at), predicate="dwithin", distance=120.0):
        feature, shape = land.features[int(index)], land.areas[int(index)]
        if feature.name and is_work(state, feature) and shape.intersects(barrage.area):
            found.append(feature.name)
    return found
