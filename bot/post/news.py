"""What a side knows and the channel does not: the news that reached it alone, and its briefing.

The channel shows nothing of it, not even that there is any: the button for it stands on every prompt. A player hears
of it whenever he looks for himself (panel, /now, /status), for his eyes only.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

import discord

from bot.post.briefings import briefing_button, quoted
from bot.talk.controls import Answer, Item, Values, button, handles, rows
from bot.talk.say import Interaction, card, say
from bot.talk.seat import seat_at
from bot.talk.text import clip, escape, small
from bot.talk.ticket import Ticket
from campaigns.battle.battles import Seat
from campaigns.battle.telling.telling import confided
from campaigns.post import dispatches
from campaigns.scenario import scenarios
from rules.seam.viewing import PUBLIC, Viewer
from rules.telling.told import Told

LOOKED_AT = 150
"""Entries of the journal that the viewer may know of through which it is searched."""
SHOWN, HEARD = 12, 3
"""Pieces of news on their own page, and on top of a panel."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Something that only this viewer's side was told. `fresh`: since the side itself last did something."""

    at: datetime
    told: Told
    fresh: bool


def news_button(ticket: Ticket) -> Item:
    """The same for everybody: that it is there says nothing."""
    return button(ticket.but("news"), "For my side only", emoji="📨")


async def news(seat: Seat) -> tuple[Piece, ...]:
    """What was told to this viewer and not to everybody, the oldest first."""
    if seat.viewer == PUBLIC or not seat.version:
        return ()
    own, _ = await seat.newest_told(0, LOOKED_AT)
    side = seat.viewer.side
    last_act = max((line.entry.seq for line in own if line.entry.by.side == side is not None), default=0)
    return tuple(
        Piece(line.entry.at, told, line.entry.seq >= last_act)
        for line, secret in confided(own)
        if not line.undone
        for told in secret
    )


async def words(seat: Seat) -> tuple[Piece, ...]:
    """What was said to this viewer's side alone, and stands in no journal."""
    if seat.viewer == PUBLIC:
        return ()
    said = await dispatches.words_to(seat.store, seat.battle.info.id, seat.viewer.side)
    return tuple(Piece(word.at, Told(word.title or "For your side alone", (word.text,)), fresh=False) for word in said)


async def heard(seat: Seat) -> str:
    """What a player finds on top of what he opens: the important news of his side alone since it last did something.
    Nothing for the umpire, who is told everything anyway."""
    if seat.viewer.side is None:
        return ""
    fresh = [piece for piece in await news(seat) if piece.fresh and piece.told.important]
    return (
        "\n".join(("📨 **Only your side knows:**", *(_line(piece, 300) for piece in fresh[-HEARD:]))) if fresh else ""
    )


def _line(piece: Piece, most: int) -> str:
    told = piece.told
    words = quoted("\n".join(escape(line) for line in told.lines if line))
    return clip(f"**{escape(told.headline)}**" + (f"\n{words}" if words else ""), most)


@handles("news", Answer.BESIDE)
async def news_pressed(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """The button on the prompt."""
    await say(interaction, await page(await seat_at(interaction, ticket.battle)))


async def page(seat: Seat) -> discord.ui.LayoutView:
    """Everything that is for this viewer only."""
    info, viewer = seat.battle.info, seat.viewer
    pieces = sorted((*await news(seat), *await words(seat)), key=lambda piece: piece.at)
    shown = pieces[-SHOWN:]
    left_out = [small(f"… and {len(pieces) - SHOWN} things before that")] if len(pieces) > SHOWN else []
    room = 3000 // max(len(shown), 1)
    texts = [_dated(piece, room) for piece in shown]
    layout = card(f"### {_heading(viewer)}", *left_out, *(texts or [_nothing(viewer)]))
    ticket = Ticket("status", info.id)
    buttons = [button(ticket, "Status", emoji="📋"), button(ticket.but("map"), "Map", emoji="🗺️")]
    buttons += [briefing_button(ticket)] if await scenarios.briefing(seat.store, info.id, viewer) else []
    for row in rows(buttons):
        layout.add_item(row)
    return layout


def _dated(piece: Piece, most: int) -> str:
    return f"{_line(piece, most)}\n{small(discord.utils.format_dt(piece.at, 'R'))}"


def _heading(viewer: Viewer) -> str:
    return "What not everybody knows" if viewer.umpire else "Only your side knows"


def _nothing(viewer: Viewer) -> str:
    if viewer == PUBLIC:
        return "You play for no side in this battle. All that is for you stands in its thread."
    return "Nothing beyond what stands in the thread for everybody."
