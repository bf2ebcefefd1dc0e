"""Databases for tests: copied from one that was migrated, which is quicker than migrating for every test."""

from __future__ import annotations

import asyncio
import tempfile
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

from campaigns.store import Store


async def migrate(url: str) -> None:
    """Today's schema and nothing in it."""
    store = Store(url)
    await store.open()
    await store.close()


@cache
def _migrated() -> bytes:
    """An SQLite file with today's schema, made once in a process, whatever loop is running here."""
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(1) as beside:
        path = Path(folder) / "adjutant.db"
        beside.submit(asyncio.run, migrate(f"sqlite+aiosqlite:///{path}")).result()
        return path.read_bytes()


def new_file(folder: Path) -> str:
    """The URL of a new database of this schema in this folder; of the one that is there already."""
    path = folder / "adjutant.db"
    if not path.exists():
        path.write_bytes(_migrated())
    return f"sqlite+aiosqlite:///{path}"
