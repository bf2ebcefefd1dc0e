"""/battle staff: the staff plays a side that nobody plays, or yours while you are away, until somebody acts for it."""

from __future__ import annotations

from typing import Literal

from discord import app_commands

from bot.commands import options
from bot.commands.battle import group
from bot.talk.desk import battle_info_here, desk_of
from bot.talk.errors import guarded
from bot.talk.say import GOOD, Interaction, card, say, think
from bot.talk.text import escape, small
from campaigns.battle.staff import appointing
from campaigns.campaign import campaign
from campaigns.campaign.campaign import CampaignView
from campaigns.tables.battles import BattleStatus
from rules.planning import Boldness

Bold = Literal["careful", "steady", "bold", "off"]


@group.command(name="staff", description="Let the staff play a side: an absent player's, or one that nobody plays")
@app_commands.describe(side="Which side", boldness="What it risks for its aims; off: its own people play again")
@app_commands.autocomplete(side=options.sides)
@guarded
async def staff(interaction: Interaction, side: str, boldness: Bold = "steady") -> None:
    await think(interaction)
    desk = desk_of(interaction)
    info = await battle_info_here(interaction, BattleStatus.RUNNING, BattleStatus.OPEN)
    here = await campaign.show(desk.store, info.campaign_id)
    name = escape(side_name(here, side))
    if boldness == "off":
        await appointing.relieve(desk.store, info.id, interaction.user.id, side)
        await say(interaction, card(f"✔ **{name}** answers for itself again in {escape(info.title)}.", accent=GOOD))
        return
    did = await appointing.appoint(desk.store, info.id, interaction.user.id, side, Boldness(boldness))
    desk.post()
    words = f"✔ The staff plays **{name}** in {escape(info.title)}: {boldness}."
    begins = "It answers as soon as the battle begins." if did is None else "It answers at once, whenever it is asked."
    back = "Whoever acts for that side takes it back; `boldness: off` does, too."
    await say(interaction, card(words, small(f"{begins} {back}"), accent=GOOD))


def side_name(here: CampaignView, side: str) -> str:
    """What the campaign calls the side; an unknown one is refused where it is used."""
    found = here.side(side)
    return found.name if found is not None else side
