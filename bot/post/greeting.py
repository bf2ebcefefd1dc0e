"""The greeting of a server that has invited the bot: what it is, and three buttons to begin with.

It stands in the server's system channel, or in the first one where the bot may write. Where there is none, it goes to
the inviter alone, if the audit log says who that is; else a line in the log is all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import timedelta

import discord
import structlog
from discord import ui

from bot.talk.command_names import mention, names_of
from bot.talk.controls import button, rows
from bot.talk.say import QUIET, STORY, card
from bot.talk.text import escape, small
from bot.talk.ticket import Ticket
from campaigns import greetings
from campaigns.database.store import Store
from rules.seam.ruleset import AnyRuleSet

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)
MISSED = timedelta(days=1)
"""A server that invited the bot while it was away is greeted at its next start, but not later than that."""
LOOKED_AT = 20
"""Newest lines of a server's audit log about invited bots."""


def greeting(books: Iterable[AnyRuleSet]) -> ui.LayoutView:
    """For everybody on a server."""
    titles = " · ".join(escape(book.title) for book in books)
    layout = card(
        "### 👋 Adjutant, at your service\n"
        "Miniature wargames by post, here in Discord. I keep the rosters, draw the table, roll dice that anybody can "
        "check, and show each side only what it may know.",
        f"**Rule books:** {titles}",
        "**Guided battle** teaches you a book in ten minutes, alone against a program.\n"
        "**New campaign** opens one in this channel; you become its GM.\n"
        "**Read first** says how it all works.",
        small(f"Later: {mention('help')} · {mention('campaign create')} · {mention('battle tutorial')}"),
        accent=STORY,
    )
    first, ticket = discord.ButtonStyle.success, Ticket("greet-lesson")
    buttons = [
        button(ticket, "Guided battle", first, emoji="🎓"),
        button(ticket.but("greet-campaign"), "New campaign", emoji="🏕️"),
        button(Ticket("help", choice="start"), "Read first", emoji="📖"),
    ]
    for row in rows(buttons):
        layout.add_item(row)
    return layout


def note_to_inviter(server: str) -> ui.LayoutView:
    """For whoever invited the bot to a server on which it may write nowhere."""
    layout = card(
        f"### 👋 Thank you for inviting me to {escape(server)}",
        "I may not write in any channel there. Choose one for a campaign and let me see it, write in it and create "
        f"threads. Then give {mention('campaign create')} or {mention('battle tutorial')} in it.",
        accent=STORY,
    )
    for row in rows([button(Ticket("help", choice="start"), "Read first", emoji="📖")]):
        layout.add_item(row)
    return layout


# ── Where it goes ─────────────────────────────────────────────────────────────────────────────────────────────────


async def greet(client: discord.Client, store: Store, guild: discord.Guild) -> None:
    """Once a server. Whatever Discord refuses is logged: nobody has asked for it."""
    if not await greetings.claim(store, guild.id):
        return
    for channel in _channels(guild):
        if await _sent(client, channel, greeting(store.rule_sets.values()), guild):
            return
    inviter = await _inviter(client, guild)
    if inviter is None or not await _sent(client, inviter, note_to_inviter(guild.name), guild):
        log.info("nowhere to greet", guild=guild.id)


async def greet_missed(client: discord.Client, store: Store) -> None:
    """The servers that have invited the bot while it was away."""
    for guild in client.guilds:
        since = guild.me.joined_at
        if since is not None and store.clock.now() - since < MISSED:
            await greet(client, store, guild)


def _channels(guild: discord.Guild) -> Iterator[discord.TextChannel]:
    """Where the bot may write: the system channel first, then in the order in which people see them."""
    first = [guild.system_channel] if guild.system_channel is not None else []
    for channel in dict.fromkeys([*first, *sorted(guild.text_channels, key=lambda each: each.position)]):
        may = channel.permissions_for(guild.me)
        if may.view_channel and may.send_messages:
            yield channel


async def _inviter(client: discord.Client, guild: discord.Guild) -> discord.User | discord.Member | None:
    """Who has invited the bot, where it may read that."""
    if client.user is None or not guild.me.guild_permissions.view_audit_log:
        return None
    try:
        async for entry in guild.audit_logs(limit=LOOKED_AT, action=discord.AuditLogAction.bot_add):
            if getattr(entry.target, "id", None) == client.user.id:
                return entry.user
    except discord.HTTPException as error:
        log.info("inviter not known", guild=guild.id, status=error.status)
    return None


async def _sent(
    client: discord.Client,
    place: discord.TextChannel | discord.User | discord.Member,
    view: ui.LayoutView,
    guild: discord.Guild,
) -> bool:
    names_of(client).address(view, guild.id)
    try:
        await place.send(view=view, allowed_mentions=QUIET, nonce=f"hello.{guild.id}"[:25])
    except discord.HTTPException as error:
        log.info("greeting not taken", guild=guild.id, status=error.status, code=error.code)
        return False
    return True
