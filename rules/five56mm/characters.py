"""The people and vehicles of a battle: immutable values, what they carry and what has become of them.

Things that last to the end of a turn carry its number (`fired_turn == state.turn`), so that a new turn resets nothing.
Distances are inches; places are (x, y) on the board, None when the battle has no board.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from rules.five56mm.book.injury import WoundOnRecord, incapacitated, one_action
from rules.five56mm.book.morale import Courage
from rules.five56mm.book.profile import Gear, Skill, Traits
from rules.five56mm.book.tables import VehicleProfile
from rules.five56mm.book.target_number import Help
from rules.five56mm.book.vehicle_damage import Damage
from rules.five56mm.book.weapons import Arm
from rules.kernel.action import SideId
from rules.kernel.chance import Card

Point = tuple[float, float]


class Life(StrEnum):
    """`LEFT`: off the table or taken off by the umpire, but alive (MM-R69, MM-R90)."""

    ALIVE = "alive"
    DEAD = "dead"
    LEFT = "left the table"


class Stance(StrEnum):
    """What a character keeps doing until his next card. MM-R16, MM-R17."""

    NONE = "none"
    STEALTH = "Stealth"
    HIDDEN = "Hiding"
    SPRINTING = "Sprinting"
    CARRYING = "Carrying"
    CARRIED = "carried"
    COVERING = "Covering Fire"


@dataclass(frozen=True, slots=True)
class Poison:
    """CS gas in the lungs: the TN that felled him, and the turn in which he left the cloud (None: still in it).
    MM-7.8.6, MM-7.8.8, MM-R32."""

    number: int
    left_turn: int | None = None


@dataclass(frozen=True, slots=True)
class Burning:
    """White phosphorous on him: his distance from the explosion and its turn. MM-7.8.10, MM-R33."""

    distance: float
    turn: int


@dataclass(frozen=True, slots=True)
class Character:
    """One man or woman on the table."""

    id: str
    name: str
    number: int
    rank: str
    side: SideId
    squad: str
    traits: Traits
    cards: tuple[Card, ...]
    arms: tuple[Arm, ...] = ()
    """As they are now; `traits.arms` are those he came with."""
    at: Point | None = None
    facing: float = 0.0
    life: Life = Life.ALIVE
    left: str = ""
    """The edge by which he left the table of his own will. MM-R215."""
    wounds: tuple[WoundOnRecord, ...] = ()
    poison: Poison | None = None
    burning: Burning | None = None
    stance: Stance = Stance.NONE
    partner: str | None = None
    """He whom he carries, or who carries him."""
    vehicle: str | None = None
    place: str = ""
    """driver, gunner, passenger, pilot or co-pilot."""
    fired_turn: int | None = None
    moved_since: bool = False
    """He has changed his position since he Fired (MM-3.2.7)."""
    goes: int = 0
    """Cards drawn for him in `goes_turn`."""
    goes_turn: int = 0
    acted_turn: int | None = None
    """The turn in which he last took an action."""
    lost_actions: int = 0
    """Of his next go, by a stun grenade (MM-R31)."""
    threw_back_turn: int | None = None
    gave_up_turn: int | None = None
    """The turn whose go he gave up to carry or be carried (MM-R51)."""
    escape_penalty: int = 0
    escape_turn: int = 0
    courage: Courage = Courage.STEADY
    failed_rallies: int = 0
    spent: tuple[Help, ...] = ()
    """Once-per-game skills used."""
    luck: int = 0
    luck_turn: int | None = None
    luck_armed: bool = False
    level: int = 0
    """The floor of the house that he is in, and its roof as the one above the last; 0: the ground. MM-R225"""

    @property
    def alive(self) -> bool:
        return self.life is Life.ALIVE

    @property
    def down(self) -> bool:
        """Mortally Wounded and not helped: no action at all. MM-5.01.4."""
        return incapacitated(self.wounds)

    @property
    def able(self) -> bool:
        return self.alive and not self.down

    @property
    def one_action(self) -> bool:
        return one_action(self.wounds)

    def has(self, skill: Skill) -> bool:
        return skill in self.traits.skills

    def wears(self, gear: Gear) -> bool:
        return gear in self.traits.gear

    def arm(self, key: str) -> Arm | None:
        return next((arm for arm in self.arms if arm.weapon == key), None)


@dataclass(frozen=True, slots=True)
class Vehicle:
    """A vehicle. `moved`: inches in its driver's last go (MM-12.6.5); `hover`: TN for those aboard while it hovers."""

    id: str
    name: str
    side: SideId
    profile: VehicleProfile
    at: Point | None = None
    facing: float = 0.0
    mounts: tuple[Arm, ...] = ()
    door: Literal["right", "left"] = "right"
    """The side on which its first door gun is; a second one is on the other. MM-R213."""
    weapons_work: bool = True
    damage: tuple[Damage, ...] = ()
    moved: float = 0.0
    left: str = ""
    """The edge by which it has left the table. MM-R215."""
    full_speed: bool = False
    flying: bool = False
    hover: int | None = None
    unattended: bool = False
    """A helicopter whose pilot did nothing in its last turn (MM-R59)."""
    flown_turn: int | None = None
    fired: tuple[tuple[str, str], ...] = ()
    """(mounted weapon, who fired it) of `fired_turn`. MM-R210."""
    fired_turn: int | None = None

    @property
    def helicopter(self) -> bool:
        return self.profile.kind == "helicopter"

    @property
    def wreck(self) -> bool:
        return Damage.DESTROYED in self.damage

    @property
    def stopped(self) -> bool:
        return Damage.IMMOBILISED in self.damage or self.wreck
