"""The report of a battle, behind a button below its closing post and below the chronicle; for GMs its preface, and the
post of it for everybody."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import ui

from bot.post import reports
from bot.talk.controls import Answer, Item, Values, button, choose, handles, rows
from bot.talk.desk import campaign_here, desk_of
from bot.talk.paging import BACK_AND_ON, page_of, pages
from bot.talk.say import GOOD, PLAIN, TEXT_LIMIT, Interaction, card, say
from bot.talk.text import clip, small
from bot.talk.ticket import Ticket, numeral
from campaigns.campaign.chronicle import Chapter
from campaigns.story import prefaces, report, seen
from campaigns.tables.battles import BattleStatus

SHORT, WHOLE = "", "whole"


def ways(chapters: Sequence[Chapter]) -> list[ui.ActionRow[ui.LayoutView]]:
    """The choice of a report below the chronicle, the newest battle first."""
    ended = [each for each in reversed(chapters) if each.status is BattleStatus.ENDED]
    if not ended:
        return []
    options = [(clip(f"{each.number}. {each.title}", 100), str(each.battle_id), "") for each in ended]
    return [choose(Ticket("report-of"), "Report of a battle…", options)]


@handles("report", Answer.BESIDE)
async def first_page(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """The report of a battle, from its beginning."""
    await _show(interaction, ticket)


@handles("report-of", Answer.BESIDE)
async def chosen(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """The report of the battle that was chosen."""
    await _show(interaction, Ticket("report", numeral(values.get("", ""))))


@handles("report-page", Answer.IN_PLACE)
async def another_page(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """Another page of it, or the longer one."""
    await _show(interaction, ticket)


async def _show(interaction: Interaction, ticket: Ticket, *, told: str = "") -> None:
    """A page of the report as the asker may read it. The ticket's `unit` says whether the longer one is shown."""
    store, here, who = desk_of(interaction).store, await campaign_here(interaction), interaction.user.id
    found = await report.report_of(store, here, ticket.battle, who)
    whole = ticket.unit == WHOLE
    head = "\n".join(filter(None, (told, reports.head(found))))
    leaves = pages(reports.blocks(found, whole=whole), TEXT_LIMIT - len(head) - 40)
    number = min(page_of(ticket), len(leaves) - 1)
    foot = small(f"Page {number + 1} of {len(leaves)}") if len(leaves) > 1 else ""
    layout = card(head, leaves[number], foot, accent=GOOD if told else PLAIN)
    files: list[discord.File] = []
    if number == len(leaves) - 1:
        files = await reports.add_map(store, layout, found.battle_id, seen.viewer_of(here, who))
    own = Ticket("report-page", found.battle_id, unit=WHOLE if whole else SHORT)
    turning = zip(BACK_AND_ON, (number - 1, number + 1), strict=True)
    buttons: list[Item] = [
        button(own.but("report-page", choice=str(to)), label) for label, to in turning if 0 <= to < len(leaves)
    ]
    other = own.but("report-page", unit=SHORT if whole else WHOLE)
    buttons.append(button(other, "In short" if whole else "Deed by deed", emoji="📜"))
    if here.is_gm(who):
        buttons.append(button(own.but("preface"), "Preface…", emoji="✒️"))
        buttons.append(button(own.but("report-post"), "Post it for everybody", emoji="📣"))
    for row in rows(buttons):
        layout.add_item(row)
    await say(interaction, layout, files)


@handles("preface", Answer.MODAL)
async def form(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """What the GM writes above the report."""
    modal = ui.Modal(title="Preface of the report", custom_id=str(ticket.but("preface-written")), timeout=None)
    text: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id="text", style=discord.TextStyle.paragraph, required=False, max_length=prefaces.LONGEST
    )
    about = "Everybody reads it. **bold**, *italics*, lists, quotes; empty: no preface"
    modal.add_item(ui.Label(text="Preface", description=about, component=text))
    modal.stop()
    await interaction.response.send_modal(modal)


@handles("preface-written", Answer.IN_PLACE)
async def written(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """The preface was written, or taken away."""
    store, here = desk_of(interaction).store, await campaign_here(interaction)
    text = values.get("text", "")
    await prefaces.write(store, here, interaction.user.id, ticket.battle, text)
    await _show(interaction, ticket.but("report-page"), told="✔ Kept." if text.strip() else "✔ Taken away.")


@handles("report-post", Answer.IN_PLACE)
async def posted(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """A GM has the report posted where the battle was fought."""
    store, here = desk_of(interaction).store, await campaign_here(interaction)
    await prefaces.publish(store, here, interaction.user.id, ticket.battle)
    desk_of(interaction).post()
    await _show(interaction, ticket.but("report-page"), told="✔ Posted where the battle was fought.")
