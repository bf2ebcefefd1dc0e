"""Sends what waits in the outbox, in order, until Discord has it. Nothing is rolled here and nothing can be lost here:
a post that fails stays in the outbox and is tried again; a post that may have arrived is sent again under its own
nonce, which Discord then recognises; a battle whose thread is gone goes on in the campaign's channel. What one person
does in a sitting is written on one message while that is young, the newest of its channel and not full.

In each channel one post goes out after the other; several channels are seen to at once, so that a slow one holds up
nobody else.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import Any

import aiohttp
import discord
import structlog
from discord import ui

from bot.sending import signposts
from bot.sending.channels import OUT_OF_REACH, UNKNOWN_CHANNEL, Porter, Postable, awake
from bot.sending.errand import Errand
from bot.sending.pulse import Pulse, Signs
from bot.sending.throttle import Throttle
from bot.talk.command_names import Names, server_of
from bot.talk.watch import watch_of
from campaigns.battle.watch import delivery
from campaigns.database.store import Store
from campaigns.database.trouble import trouble_of
from campaigns.errors import Newer
from campaigns.post import outbox, sittings
from campaigns.post.outbox import LEASE, Post, Shown
from campaigns.post.sittings import Leaf
from campaigns.post.standing import TOPICS
from campaigns.tables.posts import PostKind
from campaigns.thinking import work_for

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)


@dataclass(slots=True)
class Message:
    """One message of a post: a long one needs several."""

    view: ui.LayoutView
    files: list[discord.File] = field(default_factory=list)
    mentions: discord.AllowedMentions = field(default_factory=discord.AllowedMentions.none)
    told: int = 0
    """Characters of what it tells, or would tell if nothing were left out; the question below it is not counted."""
    idle: bool = False
    """Nothing came of what it tells: the next post tells it."""
    closed: bool = False
    """The battle is over, and the closing post tells it where no message that stands can."""


Render = Callable[[Post], Awaitable[list[Message]]]
"""A post in words and pictures, as late as possible; no messages: there is nothing (more) to say."""

OLD, ARCHIVED = 30046, 50083
"""Discord's codes for a message that is too old to be changed so often, and one in a thread that sleeps."""
FULL = 1500
"""Characters of telling with which a message is full: what comes then opens another."""
LONGEST_TRY = LEASE.total_seconds() * 0.75
"""Seconds for one post, all its messages and pictures: over before anybody else may claim it."""


@dataclass(frozen=True, slots=True)
class _Arrived:
    """What Discord has taken already of a post: the first `parts` messages, the last of them under `last`."""

    parts: int
    last: int


AT_ONCE = 16
"""Posts under way at a time, each to another channel."""
AGAIN_AT_ONCE = AT_ONCE // 2
"""Of these, posts that have been tried before: slow and forbidden channels leave room for the others."""
A_MOMENT = 10.0
"""Seconds until what is due beside the posts no longer waits for a slow one."""


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
        throttle: Throttle | None = None,
        signs: Signs | None = None,
    ) -> None:
        self._client = client
        self._porter = porter
        self._store = store
        self._names = names
        self._render = render
        self._rest = rest
        self.throttle = throttle or Throttle(store.clock)
        self.pulse = Pulse(store, "posts", signs)
        self._errand = Errand("outbox", lambda: self.pulse.keep(self._send_all), rest)
        self.drain, self.close = self._errand.drain, self._errand.close
        self._news = asyncio.Event()
        self._arrived: dict[str, _Arrived] = {}
        """By the post's nonce."""

    def kick(self) -> None:
        self._news.set()
        self._errand.kick()

    async def _send_all(self) -> None:
        """Everything that is due, once. Raises what the database would not do, when all have had their turn."""
        under_way: dict[asyncio.Task[None], Post] = {}
        failures: list[Exception] = []
        try:
            claims = True
            while True:
                try:
                    if claims:
                        await self._begin(under_way)
                except Exception as error:  # noqa: BLE001  # raised when what is under way has come to an end
                    failures.append(error)
                    claims = False
                if not under_way:
                    break
                failures += await self._one_ends_or_comes(under_way)
        finally:  # whoever stops the pump stops what it has under way
            for task in under_way:
                task.cancel()
            await asyncio.gather(*under_way, return_exceptions=True)
        if failures:
            raise ExceptionGroup("the outbox could not be kept", failures)

    async def _begin(self, under_way: dict[asyncio.Task[None], Post]) -> None:
        """Begin as many posts as are due and there is room for."""
        self._news.clear()
        if self.throttle.closed:
            return
        posts = await outbox.claim(
            self._store,
            self._store.clock.now(),
            limit=AT_ONCE - len(under_way),
            again=AGAIN_AT_ONCE - sum(post.attempts > 1 for post in under_way.values()),
            busy={post.lane for post in under_way.values()},
        )
        under_way.update({asyncio.create_task(self._send(post), name=f"post {post.id}"): post for post in posts})

    async def _one_ends_or_comes(self, under_way: dict[asyncio.Task[None], Post]) -> list[Exception]:
        """Until a post has been tried, or somebody has written another. What went wrong; the claim on such a post runs
        out by itself. What is due beside the posts does not wait for slow ones."""
        news = asyncio.create_task(self._news.wait(), name="new posts")
        try:
            happens: set[asyncio.Task[Any]] = {*under_way, news}
            done, _ = await asyncio.wait(happens, timeout=A_MOMENT, return_when=asyncio.FIRST_COMPLETED)
            if not done:
                await self._rest()
                done, _ = await asyncio.wait(happens, return_when=asyncio.FIRST_COMPLETED)
        finally:
            news.cancel()
        ended = [task for task in under_way if task in done]
        for task in ended:
            del under_way[task]
        errors = [task.exception() for task in ended]
        return [error for error in errors if isinstance(error, Exception)]

    async def _send(self, post: Post) -> None:
        began = perf_counter()
        work_for(f"campaign {post.campaign_id}")
        with structlog.contextvars.bound_contextvars(interaction=post.cause):
            try:
                outcome = await self._try(post)
            except Newer:
                await outbox.leave(self._store, post.id)
                outcome = "left"
            seconds = perf_counter() - began
            watch_of(self._client).posted(post.kind, outcome, seconds)
            log.info("post", post=post.id, battle=post.battle_id, outcome=outcome, seconds=round(seconds, 3))

    async def _try(self, post: Post) -> str:
        """What comes of it in a word: "sent", or why not."""
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
            return "refused"
        except Exception as error:  # one post that cannot be put into words must not stop the others
            if isinstance(error, Newer) or trouble_of(error) is not None:
                raise  # the post has nothing wrong: it has had no try
            away = isinstance(error, OUT_OF_REACH)
            if away:
                log.warning("post failed", post=post.id, attempts=post.attempts, error=repr(error))
            else:
                log.error("post broken", post=post.id, exc_info=error)
            await outbox.mark_failed(self._store, post.id, problem_of(error))
            return "unreachable" if away else "broken"
        else:
            await outbox.mark_sent(self._store, post.id, last, shown)
            self._arrived.pop(post.nonce, None)
            return "sent"

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
        place = await sittings.where_told(self._store, post.id)
        if place is None:
            return (await self._post(post))[0], None
        first, leaf, made = place.first, place.leaf, None
        told_above = leaf is not None and leaf.question and not leaf.folded
        if told_above and not place.followed and post.nonce not in self._arrived:
            made = await self._render(replace(post, from_seq=first))
            if not made or made[-1].mentions.users or not _idle(made):
                leaf = None  # nothing of it can stand on the question that is there: no need to look whether it does
        if leaf is not None and post.nonce not in self._arrived:
            channel = await self._place_of(post)
            if channel is None:
                return None, None
            stands, newest = await self._found(channel, leaf.message_id)
            calls = post.audience is not None and bool(post.matter.pinged)  # nobody calls them after it
            if newest and place.followed and not calls:
                return leaf.message_id, leaf.shown  # what follows writes on it in a moment, and tells this, too
            if made is None and newest and post.matter.pinged:
                made = await self._render(replace(post, from_seq=first))
            if newest and not (made and made[-1].mentions.users):  # Discord calls people by new messages only
                made = made or await self._render(replace(post, from_seq=first)) if told_above else None
                idle = made is None or _idle(made)
                again = replace(post, from_seq=leaf.first, pictured_for=leaf.handed_over if told_above else None)
                messages = await self._render(again) if made != [] and idle else []
                if not messages and idle and leaf.question:  # what is done in secret touches nothing that stands
                    return None, Shown(first, post.to_seq or first, None, folded=True)
                shown = await self._go_on(post, channel, leaf, messages) if idle else None
                if shown is not None:
                    return leaf.message_id, shown
            if not stands:  # its news goes out again
                first, made = leaf.first, None
        until = post.to_seq or first
        if post.kind is PostKind.JOURNAL and post.nonce not in self._arrived:
            made = made if made is not None else await self._render(replace(post, from_seq=first))
            if made and all(message.closed for message in made):
                return None, Shown(first, until, None, folded=True)
        last, sent = await self._post(replace(post, from_seq=first), made)
        if last is None:
            return None, Shown(first, until, None, folded=True) if post.audience is None or not sent else None
        now, newest = self._store.clock.now(), sent[-1]
        if len(sent) == 1:
            return last, Shown(first, until, now, newest.idle)
        # A question by itself below what had no room for it is written on like any other.
        return last, Shown(first, until, None) if newest.told else Shown(until + 1, until, now)

    async def _go_on(self, post: Post, channel: Postable, leaf: Leaf, messages: list[Message]) -> Shown | None:
        """Tell it in the sitting's message, if that has room for it. What that tells of then."""
        if not messages:
            return leaf.shown
        full = messages[0].told > FULL and not leaf.question
        if len(messages) > 1 or full or (leaf.question and leaf.folded and not messages[0].idle):
            return None
        if not await self._write_on(channel, leaf, messages[0]):
            return None
        return replace(leaf.shown, last=post.to_seq or leaf.last, folded=messages[0].idle)

    async def _found(self, channel: Postable, message_id: int) -> tuple[bool, bool]:
        """Whether a message is still there, and whether nobody has written anything below it. Discord is asked: the bot
        does not hear what people say or take away."""
        try:
            if [said.id async for said in channel.history(limit=1)] == [message_id]:
                return True, True
            await channel.fetch_message(message_id)
        except discord.NotFound:
            return False, False
        except discord.Forbidden:
            return True, False
        return True, False

    async def _write_on(self, channel: Postable, leaf: Leaf, message: Message) -> bool:
        """Change a message of the same sitting. False: it cannot be changed any more."""
        self._names.address(message.view, server_of(channel))
        standing = channel.get_partial_message(leaf.message_id)  # pyright: ignore[reportAttributeAccessIssue]
        try:
            await standing.edit(view=message.view, attachments=message.files, allowed_mentions=message.mentions)
        except discord.HTTPException as error:
            if error.code not in (OLD, ARCHIVED):
                raise
            log.info("message not written on", message=leaf.message_id, status=error.status, code=error.code)
            return False
        return True

    async def _post(self, post: Post, made: list[Message] | None = None) -> tuple[int | None, list[Message]]:
        """Send the messages that Discord has not taken yet: the id of the last one, and all of them. `made`: the post
        in words, where it has been put into them."""
        before = self._arrived.get(post.nonce)
        done, last = (before.parts, before.last) if before else (0, None)
        messages = made if made is not None else await self._render(post)
        if not messages[done:]:
            return last, messages
        channel = await self._place_of(post)
        if channel is None:
            return last, messages
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
            if post.matter.topic in TOPICS:
                await signposts.pin(sent)
        return last, messages

    async def _place_of(self, post: Post) -> Postable | None:
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
        case OSError() | TimeoutError() | aiohttp.ClientError():
            return f"Discord cannot be reached ({type(error).__name__})"
        case _:
            return f"it cannot be put into words, which is a fault of mine ({type(error).__name__}: {error})"[:500]


def _idle(messages: Sequence[Message]) -> bool:
    """Whether nothing came of what they tell, and they show where the battle stands, as the message before did."""
    return all(message.idle for message in messages)
