"""A bot of this process, with discord.py's own client, on a Discord of this process: all that lies between is real."""

from __future__ import annotations

import asyncio
from base64 import urlsafe_b64encode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from unittest import mock

from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

from bot.client import Adjutant, build_bot
from campaigns.campaign import campaign
from campaigns.database.store import Store
from campaigns.post import outbox
from campaigns.post.matter import Matter, Said
from tests.clocks import ManualClock
from tests.wire.server import Discord, discord_on_the_wire

TRIES = 20
"""Rounds of trying again after which nothing more is expected."""


def token_for(discord: Discord) -> str:
    user = urlsafe_b64encode(str(discord.backend.application_id).encode()).decode().rstrip("=")
    return f"{user}.Gx1y2z.abcdefghijklmnopqrstuvwxyz012345678901"


@dataclass
class Wired:
    """Discord, a bot that is connected to it, and one of its servers: its number, its GM's and its channel's."""

    discord: Discord
    bot: Adjutant
    guild: int
    gm: int
    channel: int
    before: dict[int, int] = field(default_factory=dict[int, int])
    """By channel: how many messages it had when its campaign was ready."""
    others: list[tuple[int, int, int]] = field(default_factory=list[tuple[int, int, int]])
    """More of its servers."""

    @property
    def store(self) -> Store:
        return self.bot.store

    async def campaign(self, name: str) -> tuple[int, int]:
        """A campaign in a channel of its own with nothing in its line: its number and the channel's."""
        channel = self.discord.backend.create_channel(self.guild, name.lower(), announce=False).id
        made = await campaign.create(self.store, self.guild, channel, self.gm, name, "toy")
        await self.tries()
        self.before[channel] = len(self.discord.arrived(channel))
        return made.id, channel

    def news(self, channel: int) -> list[str]:
        """The nonces of what has arrived since."""
        return self.discord.arrived(channel)[self.before.get(channel, 0) :]

    async def say(self, campaign_id: int, times: int = 1) -> None:
        for number in range(times):
            await outbox.notify(self.store, campaign_id, Matter(topic="notice", about=Said(text=f"Fog {number}.")))

    async def tries(self) -> None:
        """What has failed is tried again when its time has come, until nothing waits any more."""
        clock = self.store.clock
        assert isinstance(clock, ManualClock)
        for _ in range(TRIES):
            await self.bot.pump.drain()
            due = await outbox.next_due(self.store)
            if due is None:
                return
            if due > clock.now():
                clock.advance(due - clock.now())
        raise AssertionError("something still waits")


@asynccontextmanager
async def wired(store: Store, *others: str) -> AsyncIterator[Wired]:
    """`store`: opened, with the toy rules and a clock that is set by hand; `others`: the names of more servers."""
    async with discord_on_the_wire(1) as discord:
        place = discord.server("Mill", 0)
        more = [discord.server(name, 0) for name in others]
        gateway = URL(discord.address).with_scheme("ws").with_path("/")
        with (
            mock.patch.object(Route, "BASE", discord.address),
            mock.patch.object(DiscordWebSocket, "DEFAULT_GATEWAY", gateway),
        ):
            bot = build_bot(store)
            at_work = asyncio.create_task(bot.start(token_for(discord)), name="bot")
            await discord.until_connected()
            await bot.wait_until_ready()
            try:
                yield Wired(discord, bot, *place, others=more)
            finally:
                await bot.close()
                await asyncio.gather(at_work, return_exceptions=True)
