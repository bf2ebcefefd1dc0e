"""Foxholes. RA-dig.1, RA-dig.2, RA-dig.3, RA-R62"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rules.kernel.action import Actor, SideId
from rules.kernel.chance import Chance
from rules.kernel.event import Event
from rules.kernel.facts import Fact, Source
from rules.kernel.violation import RuleViolation
from rules.red_actions.actions.works import Dig
from rules.red_actions.book import works as book
from rules.red_actions.book.kinds import Trait
from rules.red_actions.book.morale import Doing
from rules.red_actions.course import Course
from rules.red_actions.events.works import Dug
from rules.red_actions.play.ground.fronts import box
from rules.red_actions.play.ground.terrain import foxholes_at
from rules.red_actions.play.morale.hesitation import hesitates, require_nerve
from rules.red_actions.play.morale.rallying import hesitation_facts, hesitation_odds
from rules.red_actions.play.officers.officer_effects import secret_to
from rules.red_actions.play.turn.offering import if_lawful, own
from rules.red_actions.play.turn.segments import act_done, require_segment, take
from rules.red_actions.state import State
from rules.red_actions.units import Foxholes, Unit
from rules.seam.asking import Odds, Offer


@dataclass(frozen=True, slots=True)
class Digging:
    unit: Unit
    before: int
    foxholes: Foxholes


def has_tools(state: State, unit: Unit) -> bool:
    """Proper entrenching tools, of its card or given by the scenario. RA-dig.2"""
    return Trait.TOOLS in state.equipment(unit)


def judge_dig(state: State, action: Dig, by: Actor) -> Digging:
    """RA-action.engineer, RA-dig.1, RA-dig.3"""
    unit = require_segment(state, action.unit, by)
    require_nerve(state, unit, Doing.DIG)
    segment = state.segment
    if segment is not None and segment.unit == unit.id and segment.extras:
        raise RuleViolation(
            "digging-only",
            f"{unit.name} has done something else in this segment.",
            citation="RA-dig.3",
            remedy="Dig in a segment in which it does nothing else.",
        )
    if unit.at is None or unit.in_wire:
        raise RuleViolation(
            "no-digging-here", f"{unit.name} cannot dig where it is.", citation="RA-dig.1", remedy="Move it first."
        )
    there = foxholes_at(state, unit)
    before = there.quarters if there is not None else 0
    book.bar_dig(state.card(unit).arm.infantry, before)
    after = book.dug(before, has_tools(state, unit))
    if there is not None:
        return Digging(unit, before, Foxholes(there.at, there.facing, there.width, after))
    return Digging(unit, 0, Foxholes(unit.at, unit.facing, round(box(state, unit).width, 3), after))


def dig(state: State, ready: Digging, chance: Chance) -> Sequence[Event]:
    """RA-dig.2, RA-dig.3, RA-R62"""
    course = Course(state, chance)
    take(course, ready.unit.id)
    if hesitates(course, ready.unit.id, Doing.DIG):
        return course.events
    course.happen(
        Dug(
            unit=ready.unit.id,
            foxholes=ready.foxholes,
            audience=secret_to(ready.unit),
            citations=("RA-dig.1", "RA-dig.2"),
        )
    )
    act_done(course, ready.unit.id)
    return course.events


def columns(quarters: int) -> str:
    """ "1 1/4 columns"."""
    whole, rest = divmod(quarters, book.FIGURES.per_column)
    part = {0: "", 1: "1/4", 2: "1/2", 3: "3/4"}[rest]
    number = " ".join(each for each in (str(whole) if whole or not part else "", part) if each)
    return f"{number} column" + ("" if quarters <= book.FIGURES.per_column and quarters else "s")


def dig_odds(state: State, ready: Digging) -> Odds:
    return Odds(
        facts=(
            Fact("cover afterwards", columns(ready.foxholes.quarters), Source.MEASURED),
            *hesitation_facts(state, ready.unit, Doing.DIG),
        ),
        chances=hesitation_odds(state, ready.unit, Doing.DIG),
    )


def dig_offers(state: State, side: SideId, ref: str) -> Iterator[Offer]:
    unit = own(state, side, ref)
    if unit is not None and state.card(unit).arm.infantry:
        speed = "half a column of cover" if has_tools(state, unit) else "a quarter of a column of cover"
        yield from if_lawful(state, Dig(unit=ref), judge_dig, side, "Dig in", speed)
