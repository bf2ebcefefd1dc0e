"""What one worker of a test run makes, and all of its workers use."""

from __future__ import annotations

import fcntl
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest


def made_once(folders: pytest.TempPathFactory, name: str, make: Callable[[Path], None]) -> Path:
    """A folder that is filled once in a test run, by whoever needs it first; the others wait for it. It is only read:
    who changes anything copies it."""
    base = folders.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:  # each worker has a folder of its own within that of the run
        base = base.parent
    made, making = base / name, base / f"{name}.making"
    with (base / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists():
            shutil.rmtree(making, ignore_errors=True)  # of one who has failed at it
            making.mkdir()
            make(making)
            making.rename(made)
    return made
