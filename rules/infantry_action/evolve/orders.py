"""What sides write and seal, applied."""

from __future__ import annotations

from rules.battle.orders import evolving
from rules.battle.orders.sealing import OrdersOpened, SealingEvent
from rules.infantry_action.events.orders import (
    AheadNoticed,
    AheadOver,
    AheadWritten,
    FireLeft,
    FirePlanned,
    Instructed,
    OrderTaken,
    OrderWritten,
    RunnerFared,
    RunnerSent,
    WritingEvent,
)
from rules.infantry_action.groups import Ahead
from rules.infantry_action.state import PeriodStep, State
from rules.kernel.changing import replace

_OPENED = {PeriodStep.ORDERS: PeriodStep.MOVEMENT, PeriodStep.DECLARATION: PeriodStep.RESOLUTION}


def evolve_orders(state: State, event: WritingEvent) -> State:
    match event:
        case OrderWritten():
            others = tuple(draft for draft in state.drafts if draft[0] != event.group)
            return replace(state, drafts=others if event.order is None else (*others, (event.group, event.order)))
        case FirePlanned():
            anew = {plan.by for plan in event.plans}
            others = tuple(plan for plan in state.plans if plan.by not in anew)
            return replace(state, plans=(*others, *event.plans))
        case Instructed():
            return state.with_group(replace(state.group(event.group), instructions=event.instructions))
        case FireLeft():
            return state.with_side(replace(state.side(event.side), fire=event.fire))
        case AheadWritten():
            return _ahead(state, event)
        case AheadOver():
            return replace(state, aheads=tuple(each for each in state.aheads if each.side != event.side))
        case AheadNoticed():
            return replace(state, aheads=tuple(_noticed(each, event) for each in state.aheads))
        case RunnerSent():
            return replace(state, messages=(*state.messages, event.message))
        case RunnerFared():
            return _fared(state, event)
        case OrderTaken():
            group = state.group(event.group)
            ordered = group.ordered or event.order is not None
            return state.with_group(
                replace(group, order=event.order, dormant=event.dormant, halted=event.halted, ordered=ordered)
            )


def _noticed(ahead: Ahead, event: AheadNoticed) -> Ahead:
    return replace(ahead, before=(*ahead.before, *event.met)) if ahead.side == event.side else ahead


def _ahead(state: State, event: AheadWritten) -> State:
    """Who takes back what was sealed ahead is asked again: an envelope without them is laid out anew."""
    others = tuple(each for each in state.aheads if each.side != event.side)
    found = state.envelope
    kept = found if found is not None and found.of(event.side) else None
    return replace(state, aheads=others if event.ahead is None else (*others, event.ahead), envelope=kept)


def _fared(state: State, event: RunnerFared) -> State:
    """Who has told them, or found nobody, goes home."""
    goes = event.what in ("told", "nobody")
    kept = (each for each in state.messages if goes or each.runner != event.runner)
    return replace(
        state, messages=tuple(replace(each, told=True) if each.runner == event.runner else each for each in kept)
    )


def evolve_sealing(state: State, event: SealingEvent) -> State:
    """With the opening the period goes on to what was written for. IA-R023"""
    if isinstance(event, OrdersOpened):
        return replace(state, envelope=None, step=_OPENED.get(state.step, state.step), shown=())
    return evolving.evolve_sealing(state, event)
