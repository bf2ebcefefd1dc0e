"""/gm deputy: who takes over by one click, should the GM fall silent."""

from __future__ import annotations

import discord

from bot.commands.gm import group
from bot.talk.desk import campaign_here, desk_of
from bot.talk.errors import guarded
from bot.talk.say import GOOD, Interaction, card, say, think
from bot.talk.text import small
from campaigns.campaign import office
from campaigns.campaign.electing import ELECTION_AFTER

DAYS = office.DEPUTY_AFTER.days
THEN = (
    f"After {DAYS} days without a sign of you I tell them, and they take over by one click. After "
    f"{ELECTION_AFTER.days} days the players elect a GM. Whoever takes over in mid-battle gives up their seat."
)


@group.command(
    name="deputy", description=f"Name your deputy, who may take over as GM after {DAYS} silent days of yours"
)
@discord.app_commands.describe(member="Your deputy; leave empty for nobody")
@guarded
async def deputy(interaction: Interaction, member: discord.User | None = None) -> None:
    await think(interaction)
    here = await campaign_here(interaction)
    chosen = member.id if member is not None else None
    await office.name_deputy(desk_of(interaction).store, here.id, interaction.user.id, chosen)
    words = f"✔ {member.mention} is your deputy." if member is not None else "✔ You have no deputy."
    await say(interaction, card(words, small(THEN), accent=GOOD))
