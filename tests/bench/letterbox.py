"""A Discord that only counts: the bot's own pump sends into it, so what is counted is what a table would see."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from typing import Any, cast
from zlib import crc32

import discord
import pytest

from bot.pictures import pictures
from bot.post import render
from bot.sending.channels import Porter
from bot.sending.outbox_pump import Pump
from bot.talk.command_names import Names
from campaigns.database.store import Store
from campaigns.post.outbox import Post


@dataclass
class Counted:
    """What has arrived in one channel. `mentions`: each person once a message; `vain`: of whoever has just acted."""

    posts: int = 0
    mentions: int = 0
    pictures: int = 0
    vain: int = 0


class Channel(discord.abc.Messageable):
    """Takes every message and every change of one."""

    def __init__(self, channel_id: int, ids: Iterator[int], box: Letterbox) -> None:
        self.id = channel_id
        self.box = box
        self.counted = Counted()
        self.standing: dict[int, discord.ui.LayoutView] = {}
        """What each message shows now."""
        self._ids = ids

    async def _get_channel(self) -> Any:
        return self

    async def send(self, *args: Any, **sent: Any) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        self.counted.posts += 1
        self.counted.pictures += len(sent.get("files") or ())
        pinged = _pinged(sent.get("allowed_mentions"))
        self.counted.mentions += len(pinged)
        self.counted.vain += self.box.acting in pinged
        number = next(self._ids)
        self.standing[number] = sent["view"]
        return _Sent(number, self)

    async def history(self, *, limit: int, after: Any = None) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        """The newest first; `after` a message: what came next first."""
        found = (
            sorted(self.standing, reverse=True) if after is None else sorted(n for n in self.standing if n > after.id)
        )
        for number in found[:limit]:
            yield _Sent(number, self)

    async def fetch_message(self, id: int, /) -> Any:
        """One that is there: nobody takes any away."""
        assert id in self.standing
        return _Sent(id, self)

    def get_partial_message(self, message_id: int) -> _Sent:
        return _Sent(message_id, self)


@dataclass(frozen=True)
class _Sent:
    id: int
    channel: Channel
    type: discord.MessageType = discord.MessageType.default

    async def edit(self, **changed: Any) -> _Sent:
        self.channel.counted.pictures += len(changed.get("attachments") or ())
        self.channel.standing[self.id] = changed["view"]
        return self

    async def pin(self) -> None:
        """Nobody looks for it here."""


def _pinged(mentions: discord.AllowedMentions | None) -> frozenset[int]:
    users = mentions.users if mentions is not None else ()
    return frozenset(user.id for user in users) if not isinstance(users, bool) else frozenset()


class Threads(Porter):
    """Every side has its thread, everybody takes direct messages."""

    def __init__(self, box: Letterbox, store: Store) -> None:
        super().__init__(cast(discord.Client, box), store)
        self._box = box

    async def place_of(self, post: Post) -> Any:
        return self._box.get_channel(post.recipient or -1 - crc32((post.audience or "").encode()))


class Letterbox:
    """The bot's pump, and what came out of it."""

    def __init__(self, store: Store) -> None:
        self._ids = count(1)
        self._channels: dict[int, Channel] = {}
        self.acting: int | None = None
        """Who has acted last."""
        self._store = store
        self.restart()

    def restart(self) -> None:
        """Another process sends from now on."""
        client = cast(discord.Client, self)
        self.pump = Pump(client, self._store, Names({}), Threads(self, self._store), self._render, self._rest)

    def get_channel(self, channel_id: int) -> Channel:
        return self._channels.setdefault(channel_id, Channel(channel_id, self._ids, self))

    def acts(self, who: int | None) -> None:
        """From now on what is sent comes of what this person does; None: of the passing of time."""
        self.acting = who

    def counted(self, channel_id: int) -> Counted:
        """What has arrived in one channel."""
        return self.get_channel(channel_id).counted

    def all_counted(self) -> Counted:
        """What has arrived in all channels, the sides' threads and direct messages among them."""
        total = Counted()
        for channel in self._channels.values():
            each = channel.counted
            total.posts, total.mentions = total.posts + each.posts, total.mentions + each.mentions
            total.pictures, total.vain = total.pictures + each.pictures, total.vain + each.vain
        return total

    async def _render(self, post: Any) -> Any:
        return await render.messages(self._store, post)

    async def _rest(self) -> None:
        return None


@contextmanager
def undrawn() -> Iterator[None]:
    """Pictures are counted, and not drawn."""

    async def blank(*_: Any, **__: Any) -> bytes:
        return b"\x89PNG"

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(pictures, "map_of", blank)
        patched.setattr(pictures, "cards", blank)
        yield
