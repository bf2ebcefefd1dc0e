"""/figure show and /figure portrait: a figure's personnel file, with its card as a picture."""

from __future__ import annotations

import io

import discord
import structlog
from discord import app_commands, ui

from bot.commands import figure as figures
from bot.commands import options
from bot.pictures import pictures
from bot.pictures.file_card import WIDE, card_of
from bot.pictures.pictures import NoPicture
from bot.post import files, posts
from bot.reading.attachments import fetched
from bot.talk.controls import Answer, Item, Values, button, handles, rows
from bot.talk.desk import campaign_here, desk_of
from bot.talk.errors import guarded
from bot.talk.paging import NEWEST_FIRST, page_of, pages
from bot.talk.say import GOOD, PLAIN, TEXT_LIMIT, Interaction, card, say, think
from bot.talk.text import small
from bot.talk.ticket import Ticket
from campaigns.story import file, portraits, uploads
from campaigns.story.file import File

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)
group = figures.group


@group.command(name="show", description="A figure's file: a card, the story battle by battle, service, comrades")
@app_commands.describe(figure=figures.WHO, lines="Line by line instead: each fact with its date, the newest first")
@app_commands.autocomplete(figure=options.on_file)
@guarded
async def show(interaction: Interaction, figure: str, lines: bool = False) -> None:
    await think(interaction)
    man, _ = await options.figure_named(interaction, figure, on_file=True)
    if lines:
        await figures.show_career(interaction, man.id)
    else:
        await show_file(interaction, man.id, 0)


@handles("file", Answer.IN_PLACE)
async def page_chosen(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """Another page of a file, or another's file."""
    man, _ = await options.figure_named(interaction, ticket.unit, on_file=True)
    await show_file(interaction, man.id, page_of(ticket))


async def show_file(interaction: Interaction, figure_id: int, number: int, *, said: str = "") -> None:
    """A page of a figure's file, the newest battles first; the card stands on the first."""
    store, here = desk_of(interaction).store, await campaign_here(interaction)
    found = await file.read(store, here, figure_id, interaction.user.id)
    head = "\n".join(filter(None, (said, files.head(found))))
    leaves = pages(files.blocks(found), TEXT_LIMIT - len(head) - figures.FOOT)
    number = min(number, len(leaves) - 1)
    shown = files.face(found, store.rules(here.rules))
    attached: list[discord.File] = []
    if number == 0:
        try:
            attached = [discord.File(io.BytesIO(await pictures.png(card_of(shown), WIDE)), "card.png")]
        except NoPicture as error:
            log.error("no picture", picture="card.png", error=str(error))
    foot = small(f"Page {number + 1} of {len(leaves)}") if len(leaves) > 1 else ""
    layout = card(head, leaves[number], foot, accent=GOOD if said else PLAIN)
    if attached:
        frame = next(part for part in layout.children if isinstance(part, ui.Container))
        frame.add_item(posts.gallery("card.png", files.alt(shown)))
    for row in rows(list(_ways(found, number, len(leaves)))):
        layout.add_item(row)
    await say(interaction, layout, attached)


def _ways(found: File, number: int, count: int) -> list[Item]:
    own = Ticket("file", unit=found.career.ref)
    turning = zip(NEWEST_FIRST, (number - 1, number + 1), strict=True)
    ways = [button(own.but("file", choice=str(to)), label) for label, to in turning if 0 <= to < count]
    ways.append(button(own.but("career"), "Line by line", emoji="📄"))
    for other, word in ((found.before, "Before"), (found.after, "After")):
        if other is not None:
            ways.append(button(own.but("file", unit=other[0]), f"{word}: {other[1]}"))
    return ways


@group.command(name="portrait", description="Give a figure a portrait, or take it down")
@app_commands.describe(figure=figures.WHO, picture="PNG, JPEG or WebP up to 4 MB; leave empty to take it down")
@app_commands.autocomplete(figure=options.served)
@guarded
async def portrait(interaction: Interaction, figure: str, picture: discord.Attachment | None = None) -> None:
    await think(interaction)
    man, _ = await options.figure_named(interaction, figure)
    store, who = desk_of(interaction).store, interaction.user.id
    if picture is None:
        await portraits.take_down(store, man.id, who)
        await show_file(interaction, man.id, 0, said="✔ The portrait is taken down.")
        return
    uploads.require_light(picture.size)
    await portraits.give(store, man.id, who, await fetched(picture))
    await show_file(interaction, man.id, 0, said="✔ The portrait is kept.")
