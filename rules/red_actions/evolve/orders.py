"""Standing orders and the envelope of sealed ones, applied."""

from __future__ import annotations

from rules.battle.orders.data import OrderEvent, evolve_orders
from rules.battle.orders.sealing import SealingEvent, evolve_envelope
from rules.changing import replace
from rules.red_actions.state import State


def evolve_standing(state: State, event: OrderEvent) -> State:
    return replace(state, orders=evolve_orders(state.orders, event))


def evolve_sealing(state: State, event: SealingEvent) -> State:
    return replace(state, envelope=evolve_envelope(state.envelope, event))
