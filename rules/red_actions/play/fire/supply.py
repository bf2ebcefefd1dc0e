"""Rounds handed out from the cart at the end of a turn. RA-ammo.carts, RA-R117, RA-R165"""

from __future__ import annotations

from rules.red_actions.book.ammunition import Rounds, counts_rounds, refill
from rules.red_actions.course import Course
from rules.red_actions.events.fire import Refilled
from rules.red_actions.state import State
from rules.red_actions.units import Unit


def refill_all(course: Course) -> None:
    """Every unit of guns or mortars that stood by its cart for the whole turn without acting."""
    for unit in course.state.units:
        given = _given(course.state, unit)
        if given:
            course.happen(Refilled(unit=unit.id, rounds=given, citations=("RA-ammo.carts",)))


def _given(state: State, unit: Unit) -> tuple[tuple[str, int, int], ...]:
    arm = state.card(unit).arm
    if not counts_rounds(arm, state.house) or not _stood_by(state, unit):
        return ()
    found: list[tuple[str, int, int]] = []
    for base in unit.bases:
        after = refill(arm, Rounds(base.limber, 0), base.cart)
        if after.rounds.limber != base.limber:
            found.append((base.id, after.rounds.limber, after.supply))
    return tuple(found)


def _stood_by(state: State, unit: Unit) -> bool:
    """It has neither fired nor moved, retired or run in this turn."""
    turn = state.turn
    active = turn in (unit.fired_turn, unit.moved_turn, unit.went_back_turn)
    return unit.at is not None and not unit.routing and not active
