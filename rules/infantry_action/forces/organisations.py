"""Ready organisations by nation and decade: sections, headquarters, crews and vehicles, for either army.

IA-cost.command-structure, IA-units.group
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib.resources import files

from pydantic import BaseModel, ConfigDict, Field

from rules.infantry_action.book.kinds import Rank
from rules.infantry_action.book.points import written
from rules.infantry_action.forces.costing import plan_cost
from rules.infantry_action.forces.garage import BY_KEY
from rules.infantry_action.forces.traits import FigureTraits, UnitTraits, dump_figure, dump_unit, read_kit
from rules.language.words import plural
from rules.seam.forces import ElementPlan, FigurePlan, Organisation, UnitPlan, plain_kind, strength_of


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Nation(_Part):
    title: str
    locales: tuple[str, ...]
    women: int = 0
    """One in so many of its people is a woman; 0: none."""
    year: int
    ranks: tuple[str, str, str, str, str]
    """What its army calls the book's ranks, lowest first."""
    guns: tuple[str, ...]
    vehicles: tuple[str, ...]

    def rank(self, rank: Rank) -> str:
        return self.ranks[rank.level]


class _Element(_Part):
    type: str
    name: str = ""
    crew: tuple[int, ...] = ()
    """Numbers of the figures, in the order of the type's places."""


class _Organisation(_Part):
    key: str
    nation: str
    title: str
    summary: str
    figures: tuple[str, ...]
    element: tuple[_Element, ...] = ()
    mounts: str = ""
    """What everybody rides, each on his own. IA-cost.small-mounts"""


class _Sheet(_Part):
    nation: dict[str, Nation]
    organisation: tuple[_Organisation, ...] = Field(min_length=1)


@dataclass(frozen=True, slots=True)
class Soldier:
    """A figure of an organisation. `title`: what his army calls his rank."""

    title: str
    role: str
    traits: FigureTraits


def soldiers(lines: tuple[str, ...]) -> tuple[Soldier, ...]:
    """ "6x Private; Rifleman; private; rifle, grenades": one entry a man. Raises ValueError."""
    found: list[Soldier] = []
    for line in lines:
        count, times, rest = line.partition("x ")
        number, text = (int(count), rest) if times and count.isdigit() else (1, line)
        title, role, rank, kit = (part.strip() for part in text.split(";"))
        found += [Soldier(title, role, read_kit(Rank(rank), kit))] * number
    return tuple(found)


def _load() -> _Sheet:
    text = files("rules.infantry_action.forces").joinpath("organisations.toml").read_text("utf-8")
    return _Sheet.model_validate(tomllib.loads(text))


_SHEET = _load()
_BY_KEY = {each.key: each for each in _SHEET.organisation}
NATIONS = _SHEET.nation


def _plan(each: _Organisation) -> UnitPlan:
    figures = tuple(
        FigurePlan(number, man.title, man.role, dump_figure(man.traits))
        for number, man in enumerate(soldiers(each.figures), start=1)
    )
    elements = tuple(
        ElementPlan(
            len(figures) + number,
            BY_KEY[element.type],
            element.name,
            tuple(zip(BY_KEY[element.type].places, element.crew, strict=False)),
        )
        for number, element in enumerate(each.element, start=1)
    )
    if each.mounts:
        ridden = BY_KEY[each.mounts]
        first = len(figures) + len(elements)
        elements += tuple(
            ElementPlan(first + man.number, ridden, f"{ridden.title} {man.number}", ((ridden.places[0], man.number),))
            for man in figures
        )
    nation = NATIONS[each.nation]
    return UnitPlan(each.key, nation.title, "", dump_unit(UnitTraits()), figures, elements)


_PLANS = {each.key: _plan(each) for each in _SHEET.organisation}


def _listed(each: _Organisation) -> Organisation:
    nation = NATIONS[each.nation]
    cost = plan_cost(_PLANS[each.key]).value
    return Organisation(
        each.key,
        f"{each.title} ({nation.title})",
        "",
        nation.title,
        len(_PLANS[each.key].figures),
        strength_of(_PLANS[each.key]),
        nation.locales,
        "IA-cost.command-structure",
        f"{each.summary} · {written(cost)} {plural(float(cost), 'point')}",
        nation.women,
    )


ORGANISATIONS: tuple[Organisation, ...] = tuple(_listed(each) for each in _SHEET.organisation)


def raise_unit(key: str) -> UnitPlan:
    """A unit to be raised; the campaign names its men. KeyError for an unknown one."""
    return _PLANS[plain_kind(key)]
