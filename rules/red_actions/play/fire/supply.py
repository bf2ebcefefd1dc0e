"""Rounds handed out at the end of a turn: from the cart that goes with the guns, else from a supply cart to the rear.

RA-ammo.carts, RA-R117, RA-R165, RA-R269
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.language.words import counted
from rules.red_actions.book.ammunition import Rounds, counts_rounds, from_the_rear, refill, round_of
from rules.red_actions.book.kinds import Arm
from rules.red_actions.course import Course
from rules.red_actions.events.fire import Refilled
from rules.red_actions.play.ground.layout import distance, layout
from rules.red_actions.play.ground.measures import BESIDE
from rules.red_actions.play.ground.passage import at_hand
from rules.red_actions.play.officers.officer_effects import private
from rules.red_actions.state import State
from rules.red_actions.units import Base, Unit


def refill_all(course: Course) -> None:
    """Every unit of guns or mortars that stood by a cart for the whole turn without acting; its own comes first."""
    for unit in course.state.units:
        arm = course.state.card(unit).arm
        if not counts_rounds(arm, course.house) or not _stood(course.state, unit):
            continue
        given = _from_own(arm, unit)
        if given:
            _hand_out(course, unit, given)
        for supply in _carts(course.state, unit):
            _from_the_rear(course, unit.id, supply.id)


def _hand_out(
    course: Course,
    unit: Unit,
    given: tuple[tuple[str, int, int], ...],
    supply: str = "",
    left: tuple[tuple[str, int], ...] = (),
) -> None:
    course.happen(
        Refilled(
            unit=unit.id, rounds=given, supply=supply, left=left, audience=private(unit), citations=("RA-ammo.carts",)
        )
    )


def _from_own(arm: Arm, unit: Unit) -> tuple[tuple[str, int, int], ...]:
    found: list[tuple[str, int, int]] = []
    for base in unit.bases:
        after = refill(arm, Rounds(base.limber, 0), base.cart)
        if after.rounds.limber != base.limber:
            found.append((base.id, after.rounds.limber, after.supply))
    return tuple(found)


def _from_the_rear(course: Course, unit: str, supply: str) -> None:
    """Base by base, from the cart's bases in their order. RA-R269"""
    guns, carts = course.state.unit(unit), course.state.unit(supply)
    arm = course.state.card(guns).arm
    loads = {base.id: base.cart for base in carts.bases}
    given: list[tuple[str, int, int]] = []
    for base in guns.bases:
        rounds = Rounds(base.limber, base.cart)
        for source, load in loads.items():
            after = from_the_rear(arm, rounds, load)
            rounds, loads[source] = after.rounds, after.supply
        if rounds.limber != base.limber:
            given.append((base.id, rounds.limber, rounds.cart))
    if given:
        _hand_out(course, guns, tuple(given), supply, tuple(loads.items()))


def _carts(state: State, unit: Unit) -> Iterator[Unit]:
    """Supply carts of its side that have stood at it for the whole turn, nearest first. RA-R117, RA-R269"""
    near = [
        (distance(state, unit, other), other.id, other)
        for other in state.on_table(unit.side)
        if state.card(other).arm is Arm.CART and _stood(state, other)
    ]
    most = BESIDE + 1e-6
    return (
        other
        for inches, _, other in sorted(near, key=lambda each: each[:2])
        if inches <= most and _at(state, unit, other)
    )


def _at(state: State, unit: Unit, cart: Unit) -> bool:
    """Whether nothing that is closed to men lies between. RA-R273"""
    tokens = (each.token for each in layout(state, cart))
    return at_hand(state, unit, tokens, BESIDE)


def _stood(state: State, unit: Unit) -> bool:
    """It has neither fired nor moved, retired or run in this turn."""
    turn = state.turn
    active = turn in (unit.fired_turn, unit.moved_turn, unit.went_back_turn)
    return unit.at is not None and not unit.routing and not active


def load_words(bases: tuple[Base, ...]) -> str:
    """What supply carts hold: "4 turns of fire for a gun, or 6 for a mortar". RA-R269"""
    left = sum(base.cart for base in bases)
    guns, mortars = left // round_of(Arm.GUN), left // round_of(Arm.MORTAR)
    return f"{counted(guns, 'turn')} of fire for a gun, or {mortars} for a mortar"
