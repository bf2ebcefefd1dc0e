"""A store on a real database for every test: SQLite in a file, and a PostgreSQL server that comes as a wheel."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from functools import cache
from pathlib import Path
from uuid import uuid4

import pytest

from tests.campaigns.lending import execute, keep, lent, url_of
from tests.campaigns.world import World, new_store
from tests.databases import done, migrate, new_file
from tests.postgres import Unavailable, running


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The socket directory of a running PostgreSQL server of this process."""
    try:
        with running() as server:
            asyncio.run(_make_templates(server.sockets))
            yield server.sockets
    except Unavailable as error:
        pytest.skip(str(error))


async def _make_templates(sockets: str) -> None:
    # The server is thrown away: whether it could survive a power cut is not what the tests are about.
    # Nor does anybody tidy up in it but `lent`: whoever did beside would hold its tables.
    for setting in ("fsync", "synchronous_commit", "full_page_writes", "autovacuum"):
        await execute(sockets, f"ALTER SYSTEM SET {setting} = off")
    await execute(sockets, "SELECT pg_reload_conf()")
    await execute(sockets, "CREATE DATABASE migrated")
    await migrate(url_of("migrated", sockets))
    await execute(sockets, "CREATE DATABASE made TEMPLATE migrated")
    await _make_world(url_of("made", sockets))
    for template in ("migrated", "made"):
        await keep(sockets, template)


@pytest.fixture(params=["sqlite", "postgresql"])
def sockets(request: pytest.FixtureRequest) -> str | None:
    """Where PostgreSQL listens; None for SQLite."""
    return request.getfixturevalue("postgres") if request.param == "postgresql" else None


@pytest.fixture
async def empty_url(sockets: str | None, tmp_path: Path) -> str:
    """A database without any tables."""
    if sockets is None:
        return f"sqlite+aiosqlite:///{tmp_path}/adjutant.db"
    name = f"t{uuid4().hex}"
    await execute(sockets, f"CREATE DATABASE {name}")
    return url_of(name, sockets)


@pytest.fixture
async def url(sockets: str | None, tmp_path: Path) -> AsyncIterator[str]:
    """A database with today's schema."""
    if sockets is None:
        yield new_file(tmp_path)
        return
    async with lent(sockets, "migrated") as url:
        yield url


async def _make_world(url: str) -> World:
    store = new_store(url)
    made = await World.make(store)
    await store.close()
    return made


@cache
def _made() -> tuple[World, bytes]:
    """A campaign that has just begun and the SQLite file that holds it, made once in a process. On PostgreSQL it looks
    the same: the numbers of rows are counted alike."""
    with tempfile.TemporaryDirectory() as folder:
        made = done(_make_world(new_file(Path(folder))))
        assert made.store.url.database is not None
        return made, Path(made.store.url.database).read_bytes()


@pytest.fixture
async def world(sockets: str | None, tmp_path: Path) -> AsyncIterator[World]:
    """A campaign of Outposts with a GM, two reds and a blue, and a unit a side."""
    made, file = _made()
    async with AsyncExitStack() as until:
        if sockets is None:
            (tmp_path / "adjutant.db").write_bytes(file)
            url = new_file(tmp_path)
        else:
            url = await until.enter_async_context(lent(sockets, "made"))
        there = made.at(url)
        yield there
        await there.store.close()


@pytest.fixture
async def small(tmp_path: Path) -> AsyncIterator[World]:
    """The same on SQLite only, for what has nothing to do with the database."""
    made, file = _made()
    (tmp_path / "adjutant.db").write_bytes(file)
    there = made.at(new_file(tmp_path))
    yield there
    await there.store.close()
