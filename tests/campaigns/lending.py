"""PostgreSQL's databases for tests: lent to one test after another, each time as if nobody had had them before.

To copy a database costs a tenth of a second and ten megabytes of the disk, whatever stands in it. To empty its tables
and put back the rows that stood there first costs a fraction of both.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from uuid import uuid4

import asyncpg

KEPT = "kept"
"""The schema in which a database keeps its first rows. The program looks at no schema but its own."""
SHAPE = """SELECT md5(string_agg(concat_ws(' ', attrelid, attnum, attname, atttypid, attnotnull, atthasdef), ','
    ORDER BY attrelid, attnum)) FROM pg_attribute WHERE attrelid >= 16384"""
"""Tables, indexes and their columns in short."""
WRITTEN = """SELECT relname FROM pg_class
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND pg_relation_size(oid) > 0"""
"""The tables to which something has been written, whether it is still there or not."""

_free: dict[tuple[str, str], list[tuple[str, str]]] = defaultdict(list)
"""By the server's sockets and the template: names and shapes of the databases that nobody uses."""


async def execute(sockets: str, command: str) -> None:
    """Have the server do that."""
    connection = await asyncpg.connect(user="postgres", database="postgres", host=sockets)
    await connection.execute(command)
    await connection.close()


def url_of(name: str, sockets: str) -> str:
    return f"postgresql+asyncpg://postgres@/{name}?host={sockets}"


async def keep(sockets: str, template: str) -> None:
    """Have a template keep its rows and counters as they are now, for `lent` to put them back."""
    connection = await asyncpg.connect(user="postgres", database=template, host=sockets)
    filled = [row[0] for row in await connection.fetch(WRITTEN)]
    counters = await connection.fetch(
        "SELECT sequencename, coalesce(last_value, start_value), last_value IS NOT NULL FROM pg_sequences"
        " WHERE schemaname = 'public'"
    )
    again = [
        "SET LOCAL session_replication_role = replica",  # foreign keys hold again when all rows are back
        *(f'INSERT INTO public."{name}" OVERRIDING SYSTEM VALUE SELECT * FROM {KEPT}."{name}"' for name in filled),
        *(f"PERFORM setval('public.\"{name}\"', {last}, {called})" for name, last, called in counters),
    ]
    await connection.execute(f"CREATE SCHEMA {KEPT}")
    for name in filled:
        await connection.execute(f'CREATE TABLE {KEPT}."{name}" AS TABLE public."{name}"')
    body = ";\n".join(again)
    await connection.execute(f"CREATE PROCEDURE {KEPT}.again() LANGUAGE plpgsql AS $$ BEGIN {body}; END $$")
    await connection.close()


@asynccontextmanager
async def lent(sockets: str, template: str) -> AsyncIterator[str]:
    """The URL of a database that looks like the template."""
    free = _free[sockets, template]
    again = await _anew(sockets, *free.pop()) if free else None
    name, shape = again or await _copied(sockets, template)
    yield url_of(name, sockets)
    free.append((name, shape))


async def _anew(sockets: str, name: str, shape: str) -> tuple[str, str] | None:
    """The database as it was before anybody used it; None where a test has changed more than rows."""
    connection = await asyncpg.connect(user="postgres", database=name, host=sockets)
    try:
        await connection.execute(
            "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        if await connection.fetchval(SHAPE) != shape:
            return None
        if written := [f'public."{row[0]}"' for row in await connection.fetch(WRITTEN)]:
            gone = "; ".join(f"DELETE FROM {name}" for name in written)
            await connection.execute(f"SET session_replication_role = replica; {gone}; RESET session_replication_role")
            # Their files become empty: rows lie in the order in which they are written, as in a new database.
            await connection.execute(f"VACUUM (INDEX_CLEANUP ON, TRUNCATE ON) {', '.join(written)}")
        await connection.execute(f"CALL {KEPT}.again()")
    finally:
        await connection.close()
    return name, shape


async def _copied(sockets: str, template: str) -> tuple[str, str]:
    name = f"t{uuid4().hex}"
    await execute(sockets, f"CREATE DATABASE {name} TEMPLATE {template}")
    connection = await asyncpg.connect(user="postgres", database=name, host=sockets)
    shape = str(await connection.fetchval(SHAPE))
    await connection.close()
    return name, shape
