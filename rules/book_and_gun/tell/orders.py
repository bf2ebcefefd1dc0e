"""Orders in words: to their own side what they are, to others no more than that an act was ordered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rules.battle.orders import telling
from rules.battle.orders.ahead import TurnsEvent, TurnsOver, TurnsWritten
from rules.battle.orders.data import OrderEvent, OrderFollowed
from rules.book_and_gun.deeds import ORDERS
from rules.book_and_gun.tell.words import Words, told
from rules.kernel.event import Event
from rules.language.words import listed
from rules.telling.told import Told


def tell_orders(words: Words, event: OrderEvent) -> Told | None:
    """Nothing of an act by a unit that the viewer may not know."""

    def names(units: Sequence[str]) -> str:
        return listed([words.unit(unit) for unit in units])

    if isinstance(event, OrderFollowed) and not words.knows(event.unit):
        return None
    return _as_told(event, telling.tell_orders(ORDERS.table, words.state, event, names, words.own))


def tell_sealing(words: Words, event: TurnsEvent) -> Told | None:
    if isinstance(event, TurnsWritten | TurnsOver):
        return _as_told(event, telling.tell_ahead(ORDERS.until, event))
    said = telling.tell_sealing(event, words.side)
    return _as_told(event, said) if said is not None else None


def _as_told(event: Event, said: Told) -> Told:
    headline = f"{said.headline}."
    found = told(event, headline, *said.lines, important=said.important, details=said.details, role=said.role)
    return replace(found, remark=said.remark, own_word=said.own_word)
