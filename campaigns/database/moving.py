"""A whole database moved to one of the other kind: SQLite's file to PostgreSQL, and back.

All is read while nobody else writes, and written in one transaction, after the migrations: where anything goes wrong,
nothing stands there. A table's checksum is the number of its rows and the sum of their hashes. Neither depends on an
order, since the two kinds sort letters differently.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from sqlalchemy import Table, insert, select, text, tuple_
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from campaigns import tables
from campaigns.database.store import BUSY_SECONDS, Store
from campaigns.database.trouble import trouble_of

PAGE = 100
"""Rows at a time: pictures are among them."""
OF_PROCESSES = frozenset({"fleetmember", "shardlease", "signin"})
"""Who is at work on a database: nobody is, and that does not go with it."""
_STILL = text(
    "SELECT set_config('idle_in_transaction_session_timeout', '0', true), set_config('lock_timeout', :patience, true)"
)
_AT_WORK = text("SELECT name FROM fleetmember WHERE until > clock_timestamp() ORDER BY id")
_TO_THEMSELVES = text(
    "SELECT conrelid::regclass::text, quote_ident(conname) FROM pg_constraint"
    " WHERE contype = 'f' AND conrelid = confrelid AND connamespace = current_schema()::regnamespace"
)
"""Foreign keys from a table to itself: a row may stand before the one that it names."""


class CannotMove(Exception):
    """Somebody is at work on one of the two, or there is something in the new one. One line, with what to do."""


class Unlike(Exception):
    """What has been written is not what was read, or cannot be written. One line."""


@dataclass(frozen=True, slots=True)
class Checksum:
    """What stands in a table. `digest`: 64 hexadecimal digits, the same on every kind of database."""

    rows: int = 0
    digest: str = f"{0:064x}"

    def with_rows(self, rows: Sequence[Mapping[str, Any]]) -> Checksum:
        total = int(self.digest, 16)
        for row in rows:
            total += int.from_bytes(sha256(repr(tuple(row.values())).encode()).digest())
        return Checksum(self.rows + len(rows), f"{total % 2**256:064x}")


async def move(source: Store, target: Store, tell: Callable[[str, Checksum], None]) -> None:
    """Copy all that lasts; `tell` is called with each table that stands in the new database as in the old one. The old
    one has this version's schema, and is as it was afterwards.

    Raises CannotMove, Unlike, UnusableDatabase for the new one, and what the databases say: nothing has been moved.
    """
    async with source.rehearsing() as session:
        here = await session.connection()
        await _keep_still(here)
        async with target.upgrading() as there:
            await _keep_still(there)
            await _require_empty(there)
            await _let_wait(there)
            copied: dict[str, Checksum] = {}
            for table in _moved():
                copied[table.name] = await _copy(here, there, table)
                _require_like(table, copied[table.name], await checksum_of(there, table))
                tell(table.name, copied[table.name])
            counters = await _counters(here)
            await _count_on(there, counters)
            await _require_whole(there)
            for table in _moved():
                _require_like(table, copied[table.name], await checksum_of(here, table))
                _require_like(table, copied[table.name], await checksum_of(there, table))
            if await _counters(there) != counters:
                raise Unlike("its counters do not go on from where those of the old one stand")


async def checksum_of(connection: AsyncConnection, table: Table) -> Checksum:
    """What stands in a table, as this connection sees it."""
    found = Checksum()
    async for rows in _pages(connection, table):
        found = found.with_rows(rows)
    return found


def _moved() -> list[Table]:
    """Those that others point at come first."""
    return [table for table in tables.metadata.sorted_tables if table.name not in OF_PROCESSES]


async def _keep_still(connection: AsyncConnection) -> None:
    """Until the transaction ends nobody else writes. SQLite's has the file's own lock."""
    if connection.dialect.name == "sqlite":
        return
    await _require_nobody(connection)
    await connection.execute(_STILL, {"patience": f"{BUSY_SECONDS}s"})
    quote = connection.dialect.identifier_preparer.quote
    names = ", ".join(quote(table.name) for table in tables.metadata.sorted_tables)
    await connection.execute(text(f"LOCK TABLE {names} IN SHARE ROW EXCLUSIVE MODE"))
    await _require_nobody(connection)


async def _require_nobody(connection: AsyncConnection) -> None:
    """Raises CannotMove while a process of a fleet is at work. Who works on a file holds that itself."""
    if names := (await connection.execute(_AT_WORK)).scalars().all():
        shown = connection.engine.url.render_as_string(hide_password=True)
        raise CannotMove(f"{shown} is in use by {'; '.join(names)}: stop that first")


async def _require_empty(connection: AsyncConnection) -> None:
    for table in _moved():
        if (await connection.execute(select(*table.primary_key).limit(1))).first() is not None:
            shown = connection.engine.url.render_as_string(hide_password=True)
            raise CannotMove(f"{shown} is not empty, {table.name} has rows: make a new database, and move to that")


async def _let_wait(connection: AsyncConnection) -> None:
    """Rows may come before those of the same table that they name. On SQLite nothing is checked before the end."""
    if connection.dialect.name == "sqlite":
        return
    for table, name in (await connection.execute(_TO_THEMSELVES)).all():
        await connection.execute(text(f"ALTER TABLE {table} ALTER CONSTRAINT {name} DEFERRABLE INITIALLY DEFERRED"))


async def _require_whole(connection: AsyncConnection) -> None:
    """What a row names is there."""
    if connection.dialect.name == "sqlite":
        if astray := (await connection.execute(text("PRAGMA foreign_key_check"))).all():
            raise Unlike(f"a row of {astray[0][0]} names one of {astray[0][2]} that is not there")
        return
    await connection.execute(text("SET CONSTRAINTS ALL IMMEDIATE"))
    for table, name in (await connection.execute(_TO_THEMSELVES)).all():
        await connection.execute(text(f"ALTER TABLE {table} ALTER CONSTRAINT {name} NOT DEFERRABLE"))


async def _copy(here: AsyncConnection, there: AsyncConnection, table: Table) -> Checksum:
    """What was read."""
    read = Checksum()
    async for rows in _pages(here, table):
        read = read.with_rows(rows)
        try:
            await there.execute(insert(table), [dict(row) for row in rows])
        except DBAPIError as error:
            if trouble_of(error) is not None:  # it is not the row's fault
                raise
            raise Unlike(f"a row of {table.name} cannot be written there: {error.orig}") from None
    return read


async def _pages(connection: AsyncConnection, table: Table) -> AsyncGenerator[Sequence[Mapping[str, Any]]]:
    key = tuple(table.primary_key)
    asked = whole = select(table).order_by(*key).limit(PAGE)
    while rows := (await connection.execute(asked)).mappings().all():
        yield [{str(name): value for name, value in row.items()} for row in rows]
        asked = whole.where(tuple_(*key) > tuple(rows[-1][column] for column in key))


def _require_like(table: Table, copied: Checksum, found: Checksum) -> None:
    if copied != found:
        raise Unlike(
            f"{table.name} differs: {copied.rows} rows with hash {copied.digest[:12]} were read, "
            f"{found.rows} with {found.digest[:12]} are there"
        )


# ── Counters: a number that was given once is never given again ───────────────────────────────────────────────────


async def _counters(connection: AsyncConnection) -> dict[str, int]:
    """By table the highest number that a row has ever had."""
    if connection.dialect.name == "sqlite":
        asked = text("SELECT name, max(seq) FROM sqlite_sequence GROUP BY name")
        found = {name: number for name, number in (await connection.execute(asked)).all()}
        return {table.name: found.get(table.name, 0) for table in _counted()}
    numbers: dict[str, int] = {}
    for table in _counted():
        sequence = await _sequence(connection, table)
        asked = text(f"SELECT last_value - CASE WHEN is_called THEN 0 ELSE 1 END FROM {sequence}")
        numbers[table.name] = (await connection.execute(asked)).scalar_one()
    return numbers


async def _count_on(connection: AsyncConnection, counters: Mapping[str, int]) -> None:
    for table in _counted():
        number = counters[table.name]
        if connection.dialect.name == "sqlite":
            said = {"name": table.name, "number": number}
            await connection.execute(text("DELETE FROM sqlite_sequence WHERE name = :name"), said)
            await connection.execute(text("INSERT INTO sqlite_sequence (name, seq) VALUES (:name, :number)"), said)
        else:
            # Not setval, which stays when the transaction is taken back.
            sequence = await _sequence(connection, table)
            await connection.execute(text(f"ALTER SEQUENCE {sequence} RESTART WITH {number + 1}"))


def _counted() -> list[Table]:
    return [table for table in _moved() if table.autoincrement_column is not None]


async def _sequence(connection: AsyncConnection, table: Table) -> str:
    """The name of what counts a table's rows on PostgreSQL, as a statement has it."""
    assert table.autoincrement_column is not None
    said = {
        "name": connection.dialect.identifier_preparer.quote(table.name),
        "column": table.autoincrement_column.name,
    }
    return (await connection.execute(text("SELECT pg_get_serial_sequence(:name, :column)"), said)).scalar_one()
