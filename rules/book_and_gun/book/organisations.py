"""Chapter III: what a player can raise. `organisations.toml` holds the units figure by figure.

A unit's and a figure's `traits` are the JSON of `UnitTraits` and `FigureTraits`; the campaign stores them unread and
hands them back at the muster. III.1, III.2, BG-R17 to BG-R21.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from importlib import resources
from types import MappingProxyType
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from rules.book_and_gun.book.armoury import GUN_TYPES
from rules.book_and_gun.book.arms import arm
from rules.book_and_gun.book.explosives import STORES, LaidKind
from rules.book_and_gun.book.garage import VEHICLE_TYPES
from rules.book_and_gun.book.horses import STABLE
from rules.book_and_gun.book.rows import NationalGroup, SideName
from rules.book_and_gun.book.switches import HouseRules, switch
from rules.book_and_gun.support import OffBoard
from rules.book_and_gun.units import Figure, FigureTraits, Formation, Munitions, Spacing, UnitTraits
from rules.language.words import counted
from rules.seam.forces import ElementPlan, FigurePlan, Organisation, UnitPlan
from rules.seam.sheets import SheetKind

_REMEDY = "Raise the unit again."
_FIGURE = SheetKind(FigureTraits, remedy=_REMEDY)
_UNIT = SheetKind(UnitTraits, remedy=_REMEDY)
dump_figure, dump_unit = _FIGURE.dump, _UNIT.dump

RIFLE_GRENADES = 6
"""Rounds for each launcher, unless the scenario says otherwise. BG-R21."""
FLASH_BANGS = 2
"""Of an elite unit of the army, unless the scenario says otherwise. BG-R220."""


class _Strict(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Nation(_Strict):
    """A nation or movement, and what its men usually carry (our defaults, not the book's)."""

    title: str
    side: SideName
    group: NationalGroup
    locales: tuple[str, ...]
    body_armour: Literal["none", "modern", "flak"] = "none"
    night_vision: Literal["none", "infrared", "thermal"] = "none"
    laser_aiming: bool = False
    leader_radio: Literal["none", "squad"] = "none"
    everybody_radio: Literal["none", "personal"] = "none"


class _Figures(_Strict):
    """A figure, or several alike. `rest`: as many as the size of the unit still wants."""

    rank: str
    role: str
    weapons: tuple[str, ...]
    leader: bool = False
    precedence: int = 0
    key: bool = False
    team: int = 0
    radio: Literal["none", "platoon", "walkie-talkie"] = "none"
    laser_designator: bool = False
    gps: bool = False
    engineer: bool = False
    crew: bool = False
    detector: bool = False
    radar: bool = False
    bomber: bool = False
    handler: bool = False
    bicycle: bool = False
    dog: bool = False
    count: int = Field(default=1, ge=1)
    rest: bool = False


class _Entry(_Strict):
    key: str
    title: str
    nation: str
    citation: str
    summary: str
    kind: str = "squad"
    elite: bool = False
    independent: bool = False
    laws: bool = False
    """It carries LAWs as rounds of ammunition. BG-III.1.4b."""
    teams: str = ""
    formation: Formation = Formation.LINE
    order: Spacing = Spacing.OPEN
    sizes: tuple[int, ...] = ()
    figures: tuple[_Figures, ...] = ()
    vehicles: tuple[str, ...] = ()
    """Types of the garage; its figures man them in order, the driver of each first."""
    guns: tuple[str, ...] = ()
    """Types of the armoury; its figures serve them in order. BG-X.2.6a"""
    horses: bool = False
    """Each of its figures has a horse. VIII.5"""
    like: str = ""
    devices: dict[LaidKind, int] = Field(default_factory=dict[LaidKind, int])
    """Mines, charges and traps that it carries. BG-R235"""
    missions: dict[OffBoard, int] = Field(default_factory=dict[OffBoard, int])
    """Fire from off the board that it brings to a scenario."""


class _File(_Strict):
    nations: dict[str, Nation]
    organisations: tuple[_Entry, ...]


def _load() -> _File:
    text = resources.files("rules.book_and_gun.book").joinpath("organisations.toml").read_text(encoding="utf-8")
    return _File.model_validate(tomllib.loads(text))


def _resolved(file: _File) -> Iterator[_Entry]:
    """Every entry with its figures: those that are armed like another one, and one for each size of a cell."""
    by_key = {entry.key: entry for entry in file.organisations}
    for entry in file.organisations:
        if entry.like:
            model = by_key[entry.like]
            entry = entry.model_copy(update={"figures": model.figures, "laws": model.laws, "teams": model.teams})
        if not entry.sizes:
            yield entry
            continue
        for position, size in enumerate(entry.sizes):
            given = sum(figures.count for figures in entry.figures if not figures.rest)
            filled = tuple(
                figures.model_copy(update={"count": size - given}) if figures.rest else figures
                for figures in entry.figures
            )
            usual = position == 0
            yield entry.model_copy(
                update={
                    "key": entry.key if usual else f"{entry.key}-of-{size}",
                    "title": entry.title if usual else f"{entry.title} of {size}",
                    "summary": entry.summary.replace("13 figures", f"{size - 1} figures"),
                    "figures": filled,
                }
            )


_FILE = _load()
NATIONS = MappingProxyType(_FILE.nations)
_ENTRIES = MappingProxyType({entry.key: entry for entry in _resolved(_FILE)})


def _size(entry: _Entry) -> int:
    return sum(figures.count for figures in entry.figures)


def _strength(entry: _Entry) -> str:
    dogs = sum(figures.count for figures in entry.figures if figures.dog)
    people = counted(_size(entry) - dogs, "man", "men")
    if dogs:
        return f"{people}, {counted(dogs, 'dog')}"
    if entry.horses:
        return f"{people}, {counted(_size(entry), 'horse')}"
    if entry.guns:
        return f"{people}, {counted(len(entry.guns), 'gun')}"
    return f"{people}, {counted(len(entry.vehicles), 'vehicle')}" if entry.vehicles else people


ORGANISATIONS: tuple[Organisation, ...] = tuple(
    Organisation(
        key=entry.key,
        title=entry.title,
        side=NATIONS[entry.nation].side,
        nation=NATIONS[entry.nation].title,
        most=_size(entry),
        strength=_strength(entry),
        locales=NATIONS[entry.nation].locales,
        citation=entry.citation,
        summary=entry.summary,
    )
    for entry in _ENTRIES.values()
)
"""All that can be raised, in the order of chapter III."""


# ── Raising ──────────────────────────────────────────────────────────────────────────────────────────────────────


def raise_unit(key: str) -> UnitPlan:
    """The plan of a unit of that organisation. KeyError for an unknown one."""
    entry = _ENTRIES[key]
    nation = NATIONS[entry.nation]
    traits = UnitTraits(
        kind=entry.kind,
        basic=not entry.independent and entry.kind != "headquarters",
        independent=entry.independent,
        mob=entry.kind == "mob",
        group=nation.group,
        elite=entry.elite,
        munitions=_munitions(entry, nation),
        formation=entry.formation,
        order=entry.order,
        missions=tuple(entry.missions.items()),
    )
    figures: list[FigurePlan] = []
    for figure in _each(entry):
        plan = dump_figure(_traits(figure, nation, elite=entry.elite))
        figures.append(FigurePlan(len(figures) + 1, figure.rank, figure.role, plan))
    return UnitPlan(key, nation.title, nation.side, dump_unit(traits), tuple(figures), _elements(entry))


def _elements(entry: _Entry) -> tuple[ElementPlan, ...]:
    """Its vehicles and guns with their crews, who are its figures in order; a horse for each of its riders.
    BG-III.1.2, BG-X.2.6a."""
    if entry.horses:
        size = _size(entry)
        return tuple(ElementPlan(size + n, STABLE[0], crew=(("rider", n),)) for n in range(1, size + 1))
    found: list[ElementPlan] = []
    man = 1
    for number, key in enumerate((*entry.vehicles, *entry.guns), start=_size(entry) + 1):
        type_ = next(each for each in (*VEHICLE_TYPES, *GUN_TYPES) if each.key == key)
        seats = [place for place in type_.places if place in ("driver", "crew")]
        crew = tuple((place, man + n) for n, place in enumerate(seats))
        found.append(ElementPlan(number, type_, crew=crew))
        man += len(seats)
    return tuple(found)


def _each(entry: _Entry) -> Iterator[_Figures]:
    return (figures for figures in entry.figures for _ in range(figures.count))


def _traits(figure: _Figures, nation: Nation, *, elite: bool) -> FigureTraits:
    """Personal radios go to elite army forces and to every Canadian, squad radios to leaders. BG-X.14.5."""
    if figure.dog:
        return FigureTraits(dog=True, team=figure.team)
    personal = "personal" if elite and nation.side == "army" else nation.everybody_radio
    radio = figure.radio if figure.radio != "none" else nation.leader_radio if figure.leader else personal
    return FigureTraits(
        weapons=figure.weapons,
        leader=figure.leader,
        precedence=figure.precedence,
        key=figure.key,
        body_armour=nation.body_armour,
        night_vision=nation.night_vision,
        laser_aiming=nation.laser_aiming,
        radio=radio,
        laser_designator=figure.laser_designator,
        gps=figure.gps,
        engineer=figure.engineer,
        crew=figure.crew,
        detector=figure.detector,
        radar=figure.radar,
        bomber=figure.bomber,
        handler=figure.handler,
        bicycle=figure.bicycle,
        team=figure.team,
    )


def _munitions(entry: _Entry, nation: Nation) -> Munitions:
    """What a unit carries when the scenario is silent. BG-R21, BG-R220, BG-III.1.4b."""
    if nation.side == "civilians":
        return Munitions()
    launchers = sum("rifle grenade" in figure.weapons for figure in _each(entry))
    carried = {STORES[kind]: number for kind, number in entry.devices.items()}
    return Munitions(
        **carried,
        laws=int(switch((), "laws-per-squad")) if entry.laws else 0,
        hand_grenades=sum(not figure.dog for figure in _each(entry)),
        rifle_grenades=RIFLE_GRENADES * launchers,
        smoke_grenades=1 if nation.side == "army" and entry.kind == "squad" else 0,
        flash_bangs=FLASH_BANGS if nation.side == "army" and entry.elite else 0,
    )


# ── At the muster ────────────────────────────────────────────────────────────────────────────────────────────────


def unit_traits(text: str, who: str = "a unit") -> UnitTraits:
    """The traits of a unit from its JSON. RuleViolation for text that is none."""
    return _UNIT.load(text, who)


def figure_traits(text: str, who: str = "a figure") -> FigureTraits:
    """The traits of a figure from its JSON. RuleViolation for text that is none."""
    return _FIGURE.load(text, who)


DOG_NAMES = (
    "Ajax", "Argo", "Bandit", "Bruno", "Cora", "Dax", "Duke", "Falco", "Fenn", "Gina", "Hex", "Iska", "Jet", "Kira",
    "Lobo", "Maya", "Nero", "Orla", "Pasha", "Rex", "Roxy", "Sable", "Tara", "Vigo", "Wolf", "Zora",
)  # fmt: skip


def called(traits: str) -> tuple[str, ...]:
    """What a figure with this sheet may be called where it is no person."""
    return DOG_NAMES if figure_traits(traits).dog else ()


def refitted(traits: FigureTraits, kit: str, who: str) -> FigureTraits:
    """A figure's traits with those that `kit` names, as JSON, instead of its own. RuleViolation for text that is none.
    BG-R287"""
    return figure_traits(json.dumps({**json.loads(dump_figure(traits)), **json.loads(kit)}), who)


def mustered_munitions(traits: UnitTraits, options: HouseRules) -> Munitions:
    """What the unit brings to a battle: the table's number of LAWs where it carries LAWs at all. BG-R21."""
    if not traits.munitions.laws:
        return traits.munitions
    return replace(traits.munitions, laws=int(switch(options, "laws-per-squad")))


def is_key(figure: Figure, options: HouseRules = ()) -> bool:
    """Whether a figure is a key figure: by the flag of his roster line, and by what he carries unless the table goes
    by the flag alone. BG-R06."""
    traits = figure.traits
    if traits.dog:
        return False
    if traits.key or switch(options, "key-figures") == "roster-flag-only":
        return traits.key
    trained = traits.engineer or traits.handler or traits.radio == "platoon"
    if trained or figure.role.lower() in {"medic", "dog handler", "rto"}:
        return True
    kinds = {arm(weapon).kind for weapon in traits.weapons if not arm(weapon).spent}
    grenadier = "rifle grenade" in traits.weapons
    return grenadier or bool(kinds - {"small arm"}) or "squad automatic rifle" in traits.weapons


# ── Groups of cells ──────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class GroupWeapons:
    """Heavy weapons that an insurgent group holds above its cells."""

    heavy_machineguns: int
    recoilless_rifles: int
    light_sams: int


def group_weapons(cells: int) -> GroupWeapons:
    """A heavy machinegun and a recoilless rifle for every 4 cells, rounded down; an LSAM for every 4 heavy
    machineguns, at least 1. BG-III.2.1c, BG-III.2.1d, BG-R137."""
    heavy = cells // 4
    return GroupWeapons(heavy, heavy, max(1, heavy // 4))
