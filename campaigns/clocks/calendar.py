"""Battles' deadlines in their servers' calendars, where a campaign wants that.

What the calendar is to show is nowhere written down: it follows from the deadlines that run. What it shows is a row a
battle, so that a restart forgets nothing and makes nothing twice. `due` compares both.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache

from sqlalchemy import Boolean, ColumnElement, Select, Subquery, literal, literal_column, or_, select
from sqlmodel import col, func

from campaigns.clocks.waits import ACTIVE
from campaigns.database.shares import Share
from campaigns.database.store import Store
from campaigns.errors import AGAIN
from campaigns.tables.base import UtcDateTime, given
from campaigns.tables.battles import Battle, BattleStatus
from campaigns.tables.calendars import CalendarEvent
from campaigns.tables.campaigns import WANTS_CALENDAR, Campaign
from campaigns.tables.posts import Timer, TimerKind

_FIRST_WAIT, LONGEST_WAIT = timedelta(minutes=1), timedelta(hours=6)
_LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)
LEASE = timedelta(minutes=5)
"""Nobody else sees to an event that somebody is at."""


@dataclass(frozen=True, slots=True)
class CalendarDate:
    """What is to be seen to. `due`: the battle's first deadline; None: its event is to be taken down. `event_id`,
    `shown`: the event that there is, and when it begins. `tried`: it may be there although nobody knows its number."""

    battle_id: int
    guild_id: int
    due: datetime | None
    event_id: int | None
    shown: datetime | None
    tried: bool


_WANTS = literal_column(f"campaign.{WANTS_CALENDAR}", Boolean())
"""The campaign wants its deadlines in the calendar: few do, and have an index of their own."""


@cache
def _wanted(share: Share) -> Subquery:
    """The first deadline of each battle whose campaign wants it in the calendar."""
    first = func.min(Timer.due).label("due")
    found = (
        select(col(Timer.battle_id), col(Campaign.guild_id), first)
        .join(Battle, col(Battle.id) == Timer.battle_id)
        .join(Campaign, col(Campaign.id) == Battle.campaign_id)
        .where(*ACTIVE, col(Timer.kind) == TimerKind.DEADLINE, col(Battle.status) == BattleStatus.RUNNING)
        .where(_WANTS, *share.of(Campaign.guild_id))
        .group_by(col(Timer.battle_id), col(Campaign.guild_id))
    )
    return found.subquery("wanted")


def _to_be_shown(wanted: Subquery) -> tuple[ColumnElement[bool], ...]:
    """Deadlines that the calendar does not show, or shows as they were."""
    seen = col(CalendarEvent.seen)
    return (or_(seen.is_(None), seen != wanted.c.due),)


@cache
def _changed(share: Share) -> Select[int, int, datetime, int | None, datetime | None, int, datetime | None]:
    wanted = _wanted(share)
    return (
        select(
            wanted.c.battle_id,
            wanted.c.guild_id,
            wanted.c.due,
            col(CalendarEvent.event_id),
            col(CalendarEvent.shown),
            col(CalendarEvent.attempts),
            col(CalendarEvent.again_at),
        )
        .select_from(wanted)
        .outerjoin(CalendarEvent, col(CalendarEvent.battle_id) == wanted.c.battle_id)
        .where(*_to_be_shown(wanted))
    )


@cache
def _over(share: Share) -> Select[int, int, int | None, datetime | None, int, datetime | None]:
    """Events whose battle has no deadline any more that the calendar is to show."""
    wanted = _wanted(share)
    return select(
        col(CalendarEvent.battle_id),
        col(CalendarEvent.guild_id),
        col(CalendarEvent.event_id),
        col(CalendarEvent.shown),
        col(CalendarEvent.attempts),
        col(CalendarEvent.again_at),
    ).where(col(CalendarEvent.battle_id).not_in(select(wanted.c.battle_id)), *share.of(CalendarEvent.guild_id))


@cache
def soonest(share: Share) -> Select[datetime | None]:
    """When the first may be seen to. What has not been tried in vain has long been due."""
    wanted = _wanted(share)
    at = func.coalesce(CalendarEvent.again_at, literal(_LONG_AGO, UtcDateTime)).label("at")
    fresh = (
        select(at)
        .select_from(wanted)
        .outerjoin(CalendarEvent, col(CalendarEvent.battle_id) == wanted.c.battle_id)
        .where(*_to_be_shown(wanted))
    )
    standing = select(_wanted(share).c.battle_id)
    gone = select(at).where(col(CalendarEvent.battle_id).not_in(standing), *share.of(CalendarEvent.guild_id))
    every = fresh.union_all(gone).subquery()
    return select(func.min(every.c.at))


async def claim(store: Store, now: datetime) -> tuple[CalendarDate, ...]:
    """What is to be seen to now: nobody else is given it for a while, and a restart knows that it was tried."""
    async with store.reading() as session:
        connection = await session.connection()
        changed = (await connection.execute(_changed(store.share))).all()
        over = (await connection.execute(_over(store.share))).all()
    found = [
        CalendarDate(battle, guild, due, event, shown, bool(attempts))
        for battle, guild, due, event, shown, attempts, again in changed
        if again is None or again <= now
    ]
    found += [
        CalendarDate(battle, guild, None, event, shown, bool(attempts))
        for battle, guild, event, shown, attempts, again in over
        if again is None or again <= now
    ]
    if found:
        async with store.writing() as session:
            for entry in found:
                row = await session.get(CalendarEvent, entry.battle_id)
                if row is None:
                    row = CalendarEvent(battle_id=entry.battle_id, guild_id=entry.guild_id)
                    session.add(row)
                row.attempts += 1
                row.again_at = now + LEASE
    return tuple(found)


async def done(store: Store, entry: CalendarDate, event_id: int | None, shown: datetime | None) -> None:
    """The calendar shows it so; with nothing to show for good the row goes."""
    async with store.writing() as session:
        row = await session.get(CalendarEvent, entry.battle_id)
        if row is None:
            return
        if entry.due is None:
            await session.delete(row)
            return
        row.guild_id, row.event_id, row.seen, row.shown = entry.guild_id, event_id, entry.due, shown
        row.attempts, row.again_at, row.problem = 0, None, ""


async def leave(store: Store, entry: CalendarDate) -> None:
    """The battle is another process's to look after: this has had no try, and is looked at again in a while."""
    async with store.writing() as session:
        row = await session.get(CalendarEvent, entry.battle_id)
        if row is not None:
            row.attempts, row.again_at = row.attempts - 1, store.clock.now() + AGAIN


async def failed(store: Store, entry: CalendarDate, problem: str) -> None:
    """It could not be seen to now, and is tried again: after longer each time."""
    async with store.writing() as session:
        row = await session.get(CalendarEvent, entry.battle_id)
        if row is not None:
            row.problem = problem[:500]
            wait = min(_FIRST_WAIT * 2 ** max(min(row.attempts, 20) - 1, 0), LONGEST_WAIT)
            row.again_at = store.clock.now() + wait


async def problems(store: Store, campaign_id: int) -> Mapping[int, str]:
    """Why battles of a campaign are not in the calendar, by their number."""
    found = (
        select(col(Battle.number), col(CalendarEvent.problem))
        .join(CalendarEvent, col(CalendarEvent.battle_id) == Battle.id)
        .where(col(Battle.campaign_id) == given("campaign"), col(CalendarEvent.problem) != "")
    )
    async with store.reading() as session:
        rows = (await (await session.connection()).execute(found, {"campaign": campaign_id})).all()
    return {number: problem for number, problem in rows}
