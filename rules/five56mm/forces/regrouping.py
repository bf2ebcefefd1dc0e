"""Squads put together anew between battles: who leads, and who has a seat in a vehicle. 11.1."""

from __future__ import annotations

from dataclasses import replace

from rules.five56mm.book.profile import dump_squad, dump_traits, load_squad, load_traits
from rules.five56mm.book.squads import faults
from rules.kernel.violation import RuleViolation
from rules.seam.forces import FigurePlan, UnitPlan
from rules.seam.succession import Succession


def regrouped(plan: UnitPlan, leader: int | None, new: bool) -> UnitPlan:
    """The squad with these characters, `leader` (a number) in command. `new`: it was part of another one, whose
    vehicles stay where they are.

    Raises RuleViolation: "squad-not-lawful", "seat-empty" (somebody who has a seat in its vehicle is not in it).
    """
    squad = load_squad(plan.traits, "the squad")
    sheets = [load_traits(figure.traits, f"number {figure.number}") for figure in plan.figures]
    if leader is not None:
        sheets = [
            replace(sheet, leader=figure.number == leader) for figure, sheet in zip(plan.figures, sheets, strict=True)
        ]
    for fault in faults(sheets, [figure.rank for figure in plan.figures], None, elites=squad.elites):
        raise RuleViolation(
            "squad-not-lawful",
            f"It would have {fault.words}.",
            citation=fault.citation,
            remedy="Choose others, or name who leads it.",
        )
    if new:
        squad = replace(squad, vehicles=())
    there = {figure.number for figure in plan.figures}
    for vehicle in squad.vehicles:
        if any(number not in there for _, number in vehicle.places):
            raise RuleViolation(
                "seat-empty",
                f"Somebody with a seat in its {vehicle.name or vehicle.profile} would be gone.",
                remedy="Choose others.",
            )
    figures = tuple(
        replace(figure, traits=dump_traits(sheet)) for figure, sheet in zip(plan.figures, sheets, strict=True)
    )
    return replace(plan, figures=figures, traits=dump_squad(squad))


def _stepping_up(place: FigurePlan, own: FigurePlan) -> FigurePlan:
    """A character is what they are in any place: abilities, skills and arms go along, and with a leader's place they
    lead. 11.1"""
    leads = load_traits(place.traits, "the place").leader
    sheet = replace(load_traits(own.traits, "the character"), leader=leads)
    return replace(place, traits=dump_traits(sheet))


SUCCESSION = Succession(leads=lambda traits: load_traits(traits, "the character").leader, takes=_stepping_up)
