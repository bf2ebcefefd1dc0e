"""/campaign diary: what became of the campaign day by day, and what its people write about it."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence

import discord
from discord import ui

from bot.commands.campaign import group
from bot.reading.attachments import fetched, uploaded
from bot.talk.controls import Answer, Item, Values, button, choose, handles, rows
from bot.talk.desk import campaign_here, desk_of
from bot.talk.errors import guarded
from bot.talk.markdown import harmless
from bot.talk.paging import leaf, page_of, pages_with
from bot.talk.people import named
from bot.talk.say import GOOD, PLAIN, Interaction, say, think
from bot.talk.text import clip, escape, small
from bot.talk.ticket import Ticket, numeral
from campaigns.campaign.campaign import CampaignView
from campaigns.story import diary, uploads
from campaigns.story.diary import Day, DiaryLetter

OWN = "own"
MOST_PICTURES = 10
"""That one page shows."""


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
    blocks = [block for day in reversed(days) for block in _day(day, here)]
    head = "\n".join(filter(None, (said, f"### War diary of {escape(here.name)}")))
    found = pages_with(blocks) or [("Nothing yet.", [])]
    number = min(max(number, 0), len(found) - 1)
    layout = leaf(head, [text for text, _ in found], Ticket("diary"), number, GOOD if said else PLAIN)
    attached = await _pictures(layout, interaction, found[number][1])
    ways: list[Item] = []
    if here.is_gm(who) or here.side_of(who) is not None:
        ways.append(button(Ticket("diary-write"), "Write…", emoji="✒️"))
    for row in rows(ways):
        layout.add_item(row)
    own = diary.written_by(days, who, gm=here.is_gm(who))
    if own:
        options = [(f"{letter.title}", str(letter.id), clip(letter.text.replace("\n", " "), 90)) for letter in own]
        layout.add_item(choose(Ticket("diary-down"), "Take an entry down…", options))
    await say(interaction, layout, attached)


def _day(day: Day, here: CampaignView) -> Iterator[tuple[str, DiaryLetter | None]]:
    yield "\n".join((f"**{day.day.day} {day.day:%B %Y}**", *(f"• {escape(line)}" for line in day.lines))), None
    for letter in day.letters:
        yield _letter(letter, here), letter


async def _pictures(
    layout: ui.LayoutView, interaction: Interaction, letters: Sequence[DiaryLetter]
) -> list[discord.File]:
    """The pictures of these entries, into the page."""
    found = await diary.pictures(desk_of(interaction).store, letters)
    shown = [letter for letter in letters if letter.id in found][:MOST_PICTURES]
    if not shown:
        return []
    gallery: ui.MediaGallery[ui.LayoutView] = ui.MediaGallery()
    for letter in shown:
        gallery.add_item(media=f"attachment://{_file(letter)}", description=f"Picture: {letter.title}")
    frame = next(part for part in layout.children if isinstance(part, ui.Container))
    frame.add_item(gallery)
    return [discord.File(io.BytesIO(found[letter.id]), _file(letter)) for letter in shown]


def _file(letter: DiaryLetter) -> str:
    return f"diary-{letter.id}.jpg"


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
    picture: ui.FileUpload[ui.Modal] = ui.FileUpload(custom_id="picture", required=False, max_values=1)
    modal.add_item(ui.Label(text="Picture", description="PNG, JPEG or WebP up to 4 MB", component=picture))
    modal.stop()
    await interaction.response.send_modal(modal)


@handles("diary-written", Answer.IN_PLACE)
async def written(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """An entry was written."""
    store, here = desk_of(interaction).store, await campaign_here(interaction)
    title, text, day = (values.get(each, "") for each in ("title", "text", "day"))
    own, file = values.get("readers") == OWN, uploaded(interaction, values.get("picture", ""))
    if file is not None:
        uploads.require_light(file.size)
    picture = await fetched(file) if file is not None else None
    await diary.write(store, here, interaction.user.id, title, text, day, own=own, picture=picture)
    await _show(interaction, 0, said="✔ Written.")


@handles("diary-down", Answer.IN_PLACE)
async def taken_down(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """An entry goes."""
    store, here = desk_of(interaction).store, await campaign_here(interaction)
    await diary.take_down(store, here, interaction.user.id, numeral(values.get("", "")))
    await _show(interaction, 0, said="✔ Taken down.")
