"""Whether what must go on for ever does go on: the recurring tasks' signs of life, and what is overdue all the same.

A task leaves a heartbeat at least once an hour, all tasks together, and at once when it begins to fail or recovers.
Anybody who can read the database can so tell from outside whether the program that should be at work is; nothing of
this needs that program.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import delete, update
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlmodel import col, func, select

from campaigns.battle.watch.timers import fires_at
from campaigns.clocks.waits import ACTIVE
from campaigns.database.store import Store
from campaigns.database.trouble import in_words
from campaigns.post.line import PENDING
from campaigns.post.outbox import DEAD, LEASE, heads
from campaigns.tables.base import given
from campaigns.tables.battles import Battle
from campaigns.tables.health import Heartbeat
from campaigns.tables.posts import OutboxPost, Timer

SILENCE = timedelta(hours=1, minutes=15)
"""After so long without a heartbeat a task has stopped: the longest time between two is an hour."""
OVERDUE = timedelta(minutes=2)
"""After its time, before something that is still not done is a sign that nobody does it."""


@dataclass(frozen=True, slots=True)
class Task:
    """A recurring task. `silent`: it has not run for too long. `failures`: in a row, `problem` is the last."""

    name: str
    seen_at: datetime
    well_at: datetime | None
    failures: int
    problem: str
    silent: bool

    @property
    def well(self) -> bool:
        return not self.silent and not self.failures


@dataclass(frozen=True, slots=True)
class PutOff:
    """A deadline or reminder that could not be carried out, and when it is tried again."""

    battle_id: int
    title: str
    due: datetime
    again_at: datetime
    tries: int
    problem: str


@dataclass(frozen=True, slots=True)
class Health:
    """How the program fares. `overdue`, `unclaimed`: deadlines and posts whose time is over and which nobody has
    tried, so that the task for them must have stopped. `waiting`, `dead`: posts under way and given up."""

    at: datetime
    tasks: tuple[Task, ...]
    overdue: int
    unclaimed: int
    waiting: int
    dead: int
    put_off: tuple[PutOff, ...]
    oldest: datetime | None = None
    """When the oldest post that waits was written."""

    @property
    def well(self) -> bool:
        """Everything that recurs has run as it should. Posts that Discord will not take are another matter."""
        return not (self.overdue or self.unclaimed or self.put_off) and all(task.well for task in self.tasks)


_TRIAL = "(trial)"
"""The task of a row that is written to see whether anything can be; nobody ever reads it."""
_ROOM = 16 * 1024
"""Bytes that it takes."""


@dataclass(frozen=True, slots=True)
class LifeSign:
    """A task's sign of life: when it last ran, how often in a row it has failed, and why."""

    at: datetime
    failures: int = 0
    problem: str = ""


_KEPT = update(Heartbeat).where(col(Heartbeat.task) == given("of")).execution_options(synchronize_session=False)
_STRUGGLES = _KEPT.values(seen_at=given("seen"), failures=given("failed"), problem=given("why"))
_IS_WELL = _STRUGGLES.values(well_at=given("seen"))


async def beat(store: Store, signs: Mapping[str, LifeSign]) -> None:
    """Write the signs of life of tasks that have just run, by task, in one transaction."""
    async with store.writing() as session:
        for task, sign in sorted(signs.items()):
            said = {"of": task, "seen": sign.at, "failed": sign.failures, "why": sign.problem[:500]}
            changed = await session.exec(_STRUGGLES if sign.failures else _IS_WELL, params=said)
            if not changed.rowcount:
                well = None if sign.failures else sign.at
                row = Heartbeat(task=task, seen_at=sign.at, well_at=well)
                row.failures, row.problem = sign.failures, sign.problem[:500]
                session.add(row)


async def ails(store: Store) -> str:
    """Why the database takes nothing that is written, with what ails it; empty where it takes it. No heartbeat can tell
    of a full disk: it finds no room itself. So as much as a turn may need is written here, and taken away again."""
    now = store.clock.now()
    try:
        async with store.writing() as session:
            session.add(Heartbeat(task=_TRIAL, seen_at=now, problem="." * _ROOM))
            await session.flush()
            await session.exec(delete(Heartbeat).where(col(Heartbeat.task) == _TRIAL))
    except (OSError, SQLAlchemyError) as error:
        return in_words(error.orig if isinstance(error, DBAPIError) and error.orig is not None else error)
    return ""


async def check(store: Store, *, campaign_id: int | None = None) -> Health:
    """How the program fares; with `campaign_id`, of what is overdue only that campaign's part."""
    now = store.clock.now()
    of_posts = () if campaign_id is None else (OutboxPost.campaign_id == campaign_id,)
    of_battles = () if campaign_id is None else (Battle.campaign_id == campaign_id,)
    count = select(func.count())
    async with store.reading() as session:
        beats = (await session.exec(select(Heartbeat).order_by(Heartbeat.task))).all()
        timers = count.select_from(Timer).join(Battle, col(Battle.id) == Timer.battle_id).where(*ACTIVE, *of_battles)
        overdue = (await session.exec(timers.where(fires_at <= now - OVERDUE))).one()
        stuck = select(Timer, Battle.title).join(Battle, col(Battle.id) == Timer.battle_id)
        stuck = stuck.where(*ACTIVE, *of_battles, Timer.tries > 0).order_by(col(Timer.due)).limit(20)
        put_off = tuple(
            PutOff(row.battle_id, title, row.due, row.not_before or row.due, row.tries, row.problem)
            for row, title in (await session.exec(stuck)).all()
        )
        posts = count.select_from(OutboxPost).where(*of_posts)
        # A claim moves a post's time on by the lease; so nobody has claimed one whose time has been over for so long.
        next_ones = (col(OutboxPost.id).in_(heads()), OutboxPost.due <= now - LEASE - OVERDUE)
        unclaimed = (await session.exec(posts.where(*next_ones))).one()
        waiting = (await session.exec(posts.where(PENDING))).one()
        oldest = (await session.exec(select(func.min(OutboxPost.created_at)).where(*of_posts, PENDING))).one()
        dead = (await session.exec(posts.where(DEAD))).one()
    tasks = tuple(
        Task(row.task, row.seen_at, row.well_at, row.failures, row.problem, now - row.seen_at > SILENCE)
        for row in beats
    )
    return Health(now, tasks, overdue, unclaimed, waiting, dead, put_off, oldest)
