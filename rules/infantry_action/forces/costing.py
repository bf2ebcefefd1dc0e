"""What a unit costs, and whether its crews and commanders are as the book wants them.

IA-cost.limit, IA-cost.afv-commanders, IA-cost.afv-crew-weapons, IA-R166
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from rules.infantry_action.book.command import (
    ArmedCrewman,
    Fault,
    afv_commander_faults,
    crew_weapon_faults,
    structure_faults,
)
from rules.infantry_action.book.kinds import Rank
from rules.infantry_action.book.points import Cost, total
from rules.infantry_action.book.switches import BOOK, House
from rules.infantry_action.forces.garage import COMMANDER, PASSENGER, VEHICLES, is_gun, read_model, value_of
from rules.infantry_action.forces.traits import FigureTraits, load_figure
from rules.seam.forces import MusterUnit, UnitPlan


@dataclass(frozen=True, slots=True)
class Crewed:
    """A gun or vehicle with who holds its places, by what tells the men of a unit apart."""

    name: str
    model: str
    crew: tuple[tuple[str, str], ...]

    def members(self) -> tuple[str, ...]:
        """Its crew without passengers."""
        return tuple(who for place, who in self.crew if place != PASSENGER)


@dataclass(frozen=True, slots=True)
class PricedUnit:
    """A unit as price list and command structure see it."""

    name: str
    men: tuple[tuple[str, FigureTraits], ...]
    crewed: tuple[Crewed, ...] = ()

    def man(self, who: str) -> FigureTraits | None:
        return next((traits for key, traits in self.men if key == who), None)


def roll_of_plan(plan: UnitPlan, name: str = "") -> PricedUnit:
    """RuleViolation for sheets that cannot be read."""
    men = tuple((str(f.number), load_figure(f.traits, f.role or f"number {f.number}")) for f in plan.figures)
    crewed = tuple(
        Crewed(
            element.name or element.type.title,
            read_model(element.type.traits, element.name or element.type.title),
            tuple((place, str(number)) for place, number in element.crew),
        )
        for element in plan.elements
    )
    return PricedUnit(name or plan.organisation, men, crewed)


def roll_of_unit(unit: MusterUnit) -> PricedUnit:
    """RuleViolation for sheets that cannot be read."""
    men = tuple((figure.id, load_figure(figure.traits, figure.name)) for figure in unit.figures)
    crewed = tuple(
        Crewed(element.name, read_model(element.traits, element.name), element.crew) for element in unit.elements
    )
    return PricedUnit(unit.name, men, crewed)


# ── Costs ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def roll_cost(roll: PricedUnit) -> Cost:
    """Men, vehicles and guns at their normal price; the crews of aircraft are free. IA-cost.man, IA-R008"""
    free = {who for each in roll.crewed if _flies(each.model) for who in each.members()}
    men = (traits.cost for who, traits in roll.men if who not in free)
    return total((*men, *(value_of(each.model) for each in roll.crewed)))


def plan_cost(plan: UnitPlan) -> Cost:
    return roll_cost(roll_of_plan(plan))


def points_of(plan: UnitPlan) -> Decimal:
    """What the unit costs as it is. IA-cost.man"""
    return plan_cost(plan).value


def _flies(model: str) -> bool:
    return not is_gun(model) and VEHICLES[model].kind.aircraft


# ── Command ───────────────────────────────────────────────────────────────────────────────────────────────────────


def faults_of(rolls: Sequence[PricedUnit], house: House = BOOK) -> tuple[Fault, ...]:
    """What is wrong with a side of these units: crews' weapons, commanders of AFVs, groups without a leader, a side
    without an officer. IA-R166, IA-R169"""
    found: list[Fault] = []
    afvs: list[Rank] = []
    carriers: list[Rank] = []
    for roll, each in _afvs(rolls):
        crew = [(place, man) for place, who in each.crew if place != PASSENGER and (man := roll.man(who)) is not None]
        if not crew:
            continue
        found += crew_weapon_faults((ArmedCrewman(man.paid) for _, man in crew), each.name)
        commander = next((man for place, man in crew if place == COMMANDER), None)
        rank = (commander or max((man for _, man in crew), key=lambda man: man.rank.level)).rank
        carries = VEHICLES[each.model].apc and any(place == PASSENGER for place, _ in each.crew)
        (carriers if carries else afvs).append(rank)
    found += afv_commander_faults(afvs, carriers)
    groups = [group for roll in rolls for group in _groups(roll)]
    return (*found, *structure_faults(groups, house))


def _afvs(rolls: Iterable[PricedUnit]) -> Iterator[tuple[PricedUnit, Crewed]]:
    for roll in rolls:
        for each in roll.crewed:
            if not is_gun(each.model) and VEHICLES[each.model].hard:
                yield roll, each


def _groups(roll: PricedUnit) -> Iterator[tuple[str, tuple[Rank, ...]]]:
    """A unit is a group, each vehicle with its crew one of its own; an aircraft's crew needs no leader."""
    apart = {who: each for each in roll.crewed if not is_gun(each.model) for who in each.members()}
    rest = tuple(traits.rank for who, traits in roll.men if who not in apart)
    if rest:
        yield roll.name, rest
    for each in roll.crewed:
        if is_gun(each.model) or _flies(each.model):
            continue
        yield each.name, tuple(man.rank for who in each.members() if (man := roll.man(who)) is not None)
