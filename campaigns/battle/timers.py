"""Deadlines and reminders: due rows in the database, so that they outlive the process that set them.

A timer hangs on an ask by its key. While the ask stands, its timers stand; when it has been answered they are
cancelled. `fire_due` is the one scheduler: it may be called at any time and any number of times, by several processes
too, and fires each timer once, in a transaction of its own.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from sqlmodel import col, func, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.battle import conduct
from campaigns.battle.deadlines import ACTIVE
from campaigns.errors import Refusal
from campaigns.members.membership import require_gm
from campaigns.post.outbox import Matter
from campaigns.store import Store
from campaigns.tables.base import pk
from campaigns.tables.battles import BattleStatus
from campaigns.tables.posts import PostKind, Timer, TimerKind
from rules.action import Actor, Role, SideId
from rules.ruleset import Ask
from rules.violation import RuleViolation

LATE = timedelta(minutes=10)
"""A timer that fires this long after its time is marked as late: the program was not running."""
FIRST_WAIT, LONGEST_WAIT = timedelta(minutes=1), timedelta(hours=1)
"""Before a timer that could not be fired is tried again: doubled at each failure."""
fires_at = func.coalesce(Timer.not_before, Timer.due)
"""When a timer is to be fired: at its time, or after a failure when it is to be tried again."""


@dataclass(frozen=True, slots=True)
class Due:
    """A timer that has not fired."""

    id: int
    battle_id: int
    ask_key: str
    side: SideId
    kind: TimerKind
    due: datetime


@dataclass(frozen=True, slots=True)
class Fired:
    """A timer that has fired. `problem`: why the default could not be carried out."""

    timer_id: int
    battle_id: int
    side: SideId
    kind: TimerKind
    late: bool
    problem: str = ""


async def due(store: Store, now: datetime) -> tuple[Due, ...]:
    """The timers whose time has come, the earliest first."""
    async with store.reading() as session:
        found = select(Timer).where(*ACTIVE, Timer.due <= now, fires_at <= now).order_by(col(Timer.due), col(Timer.id))
        return tuple(_due(timer) for timer in (await session.exec(found)).all())


async def standing(store: Store, battle_id: int) -> tuple[Due, ...]:
    """The timers that a battle waits on, the earliest first."""
    async with store.reading() as session:
        found = select(Timer).where(*ACTIVE, Timer.battle_id == battle_id).order_by(col(Timer.due), col(Timer.id))
        return tuple(_due(timer) for timer in (await session.exec(found)).all())


async def next_due(store: Store) -> datetime | None:
    """When the next timer is to be fired; None when none is set."""
    async with store.reading() as session:
        return (await session.exec(select(func.min(fires_at)).where(*ACTIVE))).one()


async def extend(store: Store, battle_id: int, who: int, side: SideId, hours: float) -> tuple[Due, ...]:
    """Give a side more time (or less, by a negative number): its reminder moves with its deadline.

    Raises Refusal: "umpire-only", "no-battle", "no-deadline" (nothing waits for that side), "bad-hours".
    """
    if not -24 * 60 <= hours <= 24 * 60:
        raise Refusal("bad-hours", "A deadline moves by at most 60 days.", "Give fewer hours.")
    async with store.writing_battle(battle_id) as session:
        row, _ = await conduct.battle_row(session, battle_id, who=who)
        await require_gm(session, row.campaign_id, who, "move a deadline")
        found = select(Timer).where(*ACTIVE, Timer.battle_id == battle_id, Timer.side == side)
        timers = (await session.exec(found.order_by(col(Timer.due)))).all()
        if not timers:
            raise Refusal("no-deadline", f"No deadline runs for {side}.", "Only a side that is asked has one.")
        for timer in timers:
            timer.due += timedelta(hours=hours)
            timer.not_before, timer.tries = None, 0
        return tuple(_due(timer) for timer in timers)


async def fire_due(store: Store, now: datetime) -> tuple[Fired, ...]:
    """Fire every timer whose time has come: reminders are posted, deadlines do the ask's default for the absent side.

    One that fails unexpectedly holds up no other, is put off for a while, longer each time, and is tried again then;
    when all have had their turn, the failures are raised together.
    """
    fired: list[Fired] = []
    failures: list[Exception] = []
    for timer in await due(store, now):
        (outcome,) = await asyncio.gather(_fire(store, timer, now), return_exceptions=True)
        if isinstance(outcome, Fired):
            fired.append(outcome)
        elif isinstance(outcome, Exception):
            failures.append(outcome)
            await _put_off(store, timer, now, outcome)
        elif isinstance(outcome, BaseException):
            raise outcome
    if failures:
        raise ExceptionGroup("some timers could not be fired", failures)
    return tuple(fired)


async def _put_off(store: Store, timer: Due, now: datetime, failure: Exception) -> None:
    async with store.writing() as session:
        row = await session.get(Timer, timer.id, with_for_update=True)
        if row is None or row.fired_at is not None or row.cancelled_at is not None:
            return
        row.not_before = now + min(FIRST_WAIT * 2 ** min(row.tries, 10), LONGEST_WAIT)
        row.tries += 1
        row.problem = repr(failure)[:500]


async def _fire(store: Store, timer: Due, now: datetime) -> Fired | None:
    return await conduct.alone(store, timer.battle_id, partial(_fire_once, store, timer, now))


async def _fire_once(store: Store, timer: Due, now: datetime) -> Fired | None:
    """What becomes of the timer is thought out before anything is written, and dropped if the battle has gone on."""
    field = about = None
    async with store.reading() as session:
        battle, _ = await conduct.battle_row(session, timer.battle_id, locked=False)
        if battle.status == BattleStatus.RUNNING:
            field = await conduct.take_up(store, session, timer.battle_id)
    ask = field and next((a for a in field.prompt.asks if (a.key, a.side) == (timer.ask_key, timer.side)), None)
    refused = None
    if field and ask and timer.kind == TimerKind.DEADLINE:
        async with store.reading() as field.session:
            about = await _about(field, ask, timer, now)
            await field.key()
        refused = await _defaulted(field, ask)
    async with store.writing() as session:
        row = await session.get_one(Timer, timer.id, with_for_update=True)
        if row.fired_at is not None or row.cancelled_at is not None or row.due > now:
            return None
        if field is not None:
            await field.write_in(session)
        if field is None or ask is None:
            row.cancelled_at = now
            return None
        row.fired_at, row.late, row.problem = now, now - row.due > LATE, ""
        if about is None:
            return await _remind(session, field, ask, row, now)
        await _settle(field, about, row, refused)
    field.keep()
    return _fired(row)


async def _remind(session: AsyncSession, field: conduct.Conduct, ask: Ask, row: Timer, now: datetime) -> Fired | None:
    of_ask = (Timer.battle_id == row.battle_id, Timer.ask_key == row.ask_key, Timer.side == row.side)
    ends = select(Timer.due).where(*ACTIVE, *of_ask, Timer.kind == TimerKind.DEADLINE)
    deadline = (await session.exec(ends)).first()
    if deadline is None or deadline <= now:  # the deadline itself fires in the same round
        row.fired_at, row.cancelled_at = None, now
        return None
    users = await field.answerers([ask])
    matter = Matter(topic="reminder", side=ask.side, ask_keys=(ask.key,), users=users, due=deadline, late=row.late)
    await field.post(PostKind.REMINDER, matter, to_seq=field.seq)
    return _fired(row)


async def _about(field: conduct.Conduct, ask: Ask, timer: Due, now: datetime) -> Matter:
    return Matter(
        topic="deadline",
        side=ask.side,
        ask_keys=(ask.key,),
        users=await field.answerers([ask]),
        due=timer.due,
        late=now - timer.due > LATE,
    )


async def _defaulted(field: conduct.Conduct, ask: Ask) -> RuleViolation | None:
    """Does what the ask's default is for the absent side; why that cannot be done, where it cannot."""
    try:
        await field.decide(ask.default, Actor(Role.UMPIRE if ask.umpire else Role.PLAYER, ask.side, absent=True))
    except RuleViolation as violation:
        return violation
    await field.go_on()
    await field.prepare()
    return None


async def _settle(field: conduct.Conduct, about: Matter, row: Timer, refused: RuleViolation | None) -> None:
    if refused is None:
        await field.settle(announce=about)
        return
    row.problem = refused.message
    words = (("why", refused.message),)
    await field.post(PostKind.NOTICE, about.model_copy(update={"topic": "default-refused", "words": words}))


def _fired(row: Timer) -> Fired:
    return Fired(pk(row.id), row.battle_id, row.side, TimerKind(row.kind), row.late, row.problem)


def _due(row: Timer) -> Due:
    return Due(pk(row.id), row.battle_id, row.ask_key, row.side, TimerKind(row.kind), row.due)
