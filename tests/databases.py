"""Databases for tests: copied from one that was migrated, which is quicker than migrating for every test."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from campaigns.store import Store

R = TypeVar("R")


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
