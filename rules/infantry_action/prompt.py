"""Who must decide what now: both sides at once, in secret; empty while the engine goes on by itself."""

from __future__ import annotations

from rules.action import Action, SideId
from rules.asking import Ask, Offer, Prompt
from rules.changing import replace
from rules.infantry_action.actions.movement import CarryOn
from rules.infantry_action.play.command.writing import SEALING, orderable
from rules.infantry_action.play.turn import period
from rules.infantry_action.state import PeriodStep, State


def prompt(state: State) -> Prompt:
    """The seals that are missing. IA-orders.written, IA-R021, IA-R023"""
    if state.ended is not None or not state.sides or period.due(state) is not None:
        return Prompt()
    return Prompt(tuple(_filled(state, ask) for ask in SEALING.asks(state, _question(state))))


def _question(state: State) -> str:
    if state.step is PeriodStep.ORDERS:
        return f"Order your groups for period {state.period} and seal; who has no new order carries on as before."
    return f"Say who fires at what in period {state.period} and seal; who is given no target fires as instructed."


def _filled(state: State, ask: Ask) -> Ask:
    """With the groups that may be picked, and the answer for all of them."""
    groups = tuple(group for group in orderable(state, ask.side) if not ask.about or group in ask.about)
    quick = (*_as_before(state, ask.side), *ask.quick)
    return replace(ask, units=groups, quick=quick)


def _as_before(state: State, side: SideId) -> tuple[Offer, ...]:
    sealed = SEALING.sealed(state, side)
    written = any(state.draft_of(group.id) for group in state.groups_of(side) if group.id not in sealed)
    if state.step is not PeriodStep.ORDERS or not written:
        return ()
    return (Offer(CarryOn(), "All as before", detail="every group carries on with its last order"),)


def proceed(state: State) -> Action | None:
    """The engine's own next action; None when somebody must decide or the battle is over."""
    return period.due(state)
