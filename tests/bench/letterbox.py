"""A Discord that only counts: the bot's own pump sends into it, so what is counted is what a table would see."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from typing import Any, cast

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
    """What has arrived in one channel. `mentions`: each person once a message."""

    posts: int = 0
    mentions: int = 0
    pictures: int = 0


class Channel(discord.abc.Messageable):
    """Takes every message and every change of one."""

    def __init__(self, channel_id: int, ids: Iterator[int]) -> None:
        self.id = channel_id
        self.counted = Counted()
        self.standing: dict[int, discord.ui.LayoutView] = {}
        """What each message shows now."""
        self._ids = ids

    async def _get_channel(self) -> Any:
        return self

    async def send(self, *args: Any, **sent: Any) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        self.counted.posts += 1
        self.counted.pictures += len(sent.get("files") or ())
        self.counted.mentions += _pinged(sent.get("allowed_mentions"))
        number = next(self._ids)
        self.standing[number] = sent["view"]
        return _Sent(number, self)

    async def history(self, *, after: Any, **_: Any) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        for number in self.standing:
            if number > after.id:
                yield _Sent(number, self)

    def get_partial_message(self, message_id: int) -> _Sent:
        return _Sent(message_id, self)


@dataclass(frozen=True)
class _Sent:
    id: int
    channel: Channel

    async def edit(self, **changed: Any) -> _Sent:
        self.channel.counted.pictures += len(changed.get("attachments") or ())
        self.channel.standing[self.id] = changed["view"]
        return self


def _pinged(mentions: discord.AllowedMentions | None) -> int:
    users = mentions.users if mentions is not None else ()
    return len(users) if not isinstance(users, bool) else 0


class Nobody(Porter):
    """What is for one side alone finds nobody: counted is what stands in the battle's thread."""

    async def place_of(self, post: Post) -> None:
        return None


class Letterbox:
    """The bot's pump, and what came out of it."""

    def __init__(self, store: Store) -> None:
        self._ids = count(1)
        self._channels: dict[int, Channel] = {}
        self._store = store
        self.restart()

    def restart(self) -> None:
        """Another process sends from now on."""
        client = cast(discord.Client, self)
        self.pump = Pump(client, self._store, Names({}), Nobody(client, self._store), self._render, self._rest)

    def get_channel(self, channel_id: int) -> Channel:
        return self._channels.setdefault(channel_id, Channel(channel_id, self._ids))

    def counted(self, channel_id: int) -> Counted:
        return self.get_channel(channel_id).counted

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
