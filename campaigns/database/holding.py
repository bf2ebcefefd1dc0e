"""One process at a time on an SQLite file: who works on it holds a lock on a file beside it.

SQLite itself lets any number of processes write. But two bots would both answer every deadline and every post, and
what is put back under a running bot loses what that bot has said meanwhile. The operating system holds the lock and
lets go of it when the process ends, however it ends: a lock file that is left behind holds nothing.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from sqlalchemy.engine import make_url

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

A_LOOK = 0.2
"""Seconds: longer than `holder` needs, which holds the lock for the moment of its look."""
_FAR = 1 << 30
"""Where Windows locks its byte: what it locks cannot be read, and the file's words must be."""


class Held(Exception):
    """Another process works on the database. `by`: "process 4711 (adjutant run)"."""

    def __init__(self, by: str) -> None:
        super().__init__(f"it is in use by {by}: stop that first")
        self.by = by


@contextmanager
def alone(url: str, what: str) -> Generator[None]:
    """Work on the database of that address as the only process; `what` is told to those who come too late.

    Raises Held, OSError where nothing can be locked. PostgreSQL serves several, and nothing is held there.
    """
    file = _sqlite_file(url)
    if file is None:
        yield
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    with _beside(file).open("a+", encoding="utf-8") as lock:
        if not (_lock(lock) or _lock_after(A_LOOK, lock)):
            raise Held(_words(lock))
        _write(lock, f"process {os.getpid()} ({what})")
        try:
            yield
        finally:
            _write(lock, "")


def can_be_held(url: str) -> bool:
    """Whether the database of that address is a file."""
    return _sqlite_file(url) is not None


def holder(url: str) -> str | None:
    """Who works on the database of that address: "process 4711 (adjutant run)"; None: nobody, or that is not known."""
    file = _sqlite_file(url)
    if file is None or not _beside(file).exists():
        return None
    with _beside(file).open("r+", encoding="utf-8") as lock:
        return None if _lock(lock) else _words(lock)


def _sqlite_file(url: str) -> Path | None:
    parsed = make_url(url)
    on_file = parsed.get_backend_name() == "sqlite" and parsed.database not in (None, "", ":memory:")
    return Path(parsed.database or "").resolve() if on_file else None


def _beside(file: Path) -> Path:
    return file.with_name(f"{file.name}.lock")


def _lock(file: IO[str]) -> bool:
    """Take the lock without waiting; it is held until the file is closed. False where another has it."""
    try:
        if sys.platform == "win32":
            file.seek(_FAR)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True


def _lock_after(seconds: float, file: IO[str]) -> bool:
    time.sleep(seconds)
    return _lock(file)


def _words(file: IO[str]) -> str:
    file.seek(0)
    return file.read(200).strip() or "another process"


def _write(file: IO[str], words: str) -> None:
    file.seek(0)
    file.truncate()
    file.write(words)
    file.flush()
