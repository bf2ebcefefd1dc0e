"""Sends what waits in the outbox, in order, until Discord has it. Nothing is rolled here and nothing can be lost here:
a post that fails stays in the outbox and is tried again; a post that may have arrived is sent again under its own
nonce, which Discord then recognises.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

import discord
import structlog
from discord import ui

from campaigns import outbox
from campaigns.outbox import Post
from campaigns.store import Store

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)


@dataclass(slots=True)
class Message:
    """One message of a post: a long one needs several."""

    view: ui.LayoutView
    files: list[discord.File] = field(default_factory=list)
    mentions: discord.AllowedMentions = field(default_factory=discord.AllowedMentions.none)
    instead_of: int | None = None
    """The message that it takes the place of; None: it is a new one."""


Render = Callable[[Post], Awaitable[list[Message]]]
"""A post in words and pictures, as late as possible; no messages: there is nothing (more) to say."""

UNKNOWN_CHANNEL, UNKNOWN_MESSAGE = 10003, 10008
"""Discord's codes for a channel and a message that have been deleted: waiting does not bring them back."""


class Pump:
    """One at work per process. `kick` starts it, `drain` waits until everything that is due has been tried; `rest` is
    called when nothing is due any more."""

    def __init__(
        self, client: discord.Client, store: Store, render: Render, rest: Callable[[], Awaitable[None]]
    ) -> None:
        self._client = client
        self._store = store
        self._render = render
        self._rest = rest
        self._task: asyncio.Task[None] | None = None
        self._again = False
        self._arrived: dict[str, int] = {}
        """Messages of a post that Discord has taken already, by its nonce."""

    def kick(self) -> None:
        """Have what is due sent soon; returns at once."""
        self._again = True
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._work(), name="outbox")

    async def drain(self) -> None:
        self.kick()
        while self._task is not None and not self._task.done():
            await asyncio.shield(self._task)

    async def close(self) -> None:
        """Stop at once; what was not sent is sent by the next start."""
        if self._task is not None and not self._task.done():
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _work(self) -> None:
        while self._again:
            self._again = False
            while posts := await outbox.claim(self._store, self._store.clock.now()):
                for post in posts:
                    await self._send(post)
        await self._rest()

    async def _send(self, post: Post) -> None:
        try:
            first = await self._deliver(post)
        except discord.HTTPException as error:
            log.warning("post failed", post=post.id, attempts=post.attempts, status=error.status, code=error.code)
            gone = error.code == UNKNOWN_CHANNEL
            await outbox.mark_failed(self._store, post.id, f"{error.status} {error.text}"[:500], hopeless=gone)
        except (OSError, TimeoutError) as error:
            log.warning("post failed", post=post.id, attempts=post.attempts, error=repr(error))
            await outbox.mark_failed(self._store, post.id, repr(error)[:500])
        except Exception as error:  # one post that cannot be put into words must not stop the others
            log.error("post broken", post=post.id, exc_info=error)
            await outbox.mark_failed(self._store, post.id, repr(error)[:500])
        else:
            self._arrived.pop(post.nonce, None)
            await outbox.mark_sent(self._store, post.id, first)

    async def _deliver(self, post: Post) -> int | None:
        """Send the messages that Discord has not taken yet. The id of the last one."""
        messages = await self._render(post)
        done = self._arrived.get(post.nonce, 0)
        if not messages[done:]:
            return None
        channel = await self._open(post.channel_id)
        sent: discord.Message | None = None
        for part, message in enumerate(messages):
            if part < done:
                continue
            if message.instead_of is not None:
                await _change(channel, message.instead_of, message)
                continue
            sent = await channel.send(
                view=message.view,
                files=message.files,
                allowed_mentions=message.mentions,
                nonce=post.nonce if part == 0 else f"{post.nonce[:22]}.{part}",
            )
            self._arrived[post.nonce] = part + 1
        return sent.id if sent else None

    async def _open(self, channel_id: int) -> discord.abc.MessageableChannel:
        """The channel, awake: a thread that Discord has archived is opened again first."""
        channel = self._client.get_channel(channel_id) or await self._client.fetch_channel(channel_id)
        if isinstance(channel, discord.Thread) and channel.archived:
            try:
                channel = await channel.edit(archived=False)
            except discord.Forbidden:
                # A locked thread stays shut, and sending will say so; any other is opened by the message itself.
                log.info("thread stays archived", channel=channel_id)
        if not isinstance(channel, discord.abc.Messageable):
            raise TypeError(f"channel {channel_id} takes no messages")
        return channel


async def _change(channel: discord.abc.MessageableChannel, message_id: int, message: Message) -> None:
    """Change a message that stands. One that somebody has deleted needs no change any more."""
    assert not isinstance(channel, discord.GroupChannel), "no bot is in one"
    try:
        await channel.get_partial_message(message_id).edit(view=message.view, allowed_mentions=message.mentions)
    except discord.NotFound as error:
        if error.code != UNKNOWN_MESSAGE:
            raise
        log.info("message is gone", message=message_id)
