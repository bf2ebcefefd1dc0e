"""The line between a bot and its PostgreSQL, which a test can cut, hold, or lead to another server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

SOCKET = ".s.PGSQL.5432"


class Line:
    """`sockets`: where the bot finds it; `leads_to`: the socket directory of the server behind it."""

    def __init__(self, sockets: Path, leads_to: str) -> None:
        self.sockets, self.leads_to = str(sockets), leads_to
        self.open = asyncio.Event()
        """What comes is handed on; until it is set again, nothing is, either way."""
        self.open.set()
        self.answers: Callable[[bytes], bool] = lambda said: True
        """Whether what the server says is handed on; if not, the line is cut."""
        self._writers: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    def cut(self) -> None:
        """All connections, in the middle of whatever."""
        for writer in self._writers:
            writer.transport.abort()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            back, there = await asyncio.open_unix_connection(f"{self.leads_to}/{SOCKET}")
        except OSError:
            writer.transport.abort()
            return
        self._writers.add(there)
        try:
            async with asyncio.TaskGroup() as both:
                both.create_task(self._carry(reader, there, lambda said: True))
                both.create_task(self._carry(back, writer, lambda said: self.answers(said)))
        except* (OSError, asyncio.IncompleteReadError):
            pass  # one of them has gone
        finally:
            self._tasks.discard(task)
            self._writers -= {writer, there}
            writer.transport.abort()
            there.transport.abort()

    async def _carry(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, may: Callable[[bytes], bool]
    ) -> None:
        while said := await reader.read(1 << 16):
            await self.open.wait()
            if not may(said):
                raise ConnectionResetError
            writer.write(said)
            await writer.drain()
        raise ConnectionResetError

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


@asynccontextmanager
async def line_to(sockets: str) -> AsyncIterator[Line]:
    with TemporaryDirectory(prefix="line-") as folder:
        line = Line(Path(folder), sockets)
        server = await asyncio.start_unix_server(line.serve, f"{folder}/{SOCKET}")
        try:
            yield line
        finally:
            server.close()
            await line.close()
