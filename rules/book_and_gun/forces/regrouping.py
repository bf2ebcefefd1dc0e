"""Units put together anew between battles: who leads, and how large a unit may be. BG-R22, BG-R24."""

from __future__ import annotations

from dataclasses import replace

from rules.book_and_gun.book.organisations import dump_figure, dump_unit, figure_traits, raise_unit, unit_traits
from rules.book_and_gun.units import Munitions
from rules.kernel.violation import RuleViolation
from rules.seam.forces import UnitPlan
from rules.seam.succession import Succession


def regrouped(plan: UnitPlan, leader: int | None, new: bool) -> UnitPlan:
    """The unit with these figures, `leader` (a number) in command. `new`: it was part of another one, whose rounds stay
    where they are.

    Raises RuleViolation: "one-leader", for a unit whose organisation has a leader and that has none, or several.
    """
    sheets = [figure_traits(figure.traits) for figure in plan.figures]
    if leader is not None:
        sheets = [
            replace(sheet, leader=figure.number == leader) for figure, sheet in zip(plan.figures, sheets, strict=True)
        ]
    traits = unit_traits(plan.traits)
    led = any(figure_traits(figure.traits).leader for figure in raise_unit(plan.organisation).figures)
    leaders = sum(sheet.leader for sheet in sheets)
    if led and not traits.independent and leaders != 1:
        raise RuleViolation(
            "one-leader", f"It would have {leaders or 'no'} leaders.", citation="BG-R24", remedy="Name who leads it."
        )
    figures = tuple(
        replace(figure, traits=dump_figure(sheet)) for figure, sheet in zip(plan.figures, sheets, strict=True)
    )
    kept = replace(traits, munitions=Munitions()) if new else traits
    return replace(plan, figures=figures, traits=dump_unit(kept))


SUCCESSION = Succession(leads=lambda traits: figure_traits(traits).leader)
"""The leader's place has its arms and its radio; a team leader is a key figure and leads nobody. BG-R24"""
