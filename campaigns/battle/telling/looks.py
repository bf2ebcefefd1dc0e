"""How far somebody has followed a battle: what he has not seen of it is told when he asks to catch up.

Looks that follow each other soon are one sitting. When nothing is new since the last one, the sitting's own beginning
serves: who has opened his panel a moment ago may still ask what led to it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache

from sqlalchemy import Executable, case
from sqlalchemy.dialects import postgresql, sqlite
from sqlmodel import col, select

from campaigns.database.store import Store
from campaigns.database.writes import Writes
from campaigns.post.line import is_
from campaigns.post.outbox import FOR_ALL
from campaigns.tables.base import given, metadata
from campaigns.tables.posts import OutboxPost, PostKind, PostStatus
from campaigns.tables.sides import LookedAt

SITTING = timedelta(minutes=30)


@dataclass(frozen=True, slots=True)
class Since:
    """What is new to somebody: the entries after `seq`; he had them before him at `at` (None: he never has). `again`:
    nothing is newer than his last look, and this is what was new in that sitting."""

    seq: int
    at: datetime | None
    again: bool = False


@dataclass(frozen=True, slots=True)
class Stands:
    """A post in its channel, and the entries that it tells of."""

    from_seq: int
    to_seq: int
    channel_id: int
    message_id: int


async def since(store: Store, battle_id: int, who: int, version: int) -> Since:
    """Up to where somebody knows a battle that is at `version`."""
    async with store.reading() as session:
        row = await session.get(LookedAt, (battle_id, who))
    if row is None:
        return Since(0, None)
    if row.seq < version:
        return Since(row.seq, row.at)
    return Since(min(row.before, version), row.since, again=True)


async def look(store: Store, battle_id: int, who: int, seq: int) -> None:
    """Somebody has the battle before him as it was after entry `seq`. Looks never go back."""
    async with store.writing() as session:
        writes = Writes()
        looked(writes, store, battle_id, who, seq, store.clock.now())
        await writes.carry_out(session)


def looked(writes: Writes, store: Store, battle_id: int, who: int, seq: int, now: datetime) -> None:
    """The same among the writes of a transaction: whoever acts has what came of it before him."""
    told = {"battle_id": battle_id, "user_id": who, "seq": seq, "at": now, "before": 0, "since": now}
    writes.add(_look(store.engine.dialect.name), told | {"sat_down": now - SITTING})


@cache
def _look(dialect: str) -> Executable:
    """The first look, or one more."""
    table = metadata.tables["lookedat"]
    first = (postgresql.insert if dialect == "postgresql" else sqlite.insert)(table).values(
        {name: given(name) for name in table.columns.keys()}  # noqa: SIM118
    )
    row, told = table.c, first.excluded
    newer = row.seq < told.seq
    sits_down = newer & (row.at <= given("sat_down"))
    changed = {
        "before": case((sits_down, row.seq), else_=row.before),
        "since": case((sits_down, row.at), else_=row.since),
        "seq": case((newer, told.seq), else_=row.seq),
        "at": told.at,
    }
    if isinstance(first, postgresql.Insert):
        # Named, the key may hold more than these columns, as in a database that is partitioned.
        return first.on_conflict_do_update(constraint="pk_lookedat", set_=changed)
    return first.on_conflict_do_update(index_elements=[row.battle_id, row.user_id], set_=changed)


async def posts(store: Store, battle_id: int, after: int) -> tuple[Stands, ...]:
    """The posts for everybody that tell of entries after `after`, the oldest first."""
    async with store.reading() as session:
        found = select(OutboxPost).where(
            OutboxPost.battle_id == battle_id,
            FOR_ALL,
            col(OutboxPost.kind).in_((PostKind.JOURNAL, PostKind.SITTING)),
            is_(OutboxPost.status, PostStatus.SENT.value),
            col(OutboxPost.message_id).is_not(None),
            col(OutboxPost.folded_from).is_(None),
            col(OutboxPost.to_seq) > after,
        )
        rows = (await session.exec(found.order_by(col(OutboxPost.position)))).all()
    return tuple(Stands(_first(row), row.to_seq or 0, row.channel_id, row.message_id or 0) for row in rows)


def _first(row: OutboxPost) -> int:
    """The first entry that a post tells of: what came to nothing before it stands in it, too."""
    return min(filter(None, (row.shown_from, row.from_seq)), default=row.to_seq or 0)


async def asked_in(store: Store, battle_id: int) -> tuple[Stands, datetime] | None:
    """The prompt that stands in its channel, and since when what it asks has been asked."""
    async with store.reading() as session:
        found = select(OutboxPost).where(
            OutboxPost.battle_id == battle_id,
            col(OutboxPost.kind).in_((PostKind.PROMPT, PostKind.SITTING)),
            is_(OutboxPost.status, PostStatus.SENT.value),
            col(OutboxPost.message_id).is_not(None),
        )
        row = (await session.exec(found.order_by(col(OutboxPost.position).desc()).limit(1))).first()
    if row is None:
        return None
    stands = Stands(row.from_seq or row.to_seq or 0, row.to_seq or 0, row.channel_id, row.message_id or 0)
    return stands, row.created_at
