"""Whom a side may act with now, as its offers see it: one unit on its card, or one for a joker."""

from __future__ import annotations

from rules.book_and_gun.play.turn.sequence import CARD_PHASES, claim, waiting
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Phase, Unit
from rules.kernel.action import Actor, SideId
from rules.kernel.once import once_a_state
from rules.kernel.violation import RuleViolation


def acting(state: State, side: SideId, unit_id: str, phase: Phase) -> Unit | None:
    """The unit, if it may act in this phase now: on a card of its colour, or after all cards. Nobody before a joker is
    named, and while a question is open."""
    return next(iter(_acting(state, side, unit_id)), None) if state.phase is phase else None


@once_a_state
def _acting(state: State, side: SideId, unit_id: str) -> tuple[Unit, ...]:
    if state.phase not in CARD_PHASES or _joker_waits(state):
        return ()
    try:
        return (claim(state, unit_id, Actor.player(side), state.phase),)
    except RuleViolation:
        return ()


def for_joker(state: State, unit_id: str) -> Unit | None:
    """The unit, if the joker that waits may be named for it."""
    return next((unit for unit in waiting(state) if unit.id == unit_id), None) if _joker_waits(state) else None


def _joker_waits(state: State) -> bool:
    return state.run is not None and state.run.joker and state.run.unit is None
