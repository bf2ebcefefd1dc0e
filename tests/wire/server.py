"""simcord's Discord behind HTTP and a gateway, for discord.py's own client: it outlives the bots.

Servers are shared out to shards by Discord's rule. A message that comes again under its nonce is the one that was taken
before. Who has lost a connection signs in again. What goes wrong with whose requests, `faults` says.
"""

from __future__ import annotations

import asyncio
import io
import json
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, cast

import discord
from aiohttp import BodyPartReader, WSMsgType, web
from simcord import intents
from simcord._clock import Clock
from simcord.backend import Backend, serializers
from simcord.backend.errors import BackendError
from simcord.backend.models.interaction import Interaction
from simcord.enums import InteractionType
from simcord.http import dispatch
from simcord.http.router import parse_form
from simcord.interactions import base_payload

from campaigns.clock import SystemClock

API = "/api/v10"
OPTIONS = {str: 3, int: 4, bool: 5}


@dataclass(eq=False)
class Socket:
    """A shard's connection. `number`: of the last event that it was sent."""

    web: web.WebSocketResponse
    shard: int
    shards: int
    wants: discord.Intents
    number: int = 0
    due: asyncio.Queue[tuple[str, Mapping[str, Any]]] = field(default_factory=asyncio.Queue)


@dataclass(eq=False)
class Fault:
    """What goes wrong with requests of that method whose path has `path` in it, the next `left` times."""

    method: str
    path: str
    status: int = 0
    """What is answered instead; 0: nothing, the connection is cut."""
    left: int = 1
    taken: bool = False
    """What was asked is done all the same."""
    until: asyncio.Event | None = None
    """Only answered then, and as if nothing were wrong."""
    seconds: float = 0.02
    """For a limit: how long it lasts."""
    scope: str = "user"
    """Whose limit it is; "global": the whole bot's."""
    met: int = 0
    """How often."""

    def meets(self, method: str, path: str) -> bool:
        return self.left > 0 and self.method == method and self.path in path

    def response(self, request: web.Request) -> web.StreamResponse:
        if not self.status:
            assert request.transport is not None
            request.transport.abort()
            return web.Response()
        if self.status != 429:
            return _json({"code": 50013 if self.status == 403 else 0, "message": "No"}, self.status)
        everywhere = self.scope == "global"
        limit = _json({"message": "Slow down", "retry_after": self.seconds, "global": everywhere}, 429)
        limit.headers.update({"Via": "1.1 test", "Retry-After": str(self.seconds), "X-RateLimit-Scope": self.scope})
        return limit


class Discord:
    """`shards`: as many as it recommends."""

    def __init__(self, shards: int) -> None:
        self.shards = shards
        self.backend = Backend(clock=cast("Clock", SystemClock()))  # the bots have no other
        self.backend.subscribers.append(self._hear)
        self.port = 0
        self.sockets: list[Socket] = []
        self.changed = asyncio.Condition()
        self.faults: list[Fault] = []
        self.posted: list[tuple[int, str]] = []
        """The messages that it has taken, in their order: where, and under which nonce."""
        self.nonce_of: dict[int, str] = {}
        """By message: under which nonce it came."""
        self.again = 0
        """How often a message came again under its nonce."""
        self._nonces: dict[tuple[str, str], Any] = {}

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}{API}"

    def server(self, name: str, shard: int) -> tuple[int, int, int]:
        """A server of that shard with the bot on it: its number, its owner's and its channel's."""
        owner = self.backend.make_user("gwen")
        guild = self.backend.create_guild(name, owner_id=owner.id, shard_id=shard, shard_count=self.shards)
        if owner.id not in guild.members:
            self.backend.add_member(guild.id, owner.id)
        channel = self.backend.create_channel(guild.id, "campaign", announce=False)
        return guild.id, owner.id, channel.id

    @property
    def connected(self) -> frozenset[int]:
        """The shards as which some bot is connected."""
        return frozenset(each.shard for each in self.sockets)

    async def until_connected(self, *, all_of: bool = True) -> None:
        """Until bots are connected as all shards; or as not all of them."""
        async with self.changed:
            await self.changed.wait_for(lambda: (len(self.connected) == self.shards) is all_of)

    async def until(self, so_far: Callable[[], bool]) -> None:
        """Until that holds, which is looked at whenever something has happened here."""
        async with self.changed:
            await self.changed.wait_for(so_far)

    def arrived(self, channel_id: int) -> list[str]:
        """The nonces of a channel's messages, in their order."""
        return [nonce for place, nonce in self.posted if place == channel_id]

    def slash(
        self, guild_id: int, user_id: int, channel_id: int, path: str, times: int = 1, **options: Any
    ) -> Interaction:
        """Somebody gives a command, which Discord tells the shard of that server, so many `times`."""
        group, *verbs = path.split()
        every = self.backend.visible_commands(user_id=user_id, channel_id=channel_id)
        found = next(each for each in every if each["name"] == group)
        filled: list[dict[str, Any]] = [
            {"name": key, "type": OPTIONS[type(value)], "value": value} for key, value in options.items()
        ]
        for verb in reversed(verbs):
            filled = [{"name": verb, "type": 1, "options": filled}]
        own = {"guild_id": str(guild_id)} if found.get("guild_id") else {}
        record, payload = base_payload(
            self.backend,
            type=InteractionType.APPLICATION_COMMAND,
            channel_id=channel_id,
            guild_id=guild_id,
            user_id=user_id,
            data={"id": found["id"], "name": group, "type": 1, "options": filled, **own},
        )
        for _ in range(times):
            self.backend.emit("INTERACTION_CREATE", payload)
        return record

    # ── HTTP ──────────────────────────────────────────────────────────────────────────────────────────────────────

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        path = request.path.removeprefix(API)
        if path == "/gateway/bot":
            limit = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
            url = f"ws://127.0.0.1:{self.port}/"
            return _json({"url": url, "shards": self.shards, "session_start_limit": limit})
        body, files = await _read(request)
        fault = next((each for each in self.faults if each.meets(request.method, path)), None)
        if fault is None:
            answer = self._done(request, path, body, files)
        else:
            fault.left, fault.met = fault.left - 1, fault.met + 1
            await self._tell()
            if fault.until is not None:
                await fault.until.wait()
            done = self._done(request, path, body, files) if fault.taken or fault.until is not None else None
            answer = done if done is not None and fault.until is not None else fault.response(request)
        await self._tell()
        return answer

    def _done(self, request: web.Request, path: str, body: Any, files: list[Any]) -> web.StreamResponse:
        """What was asked is done, once."""
        nonce = body.get("nonce") if isinstance(body, dict) and request.method == "POST" else None
        known = (path, str(nonce))
        if nonce is not None and known in self._nonces:
            self.again += 1
            return _json(self._nonces[known])
        try:
            made = dispatch(self.backend, request.method, path, json=body, params=dict(request.query), files=files)
        except BackendError as error:
            return _json(error.to_json(), error.status)
        if nonce is not None:
            self._nonces[known] = made
            self.posted.append((int(path.split("/")[2]), str(nonce)))
            self.nonce_of[int(made["id"])] = str(nonce)
        return web.Response(status=204) if made is None else _json(made)

    # ── The gateway ───────────────────────────────────────────────────────────────────────────────────────────────

    async def _connect(self, request: web.Request) -> web.WebSocketResponse:
        connection = web.WebSocketResponse(max_msg_size=0)
        await connection.prepare(request)
        await connection.send_json({"op": 10, "d": {"heartbeat_interval": 41250}})
        socket: Socket | None = None
        sending: asyncio.Task[None] | None = None
        try:
            async for said in connection:
                if said.type is not WSMsgType.TEXT:
                    break
                word = json.loads(said.data)
                match word["op"]:
                    case 1:
                        await connection.send_json({"op": 11})
                    case 2 if socket is None:
                        socket = self._signed_in(connection, word["d"])
                        sending = asyncio.create_task(self._send(socket))
                        await self._tell()
                    case 6:  # nothing was kept of what it has missed
                        await connection.send_json({"op": 9, "d": False})
                    case _:
                        pass
        finally:
            if sending is not None:
                sending.cancel()
            if socket is not None:
                self.sockets.remove(socket)
                await self._tell()
        return connection

    async def _tell(self) -> None:
        async with self.changed:
            self.changed.notify_all()

    def _signed_in(self, connection: web.WebSocketResponse, asked: Mapping[str, Any]) -> Socket:
        shard, shards = asked.get("shard", (0, 1))
        socket = Socket(connection, shard, shards, discord.Intents._from_value(asked["intents"]))
        self.sockets.append(socket)
        here = [each for each in self.backend.guilds.values() if (each.id >> 22) % shards == shard]
        ready = {
            "v": 10,
            "user": dict(serializers.user_payload(self.backend.bot_user)),
            "guilds": [{"id": str(each.id), "unavailable": True} for each in here],
            "session_id": f"{shard}-{id(socket)}",
            "resume_gateway_url": f"ws://127.0.0.1:{self.port}/",
            "shard": [shard, shards],
            "application": {"id": str(self.backend.application_id), "flags": 0},
        }
        socket.due.put_nowait(("READY", ready))
        for guild in here:
            socket.due.put_nowait(("GUILD_CREATE", serializers.guild_create_payload(self.backend, guild)))
        return socket

    async def _send(self, socket: Socket) -> None:
        while True:
            event, payload = await socket.due.get()
            told = json.loads(json.dumps(dict(payload)))
            if event == "GUILD_CREATE":
                intents.prune_guild_create(told, socket.wants, self.backend.bot_user.id)
            socket.number += 1
            await socket.web.send_json({"op": 0, "t": event, "s": socket.number, "d": told})

    def _hear(self, event: str, payload: Mapping[str, Any]) -> None:
        needs = intents.required_intent(event, payload)
        guild = payload.get("guild_id") or (payload.get("id") if event.startswith("GUILD_") else None) or 0
        for socket in self.sockets:
            if (int(guild) >> 22) % socket.shards == socket.shard and (needs is None or getattr(socket.wants, needs)):
                socket.due.put_nowait((event, payload))


def _json(said: Any, status: int = 200) -> web.Response:
    """discord.py knows it by its type alone, without a character set."""
    return web.Response(body=json.dumps(said).encode(), status=status, headers={"Content-Type": "application/json"})


async def _read(request: web.Request) -> tuple[Any, list[Any]]:
    """What a request says, and the files that it brings."""
    if not request.content_type.startswith("multipart/"):
        return (await request.json() if request.can_read_body else None), []
    form: list[dict[str, Any]] = []
    files: list[Any] = []
    async for part in await request.multipart():
        assert isinstance(part, BodyPartReader)
        data = await part.read()
        if part.filename:
            files.append(SimpleNamespace(fp=io.BytesIO(data), filename=part.filename, description=None))
        else:
            form.append({"name": part.name, "value": data.decode()})
    return parse_form(form, files)


@asynccontextmanager
async def discord_on_the_wire(shards: int = 2) -> AsyncIterator[Discord]:
    """Discord, on a port of this machine."""
    made = Discord(shards)
    app = web.Application(client_max_size=1 << 26)
    app.router.add_get("/", made._connect)
    app.router.add_route("*", API + "/{path:.*}", made._answer)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    made.port = runner.addresses[0][1]
    try:
        yield made
    finally:
        for each in made.sockets[:]:
            await each.web.close()
        await runner.cleanup()
