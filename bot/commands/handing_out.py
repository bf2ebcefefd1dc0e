"""A campaign's file for its GM."""

from __future__ import annotations

import io

import discord
from discord import ui

from bot.talk.command_names import mention
from bot.talk.desk import desk_of
from bot.talk.say import GOOD, Interaction, card, say
from bot.talk.text import escape
from campaigns.campaign import campaign
from campaigns.campaign.travel.packing import pack

LARGEST_POST = 9 * 1024 * 1024
"""Bytes of a file: any server takes that much."""


async def hand_out(interaction: Interaction, campaign_id: int, *, with_people: bool = False) -> None:
    """The campaign's file, for its GM."""
    store = desk_of(interaction).store
    made = await pack(store, campaign_id, interaction.user.id, with_people=with_people, most=LARGEST_POST)
    here = await campaign.show(store, campaign_id)
    who = (
        "It says who its people are on Discord: give it to nobody who may not know."
        if with_people
        else "It names nobody; who is who is asked where it is brought in."
    )
    view = card(
        f"✔ **{escape(here.name)}** in a file: rosters, careers, boards, scenarios, and each battle with its dice.",
        f"{mention('campaign import')} brings it into another channel or server. {who}",
        accent=GOOD,
    )
    view.add_item(ui.File(f"attachment://{made.name}"))
    await say(interaction, view, [discord.File(io.BytesIO(made.data), made.name)])
