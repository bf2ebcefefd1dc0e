"""Deleting a campaign: what would go, its file to keep, and the name that must be typed before it goes."""

from __future__ import annotations

import discord
from discord import ui

from bot.commands.handing_out import hand_out
from bot.talk.command_names import mention, names_of
from bot.talk.controls import Answer, Values, button, handles
from bot.talk.desk import desk_of, guild_of
from bot.talk.say import BAD, GOOD, QUIET, Interaction, card, say
from bot.talk.text import escape, small
from bot.talk.ticket import Ticket
from campaigns.campaign import campaign, deleting
from campaigns.campaign.campaign import CampaignView
from campaigns.campaign.deleting import WouldBeLost
from campaigns.errors import no_campaign
from rules.language.words import counted


def question(campaign_id: int, loss: WouldBeLost) -> ui.LayoutView:
    """What would go, with the buttons for keeping a copy and for going on."""
    counts = ", ".join(
        counted(count, one, many)
        for count, one, many in (
            (loss.battles, "battle", "battles"),
            (loss.units, "unit", "units"),
            (loss.figures, "figure with its career", "figures with their careers"),
        )
    )
    view = card(
        f"### Delete {escape(loss.name)}?",
        f"{counts}: everything goes, for everybody and for good. Posts in Discord stay, but their buttons go dead.",
        f"Export it first: {mention('campaign import')} brings that file back, here or elsewhere.",
        small(f"Nothing has changed yet. To end a campaign and keep it readable: {mention('campaign close')}."),
        accent=BAD,
    )
    ticket = Ticket("delete-export", campaign_id)
    export = button(ticket, "Export", discord.ButtonStyle.primary, emoji="📦")
    delete = button(ticket.but("delete-ask"), "Delete for good …", discord.ButtonStyle.danger)
    view.add_item(ui.ActionRow(export, delete))
    return view


@handles("delete-export", Answer.BESIDE)
async def export_all(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """The campaign as a file."""
    here = await _here(interaction, ticket)
    await hand_out(interaction, here.id)


@handles("delete-ask", Answer.MODAL)
async def ask_name(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """The second confirmation: its name, typed."""
    modal = ui.Modal(title="Delete the campaign for good", custom_id=str(ticket.but("delete-now")), timeout=None)
    name: ui.TextInput[ui.Modal] = ui.TextInput(custom_id="name", max_length=200)
    modal.add_item(ui.Label(text="The campaign's name", description="Typed in full, to be sure", component=name))
    # A finished modal is not kept by discord.py: its submit is routed by custom id, before and after a restart alike.
    modal.stop()
    await interaction.response.send_modal(modal)


@handles("delete-now", Answer.BESIDE)
async def delete_now(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """The name has been typed."""
    desk, here = desk_of(interaction), await _here(interaction, ticket)
    await deleting.delete_campaign(desk.store, here.id, interaction.user.id, values.get("name", ""))
    await desk.publish(here.guild_id)
    await say(interaction, card(f"✔ **{escape(here.name)}** has been deleted.", accent=GOOD))
    # The campaign has no line of posts of its own any more: its players are told by this one.
    told = card(f"**{escape(here.name)}** has been deleted by its GM, with all its battles and rosters.")
    names_of(interaction.client).address(told, interaction.guild_id)
    await interaction.followup.send(view=told, allowed_mentions=QUIET)


async def _here(interaction: Interaction, ticket: Ticket) -> CampaignView:
    """The campaign that the button is about, if it is one of this server. Raises Refusal "no-campaign"."""
    here = await campaign.show(desk_of(interaction).store, ticket.battle)
    if here.guild_id != guild_of(interaction):
        raise no_campaign()
    return here
