"""Files that nobody but the host's own account may read: a database and each copy of it hold the seeds of running
battles and sealed orders."""

from __future__ import annotations

import os
import sys
from pathlib import Path

MODE = 0o600
"""The owner reads and writes, nobody else does anything. Windows knows no such modes, and its folders decide."""
BESIDE = ("-wal", "-shm", "-journal")
"""What SQLite lays beside a database of that name; a new one takes the database's own mode."""


def make_private(file: Path) -> None:
    """Close the file, and what SQLite has laid beside it, to other accounts; one that is not there is made, empty.

    The mode is set whatever the umask is, and before anything is written. A file of another account is left as it
    is. Raises OSError.
    """
    os.close(os.open(file, os.O_RDWR | os.O_CREAT, MODE))
    for each in (file, *(file.with_name(f"{file.name}{end}") for end in BESIDE)):
        if each.exists() and _ours(each):
            each.chmod(MODE)


def _ours(file: Path) -> bool:
    return sys.platform == "win32" or file.stat().st_uid == os.geteuid()
