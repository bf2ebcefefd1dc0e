"""A battle's own thread: in the campaign's channel, or where that is gone in the one of the command."""

from __future__ import annotations

from collections.abc import Sequence

import discord
import structlog

from bot.talk.desk import around, desk_of
from bot.talk.say import Interaction, card
from bot.talk.text import clip, small
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
    try:
        thread = await _new_thread(interaction, here.channel_id, info.title)
    except discord.HTTPException as error:
        log.warning("no thread", battle=info.id, status=error.status, code=error.code)
        return info
    return await battles.move_to(desk_of(interaction).store, info.id, thread.id) if thread else info


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
    if not isinstance(channel, discord.TextChannel):
        return None
    return await channel.create_thread(
        name=clip(title, 100), type=discord.ChannelType.public_thread, auto_archive_duration=WEEK
    )


async def thread_somewhere(interaction: Interaction, here: CampaignView, title: str) -> discord.Thread:
    """A thread in the campaign's channel; where that is gone, in the one in which the command was given.

    Raises Refusal "no-thread".
    """
    return await thread_in(interaction, (here.channel_id, around(interaction)), title)


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
