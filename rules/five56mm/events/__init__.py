"""The events of a battle, one module per subject; `evolve/` has a module of the same name for each.

Events carry data, not sentences; `tell` puts them into words. `audience` None means that everybody may know.
"""

from __future__ import annotations

from typing import TypeAlias, get_args

from rules.battle.orders.data import OrderEvent
from rules.battle.orders.sealing import SealingEvent
from rules.event import Codec, Event
from rules.five56mm.events.battle import BattleEvent
from rules.five56mm.events.fire import FireEvent
from rules.five56mm.events.foot import FootEvent
from rules.five56mm.events.hand import HandEvent
from rules.five56mm.events.vehicles import VehicleEvent

Five56mmEvent: TypeAlias = BattleEvent | FootEvent | FireEvent | VehicleEvent | HandEvent | OrderEvent | SealingEvent

BATTLE_EVENTS: tuple[type[Event], ...] = get_args(BattleEvent)
FOOT_EVENTS: tuple[type[Event], ...] = get_args(FootEvent)
FIRE_EVENTS: tuple[type[Event], ...] = get_args(FireEvent)
VEHICLE_EVENTS: tuple[type[Event], ...] = get_args(VehicleEvent)
HAND_EVENTS: tuple[type[Event], ...] = get_args(HandEvent)
ORDER_EVENTS: tuple[type[Event], ...] = get_args(OrderEvent)
SEALING_EVENTS: tuple[type[Event], ...] = get_args(SealingEvent)
EVENTS: tuple[type[Event], ...] = (
    *(BATTLE_EVENTS + FOOT_EVENTS + FIRE_EVENTS + VEHICLE_EVENTS),
    *(HAND_EVENTS + ORDER_EVENTS + SEALING_EVENTS),
)

CODEC: Codec[Event] = Codec[Event](EVENTS, "kind")
