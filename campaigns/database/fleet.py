"""The processes that share a PostgreSQL: each leases shards, gives signs of life, and takes over what others leave.

A lease is a row, so a shard is never held twice. A process that gives no sign of life is put out by another: its row
goes, and with it its right to write (see `Store.writing`), whatever it or any clock believes. That waits for the
transactions that it has under way, and for nothing else. Time is the database's own; no session state is kept, so a
pooler may stand between.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Collection, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from sqlalchemy import DateTime, text
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col, delete, func, select, update
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.database.shares import Process, ShardClaim, Share, due_to, numbers, spelled
from campaigns.database.store import Store
from campaigns.errors import Fenced
from campaigns.tables.base import pk
from campaigns.tables.fleet import FleetMember, ShardLease, SignIn

BEAT = timedelta(seconds=4)
"""Between two signs of life."""
LEASE = timedelta(seconds=14)
"""Without a sign of life for so long a process may be put out: with two looks at it, 22 seconds after the last one."""
SIGN_IN = timedelta(seconds=5.5)
"""Between two processes' signing in: Discord allows one in five seconds."""
_LOCK = text("SELECT pg_advisory_xact_lock(4277581)")  # any number that nobody else on the server uses
_NOW = func.clock_timestamp(type_=DateTime(timezone=True))


class Unfit(Exception):
    """This process cannot join the fleet as it wants to. One line, with what to do. `by`: the member in its way; None:
    no waiting helps."""

    def __init__(self, words: str, by: Process | None = None, beats: int = 0) -> None:
        super().__init__(words)
        self.by, self.beats = by, beats


@dataclass(frozen=True, slots=True)
class Berth:
    """A member as others see it. `beats`: its signs of life; `late`: the last is too long ago."""

    member: Process
    beats: int
    late: bool
    held: frozenset[int]


@dataclass(frozen=True, slots=True)
class Look:
    """What a member finds when it gives a sign of life. `held`: the shards that it has now; `surplus`: those of them
    that are another's due, for `release` as soon as they are disconnected; `gone`: whom it has put out."""

    held: frozenset[int]
    surplus: frozenset[int]
    fleet: tuple[Berth, ...]
    gone: tuple[Process, ...] = ()

    @property
    def beats(self) -> dict[int, int]:
        return {berth.member.number: berth.beats for berth in self.fleet}


def can_share(store: Store) -> bool:
    """Whether several processes may work on this database."""
    return store.engine.dialect.name == "postgresql"


async def size(store: Store) -> int | None:
    """Of how many shards the fleet is; None: nobody is there."""
    async with store.reading() as session:
        return (await session.exec(select(FleetMember.shards).where(FleetMember.until > _NOW).limit(1))).first()


async def berths(store: Store) -> tuple[Berth, ...]:
    """Who is there."""
    async with store.reading() as session:
        return await _berths(session)


async def join(store: Store, claim: ShardClaim, name: str, lease: timedelta = LEASE) -> int:
    """Become a member: its number. Whoever is late is put out first. From now on this store writes as that member.

    Raises Unfit: "the fleet has another size", or a living member has asked for the same shards.
    """
    async with _deciding(store) as session:
        for berth in await _berths(session):
            if berth.late:
                await _put_out(session, berth)
        left = await _berths(session)
        _require_fit(claim, left)
        if not left:
            await session.exec(delete(ShardLease))
            session.add_all(ShardLease(shard=shard) for shard in range(claim.shards))
        named = None if claim.named is None else spelled(claim.named)
        until: Any = _NOW + lease  # the database's own clock, at the moment of writing
        since: Any = _NOW
        row = FleetMember(name=name[:200], shards=claim.shards, named=named, until=until, since=since)
        session.add(row)
        await session.flush()
        store.fence = pk(row.id)
        return store.fence


def _require_fit(claim: ShardClaim, fleet: Collection[Berth]) -> None:
    for berth in fleet:
        other = berth.member
        if other.claim.shards != claim.shards:
            raise Unfit(_sizes(other, claim), other, berth.beats)
        both = (other.claim.named or frozenset()) & (claim.named or frozenset())
        if both:
            whose = f"shard {spelled(both)} of {claim.shards}" if claim.shards > 1 else "it"
            does = "is" if claim.shards > 1 else "it is"
            remedy = "name others, or auto" if claim.shards > 1 else "stop that first, or run each with --shards"
            said = f"{whose} {does} in use by {other.name}: {remedy}"
            raise Unfit(said.removeprefix("it "), other, berth.beats)


def _sizes(other: Process, claim: ShardClaim) -> str:
    if other.claim.shards == 1:
        return f"it is in use by {other.name}, which serves all servers: stop that first"
    if claim.shards == 1:
        return f"it is in use by a fleet of {other.claim.shards} shards ({other.name}): run with --shards auto"
    return (
        f"its fleet has {other.claim.shards} shards ({other.name}) and this process would have {claim.shards}: "
        f"say --shards …/{other.claim.shards}, or stop all of them first"
    )


async def look(store: Store, seen: Mapping[int, int], lease: timedelta = LEASE) -> Look:
    """Give a sign of life, put out whoever has given none since `seen` and is late, and take the shards that are due to
    this member. Raises Fenced where it has been put out itself."""
    number = store.fence
    if number is None:
        raise Fenced
    async with store.writing() as session:
        ours = update(FleetMember).where(col(FleetMember.id) == number)
        await session.exec(ours.values(beats=FleetMember.beats + 1, until=_NOW + lease))
    async with _deciding(store) as session:
        gone: list[Process] = []
        for berth in await _berths(session):
            if berth.late and berth.member.number != number and seen.get(berth.member.number) == berth.beats:
                gone += [berth.member] if await _put_out(session, berth) else []
        fleet = await _berths(session)
        held = {shard: berth.member.number for berth in fleet for shard in berth.held}
        me = next(berth for berth in fleet if berth.member.number == number)
        due = due_to(me.member, [berth.member for berth in fleet], held, await _orphans(session, lease))
        free = sorted(shard for shard in due if shard not in held)
        if free:
            taking = update(ShardLease).where(col(ShardLease.shard).in_(free), col(ShardLease.holder).is_(None))
            await session.exec(taking.values(holder=number, freed_at=None))
        return Look(me.held.union(free), me.held - due, fleet, tuple(gone))


async def release(store: Store, shards: Collection[int]) -> None:
    """Give these shards back: nobody is connected as them any more."""
    async with store.writing() as session:
        ours = update(ShardLease).where(col(ShardLease.holder) == store.fence, col(ShardLease.shard).in_(shards))
        await session.exec(ours.values(holder=None, freed_at=_NOW))


async def leave(store: Store) -> None:
    """Give up all shards and go. Nothing is written in this store's name any more until it joins again."""
    async with _deciding(store) as session:
        ours = update(ShardLease).where(col(ShardLease.holder) == store.fence)
        await session.exec(ours.values(holder=None, freed_at=_NOW))
        await session.exec(delete(FleetMember).where(col(FleetMember.id) == store.fence))


async def may_sign_in(store: Store, bucket: int = 0, pause: timedelta = SIGN_IN) -> bool:
    """Whether it is this process's turn to sign in to Discord; then nobody else's for a while."""
    taken = insert(SignIn).values(bucket=bucket, at=_NOW)
    lately = col(SignIn.at).between(_NOW - pause, _NOW)
    taken = taken.on_conflict_do_update(index_elements=["bucket"], set_={"at": _NOW}, where=~lately)
    async with store.writing() as session:
        connection = await session.connection()
        return (await connection.execute(taken.returning(col(SignIn.bucket)))).first() is not None


def share_of(look: Look, shards: int) -> Share:
    """What a member looks after: without what it is about to give back."""
    return Share(shards, look.held - look.surplus)


@asynccontextmanager
async def _deciding(store: Store) -> AsyncGenerator[AsyncSession]:
    """One transaction in which nobody else decides who holds what."""
    async with store.writing() as session:
        await (await session.connection()).execute(_LOCK)
        yield session


async def _berths(session: AsyncSession) -> tuple[Berth, ...]:
    held: dict[int, set[int]] = {}
    for shard, holder in (await session.exec(select(ShardLease.shard, ShardLease.holder))).all():
        if holder is not None:
            held.setdefault(holder, set()).add(shard)
    late = (col(FleetMember.until) <= _NOW).label("late")
    found = await session.exec(
        select(FleetMember, late).order_by(col(FleetMember.id)).execution_options(populate_existing=True)
    )
    return tuple(
        Berth(
            Process(pk(row.id), row.name, ShardClaim(row.shards, None if row.named is None else numbers(row.named))),
            row.beats,
            is_late,
            frozenset(held.get(pk(row.id), ())),
        )
        for row, is_late in found
    )


async def _put_out(session: AsyncSession, berth: Berth) -> bool:
    """Take a member's row and its shards away, unless it has something under way or has given a sign of life."""
    number = berth.member.number
    row = select(FleetMember.id).where(col(FleetMember.id) == number, FleetMember.beats == berth.beats)
    if (await session.exec(row.with_for_update(skip_locked=True))).first() is None:
        return False
    # Whoever takes over what a member has not given back need not wait for it any longer.
    freed = update(ShardLease).where(col(ShardLease.holder) == number)
    await session.exec(freed.values(holder=None, freed_at=_NOW - LEASE))
    await session.exec(delete(FleetMember).where(col(FleetMember.id) == number))
    return True


async def _orphans(session: AsyncSession, lease: timedelta) -> frozenset[int]:
    """The shards whose last holder has gone and not come back for so long."""
    free = (col(ShardLease.holder).is_(None), col(ShardLease.freed_at) <= _NOW - lease)
    return frozenset((await session.exec(select(ShardLease.shard).where(*free))).all())
