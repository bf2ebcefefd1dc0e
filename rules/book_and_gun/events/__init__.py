"""The events of a battle, one module a subject: each ends with the union of its events, which stands here once.

A new event stands in that union and has its case in the modules of the same name in `evolve/` and `tell/`; nothing
else needs a line for it. Events carry data, not sentences; `tell` puts them into words. `audience` None means that
everybody may know.
"""

from __future__ import annotations

from rules.battle.orders.ahead import TurnsEvent
from rules.battle.orders.data import OrderEvent
from rules.book_and_gun.events.aircraft import AircraftEvent
from rules.book_and_gun.events.battle import BattleEvent
from rules.book_and_gun.events.combat import CombatEvent
from rules.book_and_gun.events.cycles import CycleEvent
from rules.book_and_gun.events.devices import DeviceEvent
from rules.book_and_gun.events.explosives import ExplosiveEvent
from rules.book_and_gun.events.fire import FireEvent
from rules.book_and_gun.events.guns import GunEvent
from rules.book_and_gun.events.hand import HandEvent
from rules.book_and_gun.events.horses import HorseEvent
from rules.book_and_gun.events.hostages import HostageEvent
from rules.book_and_gun.events.hounds import HoundEvent
from rules.book_and_gun.events.indirect import IndirectEvent
from rules.book_and_gun.events.movement import MovementEvent
from rules.book_and_gun.events.vehicles import VehicleEvent
from rules.kernel.event import Codec, Event, kinds

EVENTS: tuple[type[Event], ...] = kinds(
    BattleEvent,
    MovementEvent,
    FireEvent,
    ExplosiveEvent,
    DeviceEvent,
    IndirectEvent,
    CombatEvent,
    HandEvent,
    VehicleEvent,
    AircraftEvent,
    HorseEvent,
    GunEvent,
    HoundEvent,
    CycleEvent,
    HostageEvent,
    OrderEvent,
    TurnsEvent,
)

CODEC: Codec[Event] = Codec[Event](EVENTS, "kind")
