"""/privacy: what is kept about the asker, and having oneself forgotten. Works in private, too: who has left a server
must be able to use it."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import app_commands, ui

from bot.post import clocks
from bot.talk.command_names import mention
from bot.talk.controls import Answer, Values, button, handles
from bot.talk.desk import desk_of
from bot.talk.errors import guarded
from bot.talk.say import BAD, GOOD, Interaction, card, say, think
from bot.talk.text import clip, escape, small
from bot.talk.ticket import Ticket
from campaigns.campaign import privacy
from campaigns.campaign.privacy import Kept
from campaigns.clocks import habits
from campaigns.errors import Refusal
from rules.language.words import counted

group = app_commands.Group(
    name="privacy",
    description="What is kept about you, and having it forgotten",
    allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True),
    allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
)

_WHAT = (
    "Beside that I keep your Discord id with what you decided, asked for or wrote. I keep the name by which your "
    "server knew you when you joined, and what you put into names, notes and reasons. I also keep what you told me of "
    "your days. I count how much time you have left in each battle, and how often you answered in time. I read no "
    "messages."
)
_STAYS = (
    "**What stays**, under “a former player”: what your side did and rolled, the units that you raised (the GM's from "
    "then on), what you wrote into careers. Posts in Discord are Discord's to delete, and the host's backups and logs "
    "keep your id until they are replaced. If you join again, you are somebody new to me."
)


@group.command(name="show", description="What is kept about you, campaign by campaign")
@guarded
async def show(interaction: Interaction) -> None:
    await think(interaction)
    kept = await privacy.show(desk_of(interaction).store, interaction.user.id)
    days = await _days(interaction)
    if not kept and not days:
        await say(interaction, card("Nothing is kept about you."))
        return
    about = f"{mention('privacy forget')} has you forgotten."
    lines = _lines(kept, interaction)
    await say(interaction, card("### What is kept about you", lines, days, _WHAT, small(about)))


async def _days(interaction: Interaction) -> str:
    """What he has told of his days; nothing where he has not."""
    shown = await habits.show(desk_of(interaction).store, interaction.user.id)
    if not (shown.hours.zone or shown.away):
        return ""
    return f"**Your days** ({mention('clock show')})\n{clocks.habits_text(shown)}"


@group.command(name="forget", description="Leave every campaign and have your id erased everywhere")
@guarded
async def forget(interaction: Interaction) -> None:
    await think(interaction)
    await _ask(interaction)


async def _ask(interaction: Interaction, heading: str = "") -> None:
    kept = await privacy.show(desk_of(interaction).store, interaction.user.id)
    days = await _days(interaction)
    if not kept and not days:
        await say(interaction, card("Nothing is kept about you.", small("There is nothing to forget.")))
        return
    view = card(
        heading,
        "### Have yourself forgotten?",
        _lines(kept, interaction),
        days,
        "**What goes**: your places in these campaigns, battles that go on included; your first "
        "battles, which end; and your id and name in all that "
        "I keep, on every server.",
        _STAYS,
        small("Nothing has changed yet. It cannot be undone."),
        accent=BAD,
    )
    ticket = Ticket("forget", choice=privacy.fingerprint(kept))
    view.add_item(ui.ActionRow(button(ticket, "Forget me", discord.ButtonStyle.danger)))
    await say(interaction, view)


@handles("forget", Answer.IN_PLACE)
async def forget_me(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """The button below what would be forgotten."""
    desk = desk_of(interaction)
    try:
        kept = await privacy.forget(desk.store, interaction.user.id, seen=ticket.choice)
    except Refusal as refusal:
        if refusal.code != "changed":
            raise
        await _ask(interaction, "**What is kept about you has changed, so nothing was done.** This is how it stands:")
        return
    desk.post()
    count = counted(len(kept), "campaign")
    await say(interaction, card(f"✔ **You are forgotten**, in {count}.", small("Go well."), accent=GOOD))


def _lines(kept: Sequence[Kept], interaction: Interaction) -> str:
    return clip("\n".join(_line(each, _server(each, interaction)) for each in kept), 2000)


def _server(kept: Kept, interaction: Interaction) -> str:
    """ " (on The Wednesday Club)", of another server than this one."""
    if kept.guild_id == interaction.guild_id:
        return ""
    guild = interaction.client.get_guild(kept.guild_id)
    return f" (on {escape(clip(guild.name, 60))})" if guild is not None else " (on another server)"


def _line(kept: Kept, place: str) -> str:
    facts = ["closed"] if kept.closed else []
    facts += ["GM"] if kept.gm else []
    facts += [f"you play for {kept.plays}"] if kept.plays else []
    facts += [f"you have played for {' and '.join(kept.has_played)}"] if kept.has_played else []
    if kept.queue is not None:
        number, side = kept.queue
        facts += [f"number {number} in the queue for a seat of {side or 'any side'}"]
    for count, one, many in (
        (kept.units, "unit of yours", "units of yours"),
        (kept.orders, "decision in its battles", "decisions in its battles"),
        (kept.lines, "line in its careers", "lines in its careers"),
        (
            kept.looks,
            "battle of which I know up to where you have seen it",
            "battles of which I know up to where you have seen them",
        ),
    ):
        facts += [counted(count, one, many)] if count else []
    return f"• **{escape(kept.campaign)}**{place}: {escape(', '.join(facts) or 'a request or draft of yours')}"
