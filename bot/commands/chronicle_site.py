"""/campaign chronicle: the campaign as a site of static pages, in a ZIP, as the asker may read it."""

from __future__ import annotations

import asyncio
import io
import re

import discord
from discord import app_commands, ui

from bot.commands import options
from bot.commands.campaign import group
from bot.commands.handing_out import LARGEST_POST
from bot.site import writing
from bot.talk.desk import campaign_here, desk_of
from bot.talk.errors import guarded, quietly
from bot.talk.say import GOOD, Interaction, card, say, think
from bot.talk.text import escape, small
from campaigns.campaign.campaign import CampaignView
from campaigns.errors import Refusal, gm_only
from campaigns.story.reader import ChronicleReader, reader_of
from rules.language.naming import folded
from rules.language.words import counted

_one_at_a_time = asyncio.Semaphore()
"""Drawing every battle takes a core for a minute and more."""


async def _readers(interaction: Interaction, current: str) -> options.Choices:
    async def found() -> options.Choices:
        here, who = await campaign_here(interaction), interaction.user.id
        gm, own = here.is_gm(who), here.side_of(who)
        known = [("Everybody: what no side alone knows", "public")]
        known += [(f"{each.name}: what that side knows", each.key) for each in here.sides if gm or each.key == own]
        known += [("The GM: all of it", "gm")] if gm else []
        return options.matching(known, current)

    return await quietly(found())


@group.command(name="chronicle", description="The campaign as a site in a ZIP: replays, rosters, roll, diary, search")
@app_commands.describe(reader="As whom it is to be read; leave empty for yourself")
@app_commands.autocomplete(reader=_readers)
@guarded
async def chronicle(interaction: Interaction, reader: str = "") -> None:
    await think(interaction)
    here = await campaign_here(interaction)
    read_as = _reader(here, interaction.user.id, reader)
    async with _one_at_a_time:
        pages = await writing.make(desk_of(interaction).store, here, read_as)
        data = await asyncio.to_thread(writing.zipped, pages, most=LARGEST_POST)
    name = f"{re.sub(r'[^a-z0-9]+', '-', folded(here.name)).strip('-') or 'campaign'}-chronicle.zip"
    side = here.side(read_as.side or "")
    whose = "the GM" if read_as.gm else side.name if side is not None else "everybody"
    view = card(
        f"✔ The chronicle of **{escape(here.name)}**, {counted(len(pages), 'file')}.",
        "Unpack it and open `index.html` in a browser: it needs no server and asks for nothing from anywhere.",
        small(f"As {escape(whose)} may read it: give it to nobody who may know less."),
        accent=GOOD,
    )
    view.add_item(ui.File(f"attachment://{name}"))
    await say(interaction, view, [discord.File(io.BytesIO(data), name)])


def _reader(here: CampaignView, who: int, word: str) -> ChronicleReader:
    """Raises Refusal: "members-only", "umpire-only", "unknown-reader"."""
    gm, own = here.is_gm(who), here.side_of(who)
    if not gm and own is None:
        raise Refusal("members-only", "Players and GMs take the chronicle with them.", "Join the campaign first.")
    wanted = reader_of(here, word) if word.strip() else ChronicleReader(side=None if gm else own, gm=gm)
    if not gm and (wanted.gm or wanted.side not in (None, own)):
        raise gm_only("read what others know")
    return wanted
