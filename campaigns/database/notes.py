"""What the processes of a fleet tell each other: that posts wait, that clocks have moved, that a battle has gone on.

A note only wakes somebody: whoever misses it finds the same in the database at the next look, and nothing that is
decided rests on one. PostgreSQL sends notes with the commit that they tell of (triggers of migration 0055) and hands
them to sessions that listen. Behind a pooler of transactions no session stays, so this one has an address of its own.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal, cast, get_args

import structlog
from sqlalchemy import make_url, text

from campaigns.database.store import NO_STATEMENTS, Store

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

CHANNEL = "adjutant"
PROOF = "proof"
"""A note by which a listener hears that it is heard."""
WITHIN = 10.0
"""Seconds for the proof, and for the connection."""
PROVE_EVERY = 60.0
"""Seconds between two proofs: a connection may be cut without a word."""
FIRST_WAIT, LONGEST_WAIT = 1.0, 60.0
"""Seconds before the address is called again, doubled at each failure."""

What = Literal["posts", "clocks", "battle"]


@dataclass(frozen=True, slots=True)
class Note:
    """Something has changed on this server (`guild_id`): posts wait, clocks have moved, or the battle has a new
    version. `member`: the process that changed it; 0: somebody outside the fleet."""

    member: int
    guild_id: int
    what: What
    battle_id: int | None = None
    version: int | None = None


def read(words: str) -> Note | None:
    """The note in these words; None where a newer version says something that this one does not know."""
    try:
        member, guild, what, *more = words.split()
        numbers = [int(word) for word in more]
        if what not in get_args(What) or len(numbers) != (2 if what == "battle" else 0):
            return None
        return Note(int(member), int(guild), what, *numbers)  # pyright: ignore[reportArgumentType]
    except ValueError:
        return None


class Ear:
    """Listens at a direct `address` of the store's PostgreSQL for what the others say. `hear` is called with each note
    of another process, and with None whenever some may have been missed."""

    def __init__(self, store: Store, address: str, hear: Callable[[Note | None], None]) -> None:
        self._store, self._hear = store, hear
        direct = make_url(address).set(drivername="postgresql").difference_update_query([NO_STATEMENTS])
        self._dsn = direct.render_as_string(hide_password=False)
        self._token, self._proved = "", asyncio.Event()
        self.hearing = False
        """Whether notes arrive: else look yourself."""

    async def keep(self) -> None:
        """Until cancelled; whatever cuts the connection, it is made again."""
        import asyncpg  # pyright: ignore[reportMissingTypeStubs]  # who keeps to SQLite has it not installed

        connect = cast("Callable[[str], Awaitable[Any]]", asyncpg.connect)  # pyright: ignore[reportUnknownMemberType]
        wait = FIRST_WAIT
        while True:
            try:
                async with asyncio.timeout(WITHIN):
                    connection = await connect(self._dsn)
                try:
                    async for _ in self._listening(connection):
                        wait = FIRST_WAIT
                finally:
                    self.hearing = False
                    with suppress(OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError):
                        await connection.close(timeout=1)
            except Exception as error:  # noqa: BLE001  # logged; without notes everything is looked up in time
                log.warning("notes not heard", again=wait, error=repr(error))
            await asyncio.sleep(wait)
            wait = min(wait * 2, LONGEST_WAIT)

    async def _listening(self, connection: Any) -> AsyncIterator[None]:
        """Yields at each proof; ends when the connection has. Raises TimeoutError without a proof."""
        cut = asyncio.Event()
        connection.add_termination_listener(lambda _: cut.set())  # pyright: ignore[reportUnknownLambdaType]
        await connection.add_listener(CHANNEL, self._heard)
        while not cut.is_set():
            await self._prove()
            if not self.hearing:
                log.info("notes heard")
                self.hearing = True
                self._hear(None)
            yield
            with suppress(TimeoutError):
                async with asyncio.timeout(PROVE_EVERY):
                    await cut.wait()
        raise ConnectionError("the connection was cut")

    async def _prove(self) -> None:
        """A note that is sent the way of all others arrives."""
        self._token = f"{PROOF} {secrets.token_hex(8)}"
        self._proved.clear()
        async with asyncio.timeout(WITHIN):
            async with self._store.engine.begin() as session:
                await session.execute(
                    text("SELECT pg_notify(:channel, :said)"), {"channel": CHANNEL, "said": self._token}
                )
            await self._proved.wait()

    def _heard(self, connection: object, pid: int, channel: str, words: object) -> None:
        if words == self._token:
            self._proved.set()
            return
        note = read(str(words))
        if note is not None and note.member != self._store.fence:
            self._hear(note)
