"""Events of fire: spotting, shots, ammunition, grenades and explosions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.five56mm.book.explosions import Scatter
from rules.five56mm.book.target_number import Roll
from rules.five56mm.book.weapons import AmmoTest
from rules.five56mm.state import Grenade, Point
from rules.kernel.event import Event
from rules.kernel.facts import Fact


@dataclass(frozen=True, slots=True, kw_only=True)
class SpotTried(Event):
    """MM-3.2.3, MM-4.2.6."""

    kind: Literal["spot-tried"] = "spot-tried"
    spotter: str
    target: str
    rolls: tuple[Roll, ...]
    seen: bool
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Shot(Event):
    """One shot. `target`: a character, a vehicle, or None for a place. `reveals`: it gives the firer's position away
    (MM-7.4.3). `turned`: he has turned towards it (MM-R95)."""

    kind: Literal["shot"] = "shot"
    firer: str
    target: str | None
    at: Point | None
    weapon: str
    roll: Roll
    hit: bool
    number: int = 1
    auto_fire: bool = False
    covering: bool = False
    reveals: bool = True
    turned: float | None = None
    vehicle: str | None = None
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Dud(Event):
    """An M203 grenade that had not flown far enough to arm. MM-7.5.5, MM-R27."""

    kind: Literal["dud"] = "dud"
    firer: str
    distance: float


@dataclass(frozen=True, slots=True, kw_only=True)
class AmmoTested(Event):
    """An Ammo roll. `vehicle`: the weapon is mounted on it. MM-7.0.10."""

    kind: Literal["ammo-tested"] = "ammo-tested"
    character: str
    test: AmmoTest
    vehicle: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WeaponSpent(Event):
    """A one-shot weapon is used up. MM-7.9.3."""

    kind: Literal["weapon-spent"] = "weapon-spent"
    character: str
    weapon: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Thrown(Event):
    """A grenade in the air; a miss is followed by `Scattered`. `back`: it was thrown once before. MM-3.2.14."""

    kind: Literal["thrown"] = "thrown"
    thrower: str
    grenade: str
    aim: Point | None
    roll: Roll
    target: str | None = None
    """At whom; None: at a place."""
    back: bool = False
    turned: float | None = None
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class GrenadeLanded(Event):
    """It lies there and has not yet gone off: somebody may throw it back. MM-3.2.18."""

    kind: Literal["grenade-landed"] = "grenade-landed"
    grenade: Grenade


@dataclass(frozen=True, slots=True, kw_only=True)
class GrenadeLeft(Event):
    """A side leaves it where it is."""

    kind: Literal["grenade-left"] = "grenade-left"
    side: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GrenadePicked(Event):
    """Somebody tries to pick it up. MM-3.2.19, MM-3.2.20."""

    kind: Literal["grenade-picked"] = "grenade-picked"
    character: str
    roll: Roll


@dataclass(frozen=True, slots=True, kw_only=True)
class Scattered(Event):
    """A grenade or a launched round comes down elsewhere. MM-3.2.16, MM-3.2.17, MM-R27."""

    kind: Literal["scattered"] = "scattered"
    firer: str
    scatter: Scatter
    at: Point | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Exploded(Event):
    """`of`: frag, stun, cs, wp, law, rpg, or vehicle. `cloud`: number of the gas cloud that it makes."""

    kind: Literal["exploded"] = "exploded"
    of: str
    at: Point | None
    by: str | None = None
    cloud: int | None = None
    radius: float = 0.0
    level: int = 0
    """The floor or roof on which it went off. MM-R230"""


FireEvent: TypeAlias = (
    SpotTried | Shot | Dud | AmmoTested | WeaponSpent | Thrown | GrenadeLanded | GrenadeLeft | GrenadePicked | Scattered
    | Exploded
)  # fmt: skip
