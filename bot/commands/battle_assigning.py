"""/battle assign and /battle checkin: who brings which units to a battle, and who commands them there."""

from __future__ import annotations

import discord
from discord import app_commands, ui

from bot.commands import battle_casting, options
from bot.commands.battle import group
from bot.post.summaries import strength
from bot.talk.controls import Answer, Values, button, choose_several, handles, rows
from bot.talk.desk import battle_info_here, desk_of, open_battle_here
from bot.talk.errors import guarded
from bot.talk.people import listed
from bot.talk.say import GOOD, Interaction, card, say, think
from bot.talk.text import escape, small
from bot.talk.ticket import Ticket, numeral
from campaigns.battle.frame import checking_in, commanding, wishing
from campaigns.tables.battles import BattleStatus


@group.command(name="assign", description="Who commands which unit; give the command of one to another player")
@app_commands.describe(unit="Which unit; leave empty to see who commands what", member="Who is to command it")
@app_commands.autocomplete(unit=options.units)
@guarded
async def assign(interaction: Interaction, unit: str = "", member: discord.User | None = None) -> None:
    await think(interaction)
    desk = desk_of(interaction)
    info = await battle_info_here(interaction, BattleStatus.RUNNING, BattleStatus.OPEN)
    if unit.strip() and member is not None:
        found = await options.unit_named(interaction, unit, even_guests=True)
        now = await commanding.assign(desk.store, info.id, interaction.user.id, found.id, member.id)
        words = f"✔ **{escape(now.unit)}** is commanded by {listed((member.id,))} in {escape(info.title)}."
        await say(interaction, card(words, small("Questions about it go to him from now on."), accent=GOOD))
        return
    mine = {one.id for one in await options.known_units(interaction, even_guests=True)}
    lines = [
        f"• {escape(one.unit)}: {listed((one.user,)) if one.user is not None else 'anybody of its side'}"
        for one in await commanding.assignments(desk.store, info.id)
        if one.unit_id in mine
    ]
    await say(interaction, card(f"### Who commands what in {escape(info.title)}", "\n".join(lines) or "None of yours."))


@group.command(
    name="checkin", description="Before a battle begins: choose which of your units fight, or wish for a part"
)
@app_commands.describe(battle=options.WAITING)
@app_commands.autocomplete(battle=options.battles_waiting)
@guarded
async def check_in(interaction: Interaction, battle: str = "") -> None:
    await think(interaction)
    info = await open_battle_here(interaction, battle)
    await _show(interaction, info.id)


@handles("check-in", Answer.BESIDE)
async def pressed(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """The button on the announcement."""
    await _show(interaction, ticket.battle)


async def _show(interaction: Interaction, battle_id: int) -> None:
    store = desk_of(interaction).store
    if await wishing.by_scenario(store, battle_id):
        await battle_casting.show(interaction, battle_id)
        return
    found = await checking_in.choices(store, battle_id, interaction.user.id)
    late = await checking_in.waited_for(store, battle_id)
    waiting = small(f"Not chosen yet: {listed(late)}" if late else "Everybody has chosen.")
    layout = card("### Which of your units fight?", _now(found), waiting)
    ticket = Ticket("checked", battle_id)
    if found:
        units = [(one.unit.name, str(one.unit.id), strength(one.unit)) for one in found]
        layout.add_item(choose_several(ticket, "Only these fight …", units))
    for row in _answers(ticket, bool(found)):
        layout.add_item(row)
    await say(interaction, layout)


def _answers(ticket: Ticket, any_units: bool) -> list[ui.ActionRow[ui.LayoutView]]:
    as_it_is = [button(ticket.but("check-same"), "As it stands", discord.ButtonStyle.success)]
    none = [button(ticket.but("check-none"), "None of mine")] if any_units else []
    return rows([*as_it_is, *none])


def _now(found: tuple[checking_in.UnitToCheckIn, ...]) -> str:
    called = [escape(one.unit.name) for one in found if one.called]
    return f"As it stands: {', '.join(called) or 'none of yours'}."


@handles("checked", Answer.IN_PLACE)
async def chosen(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """Units picked on the panel."""
    await _bring(interaction, ticket, [numeral(unit) for unit in values.get("", "").split()])


@handles("check-same", Answer.IN_PLACE)
async def as_it_stands(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """Those that are called already."""
    await _bring(interaction, ticket, None)


@handles("check-none", Answer.IN_PLACE)
async def none_of_mine(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """He sits this battle out."""
    await _bring(interaction, ticket, [])


async def _bring(interaction: Interaction, ticket: Ticket, picked: list[int] | None) -> None:
    desk = desk_of(interaction)
    brought = await checking_in.check_in(
        desk.store, ticket.battle, interaction.user.id, picked, interaction_id=interaction.id
    )
    desk.post()
    names = ", ".join(escape(unit.name) for unit in brought) or "none of your units"
    again = small("You may choose again until the battle begins.")
    layout = card(f"☑ **You are ready.** You bring {names}.", again, accent=GOOD)
    for row in rows([button(Ticket("check-in", ticket.battle), "Choose again")]):
        layout.add_item(row)
    await say(interaction, layout)
