"""The events of a battle, one module per subject.

A chapter plugs in so: its event classes stand in its module here with `kind: Literal["…"] = "…"`, joined in that
module's union (`FireEvent = Fired | …`); `evolve/` has a module of the same name with one `match` over that union.
`EVENTS` below gathers the classes from the unions; nothing else needs a line for a new event.

Events carry data, not sentences; `tell` puts them into words. `audience` None means that everybody may know.
"""

from __future__ import annotations

from typing import TypeAlias, get_args

from rules.battle.orders.data import OrderEvent
from rules.battle.orders.sealing import SealingEvent
from rules.book_and_gun.events.battle import BattleEvent
from rules.book_and_gun.events.combat import CombatEvent
from rules.book_and_gun.events.fire import FireEvent
from rules.book_and_gun.events.hand import HandEvent
from rules.book_and_gun.events.movement import MovementEvent
from rules.event import Codec, Event

BookAndGunEvent: TypeAlias = (
    BattleEvent | MovementEvent | FireEvent | CombatEvent | HandEvent | OrderEvent | SealingEvent
)

BATTLE_EVENTS: tuple[type[Event], ...] = get_args(BattleEvent)
MOVEMENT_EVENTS: tuple[type[Event], ...] = get_args(MovementEvent)
FIRE_EVENTS: tuple[type[Event], ...] = get_args(FireEvent)
COMBAT_EVENTS: tuple[type[Event], ...] = get_args(CombatEvent)
SEALING_EVENTS: tuple[type[Event], ...] = get_args(SealingEvent)
ORDER_EVENTS: tuple[type[Event], ...] = get_args(OrderEvent)
HAND_EVENTS: tuple[type[Event], ...] = get_args(HandEvent)
EVENTS: tuple[type[Event], ...] = (
    *(BATTLE_EVENTS + MOVEMENT_EVENTS + FIRE_EVENTS + COMBAT_EVENTS),
    *(HAND_EVENTS + ORDER_EVENTS + SEALING_EVENTS),
)

CODEC: Codec[Event] = Codec[Event](EVENTS, "kind")
