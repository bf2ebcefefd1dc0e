"""12.4 Where the weapons of a vehicle bear: a turret all round, a door gun to its side, a hull to the front."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rules.five56mm.book.tables import NUMBERS, Weapon
from rules.five56mm.book.weapons import Arm
from rules.five56mm.play.ground import field
from rules.five56mm.play.ground.facts import IN_ARC, Facts
from rules.five56mm.state import Character, Point, State, Vehicle
from rules.kernel.changing import replace
from rules.kernel.violation import RuleViolation
from rules.table.measure import at, in_arc

OTHER_SIDE = {"right": "left", "left": "right"}
HAND = {"right": 90.0, "left": -90.0}
"""Degrees from the vehicle's nose."""


Target = Character | Vehicle


@dataclass(frozen=True, slots=True)
class Gun:
    """A ranged weapon at hand: the firer's own, or mounted on his vehicle."""

    arm: Arm
    profile: Weapon
    vehicle: str | None = None


def bearing_guns(state: State, who: Character, of: Iterable[Gun], target: Target) -> tuple[Gun, ...]:
    """Those that he can point at the target. MM-12.4.1, MM-R213."""
    return tuple(gun for gun in of if bears(state, who, gun, target))


def require_bearing(state: State, who: Character, gun: Gun, target: Target) -> None:
    """RuleViolation for a mounted weapon that does not bear. MM-12.4.1, MM-R213."""
    if not bears(state, who, gun, target):
        raise does_not_bear(state, gun, target)


def bears(state: State, who: Character, gun: Gun, target: Target) -> bool:
    """Whether he can point it there: his own weapon anywhere, a mounted one where it bears. MM-12.4.1, MM-R213."""
    vehicle = state.find_vehicle(gun.vehicle)
    if vehicle is None or vehicle.profile.mounting == "turret":
        return True

    def measured() -> bool | None:
        token = field.token(state, target.id)
        return None if token is None else _reached(state, vehicle, gun.arm.weapon, at(token))

    return bool(Facts(state).known(IN_ARC, who.id, target.id, None, measured, True))


def _reached(state: State, vehicle: Vehicle, weapon: str, place: Point) -> bool | None:
    """By some weapon of that kind on it. None without a board."""
    hull = field.vehicle_token(vehicle)
    if state.board is None or hull is None:
        return None
    if vehicle.profile.mounting == "hull":
        return in_arc(hull, place, NUMBERS.covering_arc)
    doors = (door_of(vehicle, number) for number, arm in enumerate(vehicle.mounts) if arm.weapon == weapon)
    turned = (replace(hull, facing=(hull.facing + HAND[door]) % 360.0) for door in doors)
    return any(in_arc(door, place, NUMBERS.field_of_sight) for door in turned)


def door_of(vehicle: Vehicle, number: int) -> str:
    """The side of one of its door guns, counted from 0. MM-R213."""
    return vehicle.door if number % 2 == 0 else OTHER_SIDE[vehicle.door]


def does_not_bear(state: State, gun: Gun, target: Target) -> RuleViolation:
    """The refusal of a shot with a mounted weapon that is not where it bears."""
    assert gun.vehicle is not None
    vehicle = state.vehicle(gun.vehicle)
    where = "its own side" if vehicle.profile.mounting == "door" else "the front"
    return RuleViolation(
        "does-not-bear",
        f"The {gun.profile.title} of {vehicle.name} covers {where}, and {target.name} is not there.",
        citation="MM-R213",
        remedy="Choose another target or weapon, or turn the vehicle first.",
    )
