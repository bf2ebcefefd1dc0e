"""Applying events: total, no chance, no rules. One module per subject, each one `match` over its events' union."""

from __future__ import annotations

from typing import cast

from rules.battle.orders.sealing import OrdersOpened, SealingEvent, evolve_envelope
from rules.battle.umpire import UmpireActed
from rules.changing import replace
from rules.event import Event
from rules.infantry_action.events import (
    AIR_EVENTS,
    ARMOUR_EVENTS,
    FIRE_EVENTS,
    MOVEMENT_EVENTS,
    ORDER_EVENTS,
    REACTION_EVENTS,
    SEALING_EVENTS,
    SIGHT_EVENTS,
    TURN_EVENTS,
    UMPIRE_EVENTS,
    WORKS_EVENTS,
)
from rules.infantry_action.events.air import AirEvent
from rules.infantry_action.events.armour import ArmourEvent
from rules.infantry_action.events.fire import FireEvent
from rules.infantry_action.events.movement import MovementEvent
from rules.infantry_action.events.orders import OrderEvent
from rules.infantry_action.events.reaction import ReactionEvent
from rules.infantry_action.events.sight import SightEvent
from rules.infantry_action.events.turn import TurnEvent
from rules.infantry_action.events.umpire import UmpireEvent
from rules.infantry_action.events.works import WorksEvent
from rules.infantry_action.evolve.air import evolve_air
from rules.infantry_action.evolve.armour import evolve_armour
from rules.infantry_action.evolve.fire import evolve_fire
from rules.infantry_action.evolve.movement import evolve_movement
from rules.infantry_action.evolve.orders import evolve_orders
from rules.infantry_action.evolve.reaction import evolve_reaction
from rules.infantry_action.evolve.sight import evolve_sight
from rules.infantry_action.evolve.turn import evolve_turn
from rules.infantry_action.evolve.umpire import evolve_umpire
from rules.infantry_action.evolve.works import evolve_works
from rules.infantry_action.state import State, Step

_OPENED = {Step.ORDERS: Step.MOVEMENT, Step.DECLARATION: Step.RESOLUTION}


def evolve(state: State, event: Event) -> State:
    """The state after the event. Raises TypeError for an event of another rule set."""
    if isinstance(event, TURN_EVENTS):
        return evolve_turn(state, cast("TurnEvent", event))
    if isinstance(event, ORDER_EVENTS):
        return evolve_orders(state, cast("OrderEvent", event))
    if isinstance(event, MOVEMENT_EVENTS):
        return evolve_movement(state, cast("MovementEvent", event))
    if isinstance(event, SIGHT_EVENTS):
        return evolve_sight(state, cast("SightEvent", event))
    if isinstance(event, FIRE_EVENTS):
        return evolve_fire(state, cast("FireEvent", event))
    if isinstance(event, ARMOUR_EVENTS):
        return evolve_armour(state, cast("ArmourEvent", event))
    if isinstance(event, REACTION_EVENTS):
        return evolve_reaction(state, cast("ReactionEvent", event))
    if isinstance(event, WORKS_EVENTS):
        return evolve_works(state, cast("WorksEvent", event))
    if isinstance(event, UMPIRE_EVENTS):
        return evolve_umpire(state, cast("UmpireEvent", event))
    if isinstance(event, AIR_EVENTS):
        return evolve_air(state, cast("AirEvent", event))
    if isinstance(event, SEALING_EVENTS):
        return _sealing(state, cast("SealingEvent", event))
    if isinstance(event, UmpireActed):
        return state
    raise TypeError(f"{type(event).__name__} is no event of Infantry Action")


def _sealing(state: State, event: SealingEvent) -> State:
    """With the opening the period goes on to what was written for. IA-R023"""
    envelope = evolve_envelope(state.envelope, event)
    if isinstance(event, OrdersOpened):
        return replace(state, envelope=None, step=_OPENED.get(state.step, state.step), shown=())
    return replace(state, envelope=envelope)
