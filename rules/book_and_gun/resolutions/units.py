"""The book's units by declared facts: who belongs to one, and what it carries. III."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.book.showing import Resolved
from rules.book_and_gun.book import organisations
from rules.book_and_gun.book.rows import SideName
from rules.book_and_gun.book.switches import switch
from rules.book_and_gun.resolutions.base import BookResolution, Proceedings
from rules.kernel.action import FACT
from rules.kernel.chance import Chance
from rules.kernel.violation import RuleViolation


class OrganisationOf(BookResolution):
    """Who belongs to a unit of the book. BG-III.1.4, BG-III.2.1."""

    title: ClassVar[str] = "Organisation"
    summary: ClassVar[str] = "Figures, weapons and munitions of one of the book's units"
    verb: Literal["organisation"] = "organisation"

    unit: Annotated[str, Field(description="key of the unit: us-light-infantry-squad, insurgent-cell …")] = ""
    cells: Annotated[
        int | None, FACT, Field(ge=1, le=60, description="cells of an insurgent group, for its heavy weapons")
    ] = None


def organisation(form: OrganisationOf, chance: Chance) -> Resolved:
    """BG-III.1.4, BG-III.2.1, BG-III.2.1c, BG-III.2.1d, BG-R17, BG-R20, BG-R137."""
    log = Proceedings(form, chance)
    if form.cells is None and not form.unit:
        raise RuleViolation(
            "unit-not-named", "no unit was named", remedy="give the key of a unit, or the cells of a group", citation=""
        )
    if form.cells is not None and form.unit:
        raise RuleViolation(
            "contradiction",
            "a unit has no cells; a group has",
            remedy="give the unit alone, or the cells of a group alone",
            citation="BG-III.2.1c",
        )
    if form.cells is not None:
        held = organisations.group_weapons(form.cells)
        log.step(
            "group",
            f"{held.heavy_machineguns} heavy machineguns, {held.recoilless_rifles} recoilless rifles, "
            f"{held.light_sams} light SAMs",
            "BG-III.2.1c",
            "BG-III.2.1d",
            "BG-R137",
        )
        return log.resolved(
            heavy_machineguns=held.heavy_machineguns,
            recoilless_rifles=held.recoilless_rifles,
            light_sams=held.light_sams,
        )
    known = {each.key: each for each in organisations.ORGANISATIONS}
    if form.unit not in known:
        raise RuleViolation(
            "unknown-unit", f"there is no unit {form.unit!r}", remedy=f"choose one of: {', '.join(known)}", citation=""
        )
    plan = organisations.raise_unit(form.unit)
    told_ = [
        f"{figure.role or figure.rank}: {', '.join(_weapons(figure.traits)) or 'unarmed'}" for figure in plan.figures
    ]
    log.step("organisation", f"{len(plan.figures)} figures", known[form.unit].citation)
    return log.resolved(title=known[form.unit].title, figures=len(plan.figures), people=told_)


def _weapons(traits: str) -> tuple[str, ...]:
    return organisations.figure_traits(traits).weapons


class MunitionsOf(BookResolution):
    """What a unit carries where the scenario is silent. BG-R21."""

    title: ClassVar[str] = "Munitions"
    summary: ClassVar[str] = "LAWs, grenades, smoke and flash bangs of a unit"
    verb: Literal["munitions"] = "munitions"

    side: Annotated[SideName, Field(description="side of the unit")]
    figures: Annotated[int, FACT, Field(ge=1, le=200, description="figures of the unit")] = 7
    laws: Annotated[bool, FACT, Field(description="its nation carries LAWs as rounds of ammunition")] = True
    launchers: Annotated[int, FACT, Field(ge=0, le=20, description="grenade launchers (M203) in it")] = 0
    squad: Annotated[bool, FACT, Field(description="it is a squad")] = True
    elite: Annotated[bool, FACT, Field(description="it is an elite unit")] = False


def munitions(form: MunitionsOf, chance: Chance) -> Resolved:
    """BG-III.1.4b, BG-X.14.3c, BG-R21, BG-R220."""
    log = Proceedings(form, chance)
    squad = form.squad and form.side == "army"
    laws = int(switch(log.options, "laws-per-squad")) if squad and form.laws else 0
    hand = form.figures if form.side != "civilians" else 0
    rifle = organisations.RIFLE_GRENADES * form.launchers
    smoke = 1 if squad else 0
    bangs = organisations.FLASH_BANGS if form.side == "army" and form.elite else 0
    said = f"{laws} LAWs, {hand} hand, {rifle} rifle and {smoke} smoke grenades, {bangs} flash bangs"
    log.step("munitions", said, "BG-R21", "BG-R220")
    return log.resolved(laws=laws, hand_grenades=hand, rifle_grenades=rifle, smoke_grenades=smoke, flash_bangs=bangs)
