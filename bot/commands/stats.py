"""/stats: the campaign in numbers, with bars as a picture, a hall of fame, and everything as CSV."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

import discord
import structlog
from discord import app_commands, ui

from bot.pictures import chart, pictures
from bot.pictures.pictures import NoPicture
from bot.post import posts
from bot.post import statistics as words
from bot.talk.controls import Answer, Values, button, choose, handles
from bot.talk.desk import campaign_here, desk_of
from bot.talk.errors import guarded
from bot.talk.paging import BACK_AND_ON, leaf, page_of, pages
from bot.talk.people import named
from bot.talk.say import Interaction, card, say, think
from bot.talk.text import clip, escape, small
from bot.talk.ticket import Misread, Ticket
from campaigns.story import statistics
from campaigns.story.statistics import OneBattle, StatsBy, StatsRow

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

FAME = "fame"
_CHOICES = [(title, str(by), "") for by, title in words.TITLES.items()] + [("Hall of fame", FAME, "")]
_KNOWN = "Of the other side no more than the battles showed yours."


@app_commands.command(
    name="stats", description="The campaign in numbers: shots, hits, losses, nerve, luck; hall of fame"
)
@app_commands.describe(by="What a line is about")
@app_commands.choices(by=[app_commands.Choice(name=label, value=value) for label, value, _ in _CHOICES])
@app_commands.guild_only()
@guarded
async def stats(interaction: Interaction, by: str = StatsBy.FIGURE) -> None:
    await think(interaction)
    await _show(interaction, by, 0)


@handles("stats", Answer.IN_PLACE)
async def another_page(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """Another page, or another table."""
    await _show(interaction, values.get("", "") or ticket.unit, 0 if values.get("") else page_of(ticket))


@handles("stats-csv", Answer.BESIDE)
async def as_csv(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """The table as a file."""
    by = _read(ticket.unit)
    _, battles, names = await _battles(interaction)
    rows = statistics.table(battles, by, names)
    file = discord.File(io.BytesIO(words.csv_of(rows, _called(interaction))), f"{by}.csv")
    layout = card(f"### {words.TITLES[by]} as CSV", small(_KNOWN))
    layout.add_item(ui.File(file))
    await say(interaction, layout, [file])


async def _show(interaction: Interaction, what: str, number: int) -> None:
    here, battles, names = await _battles(interaction)
    layout: ui.LayoutView
    files: list[discord.File] = []
    if what == FAME:
        found = [words.fame_block(one) for one in statistics.fame(battles, names)]
        head = f"### {escape(here)}: hall of fame"
        layout = leaf(head, pages(found or ["Nobody has a record yet."]), Ticket("stats", unit=FAME), number)
    else:
        by = _read(what)
        rows = statistics.table(battles, by, names)
        blocks = [words.row_block(row, _mentioned(row), by) for row in rows]
        head = f"### {escape(here)}: {words.TITLES[by].lower()}\n{small(_KNOWN)}"
        found = pages(blocks or ["No battle is over yet."])
        layout = leaf(head, found, Ticket("stats", unit=by), number, words=BACK_AND_ON)
        if number == 0:
            files = await _drawn(layout, rows, by, interaction)
        if rows:
            layout.add_item(ui.ActionRow(button(Ticket("stats-csv", unit=by), "As CSV", emoji="📄")))
    layout.add_item(choose(Ticket("stats", unit=what), "Another table…", _CHOICES, chosen=(what,)))
    await say(interaction, layout, files)


def _read(what: str) -> StatsBy:
    """Raises Misread."""
    if what not in {*StatsBy}:
        raise Misread(f"{what[:40]!r} is no table")
    return StatsBy(what)


async def _battles(interaction: Interaction) -> tuple[str, Sequence[OneBattle], dict[str, str]]:
    store, here = desk_of(interaction).store, await campaign_here(interaction)
    battles = await statistics.battles_of(store, here, interaction.user.id)
    return here.name, battles, {side.key: side.name for side in here.sides}


def _mentioned(row: StatsRow) -> str:
    return named(row.user) if row.user is not None else escape(row.name)


def _called(interaction: Interaction) -> words.Called:
    """What a row is called where nobody can be mentioned."""

    def called(row: StatsRow) -> str:
        if row.user is None:
            return row.name
        member = interaction.guild.get_member(row.user) if interaction.guild is not None else None
        return member.display_name if member is not None else "a player"

    return called


async def _drawn(
    layout: ui.LayoutView, rows: Sequence[StatsRow], by: StatsBy, interaction: Interaction
) -> list[discord.File]:
    """The bars into the card, where there are any."""
    bars = words.bars_of(rows, by, _called(interaction))
    if bars is None:
        return []
    try:
        file = discord.File(io.BytesIO(await pictures.png(chart.bars(bars), chart.WIDE)), "stats.png")
    except NoPicture as error:
        log.error("no picture", picture="stats.png", error=str(error))
        return []
    frame = next(part for part in layout.children if isinstance(part, ui.Container))
    frame.add_item(posts.gallery("stats.png", clip(chart.words_of(bars), 1000)))
    return [file]


commands: list[app_commands.Command[Any, ..., Any]] = [stats]
