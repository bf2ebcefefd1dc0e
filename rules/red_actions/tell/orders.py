"""Orders in words: to their own side what they are, to others no more than that an act was ordered."""

from __future__ import annotations

from collections.abc import Sequence

from rules.battle.orders import telling
from rules.battle.orders.ahead import TurnsEvent, TurnsOver, TurnsWritten
from rules.battle.orders.data import OrderEvent
from rules.red_actions.deeds import ORDERS
from rules.red_actions.tell.words import Words
from rules.telling.told import Told


def tell_orders(words: Words, event: OrderEvent) -> Told | None:
    def names(units: Sequence[str]) -> str:
        return words.units(tuple(units))

    return telling.tell_orders(ORDERS.table, words.state, event, names, words.own)


def tell_sealing(words: Words, event: TurnsEvent) -> Told | None:
    if isinstance(event, TurnsWritten | TurnsOver):
        return telling.tell_ahead(ORDERS.until, event)
    return telling.tell_sealing(event, words.side)
