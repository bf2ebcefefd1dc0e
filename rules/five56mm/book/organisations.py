"""11.0 Squads that a player can raise: Random Squads ready built, forces of a scenario, the book's sample."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib.resources import files
from typing import Literal

from pydantic import BaseModel, ConfigDict

from rules.five56mm.book.garage import BY_KEY, key_of
from rules.five56mm.book.profile import Gear, Skill, Traits, dump_traits
from rules.five56mm.book.weapons import Arm, WeaponSight
from rules.seam.forces import ElementPlan, FigurePlan, Organisation, UnitPlan

_Line = tuple[str, str, tuple[int, int, int, int], tuple[Skill, ...], tuple[str, ...], tuple[Gear, ...]]


class _Vehicle(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    profile: str
    name: str = ""
    turret: str | None = None
    places: tuple[tuple[str, int], ...] = ()


class _Squad(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    key: str
    title: str
    side: Literal["black", "red"]
    nation: str
    locales: tuple[str, ...]
    random: bool
    summary: str
    figures: tuple[_Line, ...]
    vehicles: tuple[_Vehicle, ...] = ()


class _Sheet(BaseModel):
    squad: tuple[_Squad, ...]


@dataclass(frozen=True, slots=True)
class ReadySquad:
    """A squad of the list: sheets and ranks in order."""

    key: str
    random: bool
    ranks: tuple[str, ...]
    members: tuple[Traits, ...]


def read_arm(text: str) -> Arm:
    """ "ak47+telescopic sight", "m203:frag+stun", "m16". Raises ValueError for a sight that there is not."""
    key, _, loads = text.partition(":")
    key, *sights = key.split("+")
    given = tuple(loads.split("+")) if loads else ("frag",) if key == "m203" else ()
    return Arm(key, tuple(WeaponSight(sight) for sight in sights), given)


def _traits(line: _Line, number: int) -> Traits:
    _, _, (movement, weapons, strength, morale), skills, arms, gear = line
    return Traits(
        movement, weapons, strength, morale, skills, tuple(read_arm(arm) for arm in arms), gear, leader=number == 1
    )


def _load() -> tuple[_Squad, ...]:
    text = files("rules.five56mm.book").joinpath("organisations.toml").read_text("utf-8")
    return _Sheet.model_validate(tomllib.loads(text)).squad


_SQUADS = {squad.key: squad for squad in _load()}

ORGANISATIONS: tuple[Organisation, ...] = tuple(
    Organisation(
        squad.key,
        squad.title,
        squad.side,
        squad.nation,
        len(squad.figures),
        f"{len(squad.figures)} men",
        squad.locales,
        "MM-11.1R.1" if squad.random else "MM-11.1.1",
        squad.summary,
    )
    for squad in _SQUADS.values()
)


def ready_squad(key: str) -> ReadySquad:
    """The sheets of a squad of the list. KeyError for an unknown one. MM-11.1.1, MM-11.1R.1."""
    squad = _SQUADS[key]
    members = tuple(_traits(line, number) for number, line in enumerate(squad.figures, start=1))
    return ReadySquad(key, squad.random, tuple(line[0] for line in squad.figures), members)


def raise_unit(key: str) -> UnitPlan:
    """A squad to be raised; the campaign names its characters. KeyError for an unknown one."""
    squad = _SQUADS[key]
    ready = ready_squad(key)
    figures = tuple(
        FigurePlan(number, line[0], line[1], dump_traits(traits))
        for number, (line, traits) in enumerate(zip(squad.figures, ready.members, strict=True), start=1)
    )
    vehicles = tuple(
        ElementPlan(number, BY_KEY[key_of(vehicle.profile, vehicle.turret)], vehicle.name, vehicle.places)
        for number, vehicle in enumerate(squad.vehicles, start=len(figures) + 1)
    )
    return UnitPlan(squad.key, squad.nation, squad.side, "{}", figures, vehicles)
