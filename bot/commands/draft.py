"""Drafts: putting a unit together by clicks, on a panel of one's own that outlives restarts."""

from __future__ import annotations

from collections.abc import Awaitable

import discord
from discord import ui

from bot.panels.draft_panel import panel, sure
from bot.post.summaries import unit_text
from bot.talk.command_names import mention
from bot.talk.controls import Answer, Values, handles
from bot.talk.desk import campaign_here, desk_of
from bot.talk.say import GOOD, Interaction, card, say
from bot.talk.text import escape, small
from bot.talk.ticket import Ticket, numeral
from campaigns.campaign import campaign
from campaigns.roster import drafts
from campaigns.roster.drafts import DraftBoard, DraftChanged
from rules.kernel.action import SideId

_NEWS = "**The draft has gone on since that was shown to you; nothing was done.** This is how it stands:"


async def open_draft(
    interaction: Interaction, kind: str = "", name: str = "", *, side: SideId | None = None, said: str = ""
) -> None:
    """The asker's draft, rolled for now if he has none. `said`: what was done before. Raises Refusal as `drafts.begin`
    does."""
    desk = desk_of(interaction)
    here = await campaign_here(interaction)
    board = await drafts.begin(
        desk.store, here.id, interaction.user.id, kind=kind, name=name, side=side, interaction_id=interaction.id
    )
    if board.rolled:
        desk.post()
    until = f"They stand until you raise the {board.words.unit}."
    rolled = f"✔ **The dice have been rolled, for everybody to see.** {until}"
    heading = "\n".join(filter(None, (said, rolled if board.rolled else "")))
    await say(interaction, panel(board, heading=heading, done=bool(heading)))


async def _show(
    interaction: Interaction, ticket: Ticket, number: int = 0, *, heading: str = "", done: bool = False
) -> None:
    """Somebody's face of the panel, or the whole unit's; that too when he has gone with the step that brought him."""
    store, who = desk_of(interaction).store, interaction.user.id
    board, offers = await drafts.show(store, ticket.battle, who), ()
    if 1 <= number <= len(board.view.members):
        board, offers = await drafts.offers(store, ticket.battle, who, number)
    else:
        number = 0
    await say(interaction, panel(board, number, offers, heading=heading, done=done))


async def _changed(interaction: Interaction, ticket: Ticket, work: Awaitable[DraftBoard], said: str) -> None:
    """Does the work and shows the same face of the panel; on an older draft nothing is done but to show it."""
    number = numeral(ticket.unit)
    try:
        board = await work
    except DraftChanged:
        await _show(interaction, ticket, number, heading=_NEWS)
        return
    what = said or f"✔ {escape(board.view.last)}"
    left = f"**{escape(board.view.left)}** left" if board.view.budget else f"**{escape(board.view.spent)}** spent"
    await _show(interaction, ticket, number, heading=f"{what} · {left}", done=True)


@handles("draft-pick", Answer.IN_PLACE)
async def pick(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """A character was chosen: what may he have?"""
    await _show(interaction, ticket, numeral(values.get("", "")))


@handles("draft-whole", Answer.IN_PLACE)
async def whole(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    await _show(interaction, ticket)


@handles("draft-buy", Answer.IN_PLACE)
async def buy(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """Something was chosen for a character."""
    work = drafts.choose(
        desk_of(interaction).store,
        ticket.battle,
        interaction.user.id,
        numeral(ticket.unit),
        values.get("", ""),
        seen=ticket.mark,
        interaction_id=interaction.id,
    )
    await _changed(interaction, ticket, work, "")


@handles("draft-undo", Answer.IN_PLACE)
async def undo(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    store, who = desk_of(interaction).store, interaction.user.id
    work = drafts.undo(store, ticket.battle, who, seen=ticket.mark, interaction_id=interaction.id)
    await _changed(interaction, ticket, work, "✔ Taken back")


@handles("draft-sure", Answer.IN_PLACE)
async def ask_again(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    await say(interaction, sure(await drafts.show(desk_of(interaction).store, ticket.battle, interaction.user.id)))


@handles("draft-again", Answer.IN_PLACE)
async def anew(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    store, who = desk_of(interaction).store, interaction.user.id
    work = drafts.begin_anew(store, ticket.battle, who, seen=ticket.mark, interaction_id=interaction.id)
    await _changed(interaction, ticket, work, "✔ Started over")


@handles("draft-name", Answer.MODAL)
async def ask_name(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """His name and role, in words of the player's own."""
    await interaction.response.send_modal(
        _form(
            ticket.but("draft-named"),
            f"Number {ticket.unit}",
            ("given", "Given name", False, 40, "may stay empty"),
            ("family", "Family name", True, 40, ""),
            ("role", "Role", False, 80, "empty: by what he can do and carries"),
        )
    )


@handles("draft-named", Answer.IN_PLACE)
async def named(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    store, who, number = desk_of(interaction).store, interaction.user.id, numeral(ticket.unit)
    given = {key: values.get(key, "") for key in ("given", "family", "role")}
    board = await drafts.rename(store, ticket.battle, who, number, **given)
    await _show(interaction, ticket, number, heading=f"✔ Named: {escape(str(board.people[number - 1]))}.", done=True)


@handles("draft-raise", Answer.MODAL)
async def ask_raise(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    field = ("name", "What it is called", False, 80, "empty: a name is found")
    await interaction.response.send_modal(_form(ticket.but("draft-raised"), "Raise it", field))


@handles("draft-raised", Answer.IN_PLACE)
async def raised(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    desk, who = desk_of(interaction), interaction.user.id
    try:
        unit = await drafts.raise_drafted(
            desk.store,
            ticket.battle,
            who,
            name=values.get("name", ""),
            seen=ticket.mark,
            interaction_id=interaction.id,
        )
    except DraftChanged:
        await _show(interaction, ticket, heading=_NEWS)
        return
    desk.post()
    rules = desk.store.rules((await campaign.show(desk.store, unit.campaign_id)).rules)
    more = small(f"See it again with {mention('unit roster')}. Another one: {mention('unit draft')}.")
    await say(interaction, card(f"✔ Raised.\n{unit_text(unit, rules)}", more, accent=GOOD))


def _form(ticket: Ticket, title: str, *fields: tuple[str, str, bool, int, str]) -> ui.Modal:
    """(key, label, required, most characters, hint) of each field."""
    modal = ui.Modal(title=title, custom_id=str(ticket), timeout=None)
    for key, label, required, most, hint in fields:
        words: ui.TextInput[ui.Modal] = ui.TextInput(
            custom_id=key, required=required, max_length=most, placeholder=hint or None, style=discord.TextStyle.short
        )
        modal.add_item(ui.Label(text=label, component=words))
    # A finished modal is not kept by discord.py: its submit is routed by custom id, before and after a restart alike.
    modal.stop()
    return modal
