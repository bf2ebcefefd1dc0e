"""What every command and button needs at hand: the store, and the ways to have posts sent and commands published."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol, cast

import discord

from bot.talk.say import Interaction
from campaigns.battle import battles
from campaigns.battle.battles import BattleInfo
from campaigns.campaign import campaign
from campaigns.campaign.campaign import CampaignView
from campaigns.database.store import Store
from campaigns.errors import Refusal, no_battle, no_campaign
from campaigns.tables.battles import BattleStatus


@dataclass(frozen=True, slots=True)
class Desk:
    """`post`: have what waits in the outbox sent soon. `wake`: look again at
    what is due. `publish`: give a server the verbs of what it plays."""

    store: Store
    post: Callable[[], None]
    wake: Callable[[], None]
    publish: Callable[[int], Awaitable[None]]


class HasDesk(Protocol):
    desk: Desk


def desk_of(interaction: Interaction) -> Desk:
    return cast(HasDesk, interaction.client).desk


def guild_of(interaction: Interaction) -> int:
    """Raises Refusal "no-server" in a private conversation."""
    if interaction.guild_id is None:
        raise Refusal("no-server", "That works on a server only.", "Use it in your campaign's channel.")
    return interaction.guild_id


def server_here(interaction: Interaction) -> int | None:
    """The server on which something is asked for, if the bot is on it. None in a private conversation, and where
    somebody uses the bot as an app of their own: it knows nothing of such a place."""
    number = interaction.guild_id
    return number if number is not None and interaction.client.get_guild(number) is not None else None


def channel_of(interaction: Interaction) -> int:
    """Raises Refusal "no-server" where there is no channel."""
    if interaction.channel_id is None:
        raise Refusal("no-server", "That works in a channel only.", "Use it in your campaign's channel.")
    return interaction.channel_id


def around(interaction: Interaction) -> int:
    """The channel of a command; of one in a thread, the channel around it. Raises Refusal "no-server"."""
    channel = interaction.channel
    return channel.parent_id if isinstance(channel, discord.Thread) else channel_of(interaction)


async def campaign_here(interaction: Interaction) -> CampaignView:
    """The campaign of this channel or of this battle's thread; else the server's only one that goes on, first battles
    of newcomers left aside.

    Raises Refusal "no-campaign".
    """
    store = desk_of(interaction).store
    here = await campaign.of_channel(store, channel_of(interaction))
    if here is not None:
        return here
    going_on = [
        view for view in await campaign.of_guild(store, guild_of(interaction)) if not view.closed and not view.lesson
    ]
    if len(going_on) != 1:
        raise no_campaign()
    return going_on[0]


async def battle_info_here(interaction: Interaction, *among: BattleStatus) -> BattleInfo:
    """The battle of this thread; in the campaign's channel its newest one. `among`: those with this status only.

    Raises Refusal "no-battle", "no-campaign".
    """
    store = desk_of(interaction).store
    here = await battles.in_channel(store, channel_of(interaction))
    if here is not None and (not among or here.status in among):
        return here
    view = await campaign_here(interaction)
    found = [info for info in await battles.of_campaign(store, view.id) if not among or info.status in among]
    if not found:
        raise no_battle()
    return max(found, key=lambda info: (info.status == BattleStatus.RUNNING, info.number))


async def battle_numbered(interaction: Interaction, number: str) -> BattleInfo:
    """The battle of that number in this campaign. Raises Refusal "no-battle", "no-campaign"."""
    here = await campaign_here(interaction)
    every = await battles.of_campaign(desk_of(interaction).store, here.id)
    found = next((info for info in every if str(info.number) == number.strip()), None)
    if found is None:
        raise no_battle()
    return found


async def battle_chosen(interaction: Interaction, number: str, *among: BattleStatus) -> BattleInfo:
    """The battle of that number; without one that of this place, `among` those of this status where there is any.

    Raises Refusal "no-battle", "no-campaign".
    """
    return await (battle_numbered(interaction, number) if number.strip() else battle_info_here(interaction, *among))


async def waiting_battle(interaction: Interaction, number: str = "") -> BattleInfo | None:
    """The battle of that number; without one the battle of this thread that has not begun, or the campaign's only one.
    None where none waits to begin.

    Raises Refusal "no-battle" for a number that there is not, "which-battle" where several wait, "no-campaign".
    """
    if number.strip():
        return await battle_numbered(interaction, number)
    store, view = desk_of(interaction).store, await campaign_here(interaction)
    here = await battles.in_channel(store, channel_of(interaction))
    if here is not None and here.status is BattleStatus.OPEN and here.channel_id != view.channel_id:
        return here
    found = [info for info in await battles.of_campaign(store, view.id) if info.status is BattleStatus.OPEN]
    if len(found) > 1:
        named = " and ".join(f"{info.number} {info.title}" for info in found)
        raise Refusal(
            "which-battle",
            f"Several battles wait to begin: {named}.",
            "Name it with the option “battle”, or use its thread.",
        )
    return found[0] if found else None


async def open_battle_here(interaction: Interaction, number: str = "") -> BattleInfo:
    """The same, where there must be one. Raises Refusal "no-battle", too."""
    found = await waiting_battle(interaction, number)
    if found is None:
        raise no_battle()
    return found


async def battles_going_on(interaction: Interaction) -> tuple[BattleInfo, ...]:
    """In a battle's own thread that battle; in the campaign's channel, and on any other, all battles of the campaign
    that go on, and its newest one where none does.

    Raises Refusal "no-battle", "no-campaign".
    """
    store = desk_of(interaction).store
    here = await battles.in_channel(store, channel_of(interaction))
    view = await campaign_here(interaction)
    if here is None or here.channel_id == view.channel_id:
        every = await battles.of_campaign(store, view.id)
        running = tuple(info for info in every if info.status is BattleStatus.RUNNING)
        if running:
            return running
    return (await battle_info_here(interaction),)
