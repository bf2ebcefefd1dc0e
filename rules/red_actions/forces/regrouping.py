"""Units put together anew between battles: bases of one sort, as many as a unit may have, and who commands them.

RA-def.unit.1, RA-def.unit.2, RA-def.officer.junior, RA-def.officer.senior
"""

from __future__ import annotations

from dataclasses import replace
from typing import NoReturn

from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.red_actions.book.kinds import Arm
from rules.red_actions.book.units import check_bases
from rules.red_actions.forces.draft import DraftedForce
from rules.red_actions.forces.drafting import MOST_CARS
from rules.red_actions.forces.traits import dump_figure, load_element, load_figure
from rules.seam.forces import UnitPlan
from rules.seam.succession import Succession


def regrouped(plan: UnitPlan, leader: int | None, new: bool) -> UnitPlan:
    """The unit with these people and bases; `leader` (a number) commands from now on. Raises RuleViolation: "no-bases"
    for a new unit of junior officers, who have nothing to command, "unit-size" and "mixed-unit" for bases that are no
    unit together, "no-officer" for riflemen and sabres without anybody, "no-leader", "senior-alone"."""
    traits = {figure.number: load_figure(figure.traits, f"number {figure.number}") for figure in plan.figures}
    posts = [each.post for each in traits.values()]
    if "senior" in posts and len(posts) > 1:
        _refuse("senior-alone", "A senior officer is a unit by himself.", "Leave him alone.", "RA-def.officer.senior")
    if new and "senior" not in posts and not plan.elements:
        _refuse(
            "no-bases",
            "An officer without bases isn't a unit.",
            "Raise a unit, and put him in command of it.",
            "RA-def.officer.junior",
        )
    if plan.elements:
        _require_unit(plan, bool(posts), "senior" in posts)
    if leader is None:
        return plan
    if traits[leader].post == "leader":
        _refuse(
            Why.NO_LEADER,
            "He leads a single gun or vehicle and isn't an officer.",
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


def _require_unit(plan: UnitPlan, commanded: bool, senior: bool) -> None:
    """Its bases must be a unit, and a senior officer has none but his own. RA-def.unit.1, RA-def.officer.senior"""
    if senior:
        _refuse("senior-alone", "A senior officer is a unit by himself.", "Leave him alone.", "RA-def.officer.senior")
    force = DraftedForce(tuple(load_element(element.type.traits, element.type.title).card for element in plan.elements))
    (_require_train if force.train else _require_alike)(force)
    if not commanded and any(card.arm in (Arm.RIFLE, Arm.SABRE) for card in force.cards):
        _refuse(
            "no-officer",
            "Riflemen and sabres act under a junior officer: his bases would have nobody.",
            "Merge the units, so that they go with him, or send them another officer first.",
            "RA-def.unit.1",
        )


def _require_train(force: DraftedForce) -> None:
    """RA-train.cars.1"""
    engines = sum(card.arm is Arm.ENGINE for card in force.cards)
    if engines > 1 or not all(card.arm.train for card in force.cards):
        _refuse("mixed-unit", "A train has one engine, and cars alone.", "Leave them apart.", "RA-train.cars.1")
    if len(force.bases) > MOST_CARS:
        _refuse("unit-size", f"A train has {MOST_CARS} cars at most.", "Leave them apart.", "RA-train.cars.1")


def _require_alike(force: DraftedForce) -> None:
    """All of one sort, but for one base of officers as stiffening. RA-combine.4, RA-R128, RA-char.stiffening.1"""
    card = force.card
    assert card is not None
    check_bases(card, list(force.bases))
    if len(force.bases) > card.unit_max:
        _refuse(
            "unit-size",
            f"Together they have {len(force.bases)} bases; a unit of {card.name} has {card.unit_max} at most.",
            "Leave them apart.",
            "RA-combine.4",
        )


def _refuse(code: str, message: str, remedy: str, citation: str) -> NoReturn:
    raise RuleViolation(code, message, citation=citation, remedy=remedy)


SUCCESSION = Succession(leads=lambda traits: load_figure(traits, "the figure").post != "leader")
"""Officers command; the man of a single gun or vehicle is none. RA-def.officer.junior"""
