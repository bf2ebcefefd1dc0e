"""Spotting by declared facts. Chapter VI."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.book.showing import Resolved
from rules.book_and_gun.book import spotting
from rules.book_and_gun.book.rows import SideName
from rules.book_and_gun.resolutions.base import BookResolution, Proceedings, items
from rules.kernel.action import FACT, Inches
from rules.kernel.chance import Chance
from rules.kernel.facts import Source
from rules.kernel.violation import RuleViolation


class Spot(BookResolution):
    """One attempt to spot dismounted personnel. BG-VI.1.c."""

    title: ClassVar[str] = "Spot"
    summary: ClassVar[str] = "A unit tries to spot an enemy unit"
    verb: Literal["spot"] = "spot"

    side: Annotated[SideName, Field(description="side of the unit that looks")]
    distance: Annotated[Inches, FACT, Field(description="to the nearest figure")]
    leader: Annotated[bool, FACT, Field(description="the unit that looks has a leader within 6 inches")] = True
    in_vehicle: Annotated[bool, FACT, Field(description="it looks from inside a vehicle")] = False
    weather: Annotated[Literal["clear", "fog", "rain", "falling snow"], FACT, Field(description="weather")] = "clear"
    light: Annotated[Literal["day", "night"], FACT, Field(description="day or night")] = "day"
    night_vision: Annotated[
        Literal["none", "infrared", "thermal"], FACT, Field(description="goggles or thermal imaging in use")
    ] = "none"
    visibility: Annotated[
        Inches | None, FACT, Field(description="the scenario's visibility by clear day; empty: no limit")
    ] = None
    line_of_sight: Annotated[bool, FACT, Field(description="there is a line of sight")] = True


def spot(form: Spot, chance: Chance) -> Resolved:
    """BG-VI.1.c, BG-VI.1.d, BG-VI.1.2a, BG-VI.2.2b, BG-VI.2.2c, BG-IX.2.2a, BG-IX.2.2b, BG-R29, BG-R30."""
    log = Proceedings(form, chance)
    if not form.line_of_sight:
        raise RuleViolation(
            "no-line-of-sight", "there is no line of sight", citation="BG-VI.2.1a", remedy="look from elsewhere"
        )
    sight = spotting.visibility(form.visibility, form.light, form.weather, form.night_vision)
    if sight is not None:
        log.fact("how far one sees", sight, Source.DEFAULT, "in")
    look = spotting.Look(form.side, form.distance, form.leader, form.in_vehicle, form.weather, form.night_vision, sight)
    done = spotting.spot(look, chance, log.options)
    if done.number is None:
        text = "spotted automatically"
    else:
        text = f"{done.number}; rolled {done.die}: {'spotted' if done.spotted else 'not spotted'}"
    log.step("spotting", text, "BG-VI.1.c", "BG-VI.1.2a")
    return log.resolved(
        spotted=done.spotted,
        automatic=done.number is None,
        number=done.number.value if done.number else None,
        number_items=items(done.number) if done.number else (),
        die=done.die,
    )
