"""When the next thing is due that nobody asks for: everything that recurs is asked about in one statement."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cache

from sqlalchemy import Select, select

from campaigns.battle.watch import timers
from campaigns.clocks import calendar, habits
from campaigns.database.shares import Share
from campaigns.database.store import Store
from campaigns.post import dispatches, outbox, strikes


@cache
def question(
    share: Share,
) -> Select[datetime, datetime, datetime, datetime | None, datetime | None, datetime | None]:
    """The statement that asks about all of it."""
    return select(
        timers.soonest(share).scalar_subquery(),
        habits.soonest(share).scalar_subquery(),
        outbox.soonest(share).scalar_subquery(),
        strikes.soonest(share).scalar_subquery(),
        dispatches.soonest(share).scalar_subquery(),
        calendar.soonest(share).scalar_subquery(),
    )


@dataclass(frozen=True, slots=True)
class Dues:
    """When each may be done next; None: nothing waits. `timers`: deadlines, reminders, and absences that begin or
    end."""

    timers: datetime | None
    posts: datetime | None
    strikes: datetime | None
    doors: datetime | None
    calendar: datetime | None


async def dues(store: Store) -> Dues:
    """Of the servers that are looked after here."""
    async with store.asking() as connection:
        found = await connection.execute(question(store.share))
        timer, turn, post, strike, doors, event = found.one()
    return Dues(min(filter(None, (timer, turn)), default=None), post, strike, doors, event)
