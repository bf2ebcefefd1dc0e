"""What a scenario brings to a battle beyond forces and board: light, Jokers, radio calls, vehicles, equipment.

It is the JSON of `Muster.scenario`; `details` is how a scenario file writes it. What a Joker or a call brings about is
the script's (`rules.script`); `event` is what is said of it at once, where there is no script.
"""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from rules.five56mm.book.profile import Gear
from rules.five56mm.book.tables import VehicleProfile
from rules.five56mm.book.vehicle_damage import Damage
from rules.five56mm.book.weapons import WeaponSight
from rules.kernel.action import SideId
from rules.seam.sheets import ScenarioData


class JokerPlan(ScenarioData):
    """A Joker in the turn deck. MM-2.3T.11."""

    card: Literal["RJ", "BJ"]
    event: str = Field(default="", max_length=80)
    once: bool = False


class RadioPlan(ScenarioData):
    """A call that the Patrol Radio may make. MM-4.9.1, MM-R60."""

    key: str = Field(min_length=1, max_length=60)
    number: int = Field(ge=1, le=12)
    event: str = Field(default="", max_length=80)
    once: bool = True
    side: SideId | None = None
    """Whose call it is; None: anybody's."""


class Kit(ScenarioData):
    """Equipment given to a character, by his id. MM-8.0.1."""

    figure: str
    gear: tuple[Gear, ...] = ()
    sights: tuple[WeaponSight, ...] = ()
    """On his first weapon that takes one."""
    ammo_low: tuple[str, ...] = ()
    """Weapons that are low on ammunition. MM-7.0.9."""


class VehiclePlan(ScenarioData):
    """A vehicle of a side. `crew`: (place, id of the figure). MM-12.0.1."""

    id: str = Field(min_length=1, max_length=40)
    side: SideId
    profile: str
    name: str = ""
    turret: str | None = None
    door: Literal["right", "left"] = "right"
    at: tuple[float, float] | None = None
    facing: float = 0.0
    flying: bool = False
    crew: tuple[tuple[str, str], ...] = ()
    damage: tuple[Damage, ...] = ()
    """That it brings along from earlier battles."""


class StandingPlan(ScenarioData):
    """Where one figure stands at the start, as it is written: "roof of the Mill". MM-R225"""

    figure: str
    at: str = Field(min_length=1, max_length=80)


class ScenarioPlan(ScenarioData):
    """Everything. `profiles`: vehicles of the scenario's own with the fields of the book's (MM-R87)."""

    light: Literal["Full Light", "Low Light", "No Light", "roll"] | None = None
    jokers: tuple[JokerPlan, ...] = ()
    radio: tuple[RadioPlan, ...] = ()
    vehicles: tuple[VehiclePlan, ...] = ()
    profiles: tuple[VehicleProfile, ...] = ()
    kit: tuple[Kit, ...] = ()
    standing: tuple[StandingPlan, ...] = ()
    elites: int = Field(default=1, ge=0)
    care: bool = True
