"""The vehicles and guns that a unit may have: facts of the real ones, put into the book's classes.

IA-intro.weapon-classes, IA-R007, IA-R008
"""

from __future__ import annotations

import tomllib
from decimal import Decimal
from importlib.resources import files

from pydantic import BaseModel, ConfigDict

from rules.infantry_action.book.kinds import Gear, Weapon
from rules.infantry_action.book.points import MISSILES, Cost, SmallMount
from rules.infantry_action.book.troops import afv_cost, mount_cost, soft_vehicle_cost, weapon_cost
from rules.infantry_action.figures import Mount, RunningGear, VehicleKind, VehicleType
from rules.infantry_action.forces.traits import dump_element, load_element
from rules.kernel.violation import RuleViolation
from rules.seam.forces import ElementKind, ElementType

DRIVER, COMMANDER, GUNNER, PASSENGER = "driver", "commander", "gunner", "passenger"
SERVERS = (GUNNER, "number two", "number three", "crew", "crew")
"""Of a gun: places of its crew."""


class _Vehicle(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    key: str
    title: str
    kind: VehicleKind = VehicleKind.AFV
    going: RunningGear = RunningGear.TRACKED
    tons: Decimal = Decimal(0)
    weapons: tuple[Weapon, ...] = ()
    turret: int = 0
    """How many of its weapons, from the first, bear with the turret."""
    heavy: tuple[int, ...] = ()
    """Which of its weapons, from 1, are machine guns of at least 12.7 mm. IA-at.light-weapons"""
    crew: int = 1
    seats: int = 0
    tank: bool = False
    apc: bool = False
    self_propelled: bool = False
    open_topped: bool = False
    amphibious: bool = False
    projectors: bool = False
    flail: bool = False
    line_charge: bool = False
    night_device: bool = False
    searchlight: bool = False
    calibre: int = 0
    radio: bool = False
    """It is bought with a set. IA-R027"""
    length: float = 7.0
    width: float = 3.0


class _Gun(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    key: str
    title: str
    weapon: Weapon
    crew: int = 3
    shield: bool = False
    calibre: int = 0


class _Sheet(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    vehicle: tuple[_Vehicle, ...]
    gun: tuple[_Gun, ...]


def _load() -> _Sheet:
    text = files("rules.infantry_action.forces").joinpath("garage.toml").read_text("utf-8")
    return _Sheet.model_validate(tomllib.loads(text))


_SHEET = _load()
_VEHICLES = {each.key: each for each in _SHEET.vehicle}
_GUNS = {each.key: each for each in _SHEET.gun}
SMALL = {
    VehicleKind.MOTORCYCLE: SmallMount.MOTORCYCLE,
    VehicleKind.CYCLE: SmallMount.CYCLE,
    VehicleKind.HORSE: SmallMount.HORSE,
}


def _type(each: _Vehicle) -> VehicleType:
    return VehicleType(
        key=each.key,
        title=each.title,
        kind=each.kind,
        going=each.going,
        tons=each.tons,
        weapons=each.weapons,
        crew=each.crew,
        seats=each.seats,
        tank=each.tank,
        apc=each.apc,
        self_propelled=each.self_propelled,
        open_topped=each.open_topped,
        amphibious=each.amphibious,
        turreted=each.turret > 0,
        projectors=each.projectors,
        flail=each.flail,
        line_charge=each.line_charge,
        night_device=each.night_device,
        searchlight=each.searchlight,
        calibre=each.calibre,
        length=each.length,
        width=each.width,
    )


VEHICLES: dict[str, VehicleType] = {each.key: _type(each) for each in _SHEET.vehicle}


def mounts(model: str) -> tuple[Mount, ...]:
    """A vehicle's weapons, turret guns first; a missile set with its missiles. IA-cost.missiles"""
    each = _VEHICLES[model]
    return tuple(
        Mount(
            weapon,
            turret=number < each.turret,
            missiles=MISSILES if weapon is Weapon.MISSILE else 0,
            heavy=number + 1 in each.heavy,
        )
        for number, weapon in enumerate(each.weapons)
    )


def vehicle_gear(model: str) -> tuple[Gear, ...]:
    return (Gear.RADIO,) if _VEHICLES[model].radio else ()


def vehicle_value(model: str) -> Cost:
    """A vehicle with what is mounted on it. Aircraft are covered by the surcharge of those whom they land; their
    weapons are paid for. IA-cost.afv, IA-cost.soft-vehicle, IA-cost.small-mounts, IA-R007, IA-R008"""
    each = _VEHICLES[model]
    gear = vehicle_gear(model)
    if each.kind is VehicleKind.AFV:
        return afv_cost(each.tons, each.weapons, gear)
    if each.kind in SMALL:
        return mount_cost(SMALL[each.kind], each.weapons, gear)
    if each.kind.aircraft:
        return sum((weapon_cost(weapon) for weapon in each.weapons), Cost())
    return soft_vehicle_cost(each.tons, each.weapons, gear)


def gun_weapon(model: str) -> Weapon:
    return _GUNS[model].weapon


def gun_facts(model: str) -> tuple[bool, int]:
    """Whether it has a shield, and its calibre."""
    return _GUNS[model].shield, _GUNS[model].calibre


def value_of(model: str) -> Cost:
    """The price of a vehicle or gun by itself. IA-cost.vehicle-extras, IA-cost.equipment-50"""
    return weapon_cost(_GUNS[model].weapon) if model in _GUNS else vehicle_value(model)


def is_gun(model: str) -> bool:
    return model in _GUNS


def read_model(traits: str, name: str) -> str:
    """The key of a roster's element. RuleViolation for one that is in neither list."""
    model = load_element(traits, name).model
    if model not in _GUNS and model not in _VEHICLES:
        raise RuleViolation(
            "unknown-model",
            f"{name} is of no known type: {model!r}.",
            remedy="Give it a type from the garage.",
        )
    return model


# ── As the campaign keeps them ────────────────────────────────────────────────────────────────────────────────────


def crew_places(model: str) -> tuple[str, ...]:
    """The places of a crew: an AFV has a commander beside its driver, passengers come last."""
    each = _VEHICLES[model]
    first = (DRIVER, COMMANDER) if each.kind is VehicleKind.AFV else (DRIVER,)
    crew = (*first, *(GUNNER,) * (each.crew - len(first)))[: each.crew]
    return (*crew, *(PASSENGER,) * each.seats)


def _element(each: _Vehicle | _Gun) -> ElementType:
    if isinstance(each, _Gun):
        places = SERVERS[: each.crew]
        return ElementType(each.key, ElementKind.GUN, each.title, dump_element(each.key), places=places)
    kind = ElementKind.ANIMAL if each.kind is VehicleKind.HORSE else ElementKind.VEHICLE
    return ElementType(each.key, kind, each.title, dump_element(each.key), places=crew_places(each.key))


ELEMENT_TYPES: tuple[ElementType, ...] = tuple(_element(each) for each in (*_SHEET.vehicle, *_SHEET.gun))
BY_KEY = {each.key: each for each in ELEMENT_TYPES}
