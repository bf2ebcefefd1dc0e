"""Orders in words: to their own side what they are, to others no more than that an act was ordered."""

from __future__ import annotations

from typing import assert_never

from rules.battle.orders import showing
from rules.battle.orders.data import OrderEvent, OrderFollowed, OrdersCancelled, OrdersGiven, OrderStopped
from rules.battle.orders.sealing import OrdersOpened, OrdersSealed, SealBroken, SealingEvent, SheetKept
from rules.book_and_gun.deeds import ORDERS
from rules.book_and_gun.tell.words import Words, told
from rules.book_and_gun.view import owns
from rules.told import Role, Told
from rules.words import listed


def tell_orders(words: Words, event: OrderEvent) -> Told | None:
    """What is for one side has an audience, and is told to nobody else before it comes here."""
    table, state = ORDERS.table, words.state
    match event:
        case OrdersGiven():
            order = event.order
            whom = listed([words.unit(unit) for unit in order.units]) if order.units else "All"
            asks = [showing.stop_words(table, stop) for stop in order.stops]
            lines = (f"Until {showing.until_words(order)}.", f"Asks when: {'; '.join(asks)}." if asks else "")
            return told(event, f"Orders {order.number}: {whom}: {showing.list_words(table, state, order)}.", *lines)
        case OrdersCancelled():
            whom = f" for {listed([words.unit(unit) for unit in event.units])}" if event.units else ""
            return told(event, f"Orders {listed([str(number) for number in event.orders])} no longer stand{whom}.")
        case OrderStopped():
            whom = f" for {listed([words.unit(unit) for unit in event.units])}" if event.units else ""
            why = showing.stop_words(table, event.stop)
            return told(event, f"Orders {event.order} stop{whom}: {why}. You are asked.", important=True)
        case OrderFollowed():
            if not words.knows(event.unit):
                return None
            own = owns(state, words.viewer, event.side)
            if own and not event.order:
                return told(event, "Without orders.", role=Role.DETAIL)
            said = f"By orders {event.order}: {showing.step_words(table, state, event.step)}." if own else "By orders."
            return told(event, said, role=Role.DETAIL)
        case _ as unreachable:
            assert_never(unreachable)


def tell_sealing(words: Words, event: SealingEvent) -> Told | None:
    """Who has sealed, with the seal to check him by; what it binds is not told."""
    match event:
        case OrdersSealed():
            late = ", at the deadline" if event.absent else ""
            seal = (f"seal {event.seal}",)
            return told(
                event, f"{words.side(event.side)} has sealed its orders for {event.envelope}{late}.", details=seal
            )
        case SheetKept():
            return None
        case SealBroken():
            return told(event, f"{words.side(event.side)} has taken its sealed orders back.")
        case OrdersOpened():
            return told(event, f"All orders for {event.envelope} are sealed, and are carried out.", role=Role.FRAME)
        case _ as unreachable:
            assert_never(unreachable)
