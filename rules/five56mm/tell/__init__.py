"""Events in words for one viewer; what he may not know is not told. One module per subject, as in `events`."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from rules.battle.orders.data import OrderEvent
from rules.battle.orders.sealing import SealingEvent
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
from rules.five56mm.state import State
from rules.five56mm.tell.battle import tell_battle
from rules.five56mm.tell.fire import tell_fire
from rules.five56mm.tell.foot import tell_foot
from rules.five56mm.tell.hand import tell_hand
from rules.five56mm.tell.orders import tell_orders, tell_sealing
from rules.five56mm.tell.vehicles import tell_vehicles
from rules.told import Told
from rules.viewing import Viewer


def tell(state: State, event: Event, viewer: Viewer) -> Told | None:
    """One event in words, `state` being the state after it; None: nothing to say, or nothing that he may know."""
    if event.audience is not None and not viewer.umpire and viewer.side not in event.audience:
        return None
    told = _told(state, event, viewer)
    if told is None:
        return None
    return replace(told, draws=event.draws, citations=event.citations, said=told.said or event.draws)


def _told(state: State, event: Event, viewer: Viewer) -> Told | None:
    if isinstance(event, BATTLE_EVENTS):
        return tell_battle(state, cast("BattleEvent", event), viewer)
    if isinstance(event, FOOT_EVENTS):
        return tell_foot(state, cast("FootEvent", event), viewer)
    if isinstance(event, FIRE_EVENTS):
        return tell_fire(state, cast("FireEvent", event), viewer)
    if isinstance(event, VEHICLE_EVENTS):
        return tell_vehicles(state, cast("VehicleEvent", event), viewer)
    if isinstance(event, HAND_EVENTS):
        return tell_hand(state, cast("HandEvent", event))
    if isinstance(event, ORDER_EVENTS):
        return tell_orders(state, cast("OrderEvent", event), viewer)
    if isinstance(event, SEALING_EVENTS):
        return tell_sealing(state, cast("SealingEvent", event))
    raise TypeError(f"{type(event).__name__} is no event of 5.56mm")
