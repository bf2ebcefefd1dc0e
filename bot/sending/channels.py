"""Where a post goes: a channel, awake; for one side alone its private thread, or a private conversation.

Nothing is said in a side's thread before everybody is out of it who may not read there. Who cannot be put out is left
behind in it, and another thread is made without him.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeAlias

import aiohttp
import discord
import structlog

from bot.sending.errand import Errand
from bot.sending.pulse import Pulse, Signs
from bot.talk.text import clip
from campaigns.database.store import Store
from campaigns.database.trouble import trouble_of
from campaigns.post import dispatches
from campaigns.post.dispatches import Doors
from campaigns.post.outbox import Post

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

OUT_OF_REACH = (OSError, TimeoutError, aiohttp.ClientError)
"""How a request fails that Discord has not answered: it may have done what was asked all the same."""
UNKNOWN_CHANNEL = 10003
"""Discord's code for a channel that has been deleted: waiting does not bring it back."""
NOT_THERE = (403, 404)
"""Of somebody who is to be let in: he has left the server, or may not see the channel around the thread."""
AT_ONCE = 8
"""Sides' threads that are seen to at a time."""
WEEK = 10080
"""Minutes after which Discord puts a silent thread to sleep; the next post wakes it."""
Postable: TypeAlias = "discord.abc.MessageableChannel"


async def awake(client: discord.Client, channel_id: int) -> Postable:
    """The channel; a thread that Discord has archived is opened again first."""
    channel = client.get_channel(channel_id) or await client.fetch_channel(channel_id)
    if isinstance(channel, discord.Thread) and channel.archived:
        try:
            channel = await channel.edit(archived=False)
        except discord.Forbidden:
            # A locked thread stays shut, and sending will say so; any other is opened by the message itself.
            log.info("thread stays archived", channel=channel_id)
    if not isinstance(channel, discord.abc.Messageable):
        raise TypeError(f"channel {channel_id} takes no messages")
    return channel


class NotAllowed(Exception):
    """The bot may not make a side's thread. The message says what it needs."""


class Porter:
    """Keeps the sides' threads: that they exist, and who is in them. One at work per process, on several threads at a
    time and on each once: a slow one holds up nobody else."""

    def __init__(
        self,
        client: discord.Client,
        store: Store,
        rest: Callable[[], Awaitable[object]] | None = None,
        signs: Signs | None = None,
    ) -> None:
        """`rest` is called when all have been seen to."""
        self._client, self._store = client, store
        self._free = asyncio.Semaphore(AT_ONCE)
        self.pulse = Pulse(store, "side threads", signs)
        errand = Errand("side threads", lambda: self.pulse.keep(self._see_to_all), rest)
        self.kick, self.drain, self.close = errand.kick, errand.drain, errand.close

    async def place_of(self, post: Post) -> Postable | None:
        """Where a post for one side goes; None where there is nowhere to go. Raises what Discord says where that may
        change."""
        assert post.audience is not None, "others have a channel"
        if post.recipient is not None:
            return await self._conversation(post.campaign_id, post.audience, post.recipient)
        async with self._store.in_turn("doors", post.campaign_id, post.audience):
            doors = await dispatches.doors_of(self._store, post.campaign_id, post.audience)
            if doors is None or (doors.thread_id is None and ((doors.later and not doors.passing) or not doors.wanted)):
                return None
            try:
                return await self._kept(doors)
            except NotAllowed as why:
                await dispatches.failed(self._store, doors.id, str(why))
                return None

    async def _conversation(self, campaign_id: int, side: str, user_id: int) -> Postable | None:
        if not await dispatches.may_read(self._store, campaign_id, side, user_id):
            return None
        user = self._client.get_user(user_id) or await self._client.fetch_user(user_id)
        return await user.create_dm()

    async def _see_to_all(self) -> None:
        """Raises what the database would not do, when all have had their turn."""
        due = await dispatches.due(self._store, self._store.clock.now())
        came = await asyncio.gather(*map(self._see_to_in_turn, due), return_exceptions=True)
        if failures := [each for each in came if isinstance(each, Exception)]:
            raise ExceptionGroup("the sides' threads could not be kept", failures)

    async def _see_to_in_turn(self, doors: Doors) -> None:
        async with self._store.in_turn("doors", doors.campaign_id, doors.side), self._free:
            now = await dispatches.as_they_are(self._store, doors.id)  # a post may have had the thread made meanwhile
            if now is not None:
                await self._see_to(now)

    async def _see_to(self, doors: Doors) -> None:
        try:
            if doors.thread_id is not None or dispatches.wants_a_thread(doors):
                await self._kept(doors)
        except NotAllowed as why:
            await dispatches.failed(self._store, doors.id, str(why))
        except (discord.HTTPException, *OUT_OF_REACH) as error:
            if trouble_of(error) is not None:
                raise  # it is the database that does not answer
            log.warning("side thread not seen to", campaign=doors.campaign_id, side=doors.side, error=repr(error))
            problem = f"Discord does not do it now ({type(error).__name__})"
            await dispatches.failed(self._store, doors.id, problem, passing=True)
        else:
            await dispatches.seen_to(self._store, doors.id, doors.wanted)

    async def _kept(self, doors: Doors) -> Postable:
        """The thread, with nobody in it who may not be. Raises NotAllowed."""
        place = await self._present(doors)
        if place is None or not await self._emptied(place, doors):
            made = await self._made(doors)
            await self._let_in(made, doors.id, doors.wanted)
            return made
        await self._let_in(place, doors.id, doors.wanted - doors.inside)
        return place

    async def _present(self, doors: Doors) -> discord.Thread | None:
        """The thread as it was; None where there is none any more."""
        if doors.thread_id is None:
            return None
        try:
            place = await awake(self._client, doors.thread_id)
        except discord.HTTPException as error:
            if error.code != UNKNOWN_CHANNEL:
                raise
            await dispatches.gone(self._store, doors.thread_id)
            return None
        if not isinstance(place, discord.Thread) or not place.is_private():
            raise TypeError(f"channel {doors.thread_id} isn't a private thread")
        return place

    async def _emptied(self, thread: discord.Thread, doors: Doors) -> bool:
        """Everybody is out who may not read there; False where Discord does not let the bot put somebody out."""
        for user in sorted(doors.guests - doors.wanted):
            try:
                await thread.remove_user(discord.Object(user))
            except discord.NotFound:
                log.info("was not in the thread", thread=thread.id)
            except discord.Forbidden:
                log.warning("side thread left behind", campaign=doors.campaign_id, side=doors.side, thread=thread.id)
                await dispatches.gone(self._store, thread.id)
                return False
            await dispatches.put_out(self._store, doors.id, user)
        return True

    async def _let_in(self, thread: discord.Thread, doors_id: int, users: frozenset[int]) -> None:
        await dispatches.letting_in(self._store, doors_id, sorted(users))
        let_in: list[int] = []
        for user in sorted(users):
            try:
                await thread.add_user(discord.Object(user))
            except discord.HTTPException as error:
                if error.status not in NOT_THERE:
                    raise
                log.info("cannot be let in", thread=thread.id, status=error.status)
            else:
                let_in.append(user)
        if let_in:
            await dispatches.let_in(self._store, doors_id, let_in)

    async def _made(self, doors: Doors) -> discord.Thread:
        """A new thread in the campaign's channel, with nobody in it yet. Raises NotAllowed."""
        parent = self._client.get_channel(doors.parent_id) or await self._client.fetch_channel(doors.parent_id)
        if not isinstance(parent, discord.TextChannel):
            raise NotAllowed("the campaign's channel is of a kind that has no private threads")
        name = clip(f"{doors.side_name} only · {doors.campaign_name}", 100)
        orphan = next(
            (each for each in await parent.guild.active_threads() if self._is_orphan(each, parent, name)), None
        )
        try:
            thread = orphan or await parent.create_thread(
                name=name, type=discord.ChannelType.private_thread, invitable=False, auto_archive_duration=WEEK
            )
        except discord.Forbidden as error:
            raise NotAllowed(f"I need the permission Create Private Threads in <#{parent.id}> ({error.text})") from None
        if not await dispatches.made(self._store, doors.id, thread.id):
            raise OSError(f"the thread of {doors.side} was made twice")
        return thread

    def _is_orphan(self, thread: discord.Thread, parent: discord.TextChannel, name: str) -> bool:
        """Made before the process died, and nobody was let in yet."""
        own = self._client.user is not None and thread.owner_id == self._client.user.id
        return (
            own
            and thread.is_private()
            and (thread.parent_id, thread.name) == (parent.id, name)
            and (thread.member_count <= 1 and thread.message_count == 0)
        )
