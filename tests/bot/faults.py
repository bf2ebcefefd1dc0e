"""What can ail a database, for real: SQLite itself is out of pages, locked, may not write or is not let in; where
PostgreSQL's server should be, nobody answers."""

from __future__ import annotations

import ctypes
import os
import resource
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import event
from sqlalchemy.pool import Pool

Fault = Callable[[Path], AbstractContextManager[None]]
"""While it lasts, it ails the SQLite database in that file."""

NOWHERE = "postgresql+asyncpg://nobody@/nothing?host=/nowhere/at/all"
"""A server of PostgreSQL that is not there."""


@contextmanager
def full(file: Path) -> Iterator[None]:
    """SQLite may have no page more than it has: it says the same as on a full disk."""
    with closing(sqlite3.connect(file)) as other:
        other.execute("VACUUM")  # no room is left in it
    used: list[sqlite3.Connection] = []

    def allow(adapted: Any, *_: Any) -> None:
        used.append(adapted.driver_connection._conn)
        used[-1].execute("PRAGMA max_page_count=1")  # read as: as many as there are

    event.listen(Pool, "checkout", allow)
    try:
        yield
    finally:
        event.remove(Pool, "checkout", allow)
        for connection in used:
            with suppress(sqlite3.ProgrammingError):  # it has been closed
                connection.execute("PRAGMA max_page_count=1000000")


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Another process holds the write lock."""
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@contextmanager
def failing(file: Path) -> Iterator[None]:
    """The system lets no file grow any more: what SQLite writes fails in the middle of it."""
    before, log = resource.getrlimit(resource.RLIMIT_FSIZE), Path(f"{file}-wal")
    with closing(sqlite3.connect(file)) as other:
        other.executescript(
            "CREATE TABLE filler (it BLOB); INSERT INTO filler VALUES (zeroblob(60000)); DROP TABLE filler"
        )
        resource.setrlimit(resource.RLIMIT_FSIZE, (log.stat().st_size, before[1]))
        try:
            yield
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)


@contextmanager
def unreadable(file: Path) -> Iterator[None]:
    """The file's owner and mode let nobody in, not even root. Connections that are open go on."""
    mode = file.stat().st_mode
    file.chmod(0)
    before = _capabilities(lambda mine: mine & ~_ANY_FILE)
    try:
        yield
    finally:
        _capabilities(lambda mine: before)
        file.chmod(mode)


_ANY_FILE = 1 << 1 | 1 << 2
"""CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH: whoever has them opens any file."""


class _Header(ctypes.Structure):
    _fields_ = (("version", ctypes.c_uint32), ("pid", ctypes.c_int))


class _Sets(ctypes.Structure):
    _fields_ = (("effective", ctypes.c_uint32), ("permitted", ctypes.c_uint32), ("inheritable", ctypes.c_uint32))


def _capabilities(change: Callable[[int], int]) -> int:
    """Change what this thread may do of what root may. Returns what it was."""
    libc, header, sets = ctypes.CDLL(None, use_errno=True), _Header(0x20080522, 0), (_Sets * 2)()
    if libc.capget(ctypes.byref(header), sets):
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    before = int(sets[0].effective)
    sets[0].effective = change(before)
    if libc.capset(ctypes.byref(header), sets):
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return before
