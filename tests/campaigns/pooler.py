"""A pooler of transactions for tests: what PgBouncer does in its mode "transaction", as unkindly as it may.

Each transaction of a client goes to another connection of the server than the one before. `tracked`: prepared
statements follow the client to whatever connection it gets, as PgBouncer does from 1.21 on where it may keep some;
else they stay where they were made, and names of two clients collide.
"""

from __future__ import annotations

import asyncio
import struct
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count

PROTOCOL, SSL, GSS = 196608, 80877103, 80877104
TAKEN = {"user", "database", "client_encoding", "application_name"}
"""What a client may ask for as it begins: the rest would be a session's, and is refused."""
CONNECTIONS = 3
_numbers = count()


async def read(reader: asyncio.StreamReader) -> tuple[bytes, bytes]:
    """A message: its kind and what it says. Raises IncompleteReadError where the other side has gone."""
    kind, length = struct.unpack("!ci", await reader.readexactly(5))
    return kind, await reader.readexactly(length - 4)


def message(kind: bytes, body: bytes) -> bytes:
    return struct.pack("!ci", kind, len(body) + 4) + body


@dataclass(eq=False)
class Connection:
    """One of the server's. `owed`: answers ReadyForQuery that are still to come; `parsing`: for each statement that is
    being prepared, whether the client has asked for it."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    about: bytes = b""
    owed: int = 0
    parsing: deque[bool] = field(default_factory=deque)
    prepared: set[bytes] = field(default_factory=set)


@dataclass
class Client:
    """`statements`: what it has prepared, by its name for it. `number`: its own part of their names on the server."""

    number: int
    statements: dict[bytes, bytes] = field(default_factory=dict)
    last: Connection | None = None


class Pooler:
    """Between clients on a port of this machine and the server with these sockets."""

    def __init__(self, sockets: str, *, tracked: bool) -> None:
        self._path, self._tracked = f"{sockets}/.s.PGSQL.5432", tracked
        self._idle: dict[str, asyncio.Queue[Connection]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self.port = 0
        self.moved = 0
        """How often a client's transaction came to another connection than the one before."""
        self.problems: list[BaseException] = []

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            idle = await self._greet(reader, writer)
            if idle is not None:
                await self._carry(reader, writer, idle)
        except (asyncio.IncompleteReadError, ConnectionError):
            pass  # it has gone
        except Exception as error:  # noqa: BLE001  # shown by the test
            self.problems.append(error)
        finally:
            self._tasks.discard(task)
            writer.close()

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        for idle in self._idle.values():
            while not idle.empty():
                idle.get_nowait().writer.close()

    async def _greet(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> asyncio.Queue[Connection] | None:
        while True:
            length, code = struct.unpack("!ii", await reader.readexactly(8))
            said = await reader.readexactly(length - 8)
            if code not in (SSL, GSS):
                break
            writer.write(b"N")
        if code != PROTOCOL:  # somebody's statement is to be cancelled
            return None
        words = [each.decode() for each in said.rstrip(b"\0").split(b"\0")]
        asked = dict(zip(words[::2], words[1::2], strict=True))
        if refused := asked.keys() - TAKEN:
            writer.write(message(b"E", f"SFATAL\0C08P01\0Munsupported startup parameter: {refused}\0\0".encode()))
            return None
        name = asked["database"]
        if name not in self._idle:
            self._idle[name] = asyncio.Queue()
            for _ in range(CONNECTIONS):
                self._idle[name].put_nowait(await self._connected(said))
        ours = await self._idle[name].get()
        self._idle[name].put_nowait(ours)
        writer.write(message(b"R", struct.pack("!i", 0)) + ours.about + message(b"Z", b"I"))
        return self._idle[name]

    async def _connected(self, said: bytes) -> Connection:
        connection = Connection(*await asyncio.open_unix_connection(self._path))
        connection.writer.write(struct.pack("!ii", len(said) + 8, PROTOCOL) + said)
        while True:
            kind, body = await read(connection.reader)
            if kind == b"Z":
                return connection
            if kind in (b"S", b"K"):
                connection.about += message(kind, body)

    async def _carry(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, idle: asyncio.Queue[Connection]
    ) -> None:
        """One transaction after the other, each to the connection that has been idle for longest."""
        client = Client(next(_numbers))
        coming = asyncio.create_task(read(reader))
        try:
            while True:
                kind, body = await coming
                if kind == b"X":
                    return
                connection = await idle.get()
                if connection is client.last and not idle.empty():
                    other = await idle.get()
                    idle.put_nowait(connection)
                    connection = other
                self.moved += client.last is not None and client.last is not connection
                client.last = connection
                self._forward(client, connection, kind, body)
                answers = asyncio.create_task(self._answer(connection, writer))
                try:
                    coming = asyncio.create_task(read(reader))
                    while not answers.done():
                        await asyncio.wait({answers, coming}, return_when=asyncio.FIRST_COMPLETED)
                        if coming.done() and not answers.done():
                            self._forward(client, connection, *coming.result())
                            coming = asyncio.create_task(read(reader))
                    await answers
                except BaseException:  # in the midst of a transaction: nobody else is given that connection
                    answers.cancel()
                    connection.writer.close()
                    raise
                idle.put_nowait(connection)
        finally:
            coming.cancel()

    async def _answer(self, connection: Connection, writer: asyncio.StreamWriter) -> None:
        """Everything that the server says until the transaction is over."""
        while True:
            kind, body = await read(connection.reader)
            if kind == b"A":
                continue  # a note, for whoever listened on this connection once
            if kind == b"1" and connection.parsing and not connection.parsing.popleft():
                continue
            writer.write(message(kind, body))
            if kind == b"Z":
                connection.parsing.clear()
                connection.owed -= 1
                if body == b"I" and connection.owed == 0:
                    return

    def _forward(self, client: Client, connection: Connection, kind: bytes, body: bytes) -> None:
        connection.owed += kind in (b"S", b"Q")
        if self._tracked and kind in (b"P", b"B", b"D", b"C"):
            body = self._renamed(client, connection, kind, body)
        connection.writer.write(message(kind, body))

    def _renamed(self, client: Client, connection: Connection, kind: bytes, body: bytes) -> bytes:
        """The message with the statement's name on the server, which is prepared there first where it is not."""
        if kind == b"P":
            name, rest = body.split(b"\0", 1)
            connection.parsing.append(True)
            if not name:
                return body
            client.statements[name] = rest
            connection.prepared.add(own := b"c%d_%s" % (client.number, name))
            return own + b"\0" + rest
        if kind in (b"D", b"C") and body[:1] != b"S":
            return body
        before, _, after = body.partition(b"\0") if kind == b"B" else (body[:1], b"", body[1:])
        name, rest = after.split(b"\0", 1)
        if not name:
            return body
        own = b"c%d_%s" % (client.number, name)
        if kind == b"C":
            connection.prepared.discard(own)
        elif own not in connection.prepared:
            connection.prepared.add(own)
            connection.parsing.append(False)
            connection.writer.write(message(b"P", own + b"\0" + client.statements[name]))
        return (before + b"\0" if kind == b"B" else before) + own + b"\0" + rest


@asynccontextmanager
async def pooling(sockets: str, *, tracked: bool) -> AsyncIterator[Pooler]:
    """A pooler that listens."""
    pooler = Pooler(sockets, tracked=tracked)
    server = await asyncio.start_server(pooler.serve, "127.0.0.1", 0)
    pooler.port = server.sockets[0].getsockname()[1]
    try:
        yield pooler
    finally:
        server.close()
        await pooler.close()
    assert pooler.problems == []
