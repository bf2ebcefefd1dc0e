"""What happens in a battle, one module a subject."""

from __future__ import annotations

from typing import get_args

from rules.battle.orders.sealing import SealingEvent
from rules.battle.umpire import UmpireActed
from rules.event import Codec, Event
from rules.infantry_action.events.orders import OrderEvent
from rules.infantry_action.events.turn import TurnEvent

TURN_EVENTS: tuple[type[Event], ...] = get_args(TurnEvent)
ORDER_EVENTS: tuple[type[Event], ...] = get_args(OrderEvent)
SEALING_EVENTS: tuple[type[Event], ...] = get_args(SealingEvent)
EVENTS: tuple[type[Event], ...] = (*TURN_EVENTS, *ORDER_EVENTS, *SEALING_EVENTS, UmpireActed)

CODEC: Codec[Event] = Codec[Event](EVENTS, "kind")
