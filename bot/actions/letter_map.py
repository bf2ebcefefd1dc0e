"""The map of a letter before it is sent: all ways and targets of its lines at once, for its writer's eyes."""

from __future__ import annotations

import io
from dataclasses import replace

import discord
import structlog
from discord import ui

from bot.actions.ordering import side_of
from bot.pictures import pictures
from bot.pictures.pictures import NoPicture
from bot.post.posts import gallery
from bot.talk.controls import Answer, Values, handles
from bot.talk.say import Interaction, card, say
from bot.talk.seat import seat_for
from bot.talk.text import clip, escape, small
from bot.talk.ticket import Ticket
from campaigns.battle.letters import letter
from campaigns.errors import Refusal
from campaigns.scenario import boards
from rules.language.words import counted
from rules.table import drawing
from rules.table.drawing import USUAL, Layer

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

_LAYERS = USUAL - {Layer.RANGES}


@handles("letter-map", Answer.BESIDE)
async def letter_map(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """The button on the letter."""
    seat = await seat_for(interaction, ticket)
    side = side_of(seat, ticket.side)
    mine = await letter.written_by(seat.store, seat.battle.rules, seat.battle.info.id, side, seat.member.who)
    scene = seat.view.scene
    if scene is None:
        raise Refusal("no-map", "This battle has no table.", "Read your letter instead.")
    if not mine.letter.lines:
        raise Refusal("no-letter", "Your letter is empty.", "Take a plan, or write to a unit.")
    found = await letter.drawn(seat, mine.letter)
    said = f"**Your letter on the map**: {counted(len(found.traces), 'line')} drawn; nothing is sent yet."
    undrawn = escape(clip(", ".join(found.undrawn), 300))
    view = card(said, *([small(f"Nothing to draw for {undrawn}.")] if undrawn else []))
    files: list[discord.File] = []
    shown = replace(scene, traces=found.traces)
    under = await boards.picture_of_battle(seat.store, seat.battle.info.id)
    try:
        picture = await pictures.map_of(shown, layers=_LAYERS, background=under)
    except NoPicture as error:
        # The words say it all.
        log.error("no picture", picture="letter.png", error=str(error))
    else:
        files.append(discord.File(io.BytesIO(picture), "letter.png"))
        frame = next(item for item in view.children if isinstance(item, ui.Container))
        frame.add_item(gallery("letter.png", drawing.describe(shown)))
    await say(interaction, view, files)
