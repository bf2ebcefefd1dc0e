"""/battle verify: checking every die and card of a battle, every seal, and the journal against what was posted."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence

import discord
from discord import app_commands

from bot.commands import options
from bot.commands.battle import group
from bot.talk.controls import Answer, Values, handles
from bot.talk.desk import battle_chosen, desk_of, guild_of
from bot.talk.errors import guarded
from bot.talk.say import BAD, GOOD, Interaction, card, say, think
from bot.talk.text import clip, escape, small
from bot.talk.ticket import Ticket
from campaigns.battle import battles
from campaigns.battle.proof import export, verification
from campaigns.battle.proof.case import Check, PostedHash
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


SIGNS = {"passed": "✔", "unchecked": "❔", "failed": "✘"}
FARTHEST = 3000
"""Posts of a battle's place that are read back: thirty requests to Discord."""
_HASH = re.compile(r"\b[0-9a-f]{64}\b")


async def _verify(interaction: Interaction, battle_id: int) -> None:
    store = desk_of(interaction).store
    info = await battles.info_of(store, battle_id, guild_id=guild_of(interaction))
    exported = await export.export(store, battle_id, guild_id=guild_of(interaction))
    checked = await beside(verification.verify, exported, store.rules(exported.rules))
    checks = [*checked.checks, await _compared(interaction, info.channel_id, checked.posted)]
    lines = [
        f"{SIGNS[check.state]} {escape(check.name)}{f': {escape(check.detail)}' if check.detail else ''}"
        for check in checks
    ]
    text = f"{_verdict(checks)}\n" + clip("\n".join(lines), 3000)
    about = small("Anybody can check this file without the bot's host: adjutant verify FILE --commitment HASH")
    name = f"battle-{info.number}.json"
    view = card(text, about, accent=GOOD if all(check.ok for check in checks) else BAD)
    view.add_item(discord.ui.File(f"attachment://{name}"))
    data = (await beside(exported.model_dump_json, indent=1)).encode()
    await say(interaction, view, [discord.File(io.BytesIO(data), name)])


def _verdict(checks: Sequence[Check]) -> str:
    if any(check.state == "failed" for check in checks):
        return "**Not everything checks.**"
    if all(check.ok for check in checks):
        return "**Every check passed.**"
    return "**Nothing is wrong, but not everything could be checked.**"


async def _compared(interaction: Interaction, channel_id: int, posted: Sequence[PostedHash]) -> Check:
    """The hashes of the file, held against those that stand in the battle's place."""
    try:
        stand = await _hashes_in(interaction, channel_id)
    except discord.HTTPException as error:
        return Check("channel", "unchecked", f"I cannot read <#{channel_id}> ({error.text})")
    missing = [each.where for each in posted if each.value not in stand]
    if missing:
        return Check("channel", "unchecked", f"I do not find among my posts there: {', '.join(missing)}")
    return Check("channel", "passed", f"{len(posted)} hashes stand in the battle's place as they were posted")


async def _hashes_in(interaction: Interaction, channel_id: int) -> set[str]:
    """What the bot has posted there. Raises discord.HTTPException."""
    bot = interaction.client
    channel = bot.get_channel(channel_id) or await bot.fetch_channel(channel_id)
    if not isinstance(channel, discord.abc.Messageable):
        return set()
    found: set[str] = set()
    async for message in channel.history(limit=FARTHEST):
        if bot.user is not None and message.author.id == bot.user.id:
            found.update(_HASH.findall(_words(message.components)))
    return found


def _words(components: Sequence[object]) -> str:
    """Every text of a message, however deep it lies."""
    pending, found = list(components), list[str]()
    while pending:
        component = pending.pop()
        if isinstance(component, discord.TextDisplay):
            found.append(component.content)
        pending += getattr(component, "children", ())
    return "\n".join(found)
