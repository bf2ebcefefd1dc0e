"""Sends what waits in the outbox, in order, until Discord has it. Nothing is rolled here and nothing can be lost here:
a post that fails stays in the outbox and is tried again; a post that may have arrived is sent again under its own
nonce, which Discord then recognises; a battle whose thread is gone goes on in the campaign's channel. What one person
does in a sitting is written on one message while that is young, the newest of its channel and not full.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace

import discord
import structlog
from discord import ui

from bot.sending.errand import Errand
from bot.sending.places import UNKNOWN_CHANNEL, Place, Porter, awake
from bot.sending.pulse import Pulse
from bot.talk.names import Names, server_of
from campaigns.battle import delivery
from campaigns.post import outbox, sittings
from campaigns.post.outbox import LEASE, Post, Shown
from campaigns.store import Store

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)


@dataclass(slots=True)
class Message:
    """One message of a post: a long one needs several."""

    view: ui.LayoutView
    files: list[discord.File] = field(default_factory=list)
    mentions: discord.AllowedMentions = field(default_factory=discord.AllowedMentions.none)
    told: int = 0
    """Characters of what it tells, the question below it left out."""


Render = Callable[[Post], Awaitable[list[Message]]]
"""A post in words and pictures, as late as possible; no messages: there is nothing (more) to say."""

UNKNOWN_MESSAGE, OLD, ARCHIVED = 10008, 30046, 50083
"""Discord's codes for a message that was deleted, one that is too old to be changed so often, and one in a thread that
sleeps."""
FULL = 1500
"""Characters of telling with which a message is full: what comes then opens another."""
LONGEST_TRY = LEASE.total_seconds() * 0.75
"""Seconds for one post, all its messages and pictures: over before anybody else may claim it."""


@dataclass(frozen=True, slots=True)
class _Arrived:
    """What Discord has taken already of a post: the first `parts` messages, the last of them under `last`."""

    parts: int
    last: int


class Pump:
    """One at work per process. `kick` starts it, `drain` waits until everything that is due has been tried; `rest` is
    called when nothing is due any more, or when nothing more can be done now. It outlives every error."""

    def __init__(
        self,
        client: discord.Client,
        store: Store,
        names: Names,
        porter: Porter,
        render: Render,
        rest: Callable[[], Awaitable[None]],
    ) -> None:
        self._client = client
        self._porter = porter
        self._store = store
        self._names = names
        self._render = render
        self.pulse = Pulse(store, "posts")
        errand = Errand("outbox", lambda: self.pulse.keep(self._send_all), rest)
        self.kick, self.drain, self.close = errand.kick, errand.drain, errand.close
        self._arrived: dict[str, _Arrived] = {}
        """By the post's nonce."""

    async def _send_all(self) -> None:
        """Everything that is due, once. Raises what the database would not do, when all have had their turn."""
        failures: list[Exception] = []
        while posts := await outbox.claim(self._store, self._store.clock.now()):
            for post in posts:
                try:
                    await self._send(post)
                except Exception as error:  # noqa: BLE001  # raised below; the claim on this post runs out by itself
                    failures.append(error)
        if failures:
            raise ExceptionGroup("the outbox could not be kept", failures)

    async def _send(self, post: Post) -> None:
        try:
            async with asyncio.timeout(LONGEST_TRY):
                last, shown = await self._deliver(post)
        except discord.HTTPException as error:
            log.warning("post failed", post=post.id, attempts=post.attempts, status=error.status, code=error.code)
            if error.code == UNKNOWN_CHANNEL and post.audience is None:
                await self._without_place(post)
            else:
                # Who takes no messages from the bot will not take the same one later.
                deaf = post.recipient is not None and error.status == 403
                await outbox.mark_failed(self._store, post.id, problem_of(error), hopeless=deaf)
        except (OSError, TimeoutError) as error:
            log.warning("post failed", post=post.id, attempts=post.attempts, error=repr(error))
            await outbox.mark_failed(self._store, post.id, problem_of(error))
        except Exception as error:  # one post that cannot be put into words must not stop the others
            log.error("post broken", post=post.id, exc_info=error)
            await outbox.mark_failed(self._store, post.id, problem_of(error))
        else:
            await outbox.mark_sent(self._store, post.id, last, shown)
            self._arrived.pop(post.nonce, None)

    async def _without_place(self, post: Post) -> None:
        """The place of a post is gone: what it is part of goes on elsewhere, or there is nowhere to go."""
        self._arrived.pop(post.nonce, None)
        gone = post.channel_id
        if post.battle_id is None:
            elsewhere = await delivery.divert(self._store, post.campaign_id, gone)
        else:
            elsewhere = await delivery.displace(self._store, post.battle_id, gone)
        if elsewhere:
            log.warning("posts displaced", campaign=post.campaign_id, battle=post.battle_id, gone=gone)
        else:
            await outbox.mark_failed(self._store, post.id, "the channel is gone (404)", hopeless=True)

    async def _deliver(self, post: Post) -> tuple[int | None, Shown | None]:
        """Have Discord take what it has not taken yet of a post. The id of its last message, and what that tells of."""
        place = await sittings.place(self._store, post.id)
        if place is None:
            return (await self._post(post))[0], None
        first, leaf = place.first, place.leaf
        if leaf is not None and post.nonce not in self._arrived and await self._is_newest(post, leaf.message_id):
            if place.followed:
                return leaf.message_id, leaf.shown  # what follows writes on it in a moment, and tells this, too
            messages = await self._render(replace(post, from_seq=leaf.first))
            if not messages:
                return leaf.message_id, leaf.shown
            if len(messages) == 1 and messages[0].told <= FULL:
                problem = await self._write_on(post, leaf.message_id, messages[0])
                if not problem:
                    return leaf.message_id, replace(leaf.shown, last=post.to_seq or leaf.last)
                first = leaf.first if problem == UNKNOWN_MESSAGE else first
        last, parts = await self._post(replace(post, from_seq=first))
        if last is None:
            return None, None
        return last, Shown(first, post.to_seq or first, self._store.clock.now() if parts == 1 else None)

    async def _is_newest(self, post: Post, message_id: int) -> bool:
        """Whether nobody has written anything below it. Discord is asked: the bot does not hear what people say."""
        channel = await awake(self._client, post.channel_id)
        try:
            return not [said async for said in channel.history(after=discord.Object(message_id), limit=1)]
        except discord.Forbidden:
            return False

    async def _write_on(self, post: Post, message_id: int, message: Message) -> int:
        """Change a message of the same sitting. Discord's code where it cannot be changed any more; else 0."""
        channel = await awake(self._client, post.channel_id)
        self._names.address(message.view, server_of(channel))
        standing = channel.get_partial_message(message_id)  # pyright: ignore[reportAttributeAccessIssue]
        try:
            await standing.edit(view=message.view, attachments=message.files, allowed_mentions=message.mentions)
        except discord.HTTPException as error:
            if error.code not in (UNKNOWN_MESSAGE, OLD, ARCHIVED):
                raise
            log.info("message not written on", post=post.id, status=error.status, code=error.code)
            return error.code
        return 0

    async def _post(self, post: Post) -> tuple[int | None, int]:
        """Send the messages that Discord has not taken yet: the id of the last one, and how many they are."""
        before = self._arrived.get(post.nonce)
        done, last = (before.parts, before.last) if before else (0, None)
        messages = await self._render(post)
        if not messages[done:]:
            return last, len(messages)
        channel = await self._place_of(post)
        if channel is None:
            return last, len(messages)
        for part, message in enumerate(messages[done:], done):
            self._names.address(message.view, server_of(channel))
            sent = await channel.send(
                view=message.view,
                files=message.files,
                allowed_mentions=message.mentions,
                nonce=post.nonce if part == 0 else f"{post.nonce[:22]}.{part}",
            )
            last = sent.id
            self._arrived[post.nonce] = _Arrived(part + 1, last)
        return last, len(messages)

    async def _place_of(self, post: Post) -> Place | None:
        """None: what is for one side alone finds nobody."""
        if post.audience is not None:
            return await self._porter.place_of(post)
        return await awake(self._client, post.channel_id)


def problem_of(error: Exception) -> str:
    """Why a post did not arrive, for the GM: what it means first, then Discord's own words."""
    match error:
        case discord.Forbidden():
            return f"I am not allowed to write there ({error.status} {error.text})"[:500]
        case discord.DiscordServerError():
            return f"Discord is out of order ({error.status} {error.text})"[:500]
        case discord.HTTPException():
            return f"Discord does not take it ({error.status} {error.text})"[:500]
        case OSError() | TimeoutError():
            return f"Discord cannot be reached ({type(error).__name__})"
        case _:
            return f"it cannot be put into words, which is a fault of mine ({type(error).__name__}: {error})"[:500]
