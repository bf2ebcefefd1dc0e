"""The events of a battle, one module a subject: each ends with the union of its events, which stands here once.

A new event stands in that union and has its case in the modules of the same name in `evolve/` and `tell/`; nothing
else needs a line for it. Events carry data, not sentences; `tell` puts them into words. `audience` None means that
everybody may know.
"""

from __future__ import annotations

from rules.battle.orders.sealing import SealingEvent
from rules.infantry_action.events.air import AirEvent
from rules.infantry_action.events.armour import ArmourEvent
from rules.infantry_action.events.fire import FireEvent
from rules.infantry_action.events.movement import MovementEvent
from rules.infantry_action.events.orders import WritingEvent
from rules.infantry_action.events.reaction import ReactionEvent
from rules.infantry_action.events.sight import SightEvent
from rules.infantry_action.events.turn import TurnEvent
from rules.infantry_action.events.umpire import UmpireEvent
from rules.infantry_action.events.works import WorksEvent
from rules.kernel.event import Codec, Event, kinds

EVENTS: tuple[type[Event], ...] = kinds(
    TurnEvent,
    WritingEvent,
    MovementEvent,
    SightEvent,
    FireEvent,
    WorksEvent,
    AirEvent,
    ArmourEvent,
    ReactionEvent,
    UmpireEvent,
    SealingEvent,
)

CODEC: Codec[Event] = Codec[Event](EVENTS, "kind")
