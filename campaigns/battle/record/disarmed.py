"""Whose orders have stopped: whoever gave them, or else commands the units that were under them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.battle.record import journal
from campaigns.battle.record.journal import Entry
from campaigns.clocks.roll import Roll
from campaigns.database.writes import Writes, inserting
from campaigns.members.commanders import commanders
from campaigns.tables.battles import JournalEntry
from campaigns.tables.orders import GivenOrder
from rules.battle.orders.data import OrdersGiven, OrderStopped
from rules.kernel.action import SideId
from rules.kernel.event import Event
from rules.seam.ruleset import AnyRuleSet


def note(writes: Writes, battle_id: int, entries: Sequence[Entry]) -> None:
    """Keep which of these new entries gave which orders."""
    rows: list[dict[str, Any]] = [
        {"battle_id": battle_id, "side": event.order.side, "number": event.order.number, "seq": entry.seq}
        for entry in entries
        for event in entry.events
        if isinstance(event, OrdersGiven)
    ]
    writes.add(inserting(GivenOrder), *rows)


async def owners(
    session: AsyncSession,
    roll: Roll,
    battle_id: int,
    rules: AnyRuleSet,
    entries: Sequence[Entry],
    controllers: Mapping[SideId, SideId],
) -> dict[SideId, list[int]]:
    """By side: those of its players whose orders stop in these entries, which are not in the journal yet."""
    found: dict[SideId, list[int]] = {}
    for event in (event for entry in entries for event in entry.events):
        # What was to ask between two phases is asked by the battle's question, which calls whoever it is for.
        if isinstance(event, OrderStopped) and event.stop.strength == "now":
            side = controllers.get(event.side, event.side)
            users = found.setdefault(side, [])
            owning = await _owners(session, roll.on_side(side), battle_id, rules, event, entries)
            users += [user for user in owning if user not in users]
    return found


async def _owners(
    session: AsyncSession,
    on_side: Mapping[int | None, int],
    battle_id: int,
    rules: AnyRuleSet,
    event: OrderStopped,
    entries: Sequence[Entry],
) -> list[int]:
    fresh = next((found for entry in reversed(entries) if (found := _in(entry.user_id, entry.events, event))), None)
    giver, units = fresh or await _given(session, battle_id, rules, event)
    if giver in on_side.values():
        return [giver]
    commanding = await commanders(session, battle_id, event.units or units, on_side) if event.units or units else []
    return commanding or list(on_side.values())


async def _given(
    session: AsyncSession, battle_id: int, rules: AnyRuleSet, event: OrderStopped
) -> tuple[int, tuple[str, ...]]:
    """Who gave the order, 0 where the engine did by what was sealed, and to which units."""
    seqs = select(GivenOrder.seq).where(
        GivenOrder.battle_id == battle_id, GivenOrder.side == event.side, GivenOrder.number == event.order
    )
    newest = seqs.order_by(col(GivenOrder.seq).desc()).limit(1).scalar_subquery()
    row = select(JournalEntry.user_id, JournalEntry.events).where(JournalEntry.battle_id == battle_id)
    for user, events in await session.exec(row.where(col(JournalEntry.seq) == newest)):
        if found := _in(user, journal.load_events(rules, events), event):
            return found
    return 0, ()


def _in(user: int | None, events: Iterable[Event], stopped: OrderStopped) -> tuple[int, tuple[str, ...]] | None:
    """The order as it was given in these events, if it was."""
    for one in events:
        if isinstance(one, OrdersGiven) and (one.order.side, one.order.number) == (stopped.side, stopped.order):
            return user or 0, one.order.units
    return None
