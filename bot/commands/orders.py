"""/orders: what your side has ordered, and its end."""

from __future__ import annotations

from typing import Any

from discord import app_commands

from bot.actions import ordering
from bot.panels.order_panel import ALL
from bot.reading.autocomplete import matching
from bot.talk.errors import guarded, quietly
from bot.talk.say import Interaction, think
from bot.talk.seat import seat_here
from campaigns.errors import Refusal
from campaigns.tables.battles import BattleStatus


@app_commands.command(name="orders", description="What your units do without being asked: read, give, cancel")
@app_commands.guild_only()
@app_commands.describe(cancel="Orders that shall stand no more; leave empty to look")
@guarded
async def orders(interaction: Interaction, cancel: app_commands.Range[str, 0, 20] = "") -> None:
    await think(interaction)
    seat = await seat_here(interaction, BattleStatus.RUNNING)
    if not cancel:
        await ordering.open_orders(interaction, seat)
        return
    word = cancel.strip().casefold()
    if word != ALL and not (word.isascii() and word.isdecimal()):
        raise Refusal("no-order", f"“{cancel}” isn't an order's number.", "Choose one from the list, or “all”.")
    await ordering.cancelled(interaction, seat, None if word == ALL else int(word))


@orders.autocomplete("cancel")
async def _orders(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    async def found() -> list[app_commands.Choice[str]]:
        return matching(await ordering.known(await seat_here(interaction, BattleStatus.RUNNING)), current)

    return await quietly(found())


commands: list[app_commands.Command[Any, ..., Any]] = [orders]
