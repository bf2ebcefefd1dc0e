"""/campaign create: opening a campaign in a channel, whether by the command or by the greeting's button."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import app_commands

from bot.actions.groups import GMS
from bot.commands import options
from bot.commands.campaign import group
from bot.commands.seals_asked import asked_for_seals
from bot.post.summaries import campaign_text
from bot.sending import deliveries
from bot.talk.command_names import mention
from bot.talk.desk import campaign_here, channel_of, desk_of, guild_of
from bot.talk.errors import guarded
from bot.talk.say import GOOD, Interaction, card, say, think
from bot.talk.text import escape, small
from campaigns.battle.record import sealed
from campaigns.campaign import campaign, office
from campaigns.errors import Refusal
from campaigns.post import cards


@group.command(name="create", description="Open a campaign in this channel; you become its GM")
@app_commands.describe(
    name="What the campaign is called",
    rules="The rule book that it plays",
    deputy="Who may take over as GM, by one click, if you fall silent",
    sides="What its sides are called, with a comma between: Reds, Whites",
)
@app_commands.autocomplete(rules=options.rule_sets)
@guarded
async def create(
    interaction: Interaction,
    name: str,
    rules: str | None = None,
    deputy: discord.User | None = None,
    sides: str = "",
) -> None:
    await think(interaction)
    names = [each for each in sides.split(",") if each.strip()]
    await open_campaign(interaction, name, rules or next(iter(desk_of(interaction).store.rule_sets)), deputy, names)


async def open_campaign(
    interaction: Interaction,
    name: str,
    rules: str,
    deputy: discord.User | discord.Member | None = None,
    sides: Sequence[str] = (),
) -> None:
    """Open it in the channel of an interaction that has been acknowledged; the asker becomes its GM. `sides`: what they
    are called. Raises Refusal as `campaign.create`."""
    desk = desk_of(interaction)
    view = await campaign.create(
        desk.store,
        guild_of(interaction),
        channel_of(interaction),
        interaction.user.id,
        name,
        rules,
        names=sides,
        interaction_id=interaction.id,
    )
    if deputy is not None and deputy.id != interaction.user.id:
        await office.name_deputy(desk.store, view.id, interaction.user.id, deputy.id)
    await desk.publish(view.guild_id)
    await cards.put(desk.store, view.id, await sealed.commitment_of(desk.store, view.id))
    desk.post()
    needed = deliveries.rights_missing(interaction.app_permissions, view.settings)
    head = f"✔ **You are the GM of this campaign.**\n{campaign_text(view)}"
    made = card(*filter(None, (head, needed, _unseen(interaction.permissions))), accent=GOOD)
    await say(interaction, asked_for_seals(made, view, desk.store.rules(view.rules)))


@group.command(name="card", description="Post the campaign's card here again: who plays, what is next, buttons to join")
@guarded
async def card_(interaction: Interaction) -> None:
    await think(interaction)
    desk, here = desk_of(interaction), await campaign_here(interaction)
    if here.side_of(interaction.user.id) is None and not here.is_gm(interaction.user.id):
        raise Refusal("members-only", "Only its GM and players post the campaign's card.", "Join it first, or ask one.")
    await cards.put(desk.store, here.id)
    desk.post()
    words = f"✔ The card of **{escape(here.name)}** stands at the end of <#{here.channel_id}>."
    await say(interaction, card(words, small("The one before has lost its buttons."), accent=GOOD))


def _unseen(rights: discord.Permissions) -> str:
    """For a GM to whom Discord does not show the commands of his office."""
    if rights.is_superset(GMS):
        return ""
    return (
        f"⚠️ Discord does not show you {mention('gm policy')} and the other commands of a GM, since you may not manage "
        "messages. Ask whoever runs this server: *Server Settings → Integrations* shows them to you."
    )
