"""aiosqlite for SQLAlchemy, with one crossing to its thread for each statement.

A connection of aiosqlite is a thread, and whatever is asked of it is handed over and waited for. SQLAlchemy asks four
times for one statement (for a cursor, to run it, for its rows, to close it), once to begin and twice to give up what
was begun. Here a statement is run, read and closed in one go; what begins a transaction goes with its first statement,
and a transaction without any is neither begun nor ended. Statements whose outcome nobody waits for are gathered, and go
with the next one.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeAlias

import aiosqlite

READS, WRITES = "BEGIN", "BEGIN IMMEDIATE"
Work: TypeAlias = Callable[[sqlite3.Cursor], None]


class Connection(aiosqlite.Connection):
    """One thread with its connection. The plain methods of aiosqlite are there as well."""

    def __init__(self, connector: Callable[[], sqlite3.Connection]) -> None:
        super().__init__(connector, iter_chunk_size=64)
        # Whoever is killed leaves a connection open: its thread shall not keep the process.
        self._thread.daemon = True
        self.transactions = False
        """Whether a statement outside of a transaction begins one."""
        self._beginning = READS
        self._begun = False
        self._gathered: list[Work] = []

    def writes(self) -> None:
        """The next transaction takes the lock for writing as it begins, so that writers queue."""
        self._beginning = WRITES

    def cursor(self) -> Cursor:  # type: ignore[override]
        return Cursor(self)

    def gather(self, statement: str, rows: Sequence[Sequence[Any]]) -> None:
        """A statement, once for each of the rows, that goes with the next one that somebody waits for."""

        def work(cursor: sqlite3.Cursor) -> None:
            cursor.executemany(statement, rows)

        self._gathered.append(work)

    async def run(self, work: Work) -> None:
        """Work with a cursor in the connection's thread, after what begins the transaction and what was gathered."""
        beginning = self._beginning if self.transactions and not self._begun else ""
        works, self._gathered = [*self._gathered, work], []
        # Known before it has happened: who is no longer waited for may still begin one.
        self._begun = self._begun or bool(beginning)
        await self._execute(_run, self._conn, beginning, works)  # pyright: ignore[reportUnknownMemberType]

    async def commit(self) -> None:
        if self._gathered:
            raise RuntimeError("statements were gathered and never run")
        if self._ends():
            await super().commit()
            self._begun = False

    async def rollback(self) -> None:
        self._gathered.clear()
        reads = self._beginning == READS
        if not self._ends():
            return
        if reads:
            # Nobody need wait until a reader has stopped: whatever is next waits its turn behind this.
            self._tx.put_nowait((None, self._conn.rollback))  # pyright: ignore[reportUnknownMemberType]
        else:
            await super().rollback()
        self._begun = False

    def _ends(self) -> bool:
        """Whether there is anything to end. What has only been announced is no longer to begin."""
        self._beginning = READS
        return self._begun


class Cursor:
    """What SQLAlchemy expects of a cursor: one statement and all that it gave."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._rows: Sequence[Any] = ()
        self.description: Any = None
        self.rowcount = -1
        self.lastrowid: int | None = None
        self.arraysize = 1

    async def __aenter__(self) -> Cursor:
        return self

    async def execute(self, statement: str, parameters: Sequence[Any] = ()) -> None:
        await self._connection.run(partial(self._execute, statement, parameters))

    async def executemany(self, statement: str, parameters: Sequence[Sequence[Any]]) -> None:
        await self._connection.run(partial(self._executemany, statement, parameters))

    async def fetchall(self) -> Sequence[Any]:
        rows, self._rows = self._rows, ()
        return rows

    async def close(self) -> None:
        """It has been closed when its statement was done."""

    def _execute(self, statement: str, parameters: Sequence[Any], cursor: sqlite3.Cursor) -> None:
        cursor.execute(statement, parameters)
        self.description = cursor.description
        # Reading ends the statement: only then is it known how many rows it changed.
        self._rows = cursor.fetchall() if cursor.description else ()
        self.rowcount, self.lastrowid = cursor.rowcount, cursor.lastrowid

    def _executemany(self, statement: str, parameters: Sequence[Sequence[Any]], cursor: sqlite3.Cursor) -> None:
        cursor.executemany(statement, parameters)
        self.rowcount, self.lastrowid = cursor.rowcount, cursor.lastrowid


def connect(database: str, **named: Any) -> Connection:
    """A connection that opens when it is awaited. `named`: as `sqlite3.connect` takes it."""
    return Connection(partial(sqlite3.connect, database, **named))


def _run(connection: sqlite3.Connection, beginning: str, works: Sequence[Work]) -> None:
    cursor = connection.cursor()
    try:
        if beginning:
            cursor.execute(beginning)
        for work in works:
            work(cursor)
    finally:
        cursor.close()
