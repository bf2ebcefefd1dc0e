"""Orders in words: to their own side what they are, to others no more than that an act was ordered. A rule set names
units and sides; without full stops, which are its own matter."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, TypeVar, assert_never

from rules.battle.orders import showing
from rules.battle.orders.ahead import AheadEvent, TurnsOver, TurnsWritten, WhyOver, ahead_words
from rules.battle.orders.data import (
    OrderEnded,
    OrderEvent,
    OrderFollowed,
    OrderNoticed,
    OrdersCancelled,
    OrdersGiven,
    OrderStopped,
)
from rules.battle.orders.horizons import Until
from rules.battle.orders.sealing import OrdersOpened, OrdersSealed, SealBroken, SealingEvent, SheetKept
from rules.battle.orders.table import OrderTable
from rules.kernel.action import SideId
from rules.language.words import capital, listed
from rules.telling.told import Idle, Remark, TellingRole, Told

S = TypeVar("S")


def tell_orders(
    table: OrderTable[S],
    state: S,
    event: OrderEvent,
    names: Callable[[Sequence[str]], str],
    own: Callable[[SideId], bool],
) -> Told:
    """What is for one side has an audience, and is told to nobody else before it comes here. `names`: units; `own`:
    whether a side is the reader's."""
    match event:
        case OrdersGiven():
            order = event.order
            whom = names(order.units) if order.units else "All"
            asks = [showing.alarm_words(table, stop) for stop in order.stops if not stop.ends]
            until = f"Until {showing.until_words(table, order)}."
            lines = (until, *([f"Looks out for: {'; '.join(asks)}."] if asks else []))
            said = f"Orders {order.number}: {whom}: {showing.list_words(table, state, order)}"
            return Told(said, lines, own_word=True)
        case OrdersCancelled():
            whom = f" for {names(event.units)}" if event.units else ""
            said = f"Orders {listed([str(number) for number in event.orders])} no longer stand{whom}"
            return Told(said, own_word=True)
        case OrderStopped():
            whom = f" for {names(event.units)}" if event.units else ""
            why = showing.stop_words(table, event.stop)
            over = "are over" if event.stop.ends else "stop"
            return Told(f"Orders {event.order} {over}{whom}: {why}. You are asked", important=True)
        case OrderEnded():
            whom = f" for {names(event.units)}" if event.units else ""
            return Told(f"Orders {event.order} are over{whom}: {showing.stop_words(table, event.stop)}")
        case OrderNoticed():
            whom = f" for {names(event.units)}" if event.units else ""
            why = showing.stop_words(table, event.stop)
            if event.stop.ends:
                asks = ", and you are asked then" if event.stop.strength == "later" else ""
                said = f"Orders {event.order} end with this phase or turn{whom}: {why}{asks}"
                return Told(said)
            after = ", and ask when the phase or turn is over" if event.stop.strength == "later" else ""
            return Told(f"Orders {event.order} go on{whom}: {why}{after}")
        case OrderFollowed():
            mine = own(event.side)
            if mine and not event.order:
                return Told("Without orders", role=TellingRole.DETAIL)
            if not mine:
                return Told("By orders", role=TellingRole.DETAIL, remark=Remark.ORDERED)
            return Told(
                f"By orders {event.order}: {showing.step_words(table, state, event.step)}", role=TellingRole.DETAIL
            )
        case _ as unreachable:
            assert_never(unreachable)


_WHY: Mapping[WhyOver, str] = MappingProxyType(
    {
        "turns": "The turns that you sealed are over.",
        "orders": "Some of your orders stand no more.",
        "joined": "Somebody has joined you, and has no orders.",
        "no orders": "None of your orders stands.",
    }
)


def tell_ahead(until: Until[Any], event: AheadEvent) -> Told:
    """For its own side alone, which its audience is."""
    match event:
        case TurnsWritten():
            turns = event.turns
            said = (
                "Your seal is for this turn alone"
                if turns is None
                else f"Your next seal is {ahead_words(until, turns)}"
            )
            return Told(said, role=TellingRole.FRAME)
        case TurnsOver():
            come = event.until
            said = f"{capital(until.kind(come.kind).words(come))}." if come is not None else _WHY[event.why]
            # Whoever opens their orders reads it there; the question to everybody has called them.
            headline = "What you have sealed ahead is over: you are asked again"
            return Told(headline, (said,), important=True, role=TellingRole.FRAME)
        case _ as unreachable:
            assert_never(unreachable)


def tell_sealing(event: SealingEvent, name: Callable[[str], str]) -> Told | None:
    """Who has sealed, with the seal to check him by; what it binds is not told. `name`: a side's. No post speaks of it:
    the line in the question does."""
    match event:
        case OrdersSealed():
            late = ", at the deadline" if event.absent else ""
            what = "a part of its orders" if event.left else "the rest of its orders" if event.units else "its orders"
            said = f"{name(event.side)} has sealed {what} for {event.envelope}{late}"
            role = TellingRole.DETAIL if event.ahead else TellingRole.ALONE
            return Told(said, sealed=(f"seal {event.seal}",), role=role, idle=Idle())
        case SheetKept():
            return None
        case SealBroken():
            what = "a part of its sealed orders" if event.units else "its sealed orders"
            return Told(f"{name(event.side)} has taken {what} back", idle=Idle())
        case OrdersOpened():
            return Told(f"All orders for {event.envelope} are sealed, and are carried out", role=TellingRole.FRAME)
        case _ as unreachable:
            assert_never(unreachable)
