"""Applying what orders bring about, in the same way to every state that has them."""

from __future__ import annotations

from typing import Protocol, TypeVar

from rules.battle.envelope import Envelope
from rules.battle.orders.data import OrderEvent, Orders, evolve_orders
from rules.battle.orders.sealing import SealingEvent, evolve_envelope
from rules.kernel.changing import replace


class _Ordered(Protocol):
    @property
    def orders(self) -> Orders: ...


class _Sealed(Protocol):
    @property
    def envelope(self) -> Envelope | None: ...


WithOrders = TypeVar("WithOrders", bound=_Ordered)
WithEnvelope = TypeVar("WithEnvelope", bound=_Sealed)


def evolve_standing(state: WithOrders, event: OrderEvent) -> WithOrders:
    """Orders that stand."""
    return replace(state, orders=evolve_orders(state.orders, event))


def evolve_sealing(state: WithEnvelope, event: SealingEvent) -> WithEnvelope:
    """The envelope of sealed ones."""
    return replace(state, envelope=evolve_envelope(state.envelope, event))
