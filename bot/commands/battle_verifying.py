"""/battle verify: checking every die and card of a battle, and every seal."""

from __future__ import annotations

import io

import discord
from discord import app_commands

from bot.commands import options
from bot.commands.battle import group
from bot.talk.controls import Answer, Values, handles
from bot.talk.desk import battle_chosen, desk_of, guild_of
from bot.talk.errors import guarded
from bot.talk.say import GOOD, Interaction, card, say, think
from bot.talk.text import clip, escape, small
from bot.talk.ticket import Ticket
from campaigns.battle import battles
from campaigns.battle.proof import export, verification
from campaigns.thinking import beside


@group.command(name="verify", description="Check every die, card and seal of a battle")
@app_commands.describe(battle="Which battle; leave empty for the one of this thread")
@app_commands.autocomplete(battle=options.battles_here)
@guarded
async def verify(interaction: Interaction, battle: str = "") -> None:
    await think(interaction)
    await _verify(interaction, (await battle_chosen(interaction, battle)).id)


@handles("verify", Answer.BESIDE)
async def verify_button(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """The button on the closing post."""
    await _verify(interaction, ticket.battle)


async def _verify(interaction: Interaction, battle_id: int) -> None:
    store = desk_of(interaction).store
    info = await battles.info_of(store, battle_id, guild_id=guild_of(interaction))
    exported = await export.export(store, battle_id, guild_id=guild_of(interaction))
    checked = await beside(verification.verify, exported, store.rules(exported.rules))
    lines = [
        f"{'✔' if check.ok else '✘'} {escape(check.name)}{f': {escape(check.detail)}' if check.detail else ''}"
        for check in checked.checks
    ]
    head = "**Every check passed.**" if checked.ok else "**Not everything checks.**"
    text = f"{head}\n" + clip("\n".join(lines), 3000)
    about = small("Anybody can check this file without the bot's host: adjutant verify FILE")
    name = f"battle-{info.number}.json"
    view = card(text, about, accent=GOOD if checked.ok else 0xD83C3E)
    view.add_item(discord.ui.File(f"attachment://{name}"))
    data = (await beside(exported.model_dump_json, indent=1)).encode()
    await say(interaction, view, [discord.File(io.BytesIO(data), name)])
