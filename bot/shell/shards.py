"""`adjutant run --shards`: which part of the bot a process is, and how it keeps its place among the others."""

from __future__ import annotations

import asyncio
import os
import re
import socket
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from time import monotonic

import aiohttp
import discord
import structlog
from sqlalchemy.exc import SQLAlchemyError

from bot.client import Adjutant, Sharded
from bot.shell.report import REFUSED, ShellError
from campaigns.database import fleet
from campaigns.database.fleet import BEAT, LEASE, Look, Unfit
from campaigns.database.notes import Ear
from campaigns.database.shares import MOST_SHARDS, ShardClaim, Share, numbers, spelled
from campaigns.database.store import Store
from campaigns.database.trouble import to_log
from campaigns.errors import Fenced

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

AUTO = "auto"
HOW = "say --shards 0-3/16 (these of sixteen), auto/16, or auto (as many as Discord recommends)"
SELDOM = 15
"""Signs of life between two looks at what others have written, where notes tell of it."""
PATIENCE = LEASE + 3 * BEAT
"""So long a process waits for one that may be dead to let go of what it wants."""


def asked_for(text: str) -> ShardClaim | None:
    """What "0-3/16", "auto/16" or "auto" asks for; None: everything, in one process and without shards. A claim of no
    shards leaves their number open. Raises ShellError for anything else."""
    if not text:
        return None
    which, slash, count = text.replace(" ", "").partition("/")
    if which == AUTO and not slash:
        return ShardClaim(0)
    if not re.fullmatch(r"[0-9]{1,5}", count, re.ASCII) or not 1 <= int(count) <= MOST_SHARDS:
        raise ShellError(f"--shards {text}: it does not say of how many shards (1 to {MOST_SHARDS}): {HOW}")
    shards = int(count)
    if which == AUTO:
        return ShardClaim(shards)
    try:
        named = numbers(which)
    except ValueError as error:
        raise ShellError(f"--shards {text}: {error}: {HOW}") from None
    if not named:
        raise ShellError(f"--shards {text}: it names no shard: {HOW}")
    if max(named) >= shards:
        raise ShellError(f"--shards {text}: of {shards} shards the last one is {shards - 1}: {HOW}")
    return ShardClaim(shards, named)


async def recommended(token: str) -> int:
    """How many shards Discord recommends for this bot. Raises ShellError."""
    try:
        async with discord.Client(intents=discord.Intents.none()) as client:
            await client.login(token)
            shards, _, _ = await client.http.get_bot_gateway()
            return shards
    except discord.LoginFailure:
        raise ShellError("Discord refuses the bot token: reset it on the Bot page and set the new one") from None
    except (aiohttp.ClientConnectionError, discord.GatewayNotFound, TimeoutError) as error:
        raise ShellError(f"Discord cannot be reached: {error}", code=REFUSED) from None


@asynccontextmanager
async def placed(store: Store, asked: ShardClaim | None, token: str) -> AsyncGenerator[Place | None]:
    """A place among the processes of this database, with a share of the servers: held until the end of the block. None
    where a database serves one process. Raises ShellError."""
    claim = asked or ShardClaim(1, frozenset({0}))
    if not fleet.can_share(store):
        if claim.named is not None and len(claim.named) < claim.shards:
            raise ShellError(
                f"an SQLite file serves one process, which cannot be shards {spelled(claim.named)} of {claim.shards} "
                "alone: set ADJUTANT_DATABASE_URL to PostgreSQL, or leave --shards out"
            )
        shards = claim.shards or await recommended(token)
        store.share = Share(shards, frozenset(range(shards)))
        yield None
        return
    if not claim.shards:
        claim = ShardClaim(await fleet.size(store) or await recommended(token))
    words = f" --shards {spelled(claim.named) if claim.named is not None else AUTO}/{claim.shards}" if asked else ""
    place = await _joined(store, claim, f"process {os.getpid()} on {socket.gethostname()} (adjutant run{words})")
    try:
        await place.until_it_has_a_shard()
        yield place
    finally:
        await place.leave()


async def _joined(store: Store, claim: ShardClaim, name: str) -> Place:
    """Wait for a sign of life of the process that is in the way: it may be dead."""
    first: Unfit | None = None
    waited = monotonic() + PATIENCE.total_seconds()
    while True:
        try:
            await fleet.join(store, claim, name)
            return Place(store, claim)
        except Unfit as error:
            alive = first is not None and first.by == error.by and first.beats != error.beats
            if error.by is None or alive or monotonic() > waited:
                raise ShellError(f"{store.url.render_as_string(hide_password=True)} cannot be used: {error}") from None
            if first is None:
                log.info("waiting", holder=error.by.name, at_most=str(PATIENCE))
            first = first if first is not None and first.by == error.by else error
        await asyncio.sleep(1)


class Place:
    """This process's membership. `keep` gives its signs of life; `lost` says why it has no place any more."""

    def __init__(self, store: Store, claim: ShardClaim) -> None:
        self._store, self._claim = store, claim
        self._last: Look | None = None
        self._beaten = monotonic()
        self._connected: frozenset[int] = frozenset()
        self._connecting: asyncio.Task[None] | None = None
        self.lost = ""

    async def until_it_has_a_shard(self) -> None:
        """Whoever comes when all shards are held stands by."""
        await self._look()
        while not self._store.share.held:
            log.info("standing by", fleet=len(self._last.fleet) if self._last else 0)
            await asyncio.sleep(BEAT.total_seconds())
            await self._look()

    async def keep(self, bot: Adjutant, ear: Ear | None = None) -> None:
        """Until the place is lost: then the bot is closed. What others have written is looked up at each sign of life,
        or once a minute where `ear` hears of it anyway. A process that has been silent for too long steps aside:
        others may have taken over, and both would answer."""
        self._connected = self._store.share.held
        unheard = 0
        while not self.lost:
            await asyncio.sleep(BEAT.total_seconds())
            try:
                async with asyncio.timeout(LEASE.total_seconds()):
                    await self._look()
                await self._follow(bot)
                unheard = unheard + 1 if ear is not None and ear.hearing else SELDOM
                if not self._store.share.whole and unheard >= SELDOM:
                    unheard = 0
                    await bot.look()
            except Fenced:
                self.lost = "another process has put this one out of the fleet and looks after its servers"
            except Exception as error:  # noqa: BLE001  # logged; signs of life end with the process and not before
                silent = monotonic() - self._beaten
                log.warning("no sign of life", for_=round(silent), **to_log(error), error=repr(error))
                alone = self._last is None or len(self._last.fleet) < 2
                if silent > LEASE.total_seconds() and not alone:
                    self.lost = "this process steps aside: it cannot reach the database, and others may have taken over"
        log.error("place lost", why=self.lost)
        await bot.close()

    async def leave(self) -> None:
        """Others take over at once."""
        if self._connecting is not None:
            self._connecting.cancel()
        try:
            async with asyncio.timeout(LEASE.total_seconds()):
                await fleet.leave(self._store)
        except (Fenced, OSError, TimeoutError, SQLAlchemyError) as error:
            log.info("left without a word", error=repr(error))

    async def _look(self) -> None:
        found = await fleet.look(self._store, self._last.beats if self._last is not None else {})
        self._last, self._beaten = found, monotonic()
        for member in found.gone:
            log.warning("put out", process=member.name)
        self._store.share = fleet.share_of(found, self._claim.shards)

    async def _follow(self, bot: Adjutant) -> None:
        """Connect as what has been taken, and give back what is another's due."""
        now = self._store.share
        assert self._last is not None
        fresh, surplus = now.held - self._connected, self._last.surplus
        if surplus and isinstance(bot, Sharded):
            await bot.disconnect_as(surplus)
            self._connected -= surplus
            await fleet.release(self._store, surplus)
            log.info("shards given back", shards=spelled(surplus), left=str(now))
        if fresh and isinstance(bot, Sharded):
            log.info("shards taken over", shards=spelled(fresh), now=str(now))
            former = self._connecting
            self._connecting = asyncio.create_task(_connect(bot, fresh, former), name="connecting")
            self._connected |= fresh
            await bot.take_over()


async def _connect(bot: Sharded, shards: frozenset[int], after: asyncio.Task[None] | None) -> None:
    if after is not None:
        await asyncio.gather(after, return_exceptions=True)
    await bot.connect_as(shards)
