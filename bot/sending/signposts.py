"""What leads people to a battle's standing post: it is pinned, and the thread's title says which turn it is.

Discord writes a line in a thread for each of both. The pin's line can be deleted, and is. The line of a new title stays
for good, nothing makes it silent, and a thread may be renamed twice in ten minutes: so a title changes with the turn
and not with whoever is asked, which the standing post says at every hand-over.
"""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta

import discord
import structlog

from bot.talk.text import clip

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

RENAMED = timedelta(minutes=10)
"""The least time between two titles of one thread."""
PATIENCE = 10
"""Seconds that a title may take: nobody waits for Discord's limit."""
TITLE = 100
"""Characters of a thread's title."""


async def pin(message: discord.Message) -> None:
    """Pin it where the bot may, without the line that tells of it."""
    try:
        await message.pin()
        async for said in message.channel.history(after=message, limit=3):
            if said.type is discord.MessageType.pins_add:
                await said.delete()
    except (discord.HTTPException, OSError) as error:
        log.info("not pinned", message=message.id, error=repr(error))


class Titles:
    """Keeps the titles of battles' threads. A title that people have given is left alone."""

    def __init__(self) -> None:
        self._named: dict[int, datetime] = {}
        """When each thread was last renamed."""

    async def keep(self, channel: object, title: str, turn: str, now: datetime) -> None:
        """The thread is called "The mill road · Turn 4". `turn`: empty once the battle is over."""
        if not isinstance(channel, discord.Thread) or channel.archived or not is_ours(channel.name, title):
            return
        wanted, last = called(title, turn), self._named.get(channel.id)
        if channel.name == wanted or (last is not None and now - last < RENAMED):
            return
        self._named[channel.id] = now
        try:
            await asyncio.wait_for(channel.edit(name=wanted), PATIENCE)
        except (discord.HTTPException, TimeoutError) as error:
            log.info("thread not renamed", thread=channel.id, error=repr(error))


def called(title: str, turn: str) -> str:
    """The title with the turn, whole, at its end."""
    behind = f" · {turn}" if turn else ""
    return clip(title, TITLE - len(behind)) + behind


def is_ours(name: str, title: str) -> bool:
    """Whether the bot has given the thread this name."""
    short, _, _ = name.rpartition(" · ")
    return name == clip(title, TITLE) or (bool(short) and short == clip(title, TITLE - len(name) + len(short)))
