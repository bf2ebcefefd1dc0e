"""Applying events: total, no chance, no rules. One module per subject, each one `match` over its events' union."""

from __future__ import annotations

from typing import cast

from rules.battle.orders.data import OrderEvent, evolve_orders
from rules.battle.orders.sealing import SealingEvent, evolve_envelope
from rules.changing import replace
from rules.event import Event
from rules.five56mm.events import (
    BATTLE_EVENTS,
    FIRE_EVENTS,
    FOOT_EVENTS,
    HAND_EVENTS,
    ORDER_EVENTS,
    SEALING_EVENTS,
    VEHICLE_EVENTS,
)
from rules.five56mm.events.battle import BattleEvent
from rules.five56mm.events.fire import FireEvent
from rules.five56mm.events.foot import FootEvent
from rules.five56mm.events.hand import HandEvent
from rules.five56mm.events.vehicles import VehicleEvent
from rules.five56mm.evolve.battle import evolve_battle
from rules.five56mm.evolve.fire import evolve_fire
from rules.five56mm.evolve.foot import evolve_foot
from rules.five56mm.evolve.hand import evolve_hand
from rules.five56mm.evolve.picture import pictured
from rules.five56mm.evolve.vehicles import evolve_vehicles
from rules.five56mm.state import State


def evolve(state: State, event: Event) -> State:
    """The state after the event. Raises TypeError for an event of another rule set."""
    return pictured(state, event, _evolve(state, event))


def _evolve(state: State, event: Event) -> State:
    if isinstance(event, BATTLE_EVENTS):
        return evolve_battle(state, cast("BattleEvent", event))
    if isinstance(event, FOOT_EVENTS):
        return evolve_foot(state, cast("FootEvent", event))
    if isinstance(event, FIRE_EVENTS):
        return evolve_fire(state, cast("FireEvent", event))
    if isinstance(event, VEHICLE_EVENTS):
        return evolve_vehicles(state, cast("VehicleEvent", event))
    if isinstance(event, HAND_EVENTS):
        return evolve_hand(state, cast("HandEvent", event))
    if isinstance(event, ORDER_EVENTS):
        return replace(state, orders=evolve_orders(state.orders, cast("OrderEvent", event)))
    if isinstance(event, SEALING_EVENTS):
        return replace(state, envelope=evolve_envelope(state.envelope, cast("SealingEvent", event)))
    raise TypeError(f"{type(event).__name__} is no event of 5.56mm")
