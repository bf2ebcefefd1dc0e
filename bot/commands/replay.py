"""/replay: what the asker saw of a turn, or since their side last answered, as a short moving picture."""

from __future__ import annotations

import io
from typing import Any

import discord
import structlog
from discord import app_commands, ui

from bot.pictures.pictures import NoPicture
from bot.post import changed, replaying
from bot.post.posts import gallery
from bot.talk.controls import Answer, Values, button, handles, rows
from bot.talk.errors import guarded
from bot.talk.say import PLAIN, Interaction, say, think
from bot.talk.seat import seat_at, seat_here
from bot.talk.text import clip, escape, small
from bot.talk.ticket import Ticket
from campaigns.battle.battles import Seat
from campaigns.battle.telling import replay
from campaigns.battle.telling.replay import TurnSpan
from campaigns.errors import Command, Refusal
from campaigns.scenario import boards
from rules.language.words import counted

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

LONGEST = 1500
"""Entries of the journal that one replay folds at most."""


@app_commands.command(name="replay", description="What you saw happen, as a short moving picture")
@app_commands.guild_only()
@app_commands.describe(turn="Which turn or period; leave empty for all since your side's last sitting")
@guarded
async def replay_(interaction: Interaction, turn: app_commands.Range[int, 1, 999] | None = None) -> None:
    await think(interaction)
    await _show(interaction, await seat_here(interaction), turn)


@handles("replay", Answer.BESIDE)
async def replay_pressed(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """Since the last sitting of the asker's side, from the button below a map."""
    await _show(interaction, await seat_at(interaction, ticket.battle), None)


async def _show(interaction: Interaction, seat: Seat, turn: int | None) -> None:
    battle_id = seat.battle.info.id
    if seat.view.scene is None:
        raise Refusal("no-map", "This battle has no table.", ("Read the news instead: ", Command("catchup"), "."))
    span, word = await _span(seat, turn)
    if span.upto - span.after > LONGEST:
        raise Refusal(
            "too-long", f"Too much has happened for one replay: {span.upto - span.after} entries of the journal.",
            "Name one of its turns.",
        )  # fmt: skip
    seen = await replay.replayed(seat.store, seat.battle.rules, battle_id, span.after, span.upto, seat.viewer)
    shown = replaying.frames(seen)
    if not shown:
        raise Refusal(
            "nothing-happened", f"You saw nothing happen {word}.",
            ("Name another turn, or see ", Command("map"), " for the table."),
        )  # fmt: skip
    try:
        made = await replaying.animation(shown, await boards.picture_of_battle(seat.store, battle_id))
    except NoPicture as error:
        log.error("no picture", picture="replay.webp", error=str(error))
        raise Refusal(
            "no-picture", "The replay cannot be drawn just now.", ("See ", Command("catchup"), " for it in words.")
        ) from None
    layout = ui.LayoutView(timeout=None)
    box: ui.Container[ui.LayoutView] = ui.Container(accent_colour=PLAIN)
    seconds = sum(frame.milliseconds for frame in shown) / 1000
    about = f"As you saw it {word} · {counted(len(shown), 'picture')}, {seconds:.0f} s"
    box.add_item(ui.TextDisplay(f"### {escape(clip(seen.after.headline, 200))}\n{small(escape(about))}"))
    box.add_item(gallery("replay.webp", replaying.in_words(shown)))
    layout.add_item(box)
    ticket = Ticket("map", battle_id)
    for row in rows([button(ticket, "Map", emoji="🗺️"), button(ticket.but("catch-up"), "Catch up", emoji="⏪")]):
        layout.add_item(row)
    await say(interaction, layout, [discord.File(io.BytesIO(made), "replay.webp")])


async def _span(seat: Seat, turn: int | None) -> tuple[TurnSpan, str]:
    """What is to be shown, and how that is called. Raises Refusal "no-turn", "not-begun"."""
    name = seat.battle.rules.battle.turn
    if turn is None:
        after = await changed.since(seat)
        if after is None:
            raise _not_begun()
        return TurnSpan(0, after, seat.version, over=False), changed.since_words(seat.viewer)
    known = await replay.turns(seat.store, seat.battle.rules, seat.battle.info.id, seat.version, seat.viewer)
    if not known:
        raise _not_begun()
    found = next((span for span in known if span.turn == turn), None)
    if found is None:
        last = known[-1].turn
        have = f"There is only {name} 1 yet" if last == 1 else f"There are {name}s 1 to {last}"
        raise Refusal("no-turn", f"There has been no {name} {turn} yet.", f"{have}: name one of those.")
    goes_on = "" if found.over or seat.battle.info.result is not None else ", which still goes on"
    return found, f"in {name} {turn}{goes_on}"


def _not_begun() -> Refusal:
    return Refusal(
        "not-begun", "Nothing has happened here yet.", ("See ", Command("map"), " for the table as it is laid.")
    )


commands: list[app_commands.Command[Any, ..., Any]] = [replay_]
