"""What happens in a battle, one module a subject."""

from __future__ import annotations

from typing import get_args

from rules.battle.orders.sealing import SealingEvent
from rules.battle.umpire import UmpireActed
from rules.event import Codec, Event
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

TURN_EVENTS: tuple[type[Event], ...] = get_args(TurnEvent)
ORDER_EVENTS: tuple[type[Event], ...] = get_args(OrderEvent)
MOVEMENT_EVENTS: tuple[type[Event], ...] = get_args(MovementEvent)
SIGHT_EVENTS: tuple[type[Event], ...] = get_args(SightEvent)
FIRE_EVENTS: tuple[type[Event], ...] = get_args(FireEvent)
ARMOUR_EVENTS: tuple[type[Event], ...] = get_args(ArmourEvent)
REACTION_EVENTS: tuple[type[Event], ...] = get_args(ReactionEvent)
WORKS_EVENTS: tuple[type[Event], ...] = get_args(WorksEvent)
AIR_EVENTS: tuple[type[Event], ...] = get_args(AirEvent)
UMPIRE_EVENTS: tuple[type[Event], ...] = get_args(UmpireEvent)
SEALING_EVENTS: tuple[type[Event], ...] = get_args(SealingEvent)
EVENTS: tuple[type[Event], ...] = (
    *(*TURN_EVENTS, *ORDER_EVENTS, *MOVEMENT_EVENTS, *SIGHT_EVENTS, *FIRE_EVENTS, *WORKS_EVENTS, *AIR_EVENTS),
    *(*ARMOUR_EVENTS, *REACTION_EVENTS),
    *(*UMPIRE_EVENTS, *SEALING_EVENTS, UmpireActed),
)

CODEC: Codec[Event] = Codec[Event](EVENTS, "kind")
