"""12.8, 12.9 The vehicles that a squad may own: each of the book's, and with each weapon that its turret takes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pydantic import TypeAdapter, ValidationError

from rules.five56mm.book.tables import VEHICLES, WEAPONS, VehicleProfile
from rules.five56mm.book.vehicle_damage import Damage
from rules.forces import ElementKind, ElementType
from rules.refusals import Why
from rules.violation import RuleViolation


@dataclass(frozen=True, slots=True)
class VehicleTraits:
    """What the roster says of a vehicle. `turret`: the weapon mounted. MM-12.8.2."""

    profile: str
    turret: str | None = None


_TRAITS: TypeAdapter[VehicleTraits] = TypeAdapter(VehicleTraits)
_DAMAGE: TypeAdapter[tuple[Damage, ...]] = TypeAdapter(tuple[Damage, ...])


def load_vehicle(traits: str, condition: str, name: str) -> tuple[VehicleTraits, tuple[Damage, ...]]:
    """What it is, and the damage that it brings along. RuleViolation for what cannot be read."""
    try:
        return _TRAITS.validate_json(traits), _DAMAGE.validate_json(condition or "[]")
    except ValidationError as error:
        raise RuleViolation(
            Why.UNREADABLE_SHEET,
            f"The sheet of {name} cannot be read: {error.errors()[0]['msg']}.",
            remedy="Have it repaired, or replace it.",
        ) from None


def dump_damage(damage: tuple[Damage, ...]) -> str:
    """For `Service.condition`."""
    return _DAMAGE.dump_json(damage).decode() if damage else ""


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
            traits=_TRAITS.dump_json(VehicleTraits(profile.key, turret), exclude_defaults=True).decode(),
            places=(*dict.fromkeys((*profile.crew, *(("gunner",) if armed else ()))), *(("passenger",) * seats)),
        )


VEHICLE_TYPES: tuple[ElementType, ...] = tuple(each for profile in VEHICLES.values() for each in _types(profile))
BY_KEY = {each.key: each for each in VEHICLE_TYPES}
