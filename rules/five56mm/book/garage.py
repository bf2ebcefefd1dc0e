"""12.8, 12.9 The vehicles that a squad may own: each of the book's, and with each weapon that its turret takes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.five56mm.book.tables import VEHICLES, WEAPONS, VehicleProfile
from rules.five56mm.book.vehicle_damage import Damage
from rules.seam.forces import ElementKind, ElementType
from rules.seam.sheets import SheetKind


@dataclass(frozen=True, slots=True)
class VehicleTraits:
    """What the roster says of a vehicle. `turret`: the weapon mounted. MM-12.8.2."""

    profile: str
    turret: str | None = None


_REMEDY = "Have it repaired, or replace it."
_TRAITS = SheetKind(VehicleTraits, remedy=_REMEDY)
_DAMAGE = SheetKind(tuple[Damage, ...], remedy=_REMEDY, empty="[]")


def load_vehicle(traits: str, condition: str, name: str) -> tuple[VehicleTraits, tuple[Damage, ...]]:
    """What it is, and the damage that it brings along. RuleViolation for what cannot be read."""
    return _TRAITS.load(traits, name), _DAMAGE.load(condition, name)


def dump_damage(damage: tuple[Damage, ...]) -> str:
    """For `Service.condition`."""
    return _DAMAGE.dump(damage) if damage else ""


def key_of(profile: str, turret: str | None) -> str:
    """ "hmmv", "hmmv+m2"."""
    return profile if turret is None else f"{profile}+{turret}"


def _types(profile: VehicleProfile) -> Iterator[ElementType]:
    for turret in (None, *profile.turret):
        armed = turret is not None
        seats = profile.turret_passengers if armed else profile.passengers
        yield ElementType(
            key=key_of(profile.key, turret),
            kind=ElementKind.VEHICLE,
            title=f"{profile.title} with {WEAPONS[turret].title}" if armed else profile.title,
            traits=_TRAITS.dump(VehicleTraits(profile.key, turret)),
            places=(*dict.fromkeys((*profile.crew, *(("gunner",) if armed else ()))), *(("passenger",) * seats)),
        )


VEHICLE_TYPES: tuple[ElementType, ...] = tuple(each for profile in VEHICLES.values() for each in _types(profile))
BY_KEY = {each.key: each for each in VEHICLE_TYPES}
