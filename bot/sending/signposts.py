"""What leads people to a battle's standing post: it is pinned, and the thread's title says which turn it is and who is
asked.

Discord writes a line in a thread for each of both. The pin's line can be deleted, and is. The line of a new title stays
for good, nothing makes it silent, and a thread may be renamed twice in ten minutes. So a title changes only with a
hand-over that makes it wrong, and at half of Discord's pace: what comes sooner is made good when the ten minutes are
over, by the title that is right then.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import datetime, timedelta

import discord
import structlog

from bot.sending.channels import OUT_OF_REACH
from bot.talk.text import clip

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

RENAMED = timedelta(minutes=10)
"""The least time between two titles of one thread."""
PATIENCE = 10
"""Seconds that a title may take: nobody waits for Discord's limit."""
TITLE, PART = 100, 30
"""Characters of a thread's title, and of the turn and of who is asked in it."""


async def pin(message: discord.Message) -> None:
    """Pin it where the bot may, without the line that tells of it."""
    try:
        await message.pin()
        async for said in message.channel.history(after=message, limit=3):
            if said.type is discord.MessageType.pins_add:
                await said.delete()
    except (discord.HTTPException, *OUT_OF_REACH) as error:
        log.info("not pinned", message=message.id, error=repr(error))


class Titles:
    """Keeps the titles of battles' threads. A title that people have given is left alone."""

    def __init__(self) -> None:
        self._named: dict[int, datetime] = {}
        """When each thread was last renamed."""
        self._late: dict[int, int] = {}
        """The threads whose title has become wrong too soon, and whose battles they are. A restart forgets them: the
        next hand-over names them."""

    @property
    def due(self) -> datetime | None:
        """When the first title may be made good; None: all are right."""
        return min((self._named[thread] + RENAMED for thread in self._late), default=None)

    def ripe(self, now: datetime) -> tuple[tuple[int, int], ...]:
        """The threads whose title may be made good now, each with its battle: whoever asks for them does it."""
        found = tuple((thread, battle) for thread, battle in self._late.items() if self._named[thread] + RENAMED <= now)
        for thread, _ in found:
            del self._late[thread]
        return found

    async def keep(self, channel: object, battle_id: int, title: str, news: Sequence[str], now: datetime) -> None:
        """The thread is called "The mill road · Turn 4 · Army". `news`: what stands behind the battle's own title;
        nothing once it is over."""
        if not isinstance(channel, discord.Thread):
            return
        self._late.pop(channel.id, None)
        wanted, last = called(title, *news), self._named.get(channel.id)
        if channel.archived or channel.name == wanted or not is_ours(channel.name, title):
            return
        if last is not None and now - last < RENAMED:
            self._late[channel.id] = battle_id
            return
        self._named[channel.id] = now
        try:
            await asyncio.wait_for(channel.edit(name=wanted), PATIENCE)
        except (discord.HTTPException, TimeoutError) as error:
            log.info("thread not renamed", thread=channel.id, error=repr(error))


def called(title: str, *news: str) -> str:
    """The title with the turn and who is asked, both whole, at its end."""
    behind = "".join(f" · {clip(part, PART)}" for part in news if part)
    return clip(title, TITLE - len(behind)) + behind


def is_ours(name: str, title: str) -> bool:
    """Whether the bot has given the thread this name."""
    ends = [place for place in range(len(name)) if name.startswith(" · ", place)]
    return name == clip(title, TITLE) or any(
        place and name[:place] == clip(title, TITLE - len(name) + place) for place in ends
    )
