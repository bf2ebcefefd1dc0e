"""/campaign diary: what became of the campaign day by day, and what its people write about it."""

from __future__ import annotations

import discord
from discord import ui

from bot.commands.campaign import group
from bot.talk.controls import Answer, Item, Values, button, choose, handles, rows
from bot.talk.desk import campaign_here, desk_of
from bot.talk.errors import guarded
from bot.talk.markdown import harmless
from bot.talk.paging import leaf, page_of, pages
from bot.talk.people import named
from bot.talk.say import GOOD, PLAIN, Interaction, say, think
from bot.talk.text import clip, escape, small
from bot.talk.ticket import Ticket, numeral
from campaigns.campaign.campaign import CampaignView
from campaigns.story import diary
from campaigns.story.diary import Day, DiaryLetter

OWN = "own"


@group.command(name="diary", description="The war diary: battles, arrivals, honours by date, and what people write")
@guarded
async def show(interaction: Interaction) -> None:
    await think(interaction)
    await _show(interaction, 0)


@handles("diary", Answer.IN_PLACE)
async def another_page(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """Another page of it."""
    await _show(interaction, page_of(ticket))


async def _show(interaction: Interaction, number: int, *, said: str = "") -> None:
    here, who = await campaign_here(interaction), interaction.user.id
    days = await diary.read(desk_of(interaction).store, here, who)
    blocks = [_day(day, here) for day in reversed(days)]
    head = "\n".join(filter(None, (said, f"### War diary of {escape(here.name)}")))
    layout = leaf(head, pages(blocks or ["Nothing yet."]), Ticket("diary"), number, GOOD if said else PLAIN)
    ways: list[Item] = []
    if here.is_gm(who) or here.side_of(who) is not None:
        ways.append(button(Ticket("diary-write"), "Write…", emoji="✒️"))
    for row in rows(ways):
        layout.add_item(row)
    own = diary.written_by(days, who, gm=here.is_gm(who))
    if own:
        options = [(f"{letter.title}", str(letter.id), clip(letter.text.replace("\n", " "), 90)) for letter in own]
        layout.add_item(choose(Ticket("diary-down"), "Take an entry down…", options))
    await say(interaction, layout)


def _day(day: Day, here: CampaignView) -> str:
    lines = [f"**{day.day.day} {day.day:%B %Y}**", *(f"• {escape(line)}" for line in day.lines)]
    lines += [_letter(letter, here) for letter in day.letters]
    return "\n".join(lines)


def _letter(letter: DiaryLetter, here: CampaignView) -> str:
    side = here.side(letter.readers)
    for_whom = f" · for {escape(side.name)}" if side is not None else " · for the GMs" if letter.readers else ""
    by = f"by {named(letter.user_id)}" if letter.user_id else "by a former player"
    return f"✒️ **{escape(letter.title)}**\n{small(f'{by}{for_whom}')}\n{harmless(letter.text)}"


@handles("diary-write", Answer.MODAL)
async def form(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """What is to be written."""
    modal = ui.Modal(title="The war diary", custom_id=str(Ticket("diary-written")), timeout=None)
    title: ui.TextInput[ui.Modal] = ui.TextInput(custom_id="title", max_length=diary.TITLE)
    text: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id="text", style=discord.TextStyle.paragraph, max_length=diary.LONGEST
    )
    day: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id="day", required=False, max_length=10, placeholder="2026-01-31; empty: today"
    )
    readers: ui.Select[ui.Modal] = ui.Select(custom_id="readers", min_values=1, max_values=1)
    readers.add_option(label="Everybody", value="all", default=True)
    readers.add_option(label="My side and the GM", value=OWN)
    modal.add_item(ui.Label(text="Title", component=title))
    about = "**bold**, *italics*, lists and quotes; anything else stands as typed"
    modal.add_item(ui.Label(text="Entry", description=about, component=text))
    modal.add_item(ui.Label(text="Day that it tells of", component=day))
    modal.add_item(ui.Label(text="Who reads it", component=readers))
    modal.stop()
    await interaction.response.send_modal(modal)


@handles("diary-written", Answer.IN_PLACE)
async def written(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """An entry was written."""
    store, here = desk_of(interaction).store, await campaign_here(interaction)
    title, text, day = (values.get(each, "") for each in ("title", "text", "day"))
    await diary.write(store, here, interaction.user.id, title, text, day, own=values.get("readers") == OWN)
    await _show(interaction, 0, said="✔ Written.")


@handles("diary-down", Answer.IN_PLACE)
async def taken_down(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """An entry goes."""
    store, here = desk_of(interaction).store, await campaign_here(interaction)
    await diary.take_down(store, here, interaction.user.id, numeral(values.get("", "")))
    await _show(interaction, 0, said="✔ Taken down.")
