"""Who must decide what now: both sides at once, in secret; empty while the engine goes on by itself."""

from __future__ import annotations

from rules.infantry_action.actions.movement import CarryOn
from rules.infantry_action.knowledge import as_shown, may_see
from rules.infantry_action.play.command.writing import SEALING, orderable
from rules.infantry_action.play.turn import period
from rules.infantry_action.state import PeriodStep, State
from rules.kernel.action import Action, SideId
from rules.seam.asking import Offer, Prompt, PublicKnowledge, Wording, common
from rules.seam.viewing import PUBLIC


def prompt(state: State) -> Prompt:
    """The seals that are missing. IA-orders.written, IA-R021, IA-R023"""
    if state.ended is not None or not state.sides or period.due(state) is not None:
        return Prompt()

    def may_pick(side: SideId) -> tuple[str, ...]:
        return orderable(state, side)

    def as_before(side: SideId) -> tuple[Offer, ...]:
        return _as_before(state, side)

    return Prompt(SEALING.asks(state, _words(state), known=_known_to_all(state), may_pick=may_pick, own=as_before))


def _words(state: State) -> Wording:
    period = (common(state.period),)
    if state.step is PeriodStep.ORDERS:
        return Wording("Order your groups for period {} and seal; who has no new order carries on as before.", period)
    return Wording("Say who fires at what in period {} and seal; who is given no target fires as instructed.", period)


def _known_to_all(state: State) -> PublicKnowledge:
    """What everybody knows of the groups that may be ordered: those that both sides are shown, as they were before
    anything was written. There may always be others: what has been parted shows on its own side's panels alone, until
    the envelope is open. IA-R157, IA-R158"""
    shown = as_shown(state, PUBLIC)
    refs = frozenset(ref for side in state.sides for ref in orderable(shown, side.key) if may_see(shown, PUBLIC, ref))
    return PublicKnowledge(refs.__contains__, more=True)


def _as_before(state: State, side: SideId) -> tuple[Offer, ...]:
    """Only where something is written, so that nobody else may see whether it is offered."""
    sealed = SEALING.sealed(state, side)
    written = any(state.draft_of(group.id) for group in state.groups_of(side) if group.id not in sealed)
    if state.step is not PeriodStep.ORDERS or not written:
        return ()
    return (Offer(CarryOn(), "All as before", detail="every group carries on with its last order"),)


def proceed(state: State) -> Action | None:
    """The engine's own next action; None when somebody must decide or the battle is over."""
    return period.due(state)
