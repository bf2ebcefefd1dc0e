"""Brings the bot's emblems to Discord, once: what it has already is used, what it lacks is drawn and uploaded, what is
out of date goes. Beside everything else: nothing waits for it, and without it plain signs stand."""

from __future__ import annotations

import asyncio

import discord
import structlog

from bot.pictures import emblems, pictures
from bot.pictures.pictures import NoPicture
from bot.sending.channels import OUT_OF_REACH
from bot.talk.emblems import PREFIX, Emblems

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)


class EmblemKeeper:
    """One at work per process, from when the bot has signed in until all are there."""

    def __init__(self, client: discord.Client, known: Emblems) -> None:
        self._client, self._known = client, known
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self.bring(), name="emblems")

    async def close(self) -> None:
        if self._task is not None and not self._task.done():
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def bring(self) -> None:
        """Have Discord know all of them. Whatever goes wrong, those that it knows are used."""
        try:
            await self._bring()
        except (discord.HTTPException, *OUT_OF_REACH, NoPicture) as error:
            log.warning("emblems stay plain", error=repr(error))

    async def _bring(self) -> None:
        there = {each.name: each for each in await self._client.fetch_application_emojis()}
        wanted = {key: emblems.name_of(key) for key in emblems.drawn()}
        for key, name in wanted.items():
            if name in there:
                self._learn(key, there[name])
        for key, name in wanted.items():
            if name not in there:
                image = await pictures.png(emblems.drawn()[key], emblems.SIDE)
                self._learn(key, await self._client.create_application_emoji(name=name, image=image))
        for name, each in there.items():
            if name.startswith(PREFIX) and name not in wanted.values():
                await each.delete()

    def _learn(self, key: str, made: discord.Emoji) -> None:
        self._known.learn(key, discord.PartialEmoji(name=made.name, id=made.id))
