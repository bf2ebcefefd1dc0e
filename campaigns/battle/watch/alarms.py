"""When the next thing is due that nobody asks for: everything that recurs is asked about in one statement."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select

from campaigns.battle.watch import timers
from campaigns.clocks import habits
from campaigns.database.store import Store
from campaigns.post import dispatches, outbox, strikes

_NEXT = select(
    timers.NEXT.scalar_subquery(),
    habits.NEXT.scalar_subquery(),
    outbox.NEXT.scalar_subquery(),
    strikes.NEXT.scalar_subquery(),
    dispatches.NEXT.scalar_subquery(),
)


@dataclass(frozen=True, slots=True)
class Dues:
    """When each may be done next; None: nothing waits. `timers`: deadlines, reminders, and absences that begin or
    end."""

    timers: datetime | None
    posts: datetime | None
    strikes: datetime | None
    doors: datetime | None


async def dues(store: Store) -> Dues:
    async with store.reading() as session:
        found = await (await session.connection()).execute(_NEXT)
        timer, turn, post, strike, doors = found.one()
    return Dues(min(filter(None, (timer, turn)), default=None), post, strike, doors)
