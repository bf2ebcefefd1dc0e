"""Databases for tests: copied from one that was migrated, which is quicker than migrating for every test; and all of
them know the statements that one of them has had to put into words."""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
from collections.abc import Callable, Coroutine, Generator
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from pathlib import Path
from typing import Any, TypeVar
from unittest import mock

from sqlalchemy import Dialect, event
from sqlalchemy.engine.default import DefaultDialect
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.pool import ConnectionPoolEntry
from sqlalchemy.util import LRUCache

from campaigns.database import sqlite
from campaigns.database import store as stores
from campaigns.database.store import Store

R = TypeVar("R")

TURNS = 5000
"""Turns of the event loop that count as a second of waiting for the lock for writing: on a busy machine those who hold
it get as many turns as on an idle one."""

_WORDED: dict[type[Dialect], LRUCache[Any, Any]] = {}
"""The statements that have been put into words, by dialect."""

as_shipped = stores._engine
"""The engine that a store of the program has."""
_as_shipped_opens = Store.open


def hurry() -> None:
    """From now on the stores of this process are made for tests.

    What they have committed outlives the process, but no power cut: they do not wait for the disk. Their SQLite has no
    thread of its own (`AtOnce`): to hand a statement over and back takes longer than most statements. And they share
    what SQLAlchemy remembers of the statements that it has put into words: a program has one store and pays once,
    hundreds of short tests with a store each spend a fifth of their time on it. SQLAlchemy remembers by dialect, of
    which every engine makes one of its own: those of a kind count as one here.
    """
    DefaultDialect.__eq__ = lambda self, other: type(self) is type(other)
    DefaultDialect.__hash__ = lambda self: hash(type(self))
    stores._engine = _hurried
    Store.open = _open


def _open(store: Store) -> Coroutine[Any, Any, None]:
    """The database in which an import is tried out is new each time: it is a copy of one that was migrated."""
    path = Path(store.url.database or "")
    if path.name == "scratch.db" and not path.exists():
        path.write_bytes(_migrated())
    return _as_shipped_opens(store)


def _hurried(url: str, most: int | None = None) -> AsyncEngine:
    with mock.patch.object(sqlite, "connect", at_once):
        engine = as_shipped(url, most)
    if engine.dialect.name == "sqlite":
        event.listen(engine.sync_engine, "connect", _leave_the_disk_alone)
    engine.sync_engine._compiled_cache = _WORDED.setdefault(type(engine.dialect), LRUCache(2000))
    return engine


class AtOnce(sqlite.Connection):
    """The program's connection without its thread: a statement runs where it is asked for, and everybody else has a
    turn after it as he has with a thread. Who waits for the lock for writing lets the others of this process go on."""

    def __init__(self, connector: Callable[[], sqlite3.Connection]) -> None:
        super().__init__(connector)
        self._tx = _Behind()  # type: ignore[assignment]

    def __await__(self) -> Generator[Any, None, AtOnce]:
        return self._opened().__await__()

    async def _opened(self) -> AtOnce:
        self._connection = self._connector()
        return self

    async def _execute(self, fn: Callable[..., Any], *args: Any, **named: Any) -> Any:
        if not self._running or not self._connection:
            raise ValueError("Connection closed")
        if fn is sqlite._run and args[1] == sqlite.WRITES:
            await self._lock()
            args = (args[0], "", args[2])
        try:
            return fn(*args, **named)
        finally:
            await asyncio.sleep(0)

    async def _lock(self) -> None:
        left = int(stores.BUSY_SECONDS * TURNS)
        self._conn.execute("PRAGMA busy_timeout=0")
        try:
            while True:
                try:
                    self._conn.execute(sqlite.WRITES)
                    return
                except sqlite3.OperationalError as error:
                    left -= 1
                    if "locked" not in str(error) or left < 0:
                        raise
                    await asyncio.sleep(0)
        finally:
            self._conn.execute(f"PRAGMA busy_timeout={int(stores.BUSY_SECONDS * 1000)}")


class _Behind:
    """What nobody waits for is done at once, too."""

    def put_nowait(self, asked: tuple[asyncio.Future[Any] | None, Callable[[], Any]]) -> None:
        future, work = asked
        done = work()
        if future is not None:
            future.set_result(done)


def at_once(database: str, **named: Any) -> AtOnce:
    """A connection as `sqlite.connect` makes one, without a thread."""
    return AtOnce(partial(sqlite3.connect, database, **{**named, "check_same_thread": False}))


def _leave_the_disk_alone(connection: sqlite3.Connection, record: ConnectionPoolEntry) -> None:
    cursor = connection.cursor()
    record.driver_connection.transactions = False  # type: ignore[union-attr]
    cursor.execute("PRAGMA synchronous=OFF")
    record.driver_connection.transactions = True  # type: ignore[union-attr]
    cursor.close()


async def migrate(url: str) -> None:
    """Today's schema and nothing in it."""
    store = Store(url)
    await store.open()
    await store.close()


def done(work: Coroutine[Any, Any, R]) -> R:
    """What a coroutine comes to, whatever loop is running here."""
    with ThreadPoolExecutor(1) as beside:
        return beside.submit(asyncio.run, work).result()


@cache
def _migrated() -> bytes:
    """An SQLite file with today's schema, made once in a process."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "adjutant.db"
        done(migrate(f"sqlite+aiosqlite:///{path}"))
        return path.read_bytes()


def new_file(folder: Path) -> str:
    """The URL of a new database of this schema in this folder; of the one that is there already."""
    path = folder / "adjutant.db"
    if not path.exists():
        path.write_bytes(_migrated())
    return f"sqlite+aiosqlite:///{path}"
