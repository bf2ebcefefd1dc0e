"""Units put together anew between battles: people alone, the bases stay.

RA-def.officer.junior, RA-def.officer.senior
"""

from __future__ import annotations

from dataclasses import replace
from typing import NoReturn

from rules.forces import UnitPlan
from rules.red_actions.forces.traits import dump_figure, load_figure
from rules.refusals import Why
from rules.violation import RuleViolation


def regrouped(plan: UnitPlan, leader: int | None, new: bool) -> UnitPlan:
    """The unit with these people; `leader` (a number) commands from now on. Raises RuleViolation: "no-bases" for a new
    unit of junior officers, who have nothing to command, "no-leader", "senior-alone"."""
    traits = {figure.number: load_figure(figure.traits, f"number {figure.number}") for figure in plan.figures}
    posts = [each.post for each in traits.values()]
    if "senior" in posts and len(posts) > 1:
        _refuse("senior-alone", "A senior officer is a unit by himself.", "Leave him alone.", "RA-def.officer.senior")
    if new and "senior" not in posts:
        _refuse(
            "no-bases",
            "An officer without bases is no unit.",
            "Raise a unit, and put him in command of it.",
            "RA-def.officer.junior",
        )
    if leader is None:
        return plan
    if traits[leader].post == "leader":
        _refuse(
            Why.NO_LEADER,
            "He leads a single gun or vehicle and is no officer.",
            "Name an officer.",
            "RA-def.officer.junior",
        )
    highest = max(each.level for each in traits.values())
    level = highest + 1 if len(traits) > 1 and traits[leader].level <= highest else traits[leader].level
    figures = tuple(
        replace(figure, traits=dump_figure(replace(traits[leader], level=level))) if figure.number == leader else figure
        for figure in plan.figures
    )
    return replace(plan, figures=figures)


def _refuse(code: str, message: str, remedy: str, citation: str) -> NoReturn:
    raise RuleViolation(code, message, citation=citation, remedy=remedy)
