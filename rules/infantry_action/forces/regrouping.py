"""Units put together anew between battles: who leads, and crews that stay whole. IA-cost.command-structure, IA-R166

What a unit has built, and the off-table fire that it brings, stay with it where a part leaves it.
"""

from __future__ import annotations

from dataclasses import replace

from rules.infantry_action.forces.costing import faults_of, roll_of_plan
from rules.infantry_action.forces.traits import dump_unit, load_figure, load_unit
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.seam.forces import UnitPlan
from rules.seam.succession import Succession


def regrouped(plan: UnitPlan, leader: int | None, new: bool) -> UnitPlan:
    """The unit with these men; `leader` (a number) must be of a rank that leads. Crews must still be lawful. `new`: it
    was part of another one, which keeps its works and its fire. IA-R225

    Raises RuleViolation: "no-leader", "bad-command".
    """
    if leader is not None:
        figure = next(each for each in plan.figures if each.number == leader)
        if not load_figure(figure.traits, f"number {leader}").rank.leads:
            raise RuleViolation(
                Why.NO_LEADER,
                f"A {figure.rank} leads nobody: the book knows officers and NCOs.",
                citation="IA-cost.command-structure",
                remedy="Name a man of a higher rank.",
            )
    for fault in faults_of([roll_of_plan(plan, "The unit")]):
        if fault.refused:
            raise RuleViolation("bad-command", fault.text, citation=fault.citation, remedy=fault.remedy)
    if not new:
        return plan
    traits = load_unit(plan.traits, "the unit")
    return replace(plan, traits=dump_unit(replace(traits, support=0, defences=())))


SUCCESSION = Succession(leads=lambda traits: load_figure(traits, "the figure").rank.leads)
"""A place has its rank: officers and NCOs lead. IA-R019"""
