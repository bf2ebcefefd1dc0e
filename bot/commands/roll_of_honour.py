"""The roll of honour below the chronicle: the campaign's dead, battle by battle."""

from __future__ import annotations

from itertools import groupby

import discord

from bot.talk.controls import Answer, Item, Values, button, handles
from bot.talk.desk import campaign_here, desk_of
from bot.talk.paging import BACK_AND_ON, leaf, page_of, pages
from bot.talk.say import Interaction, say
from bot.talk.text import escape, small
from bot.talk.ticket import Ticket
from campaigns.story import roll
from campaigns.story.roll import RollName
from rules.language.words import counted


def way() -> Item:
    """The button to it."""
    return button(Ticket("roll"), "Roll of honour", emoji="🎗️")


@handles("roll", Answer.BESIDE)
async def first_page(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """The roll, from its beginning."""
    await _show(interaction, 0)


@handles("roll-page", Answer.IN_PLACE)
async def another_page(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """Another page of it."""
    await _show(interaction, page_of(ticket))


async def _show(interaction: Interaction, number: int) -> None:
    here = await campaign_here(interaction)
    fallen = await roll.read(desk_of(interaction).store, here, interaction.user.id)
    blocks = [_battle(list(those)) for _, those in groupby(fallen, key=lambda each: (each.number, each.battle))]
    own = small("Of other sides those of whose death yours has learned.") if here.side_of(interaction.user.id) else ""
    head = "\n".join(filter(None, (f"### ✝ {escape(here.name)}: {counted(len(fallen), 'name')}", own)))
    found = pages(blocks or ["Nobody has fallen."])
    await say(interaction, leaf(head, found, Ticket("roll-page"), number, words=BACK_AND_ON))


def _battle(those: list[RollName]) -> str:
    first = those[0]
    title = f"**{first.number}. {escape(first.battle)}**" if first.battle else "**Between battles**"
    lines = [f"{title} · {discord.utils.format_dt(first.at, 'd')}"]
    for side, own in groupby(sorted(those, key=lambda each: each.side_name), key=lambda each: each.side_name):
        lines.append(f"*{escape(side)}*")
        lines += [_name(each) for each in own]
    return "\n".join(lines)


def _name(each: RollName) -> str:
    called = f" “{escape(each.nickname)}”" if each.nickname else ""
    worn = f" · {escape(', '.join(each.decorations))}" if each.decorations else ""
    return f"✝ {escape(each.name)}{called}, {escape(each.unit)}{worn}"
