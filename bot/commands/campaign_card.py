"""The buttons of a campaign's card: joining a side, and watching."""

from __future__ import annotations

import discord
import structlog

from bot.commands.campaign import take_side
from bot.talk.command_names import mention
from bot.talk.controls import Answer, Values, handles
from bot.talk.desk import desk_of, guild_of
from bot.talk.say import GOOD, Interaction, card, say
from bot.talk.text import escape, small
from bot.talk.ticket import Ticket
from campaigns.battle import battles
from campaigns.campaign import campaign
from campaigns.campaign.campaign import CampaignView
from campaigns.errors import no_campaign
from campaigns.tables.battles import BattleStatus

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)
WATCHED = 5
"""Threads that one click lets somebody into."""


@handles("card-join", Answer.BESIDE)
async def join_pressed(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """Play for the button's side, and choose a unit to raise."""
    await take_side(interaction, await _here(interaction, ticket), ticket.side, choosing=True)


@handles("card-side", Answer.BESIDE)
async def side_chosen(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """The same, where the sides stand in a list."""
    await take_side(interaction, await _here(interaction, ticket), values.get("", ""), choosing=True)


@handles("card-watch", Answer.BESIDE)
async def watch_pressed(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """Somebody comes into the threads of the battles that go on, and reads there what everybody may know."""
    here = await _here(interaction, ticket)
    every = await battles.of_campaign(desk_of(interaction).store, here.id)
    going_on = [info for info in every if info.status in (BattleStatus.OPEN, BattleStatus.RUNNING)][-WATCHED:]
    lines: list[str] = []
    for info in going_on:
        come_in = info.channel_id != here.channel_id and await _let_in(interaction, info.channel_id)
        lines.append(
            f"• **{escape(info.title)}** in <#{info.channel_id}>{' (you are in its thread now)' if come_in else ''}"
        )
    head = "👁️ **You watch:**" if lines else "👁️ **No battle goes on.** Press *Watch* again when one does."
    seen = (
        f"{mention('status')}, {mention('map')} and {mention('catchup')} show what everybody may know. What only a "
        "side knows stays with it, and with those who play it."
    )
    await say(interaction, card("\n".join((head, *lines)), small(seen), accent=GOOD))


async def _let_in(interaction: Interaction, thread_id: int) -> bool:
    """Whether Discord takes the asker into that thread."""
    client = interaction.client
    try:
        thread = client.get_channel(thread_id) or await client.fetch_channel(thread_id)
        if not isinstance(thread, discord.Thread) or thread.is_private():
            return False
        await thread.add_user(discord.Object(interaction.user.id))
    except discord.HTTPException as error:
        log.info("watcher not let in", thread=thread_id, status=error.status, code=error.code)
        return False
    return True


async def _here(interaction: Interaction, ticket: Ticket) -> CampaignView:
    """The campaign of the card, if it is one of this server. Raises Refusal "no-campaign"."""
    here = await campaign.show(desk_of(interaction).store, ticket.battle)
    if here.guild_id != guild_of(interaction):
        raise no_campaign()
    return here
