"""9.0 Characters and 10.0 Special Skills: what the roster says of a figure and of a squad, and which squads are lawful.

The traits are the JSON that the campaign keeps for a figure or a unit without reading it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules.five56mm.book.injury import Level
from rules.five56mm.book.weapons import Arm
from rules.seam.sheets import SheetKind


class Skill(StrEnum):
    """The fourteen special skills (10.0)."""

    NAILS = "Nails"
    SHARPSHOOTER = "Sharpshooter"
    SNIPER = "Sniper"
    MEDIC = "Medic"
    LEADER = "Leader"
    BLACK_BELT = "Black-Belt"
    DRIVER = "Driver"
    LUCKY = "Lucky Bastard"
    FEARLESS = "Fearless"
    PILOT = "Pilot"
    TRACKER = "Tracker"
    MACHINE_GUNNER = "Machine Gunner"
    ELITE = "Elite"
    HEAVY_WEAPONS = "Heavy Weapons"


class Gear(StrEnum):
    """Equipment of 8.0 that is worn or carried; sights belong to a weapon (`Arm.sights`)."""

    FIRST_AID_KIT = "first aid kit"
    BODY_ARMOUR = "body armour"
    RESPIRATOR = "respirator"
    GOGGLES = "night vision goggles"
    RADIO = "patrol radio"


ABILITIES = ("movement", "weapons", "strength", "morale")
HIGHEST = 3
"""Ability scores run from 0 to 3 (MM-9.0.2)."""
OFFICERS = ("sergeant", "staff sergeant", "warrant officer", "lieutenant", "captain", "major", "colonel", "commander")
"""Ranks that may lead a squad: Sergeant and above. MM-11.1R.1."""


@dataclass(frozen=True, slots=True)
class Traits:
    """A character's sheet. `leader`: he leads his squad (not the skill of that name)."""

    movement: int = 0
    weapons: int = 0
    strength: int = 0
    morale: int = 0
    skills: tuple[Skill, ...] = ()
    arms: tuple[Arm, ...] = ()
    gear: tuple[Gear, ...] = ()
    leader: bool = False
    wounds: tuple[Level, ...] = ()
    """Wounds that he brings along from the battle before (switch wounds-between-battles, MM-R92)."""
    injuries: tuple[str, ...] = ()
    """What lasts of earlier wounds; the abilities are those without it. MM-R291"""

    def ability(self, name: str) -> int:
        return {"movement": self.movement, "weapons": self.weapons, "strength": self.strength, "morale": self.morale}[
            name
        ]

    @property
    def abilities(self) -> int:
        """Ability points in all."""
        return self.movement + self.weapons + self.strength + self.morale


@dataclass(frozen=True, slots=True)
class VehicleSpec:
    """A vehicle that a squad brings. `places`: (place, number of the figure) pairs: driver, gunner, pilot, co-pilot,
    passenger. `turret`: the weapon mounted. MM-12.0.1, MM-12.8.2."""

    profile: str
    name: str = ""
    turret: str | None = None
    places: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class SquadTraits:
    """What the roster says of a squad. `elites`: how many Elite characters its scenario allows (MM-10.E.2);
    `vehicles`: of a squad that was raised before vehicles stood on the roster by themselves."""

    vehicles: tuple[VehicleSpec, ...] = ()
    elites: int = 1


_TRAITS = SheetKind(Traits)
_SQUAD = SheetKind(SquadTraits)
load_traits, dump_traits = _TRAITS.load, _TRAITS.dump
load_squad, dump_squad = _SQUAD.load, _SQUAD.dump
