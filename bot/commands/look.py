"""/now, /status, /chronicle: what the asker may know, for his eyes only."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import app_commands

from bot.actions import answers
from bot.panels.panel import waiting
from bot.post import clocks
from bot.post.briefings import briefing_button
from bot.post.news import heard, news_button
from bot.reading.autocomplete import unit_label
from bot.sending.deliveries import warned
from bot.talk.controls import Answer, Item, Values, button, handles, rows
from bot.talk.desk import battles_going_on, campaign_here, channel_of, desk_of
from bot.talk.errors import guarded
from bot.talk.paging import leaf, page_of, pages
from bot.talk.say import Interaction, card, say, think
from bot.talk.seat import going_on, seat_at, seat_here
from bot.talk.text import clip, escape, many, small
from bot.talk.ticket import Ticket
from campaigns.battle import battles, timers
from campaigns.battle.battles import Field, Seat
from campaigns.campaign import chronicle as chronicles
from campaigns.campaign.campaign import CampaignView
from campaigns.campaign.chronicle import Chapter, SideTally
from campaigns.clocks import waits
from campaigns.scenario import scenarios
from campaigns.tables.posts import TimerKind
from rules.ruleset import View, Viewer


@app_commands.command(name="now", description="What you may do now, and whom the battle waits for")
@app_commands.guild_only()
@guarded
async def now(interaction: Interaction) -> None:
    await think(interaction)
    store = desk_of(interaction).store
    here = await battles.sit_in(store, channel_of(interaction), interaction.user.id, guild_id=interaction.guild_id)
    infos = await battles_going_on(interaction) if here is None else await going_on(interaction, here)
    seats = [here if here and info.id == here.battle.info.id else await seat_at(interaction, info.id) for info in infos]
    if len(seats) == 1:
        await _now(interaction, seats[0])
    else:
        await _all_of(interaction, seats)


async def _all_of(interaction: Interaction, seats: Sequence[Seat]) -> None:
    """Every battle that goes on with whom it waits for, those that wait for the asker first; each has a button."""
    told: list[tuple[bool, str, Item]] = []
    for seat in seats:
        info = seat.battle.info
        mine = _waits_for(seat.battle, seat.viewer)
        words = waiting(seat.battle, seat.view).partition("\n")[0].replace("**", "")
        text = f"**{info.number}. {escape(info.title)}** · <#{info.channel_id}>\n"
        due = [each.due for each in await waits.standing(seat.store, info.id) if each.due is not None]
        until = f" · until {clocks.when(min(due))}" if due else ""
        text += ("**It is your turn.**" if mine else words) + until
        style = discord.ButtonStyle.success if mine else discord.ButtonStyle.secondary
        label = f"{'My orders' if mine else 'Look'}: {info.number}. {info.title}"
        told.append((mine, text, button(Ticket("now", info.id, info.version), label, style)))
    told.sort(key=lambda each: not each[0])
    layout = card(f"### {len(seats)} battles go on", "\n".join(text for _, text, _ in told))
    for row in rows([item for _, _, item in told]):
        layout.add_item(row)
    await say(interaction, layout)


def _waits_for(battle: Field, viewer: Viewer) -> bool:
    """Whether the next word is the viewer's own: as a player of a side that is asked, or as the umpire."""
    controllers = battle.rules.battle.controllers(battle.state)
    return any(
        ask.umpire if viewer.umpire else controllers.get(ask.side, ask.side) == viewer.side
        for ask in battle.prompt.asks
        if viewer.umpire or viewer.side is not None
    )


@handles("now", Answer.BESIDE)
async def now_button(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    await _now(interaction, await seat_at(interaction, ticket.battle))


async def _now(interaction: Interaction, seat: Seat) -> None:
    info = seat.battle.info
    parts = (await warned(seat.store, info.id), await heard(seat), await _until(seat))
    own = "\n".join(filter(None, parts))
    mine = [ask for ask in seat.battle.prompt.asks if ask.side in seat.spoken_for]
    if mine:
        await answers.show(interaction, seat, Ticket("open", info.id, info.version, mine[0].side), heading=own)
    else:
        told = "You are told in the battle's thread when it is your turn."
        await say(interaction, card(own, waiting(seat.battle, seat.view), told))


async def _until(seat: Seat) -> str:
    """When the time of the sides that he answers for runs out."""
    standing = await waits.standing(seat.store, seat.battle.info.id)
    own = [each for each in standing if each.side in seat.spoken_for]
    if any(each.paused for each in own):
        return small("⏸ Paused: nothing falls due.")
    due = [each.due for each in own if each.due is not None]
    return small(f"Until {clocks.when(min(due))}") if due else ""


@app_commands.command(name="status", description="The battle as you may know it: turn, units, deadlines")
@app_commands.guild_only()
@guarded
async def status(interaction: Interaction) -> None:
    await think(interaction)
    seat = await seat_here(interaction)
    others = [info for info in await going_on(interaction, seat) if info.id != seat.battle.info.id]
    also = ", ".join(f"{escape(info.title)} in <#{info.channel_id}>" for info in others)
    await _status(interaction, seat, small(f"Also going on: {also}") if also else "")


@handles("status", Answer.BESIDE)
async def status_button(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    await _status(interaction, await seat_at(interaction, ticket.battle))


async def _status(interaction: Interaction, seat: Seat, also: str = "") -> None:
    store, battle, view = seat.store, seat.battle, seat.view
    due = await timers.standing(store, battle.info.id)
    texts = [
        f"### {escape(battle.info.title)} · {escape(view.headline)}",
        await warned(store, battle.info.id),
        await heard(seat),
        "\n".join(escape(line) for line in view.lines),
        waiting(battle, view).partition("\n")[0],
        *_deadlines(battle, due),
        also,
        *_units(battle, view),
    ]
    layout = card(*(clip(text, 2500) for text in texts if text))
    ticket = Ticket("map", battle.info.id, battle.info.version)
    buttons = [button(ticket.but("now"), "What can I do?", emoji="❔"), button(ticket, "Map", emoji="🗺️")]
    buttons.append(news_button(ticket))
    buttons += [briefing_button(ticket)] if await scenarios.briefing(store, battle.info.id, seat.viewer) else []
    for row in rows(buttons):
        layout.add_item(row)
    await say(interaction, layout)


def _deadlines(battle: Field, due: tuple[timers.Due, ...]) -> list[str]:
    titles = {side.key: side.title for side in battle.rules.forces.sides}
    return [
        small(f"{escape(titles.get(timer.side, timer.side))} has until {clocks.when(timer.due)}")
        for timer in due
        if timer.kind == TimerKind.DEADLINE
    ]


def _units(battle: Field, view: View) -> list[str]:
    texts: list[str] = []
    for side in battle.rules.forces.sides:
        own = [unit for unit in view.units if unit.side == side.key]
        lines = [f"• {escape(unit_label(unit))}{f' · at {escape(unit.at)}' if unit.at else ''}" for unit in own]
        texts += ["\n".join((f"**{escape(side.title)}**", *lines))] if own else []
    return texts


@app_commands.command(name="chronicle", description="The campaign's battles and what they cost, the newest first")
@app_commands.guild_only()
@guarded
async def chronicle(interaction: Interaction) -> None:
    await think(interaction)
    await _chronicle(interaction, 0)


@handles("chronicle", Answer.IN_PLACE)
async def chronicle_page(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """Another page of it."""
    await _chronicle(interaction, page_of(ticket))


async def _chronicle(interaction: Interaction, number: int) -> None:
    here = await campaign_here(interaction)
    told = await chronicles.chronicle(desk_of(interaction).store, here.id)
    blocks = [_chapter(battle, here) for battle in reversed(told)]
    head = f"### {escape(here.name)}"
    await say(interaction, leaf(head, pages(blocks or ["No battle yet."]), Ticket("chronicle"), number))


def _chapter(battle: Chapter, here: CampaignView) -> str:
    lines = [f"**{battle.number}. {escape(battle.title)}** · {_how_it_went(battle, here)}"]
    for tally in battle.tallies:
        cost = f"{tally.killed} killed, {tally.wounded} wounded, {tally.captured} captured, {tally.missing} missing"
        lines.append(small(f"{escape(tally.name)}: {tally.fielded} took the field; {cost}{_things(tally)}"))
    return "\n".join(lines)


def _things(tally: SideTally) -> str:
    """What became of its vehicles, guns and bases, where it had any."""
    if not tally.elements:
        return ""
    men = f", {many(tally.men_lost, 'man', 'men')} of bases lost" if tally.men_lost else ""
    things = f"of {tally.elements} vehicles, guns and bases {tally.destroyed} lost, {tally.damaged} damaged"
    return f"; {things}{men}"


def _how_it_went(battle: Chapter, here: CampaignView) -> str:
    if battle.result is None:
        return "goes on" if battle.begun_at else "has not begun"
    winner = here.side(battle.result.winner or "")
    return f"won by {escape(winner.name)}" if winner else "a draw"


commands: list[app_commands.Command[Any, ..., Any]] = [now, status, chronicle]
