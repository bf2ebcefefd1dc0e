"""Applying events: total, no chance, no rules. One module per subject, each one `match` over its events' union."""

from __future__ import annotations

from typing import cast

from rules.battle.orders.data import OrderEvent, evolve_orders
from rules.battle.orders.sealing import SealingEvent, evolve_envelope
from rules.book_and_gun.events import (
    BATTLE_EVENTS,
    COMBAT_EVENTS,
    FIRE_EVENTS,
    HAND_EVENTS,
    MOVEMENT_EVENTS,
    ORDER_EVENTS,
    SEALING_EVENTS,
)
from rules.book_and_gun.events.battle import BattleEvent
from rules.book_and_gun.events.combat import CombatEvent
from rules.book_and_gun.events.fire import FireEvent
from rules.book_and_gun.events.hand import HandEvent
from rules.book_and_gun.events.movement import MovementEvent
from rules.book_and_gun.evolve.battle import evolve_battle
from rules.book_and_gun.evolve.combat import evolve_combat
from rules.book_and_gun.evolve.fire import evolve_fire
from rules.book_and_gun.evolve.hand import evolve_hand
from rules.book_and_gun.evolve.movement import evolve_movement
from rules.book_and_gun.state import State
from rules.changing import replace
from rules.event import Event


def evolve(state: State, event: Event) -> State:
    """The state after the event. Raises TypeError for an event of another rule set."""
    if isinstance(event, BATTLE_EVENTS):
        return evolve_battle(state, cast("BattleEvent", event))
    if isinstance(event, MOVEMENT_EVENTS):
        return evolve_movement(state, cast("MovementEvent", event))
    if isinstance(event, FIRE_EVENTS):
        return evolve_fire(state, cast("FireEvent", event))
    if isinstance(event, COMBAT_EVENTS):
        return evolve_combat(state, cast("CombatEvent", event))
    if isinstance(event, ORDER_EVENTS):
        return replace(state, orders=evolve_orders(state.orders, cast("OrderEvent", event)))
    if isinstance(event, SEALING_EVENTS):
        return replace(state, envelope=evolve_envelope(state.envelope, cast("SealingEvent", event)))
    if isinstance(event, HAND_EVENTS):
        return evolve_hand(state, cast("HandEvent", event))
    raise TypeError(f"{type(event).__name__} is no event of The Book and the Gun")


def fold(state: State, events: list[Event]) -> State:
    """The state after these events: what a deed looks at between two of its own events."""
    for event in events:
        state = evolve(state, event)
    return state
