"""What happens in a battle, one module a subject. Each ends with the union of its events, which stands here once."""

from __future__ import annotations

from typing import Any, get_args

from rules.battle.orders.data import OrderEvent
from rules.battle.orders.sealing import SealingEvent
from rules.battle.umpire import UmpireActed
from rules.event import Codec, Event
from rules.red_actions.events.agenda import AgendaEvent
from rules.red_actions.events.ambush import AmbushEvent
from rules.red_actions.events.charge import ChargeEvent
from rules.red_actions.events.command import CommandEvent
from rules.red_actions.events.fire import FireEvent
from rules.red_actions.events.morale import MoraleEvent
from rules.red_actions.events.movement import MovementEvent
from rules.red_actions.events.rails import RailsEvent
from rules.red_actions.events.setup import SetupEvent
from rules.red_actions.events.sight import SightEvent
from rules.red_actions.events.turn import TurnEvent
from rules.red_actions.events.umpire import UmpireEvent
from rules.red_actions.events.works import WorksEvent

_UNIONS: tuple[Any, ...] = (
    TurnEvent,
    AgendaEvent,
    FireEvent,
    MoraleEvent,
    CommandEvent,
    ChargeEvent,
    MovementEvent,
    WorksEvent,
    RailsEvent,
    AmbushEvent,
    SightEvent,
    UmpireEvent,
    SetupEvent,
    OrderEvent,
    SealingEvent,
)
EVENTS: tuple[type[Event], ...] = (*(kind for union in _UNIONS for kind in get_args(union)), UmpireActed)

CODEC: Codec[Event] = Codec[Event](EVENTS, "kind")
