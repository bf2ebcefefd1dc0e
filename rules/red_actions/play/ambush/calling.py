"""Orders to come out of ambush. RA-ambush.order, RA-ambush.after"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rules.kernel.action import Actor, SideId
from rules.kernel.chance import Chance
from rules.kernel.event import Event
from rules.kernel.violation import RuleViolation
from rules.red_actions.actions.ambush import CallOut
from rules.red_actions.book.ambush import bar_leave
from rules.red_actions.course import Course
from rules.red_actions.events.ambush import CalledOut
from rules.red_actions.play.ground.layout import in_contact
from rules.red_actions.play.sight.knowledge import show
from rules.red_actions.play.turn.offering import if_lawful, own
from rules.red_actions.play.turn.segments import beside, require_segment
from rules.red_actions.state import State
from rules.red_actions.units import Concealment, Officer, Unit
from rules.seam.asking import Offer


@dataclass(frozen=True, slots=True)
class Called:
    unit: Unit
    officer: Officer


def officer_with(state: State, unit: Unit) -> Officer | None:
    """A senior officer who is with a unit or has come to it. RA-ambush.order"""
    for officer in state.officers:
        base = state.find(officer.unit) if officer.rank == "senior" and officer.fit else None
        if base is None or base.side != unit.side or base.id == unit.id or base.routing:
            continue
        if base.with_unit == unit.id or (not base.with_unit and in_contact(state, base, unit)):
            return officer
    return None


def judge_call(state: State, action: CallOut, by: Actor) -> Called:
    """RA-ambush.order"""
    unit = require_segment(state, action.unit, by, beside="called-out", ambush=True)
    if unit.hidden is not Concealment.AMBUSH:
        raise RuleViolation(
            "not-in-ambush", f"{unit.name} is not in ambush.", citation="RA-ambush.order", remedy="Give it its orders."
        )
    officer = officer_with(state, unit)
    bar_leave(officer is not None)
    assert officer is not None
    return Called(unit, officer)


def call_out(state: State, ready: Called, chance: Chance) -> Sequence[Event]:
    """It stands on the table and acts like any other unit from now on. RA-ambush.after"""
    course = Course(state, chance)
    beside(course, ready.unit.id, "called-out")
    course.happen(
        CalledOut(
            unit=ready.unit.id, officer=ready.officer.id, audience=(ready.unit.side,), citations=("RA-ambush.order",)
        )
    )
    show(course, ready.unit.id, why="called out")
    return course.events


def call_offers(state: State, side: SideId, ref: str) -> Iterator[Offer]:
    unit = own(state, side, ref)
    if unit is not None and unit.hidden is Concealment.AMBUSH:
        yield from if_lawful(state, CallOut(unit=ref), judge_call, side, "Order it out of ambush", "then it may act")
