"""The events of a battle, one module a subject: each ends with the union of its events, which stands here once.

A new event stands in that union and has its case in the modules of the same name in `evolve/` and `tell/`; nothing
else needs a line for it. Events carry data, not sentences; `tell` puts them into words. `audience` None means that
everybody may know.
"""

from __future__ import annotations

from rules.battle.orders.ahead import TurnsEvent
from rules.battle.orders.data import OrderEvent
from rules.kernel.event import Codec, Event, kinds
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

EVENTS: tuple[type[Event], ...] = kinds(
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
    TurnsEvent,
)

CODEC: Codec[Event] = Codec[Event](EVENTS, "kind")
