"""Events in words for one viewer: short, plain, with the reasons for every number. One module per subject.

What concerns a unit that the viewer may not know is not told to him. The words that all subjects share are in
`words.py`.
"""

from __future__ import annotations

from typing import cast

from rules.battle.orders.data import OrderEvent
from rules.battle.orders.sealing import SealingEvent
from rules.book_and_gun.events import (
    BATTLE_EVENTS,
    COMBAT_EVENTS,
    FIRE_EVENTS,
    HAND_EVENTS,
    MOVEMENT_EVENTS,
    ORDER_EVENTS,
    SEALING_EVENTS,
)
from rules.book_and_gun.events.battle import BattleEvent
from rules.book_and_gun.events.combat import CombatEvent
from rules.book_and_gun.events.fire import FireEvent
from rules.book_and_gun.events.hand import HandEvent
from rules.book_and_gun.events.movement import MovementEvent
from rules.book_and_gun.state import State
from rules.book_and_gun.tell.battle import tell_battle
from rules.book_and_gun.tell.combat import tell_combat
from rules.book_and_gun.tell.fire import tell_fire
from rules.book_and_gun.tell.hand import tell_hand
from rules.book_and_gun.tell.movement import tell_movement
from rules.book_and_gun.tell.orders import tell_orders, tell_sealing
from rules.book_and_gun.tell.words import Words
from rules.event import Event
from rules.told import Told
from rules.viewing import Viewer


def tell(state: State, event: Event, viewer: Viewer) -> Told | None:
    """The event in words, after which the state stands; None: the viewer may not know, or there is nothing to say."""
    words = Words(state, viewer)
    if event.audience is not None and not words.in_audience(event.audience):
        return None
    if isinstance(event, BATTLE_EVENTS):
        return tell_battle(words, cast("BattleEvent", event))
    if isinstance(event, MOVEMENT_EVENTS):
        return tell_movement(words, cast("MovementEvent", event))
    if isinstance(event, FIRE_EVENTS):
        return tell_fire(words, cast("FireEvent", event))
    if isinstance(event, COMBAT_EVENTS):
        return tell_combat(words, cast("CombatEvent", event))
    if isinstance(event, ORDER_EVENTS):
        return tell_orders(words, cast("OrderEvent", event))
    if isinstance(event, SEALING_EVENTS):
        return tell_sealing(words, cast("SealingEvent", event))
    if isinstance(event, HAND_EVENTS):
        return tell_hand(words, cast("HandEvent", event))
    raise TypeError(f"{type(event).__name__} is no event of The Book and the Gun")
