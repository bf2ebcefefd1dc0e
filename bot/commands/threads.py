"""A battle's own thread: in the GM's forum or the campaign's channel, or where those are gone in the command's."""

from __future__ import annotations

from collections.abc import Sequence

import discord
import structlog
from discord import app_commands

from bot.talk.desk import around, desk_of
from bot.talk.say import QUIET, Interaction, card
from bot.talk.text import clip, escape, small
from campaigns.battle import battles
from campaigns.battle.battles import BattleInfo
from campaigns.campaign.campaign import CampaignView
from campaigns.errors import Refusal

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)
WEEK = 10080
"""Minutes after which Discord puts a quiet thread away; the bot opens it again when it posts."""


async def with_thread(interaction: Interaction, here: CampaignView, info: BattleInfo) -> BattleInfo:
    """A thread for the battle's posts; without the right to make one they stay in the campaign's channel."""
    if info.channel_id != here.channel_id:
        return info
    for channel_id in places_of(here):
        try:
            thread = await _new_thread(interaction, channel_id, info.title)
        except discord.HTTPException as error:
            log.warning("no thread", battle=info.id, channel=channel_id, status=error.status, code=error.code)
            continue
        if thread is not None:
            return await battles.move_to(desk_of(interaction).store, info.id, thread.id)
    return info


def places_of(here: CampaignView) -> tuple[int, ...]:
    """Where its battles have their threads: the GM's forum before the campaign's own channel."""
    return (here.settings.forum, here.channel_id) if here.settings.forum else (here.channel_id,)


async def is_gone(interaction: Interaction, channel_id: int) -> bool:
    """Whether somebody has deleted that thread or channel. Raises discord.HTTPException where Discord does not say."""
    if interaction.client.get_channel(channel_id) is not None:
        return False
    try:
        await interaction.client.fetch_channel(channel_id)
    except discord.NotFound:
        return True
    except discord.Forbidden:
        log.info("thread out of sight", thread=channel_id)
    return False


async def remove(thread: discord.Thread) -> None:
    """Take back a thread in which nothing has come to be; where the bot may not, a word in it says that it is empty."""
    try:
        await thread.delete()
    except discord.Forbidden:
        log.warning("empty thread stays", thread=thread.id)
        await thread.send(view=card(small("Nothing has begun here. Whoever manages threads may delete this one.")))


async def _new_thread(interaction: Interaction, channel_id: int, title: str) -> discord.Thread | None:
    """None where the channel is none that has threads. Raises discord.HTTPException."""
    client = interaction.client
    channel = client.get_channel(channel_id) or await client.fetch_channel(channel_id)
    if isinstance(channel, discord.ForumChannel):
        first = card(f"⚔️ **{escape(clip(title, 200))}**", small("The battle's posts follow here."))
        made = await channel.create_thread(
            name=clip(title, 100), view=first, auto_archive_duration=WEEK, allowed_mentions=QUIET
        )
        return made.thread
    if not isinstance(channel, discord.TextChannel):
        return None
    return await channel.create_thread(
        name=clip(title, 100), type=discord.ChannelType.public_thread, auto_archive_duration=WEEK
    )


async def thread_somewhere(interaction: Interaction, here: CampaignView, title: str) -> discord.Thread:
    """A thread where the campaign has its battles; where that is gone, in the channel of the command.

    Raises Refusal "no-thread".
    """
    return await thread_in(interaction, (*places_of(here), around(interaction)), title)


async def thread_in(interaction: Interaction, channels: Sequence[int], title: str) -> discord.Thread:
    """A thread in the first of these channels that still is there. Raises Refusal "no-thread"."""
    remedy = "Let me create public threads and write in threads there, then try again."
    for channel_id in dict.fromkeys(channels):
        try:
            opened = await _new_thread(interaction, channel_id, title)
        except discord.NotFound:
            continue
        except discord.HTTPException as error:
            log.warning("no thread", channel=channel_id, status=error.status, code=error.code)
            raise Refusal("no-thread", f"Discord does not let me open a thread in <#{channel_id}>.", remedy) from None
        if opened is not None:
            return opened
    raise Refusal("no-thread", "There is no channel here that can have threads.", "Give the command in a text channel.")


class BattlePlace(app_commands.Transformer):
    """An option for a forum or text channel of the server; discord.py's own would offer media channels as well."""

    @property
    def type(self) -> discord.AppCommandOptionType:
        return discord.AppCommandOptionType.channel

    @property
    def channel_types(self) -> list[discord.ChannelType]:
        return [discord.ChannelType.forum, discord.ChannelType.text]

    async def transform(self, interaction: Interaction, value: object, /) -> discord.ForumChannel | discord.TextChannel:
        """Raises Refusal "no-forum" for a channel that the bot does not see."""
        number = getattr(value, "id", 0)
        place = interaction.guild.get_channel(number) if interaction.guild is not None else None
        if not isinstance(place, discord.ForumChannel | discord.TextChannel):
            raise Refusal("no-forum", "I cannot see that channel.", "Let me see it, or name another.")
        return place


def forum_of(here: CampaignView, place: discord.ForumChannel | discord.TextChannel) -> int:
    """The number of a forum in which the bot may post; 0 for the campaign's own channel. Raises Refusal "no-forum",
    "not-allowed"."""
    if isinstance(place, discord.TextChannel):
        if place.id != here.channel_id:
            raise Refusal(
                "no-forum", f"{place.name} isn't a forum channel.", "Name one, or the campaign's own channel."
            )
        return 0
    may = place.permissions_for(place.guild.me)
    if not (may.view_channel and may.send_messages and may.send_messages_in_threads):
        raise Refusal(
            "not-allowed",
            f"I may not post in {place.name}.",
            "Let me see it, create posts and send messages in posts there. Then try again.",
        )
    return place.id
