"""Whom fire finds: what strikes one group, its men as marks, who of them is hit. IA-tt.exposed, IA-ident.first"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from rules.infantry_action.book.afv import PlaceAboard
from rules.infantry_action.book.air import as_target as aboard_aircraft
from rules.infantry_action.book.bases import counted_posture, posture_under_fire
from rules.infantry_action.book.casualties import SoftVehicle, TargetFigure, VehicleGoing, attacked_works, identify
from rules.infantry_action.book.fire import FigureUnderFire, shield_helps
from rules.infantry_action.book.kinds import Charge, Cover, Gear, Posture, Weapon
from rules.infantry_action.book.mines import in_cone
from rules.infantry_action.course import Course
from rules.infantry_action.events.fire import ManDie, MenDiced, SoftDie
from rules.infantry_action.figures import Figure, Point, Vehicle, VehicleKind
from rules.infantry_action.groups import Group
from rules.infantry_action.on_the_table import Device
from rules.infantry_action.play.air.shooting import flight_of, landed
from rules.infantry_action.play.fire.arms import shows
from rules.infantry_action.play.fire.blind import behind_screen
from rules.infantry_action.play.fire.shots import Shot
from rules.infantry_action.play.ground.clearing import stand_clear
from rules.infantry_action.play.ground.facts import in_sight as seen_by
from rules.infantry_action.play.ground.places import board_of, cover, crouches, eye, overlaps, work_at
from rules.infantry_action.play.movement.ways import waded
from rules.infantry_action.state import State
from rules.table.measure import bearing, between


@dataclass(slots=True)
class GroupStruck:
    """All that strikes one group."""

    group: Group
    shots: list[Shot] = field(default_factory=list[Shot])
    devices: list[tuple[Device, float]] = field(default_factory=list[tuple[Device, float]])
    together: tuple[str, ...] = ()
    """The groups that are one target, itself among them. IA-air.para-target"""


def hittable(state: State, man: Figure) -> bool:
    """On foot, in a soft vehicle, or showing from an AFV. IA-afvcrew.exposed-targets, IA-R162"""
    vehicle = state.find_vehicle(man.aboard)
    if vehicle is None:
        return man.at is not None
    if not vehicle.hard:
        return True
    return _place(state, man, vehicle).infantry_target


def finds_men(state: State, shot: Shot) -> bool:
    """Whether anybody of its target can be hit by it at all: of a tank whoever shows. IA-afvcrew.exposed-targets"""
    return any(hittable(state, man) for man in state.men(shot.target))


def _place(state: State, man: Figure, vehicle: Vehicle) -> PlaceAboard:
    """Where a man of an AFV is."""
    if man.place == "commander" and not vehicle.closed:
        return PlaceAboard.OPEN_HATCH
    if not shows(state, man):
        return PlaceAboard.INSIDE
    return PlaceAboard.FIRING_OVER_SIDE if vehicle.type.open_topped else PlaceAboard.FIRING_HATCH


def in_sight(state: State, man: Figure, fire: GroupStruck) -> bool:
    """Whether some firer, or the observer of a mortar, can see him; a grenade needs nobody to. IA-R064"""
    if any(cone_metres(state, device, man) is not None for device, _ in fire.devices):
        return True
    if state.house.choice("target-figures") == "whole-group":
        return True
    mine = eye(state, man)
    if mine is None:
        return False
    for shot in fire.shots:
        if shot.how == "blind":
            if behind_screen(state, shot.arm.at, mine.at):
                return True
            continue
        if shot.how != "fire" or shot.observer:
            return True
        if seen_by(state, shot.arm.group, man.group, shot.arm.eye, mine) or between(shot.at, mine.at) < 0.5:
            return True
    return not fire.shots


def cone_metres(state: State, device: Device, man: Figure) -> float | None:
    at = state.measured(man)
    return None if at is None else in_cone(device.at, device.facing, at)


def mark_of(state: State, man: Figure, fire: GroupStruck) -> FigureUnderFire:
    """The man as fire finds him. IA-tt.exposed, IA-tt.erect"""
    vehicle = state.find_vehicle(man.aboard)
    nearest = min((shot.arm.at for shot in fire.shots), key=lambda at: between(at, man.at or at), default=None)
    gun = state.find_gun(man.serves)
    erect = counted_posture(_under_fire(state, man), serves_heavy_weapon=crouches(state, man))
    return FigureUnderFire(
        cover=Cover.SOFT if vehicle is not None and vehicle.hard else cover(state, man, nearest),
        erect=erect is Posture.ERECT or landed(state, man).erect,
        dashed=_dashed(man, vehicle),
        grenading=any(shot.by == man.id and shot.how != "fire" for shot in fire.shots) or _grenades(state, man),
        entering=man.doing.boarding,
        overlapping=overlaps(state, man),
        shielded=gun is not None and gun.shield and _shielded(state, man, fire),
        partly_inside=vehicle is not None and vehicle.hard,
        riding=vehicle is not None and not vehicle.hard,
    )


def _under_fire(state: State, man: Figure) -> Posture:
    """Whoever waded was upright, at a crawl's pace too. IA-R036"""
    upright = man.aboard is None and waded(board_of(state), man.doing.path)
    return posture_under_fire(man.doing.pace, man.posture, upright=upright)


def _dashed(man: Figure, vehicle: Vehicle | None) -> bool:
    """A short dash, a vehicle's high speed dash; an aircraft's flight. IA-tt.exposed, IA-R050"""
    if vehicle is not None and vehicle.type.kind.aircraft:
        return not aboard_aircraft(flight_of(vehicle)).exposed
    return man.doing.dashed


def _grenades(state: State, man: Figure) -> bool:
    return any(plan.by == man.id and plan.how in ("grenade", "molotov") for plan in state.plans)


def _shielded(state: State, man: Figure, fire: GroupStruck) -> bool:
    gun = state.gun(man.serves or "")
    if gun.at is None or man.at is None:
        return False
    bearings = [(bearing(gun.at, shot.arm.at) - gun.facing + 180.0) % 360.0 - 180.0 for shot in fire.shots]
    return shield_helps(between(gun.at, man.at), bearings, any(shot.how == "grenade" for shot in fire.shots))


# ── Who is hit ────────────────────────────────────────────────────────────────────────────────────────────────────


def identify_hit(
    course: Course,
    before: State,
    target: str,
    men: Sequence[Figure],
    fire: GroupStruck,
    hits: int,
    collapsed: frozenset[str],
) -> None:
    """IA-ident.first, IA-ident.priority, IA-soft.vehicle-save, IA-soft.radio, IA-R091"""
    sources = [shot.arm.measured for shot in fire.shots] or [device.at for device, _ in fire.devices]
    attacks = [shot.weapon for shot in fire.shots]
    figures = [as_target(before, man, sources, attacks, collapsed) for man in men]
    diced(course, before, target, figures, hits, tuple(dict.fromkeys(shot.arm.group for shot in fire.shots)))


def diced(
    course: Course, before: State, target: str, figures: Sequence[TargetFigure], hits: int, by: tuple[str, ...]
) -> None:
    vehicles = {
        vehicle.id: SoftVehicle(_going(before, vehicle.id), vehicle.type.kind not in NEVER_BURN)
        for vehicle in before.vehicles
        if not vehicle.hard and not vehicle.type.kind.aircraft
    }
    found = identify(figures, hits, course.chance, vehicles)
    radios = tuple(die.name for die in found.figures if die.radio_lost)
    course.happen(
        MenDiced(
            target=target,
            dice=tuple(ManDie(die.name, die.die, die.at_most, die.radio_die) for die in found.figures),
            vehicles=tuple(SoftDie(die.vehicle, die.die, die.needs, die.fire_die) for die in found.vehicles),
            casualties=tuple(
                id_ for id_ in found.casualties if course.state.figure(id_).life is before.figure(id_).life
            ),
            radios=radios,
            destroyed=tuple(die.vehicle for die in found.vehicles if die.destroyed),
            burning=tuple(die.vehicle for die in found.vehicles if die.destroyed and die.burns),
            by=by,
            citations=("IA-ident.first", "IA-ident.rest", "IA-ident.priority", "IA-soft.vehicle-save", "IA-soft.radio"),
        )
    )
    for die in found.vehicles:
        if die.destroyed:
            stand_clear(course, die.vehicle, [man.id for man in before.aboard(die.vehicle)])


NEVER_BURN = (VehicleKind.HORSE, VehicleKind.CYCLE)


def _going(state: State, vehicle: str) -> VehicleGoing:
    doing = state.vehicle(vehicle).doing
    if doing.moved <= 0:
        return VehicleGoing.STATIONARY
    return VehicleGoing.DASHING if doing.dashed else VehicleGoing.MOVING


def as_target(
    state: State,
    man: Figure,
    sources: Sequence[Point],
    attacks: Sequence[Weapon | Charge],
    collapsed: frozenset[str],
) -> TargetFigure:
    at = state.measured(man) or (0.0, 0.0)
    vehicle = state.find_vehicle(man.aboard)
    soft = vehicle is not None and not vehicle.hard
    sheltered = cover(state, man, min(sources, key=lambda s: between(s, at), default=None))
    throws = _grenades(state, man)
    posture = counted_posture(_under_fire(state, man), serves_heavy_weapon=crouches(state, man), throws=throws)
    work = work_at(state, man.at)
    return TargetFigure(
        man.id,
        erect=soft or posture is Posture.ERECT,
        moving=man.doing.moved > 0,
        firing=_fires(state, man),
        cover=sheltered,
        rank=man.rank,
        metres=min((between(source, at) for source in sources), default=0.0),
        first=attacked_works(sheltered, attacks, work in collapsed),
        radio=man.has(Gear.RADIO),
        vehicle=vehicle.id if soft and vehicle is not None else "",
    )


def _fires(state: State, man: Figure) -> bool:
    """He fires or grenades in this period: the shots were fired before anybody is diced for."""
    return man.doing.fired or man.doing.grenaded
