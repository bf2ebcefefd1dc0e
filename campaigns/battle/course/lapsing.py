"""Whose orders have run out, or who has none when the battle begins: a side hears of it before it is asked, so that
both sides write at the same time."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from campaigns.battle.record.journal import Entry
from campaigns.tables.battles import EntryKind
from rules.battle.orders.data import OrdersCancelled, OrdersGiven, OrderStopped
from rules.kernel.action import SideId
from rules.seam.ordering import Ordering
from rules.seam.ruleset import AnyRuleSet


def lapsed(
    rules: AnyRuleSet, before: Any, entries: Sequence[Entry], after: Any, asked: Collection[SideId]
) -> tuple[SideId, ...]:
    """Return the sides that had orders, or whose battle begins, and that have none now, though they have units that
    take some. A side that is asked is not among them, nor one that has cancelled its orders or whose orders have
    stopped: these know. Each side's share of this comes of what it may know itself. Takes its time."""
    ordering = rules.battle.ordering
    undone = any(entry.kind is EntryKind.UNDO for entry in entries)
    if ordering is None or not ordering.cancels or before is None or undone:
        return ()
    return tuple(
        side.key
        for side in rules.forces.sides
        if side.key not in asked and _ran_out(ordering, before, entries, after, side.key)
    )


def _ran_out(ordering: Ordering[Any], before: Any, entries: Sequence[Entry], after: Any, side: SideId) -> bool:
    events = [event for entry in entries for event in entry.events]
    if any(isinstance(event, OrdersCancelled | OrderStopped) and event.side == side for event in events):
        return False
    given = begins(entries) or any(isinstance(event, OrdersGiven) and event.order.side == side for event in events)
    if not given and not _ordered(ordering, before, side):
        return False
    return bool(ordering.units(after, side)) and not _ordered(ordering, after, side)


def begins(entries: Sequence[Entry]) -> bool:
    """Whether these entries begin the battle."""
    return any(entry.kind is EntryKind.MUSTER for entry in entries)


def _ordered(ordering: Ordering[Any], state: Any, side: SideId) -> bool:
    """Whether an order stands for one of the side's units."""
    able = set(ordering.units(state, side))
    return any(
        bool(able & set(order.units or able) - set(order.freed))
        for order in ordering.standing(state, side)
        if not order.stopped
    )
