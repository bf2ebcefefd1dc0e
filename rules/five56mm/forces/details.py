"""What scenario files say beyond the common parts under this rule set: light, Jokers, radio calls, vehicles, equipment,
and figures written out one by one. Compiled to `scenario.Scenario` when a battle is mustered.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from rules.five56mm.book.organisations import read_arm
from rules.five56mm.book.profile import HIGHEST, Gear, Skill, Traits, dump_traits
from rules.five56mm.book.squads import faults
from rules.five56mm.book.tables import MELEE, VEHICLES, WEAPONS, VehicleProfile
from rules.five56mm.book.weapons import Arm, WeaponSight
from rules.five56mm.forces.scenario import JokerPlan, Kit, RadioPlan, ScenarioPlan, StandingPlan, VehiclePlan
from rules.seam.forces import FigurePlan, UnitPlan
from rules.seam.scenario_part import FigureSheet, Mention, ScenarioCast, ScenarioPart, SheetFault
from rules.table.board import Point

Score = Annotated[int, Field(ge=0, le=HIGHEST)]
Figure = Annotated[str, Field(pattern=r"^[a-z0-9-]+\.\d+$", description="alpha.3: the third figure of alpha")]
Colour = Literal["red", "black"]
CARDS: dict[Colour, Literal["RJ", "BJ"]] = {"red": "RJ", "black": "BJ"}
LOADS = ("frag", "stun", "cs", "wp")
"""What an M203 may fire. MM-7.5.7."""


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


# ── Figures written out ───────────────────────────────────────────────────────────────────────────────────────────


class Abilities(_Part):
    movement: Score = 0
    weapons: Score = 0
    strength: Score = 0
    morale: Score = 0


def _arm(text: str) -> Arm:
    """Raises ValueError for a weapon, a sight or a load that there is not."""
    key = text.partition(":")[0].partition("+")[0]
    if key not in WEAPONS and key not in MELEE:
        raise ValueError(f"there is no weapon “{key}”; there is: {', '.join((*WEAPONS, *MELEE))}")
    try:
        arm = read_arm(text)
    except ValueError:
        raise ValueError(
            f"“{text}”: the sights are {', '.join(WeaponSight)}, written “ak47+telescopic sight”"
        ) from None
    if wrong := [load for load in arm.loads if load not in LOADS]:
        raise ValueError(f"“{text}”: an M203 fires {', '.join(LOADS)}, not {', '.join(wrong)}")
    return arm


class CharacterSheet(FigureSheet):
    """A character. `weapons` as the organisations have them: "ak47+telescopic sight", "m203:frag+stun". MM-9.0.2."""

    rank: str = Field(default="Private", min_length=1, max_length=40)
    role: str = Field(default="", max_length=60)
    abilities: Abilities | Annotated[list[Score], Field(min_length=4, max_length=4)] = Abilities()
    skills: list[Skill] = Field(default_factory=lambda: list[Skill]())
    weapons: list[str] = Field(default_factory=lambda: list[str](), max_length=8)
    gear: list[Gear] = Field(default_factory=lambda: list[Gear]())

    @field_validator("weapons")
    @classmethod
    def _there_are_such(cls, weapons: list[str]) -> list[str]:
        for text in weapons:
            _arm(text)
        return weapons

    def traits(self, *, leader: bool) -> Traits:
        own = self.abilities
        scores = own if isinstance(own, list) else [own.movement, own.weapons, own.strength, own.morale]
        arms = tuple(_arm(text) for text in self.weapons)
        return Traits(*scores, skills=tuple(self.skills), arms=arms, gear=tuple(self.gear), leader=leader)


def written_out(plan: UnitPlan, sheets: Sequence[CharacterSheet]) -> UnitPlan:
    """A force of a scenario, which need not be ten men and has no limit of Upgrades; its first figure leads it. The
    organisation's vehicles stay at home. Raises SheetFault. MM-11.1.1, MM-10.L.2, MM-10.E.2, MM-7.0.2."""
    members = [sheet.traits(leader=number == 1) for number, sheet in enumerate(sheets, start=1)]
    elites = sum(Skill.ELITE in member.skills for member in members)
    for fault in faults(members, [sheet.rank for sheet in sheets], None, elites=elites):
        raise SheetFault(fault.who, f"{fault.words} ({fault.citation})")
    figures = tuple(
        FigurePlan(number, sheet.rank, sheet.role, dump_traits(traits))
        for number, (sheet, traits) in enumerate(zip(sheets, members, strict=True), start=1)
    )
    return replace(plan, traits="{}", figures=figures, elements=())


# ── Details ───────────────────────────────────────────────────────────────────────────────────────────────────────


class RadioCall(_Part):
    """What the radio brings. MM-4.9.1."""

    number: int = Field(ge=1, le=12, description="Target Number of the call")
    once: bool = True
    side: str | None = Field(default=None, description="whose call it is; left out: anybody's")


class VehiclePart(_Part):
    """A vehicle. `crew`: place (driver, gunner, pilot, co-pilot, passenger) to a figure or several. MM-12.0.1."""

    side: str
    profile: str = Field(description="key of the vehicle's profile")
    name: str = Field(default="", max_length=60)
    turret: str | None = None
    door: Literal["right", "left"] = Field(default="right", description="side of a helicopter's door gun")
    at: tuple[float, float] | str | None = Field(default=None, description="map reference, or [x, y]")
    facing: Annotated[float, Field(ge=0, lt=360)] = 0.0
    flying: bool = False
    crew: dict[str, Figure | list[Figure]] = Field(default_factory=lambda: {})


class KitPart(_Part):
    """Equipment for one figure beyond his sheet. MM-8.0.1, MM-7.0.9."""

    gear: list[Gear] = Field(default_factory=lambda: list[Gear]())
    sights: list[WeaponSight] = Field(default_factory=lambda: list[WeaponSight]())
    ammo_low: list[str] = Field(default_factory=lambda: list[str]())


class Details(_Part):
    """The `details` of a 5.56mm scenario."""

    light: Literal["Full Light", "Low Light", "No Light", "roll"] | None = Field(
        default=None, description="left out: as the board says"
    )
    jokers: dict[Colour, Literal["once", "again"]] | list[Colour] = Field(
        default_factory=lambda: list[Colour](), description="in the deck; “once”: gone when it was turned"
    )
    radio: dict[str, Annotated[int, Field(ge=1, le=12)] | RadioCall] = Field(
        default_factory=lambda: {}, description="calls that are answered, with their Target Number"
    )
    vehicles: dict[str, VehiclePart] = Field(default_factory=lambda: {}, description="by id")
    profiles: list[VehicleProfile] = Field(default_factory=lambda: list[VehicleProfile](), description="vehicles again")
    kit: dict[Figure, KitPart] = Field(default_factory=lambda: {}, description="equipment by figure")
    standing: dict[Figure, Annotated[str, Field(min_length=1, max_length=80)]] = Field(
        default_factory=lambda: {}, description="where a figure stands apart from his squad: roof of the Mill"
    )
    elites: int = Field(default=1, ge=0, le=20, description="Elite characters that a squad may have")
    care: bool = Field(default=True, description="there is medical care after the battle")

    @model_validator(mode="after")
    def _one_place_for_each(self) -> Details:
        seated = [figure for vehicle in self.vehicles.values() for _, figure in _seats(vehicle)]
        twice = next((figure for figure in seated if seated.count(figure) > 1), None)
        if twice is not None:
            raise ValueError(f"vehicles: {twice} has two places")
        if any(not 1 <= len(name) <= 60 for name in self.radio):
            raise ValueError("radio: the name of a call has up to 60 letters")
        return self


def _seats(vehicle: VehiclePart) -> Iterator[tuple[str, str]]:
    for place, figures in vehicle.crew.items():
        for figure in [figures] if isinstance(figures, str) else figures:
            yield place, figure


def _mentions(details: Details) -> Iterable[Mention]:
    profiles = VEHICLES | {profile.key: profile for profile in details.profiles}
    for key, vehicle in details.vehicles.items():
        yield Mention(("vehicles", key, "side"), "side", vehicle.side)
        yield Mention(("vehicles", key, "profile"), "word", vehicle.profile, tuple(profiles))
        if vehicle.turret is not None and vehicle.profile in profiles:
            yield Mention(("vehicles", key, "turret"), "word", vehicle.turret, profiles[vehicle.profile].turret)
        for place, figure in _seats(vehicle):
            yield Mention(("vehicles", key, "crew", place), "figure", figure)
        if vehicle.at is not None:
            at = vehicle.at if isinstance(vehicle.at, str) else f"{vehicle.at[0]:g},{vehicle.at[1]:g}"
            yield Mention(("vehicles", key, "at"), "place", at)
    for name, call in details.radio.items():
        if isinstance(call, RadioCall) and call.side is not None:
            yield Mention(("radio", name, "side"), "side", call.side)
    for figure in details.kit:
        yield Mention(("kit", figure), "figure", figure)
    for figure in details.standing:
        yield Mention(("standing", figure), "figure", figure)


def _jokers(details: Details) -> tuple[str, ...]:
    return tuple(CARDS[colour] for colour in details.jokers)


def _brought(details: Details, cast: ScenarioCast) -> str:
    """Figures who are not there leave their seats and their equipment unused."""
    once = details.jokers if isinstance(details.jokers, dict) else {}
    calls = {
        name: call if isinstance(call, RadioCall) else RadioCall(number=call) for name, call in details.radio.items()
    }
    scenario = ScenarioPlan(
        light=details.light,
        jokers=tuple(JokerPlan(card=CARDS[c], once=once.get(c) == "once") for c in details.jokers),
        radio=tuple(
            RadioPlan(key=name, number=call.number, once=call.once, side=call.side) for name, call in calls.items()
        ),
        vehicles=tuple(_vehicle(key, vehicle, cast) for key, vehicle in details.vehicles.items()),
        profiles=tuple(details.profiles),
        kit=tuple(
            Kit(figure=who, gear=tuple(kit.gear), sights=tuple(kit.sights), ammo_low=tuple(kit.ammo_low))
            for figure, kit in details.kit.items()
            if (who := cast.figure(figure)) is not None
        ),
        standing=tuple(
            StandingPlan(figure=who, at=at)
            for figure, at in details.standing.items()
            if (who := cast.figure(figure)) is not None
        ),
        elites=details.elites,
        care=details.care,
    )
    return scenario.model_dump_json(exclude_defaults=True)


def _vehicle(key: str, vehicle: VehiclePart, cast: ScenarioCast) -> VehiclePlan:
    at: Point | None = cast.place(vehicle.at) if isinstance(vehicle.at, str) else vehicle.at
    crew = tuple((place, who) for place, name in _seats(vehicle) if (who := cast.figure(name)) is not None)
    return VehiclePlan(
        id=key,
        side=vehicle.side,
        profile=vehicle.profile,
        name=vehicle.name,
        turret=vehicle.turret,
        door=vehicle.door,
        at=at,
        facing=vehicle.facing,
        flying=vehicle.flying,
        crew=crew,
    )


SCENARIO: ScenarioPart[Details, CharacterSheet] = ScenarioPart(
    details=Details,
    sheet=CharacterSheet,
    plan=written_out,
    mentions=_mentions,
    jokers=_jokers,
    calls=lambda details: tuple(details.radio),
    vehicles=lambda details: tuple(details.vehicles),
    brought=_brought,
    orders_name="figures",
)
