"""How the virtual Discord outlasts a restart: everything that its servers would remember, in one file.

The bot's own data is in its database, as ever. This file is Discord's side: channels, threads, members, messages with
their buttons, registered commands. Attachments, which make up nearly all of its bulk and never change, lie beside it.
"""

from __future__ import annotations

import io
import os
import pickle
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Any

from simcord.backend import Backend

from bot.sandbox.clock import SandboxClock
from campaigns.database.private import make_private

try:
    import fcntl
except ModuleNotFoundError:  # Windows, where nothing is held
    fcntl = None

PASSING = frozenset({"clock", "subscribers", "http_requests", "transcript", "faults", "cdn"})
"""What the virtual servers hold only while they run, or what is kept elsewhere."""
KNOWN_PACKAGES = frozenset({"simcord", "discord", "datetime", "collections", "builtins"})
KNOWN_BUILTINS = frozenset({"set", "frozenset"})


class Taken(Exception):
    """Another sandbox runs in the folder."""


class Unreadable(Exception):
    """The file is damaged, or another version of simcord wrote it."""


@dataclass(frozen=True, slots=True)
class Keeping:
    """The folder in which a sandbox's virtual Discord is kept."""

    folder: Path

    @property
    def file(self) -> Path:
        return self.folder / "discord.world"

    @property
    def attachments(self) -> Path:
        return self.folder / "attachments"

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Holds the folder for this process. Raises Taken."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with (self.folder / "lock").open("w") as file:
            if fcntl is not None:
                try:
                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except OSError:
                    raise Taken from None
            yield

    def clear(self) -> None:
        """Forget the sandbox: its own files only, whatever else lies in the folder."""
        for name in ("adjutant.db", "adjutant.db-wal", "adjutant.db-shm", self.file.name):
            (self.folder / name).unlink(missing_ok=True)
        shutil.rmtree(self.attachments, ignore_errors=True)

    def save(self, backend: Backend) -> None:
        """Write the virtual Discord as it is now: wholly or not at all."""
        self.attachments.mkdir(parents=True, exist_ok=True)
        blobs = {url: sha256(url.encode()).hexdigest() for url in backend.cdn._blobs}
        for url, name in blobs.items():
            if not (self.attachments / name).exists():
                _replace(self.attachments / name, backend.cdn._blobs[url])
        state = {name: value for name, value in vars(backend).items() if name not in PASSING}
        world = {"simcord": version("simcord"), "elapsed": backend.clock.elapsed, "state": state, "blobs": blobs}
        _replace(self.file, pickle.dumps(world))

    def load(self) -> Backend | None:
        """The virtual Discord of the run before; None when there was none. Raises Unreadable."""
        if not self.file.exists():
            return None
        try:
            world = _Reader(io.BytesIO(self.file.read_bytes())).load()
            if world["simcord"] != version("simcord"):
                raise Unreadable(f"simcord {world['simcord']} wrote it, and {version('simcord')} is installed")
            backend = Backend(clock=SandboxClock(world["elapsed"]))
            vars(backend).update(world["state"])
            for url, name in world["blobs"].items():
                backend.cdn._blobs[url] = (self.attachments / name).read_bytes()
        except (pickle.UnpicklingError, EOFError, KeyError, AttributeError, TypeError, OSError) as error:
            raise Unreadable(str(error)) from error
        return backend


class _Reader(pickle.Unpickler):
    """Reads the classes of a virtual Discord and nothing else: the file lies where others may write."""

    def find_class(self, module: str, name: str) -> Any:
        found = super().find_class(module, name) if module.split(".")[0] in KNOWN_PACKAGES else None
        if not isinstance(found, type) or (module == "builtins" and name not in KNOWN_BUILTINS):
            raise pickle.UnpicklingError(f"{module}.{name} does not belong here")
        return found


def _replace(path: Path, data: bytes) -> None:
    fresh = path.with_name(path.name + ".new")
    make_private(fresh)
    fresh.write_bytes(data)
    os.replace(fresh, path)
