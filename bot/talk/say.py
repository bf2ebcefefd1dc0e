"""The one way to answer an interaction, whatever has been answered before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import discord
from discord import ui

from bot.talk import places
from bot.talk.command_names import names_of
from bot.talk.text import pieces

Interaction: TypeAlias = discord.Interaction[discord.Client]

QUIET = discord.AllowedMentions.none()
GOOD, PLAIN, BAD, STORY = 0x3BA55D, 0x5865F2, 0xD83C3E, 0xE0A526
"""Accent colours of a card: done, told, refused."""

TEXT_LIMIT = 4000
"""Characters of all text displays of one message together."""
COMPONENT_LIMIT = 40


def card(*texts: str, accent: int = PLAIN) -> ui.LayoutView:
    """A framed text. What does not fit one message is cut with a word about it."""
    view = ui.LayoutView(timeout=None)
    frame: ui.Container[ui.LayoutView] = ui.Container(accent_colour=accent)
    room = TEXT_LIMIT
    for text in texts:
        if not text:
            continue
        if len(text) > room:
            text = pieces(text.split("\n"), room - 20)[0] + "\n-# …" if room > 200 else ""
        if text:
            frame.add_item(ui.TextDisplay(text))
            room -= len(text)
    view.add_item(frame)
    return view


async def think(interaction: Interaction) -> None:
    """Acknowledge at once, before any query: the answer follows, for the asker's eyes only."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    await places.take()


async def say(interaction: Interaction, view: ui.LayoutView, files: Sequence[discord.File] = ()) -> None:
    """Answer the asker alone: as first response, in place of "thinking", in place of the panel whose button was
    pressed, or after an answer that stands."""
    names_of(interaction.client).address(view, interaction.guild_id)
    kind = interaction.response.type
    waiting = (
        discord.InteractionResponseType.deferred_channel_message,
        discord.InteractionResponseType.deferred_message_update,
    )
    if kind is None:
        await interaction.response.send_message(view=view, files=list(files), ephemeral=True, allowed_mentions=QUIET)
    elif kind in waiting:
        await interaction.edit_original_response(view=view, attachments=list(files), allowed_mentions=QUIET)
    else:
        await interaction.followup.send(view=view, files=list(files), ephemeral=True, allowed_mentions=QUIET)


async def say_more(interaction: Interaction, view: ui.LayoutView) -> None:
    """A further message for the asker alone, below the answer that has been given."""
    names_of(interaction.client).address(view, interaction.guild_id)
    await interaction.followup.send(view=view, ephemeral=True, allowed_mentions=QUIET)
