"""Orders in words: to their own side what they are, to others no more than that an act was ordered."""

from __future__ import annotations

from typing import assert_never

from rules.battle.orders import showing
from rules.battle.orders.data import OrderEvent, OrderFollowed, OrdersCancelled, OrdersGiven, OrderStopped
from rules.battle.orders.sealing import OrdersOpened, OrdersSealed, SealBroken, SealingEvent, SheetKept
from rules.five56mm.deeds import ORDERS
from rules.five56mm.state import State
from rules.five56mm.tell.words import name
from rules.five56mm.view import owns
from rules.told import Role, Told
from rules.viewing import Viewer
from rules.words import listed


def tell_orders(state: State, event: OrderEvent, viewer: Viewer) -> Told | None:
    """What is for one side has an audience, and is told to nobody else before it comes here."""
    table = ORDERS.table
    match event:
        case OrdersGiven():
            order = event.order
            whom = _listed(state, order.units) if order.units else "All"
            asks = [showing.stop_words(table, stop) for stop in order.stops]
            lines = (f"Until {showing.until_words(order)}.", *([f"Asks when: {'; '.join(asks)}."] if asks else []))
            return Told(f"Orders {order.number}: {whom}: {showing.list_words(table, state, order)}", lines)
        case OrdersCancelled():
            whom = f" for {_listed(state, event.units)}" if event.units else ""
            return Told(f"Orders {listed([str(number) for number in event.orders])} no longer stand{whom}")
        case OrderStopped():
            whom = f" for {_listed(state, event.units)}" if event.units else ""
            why = showing.stop_words(table, event.stop)
            return Told(f"Orders {event.order} stop{whom}: {why}. You are asked", important=True)
        case OrderFollowed():
            own = owns(viewer, event.side)
            if own and not event.order:
                return Told("Without orders", role=Role.DETAIL)
            said = f"By orders {event.order}: {showing.step_words(table, state, event.step)}" if own else "By orders"
            return Told(said, role=Role.DETAIL)
        case _ as unreachable:
            assert_never(unreachable)


def tell_sealing(state: State, event: SealingEvent) -> Told | None:
    """Who has sealed, with the seal to check him by; what it binds is not told."""
    match event:
        case OrdersSealed():
            late = ", at the deadline" if event.absent else ""
            said = f"{_side(state, event.side)} has sealed its orders for {event.envelope}{late}"
            return Told(said, details=(f"seal {event.seal}",))
        case SheetKept():
            return None
        case SealBroken():
            return Told(f"{_side(state, event.side)} has taken its sealed orders back")
        case OrdersOpened():
            return Told(f"All orders for {event.envelope} are sealed, and are carried out", role=Role.FRAME)
        case _ as unreachable:
            assert_never(unreachable)


def _listed(state: State, units: tuple[str, ...]) -> str:
    return listed([name(state, unit) for unit in units])


def _side(state: State, side: str) -> str:
    return next((each.name for each in state.sides if each.key == side), side)
