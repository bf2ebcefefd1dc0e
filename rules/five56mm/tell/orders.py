"""Orders in words: to their own side what they are, to others no more than that an act was ordered."""

from __future__ import annotations

from collections.abc import Sequence

from rules.battle.orders import telling
from rules.battle.orders.data import OrderEvent
from rules.battle.orders.sealing import SealingEvent
from rules.five56mm.deeds import ORDERS
from rules.five56mm.state import State
from rules.five56mm.tell.words import name
from rules.told import Told
from rules.viewing import Viewer
from rules.words import listed


def tell_orders(state: State, event: OrderEvent, viewer: Viewer) -> Told:
    def names(units: Sequence[str]) -> str:
        return listed([name(state, unit) for unit in units])

    return telling.tell_orders(ORDERS.table, state, event, names, viewer.owns)


def tell_sealing(state: State, event: SealingEvent) -> Told | None:
    def side(key: str) -> str:
        return next((each.name for each in state.sides if each.key == key), key)

    return telling.tell_sealing(event, side)
