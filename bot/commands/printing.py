"""/unit print and /campaign print: a book's own sheets as PDF, for the table; a unit's as pictures too."""

from __future__ import annotations

import asyncio
import io
import re

import discord
from discord import app_commands, ui

from bot.commands import campaign, options, unit
from bot.commands.handing_out import LARGEST_POST
from bot.paper import press, sheets
from bot.paper.press import PaperSize
from bot.talk.command_names import mention
from bot.talk.desk import campaign_here, desk_of
from bot.talk.errors import guarded
from bot.talk.say import GOOD, Interaction, card, say, think
from bot.talk.text import clip, escape
from campaigns.errors import Command, Refusal
from rules.language.naming import folded
from rules.language.words import counted

PAPERS = [
    app_commands.Choice(name="A4", value=PaperSize.A4.value),
    app_commands.Choice(name="Letter", value=PaperSize.LETTER.value),
]
PAPER = "The paper; A4 where you say nothing"


@unit.group.command(
    name="print", description="A unit's sheet in its book's own form: as pictures, and as PDF for print"
)
@app_commands.describe(unit="Which unit's sheet: its name, or one from the list", paper=PAPER)
@app_commands.autocomplete(unit=options.units)
@app_commands.choices(paper=PAPERS)
@guarded
async def print_unit(interaction: Interaction, unit: str, paper: str = PaperSize.A4.value) -> None:
    await think(interaction)
    store, here = desk_of(interaction).store, await campaign_here(interaction)
    found = await options.unit_named(interaction, unit, here)
    rules = store.rules(here.rules)
    own = await sheets.leaves(store, rules, found)
    await _hand_out(interaction, found.name, (*own, *sheets.blank(rules)), paper, shown=own)


@campaign.group.command(name="print", description="Order of battle and all sheets that you may read, as one PDF")
@app_commands.describe(paper=PAPER)
@app_commands.choices(paper=PAPERS)
@guarded
async def print_campaign(interaction: Interaction, paper: str = PaperSize.A4.value) -> None:
    await think(interaction)
    store, here = desk_of(interaction).store, await campaign_here(interaction)
    units = list(await options.known_units(interaction, here))
    if not units:
        raise Refusal(
            "no-roster", "There is no roster here that you may read.", (Command("unit raise"), " makes a unit.")
        )  # fmt: skip
    await _hand_out(interaction, here.name, await sheets.of_campaign(store, here, units), paper)


async def _hand_out(
    interaction: Interaction,
    name: str,
    leaves: tuple[sheets.PaperLeaf, ...],
    paper: str,
    shown: tuple[sheets.PaperLeaf, ...] = (),
) -> None:
    """Answer with the sheets as a file; those of `shown` as pictures too."""
    data = await asyncio.to_thread(press.pdf, name, leaves, PaperSize(paper))
    if len(data) > LARGEST_POST:
        fault = f"The sheets have {len(data) / 2**20:.1f} MB, and a file here may have {LARGEST_POST // 2**20}."
        raise Refusal("sheets-too-large", fault, ("Print unit by unit: ", Command("unit print"), "."))
    file = f"{re.sub(r'[^a-z0-9]+', '-', folded(name)).strip('-') or 'sheets'}.pdf"
    size = "A4" if paper == PaperSize.A4 else "Letter"
    more = f"{mention('campaign print')} prints all that you may read. In black and white, for the table."
    view = card(f"✔ **{escape(name)}**: {counted(len(leaves), 'sheet')} on {size}.", more, accent=GOOD)
    seen = await asyncio.to_thread(press.pictures, name, shown) if shown else []
    attached = [discord.File(io.BytesIO(each), f"sheet-{at}.png") for at, each in enumerate(seen, 1)]
    if attached:
        parts = [part for leaf in shown for part in press.for_screen(leaf)]
        pictures: ui.MediaGallery[ui.LayoutView] = ui.MediaGallery()
        for each, part in zip(attached, parts, strict=False):
            pictures.add_item(media=f"attachment://{each.filename}", description=clip(press.in_words(part), 1000))
        view.add_item(pictures)
    view.add_item(ui.File(f"attachment://{file}"))
    await say(interaction, view, [*attached, discord.File(io.BytesIO(data), file)])
