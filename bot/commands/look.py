"""/now, /catchup, /status, /chronicle: what the asker may know, for his eyes only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import discord
from discord import app_commands, ui

from bot.actions import answers
from bot.actions.lettering import standings_of
from bot.commands import body_files, options, reports, roll_of_honour
from bot.panels.panel import waiting, waits_for
from bot.panels.teaching import lesson, lesson_of
from bot.post import catching_up, clocks
from bot.post.briefings import briefing_button
from bot.post.catching_up import jump
from bot.post.news import heard, news_button
from bot.post.seats import back_button
from bot.reading.autocomplete import unit_label
from bot.sending.deliveries import warned
from bot.talk.controls import Answer, Item, Values, button, handles, rows
from bot.talk.desk import battle_numbered, battles_going_on, campaign_here, channel_of, desk_of, server_here
from bot.talk.emblems import emblem, of_unit
from bot.talk.errors import guarded
from bot.talk.paging import leaf, page_of, pages
from bot.talk.people import listed
from bot.talk.say import Interaction, card, say, think
from bot.talk.seat import going_on, seat_at, seat_here, seats_at
from bot.talk.text import clip, escape, small
from bot.talk.ticket import Ticket
from campaigns.battle import battles
from campaigns.battle.battles import Seat, StandingBattle
from campaigns.battle.record.info import BattleSide
from campaigns.battle.telling import looks
from campaigns.battle.telling.looks import Stands
from campaigns.battle.watch import going_on as going_on_battles
from campaigns.battle.watch import timers
from campaigns.battle.watch.going_on import GoingOn
from campaigns.campaign import campaign, standing_in
from campaigns.campaign import chronicle as chronicles
from campaigns.campaign.campaign import CampaignView
from campaigns.campaign.chronicle import Chapter, SideTally
from campaigns.clocks import leaves, waits
from campaigns.errors import Newer, Refusal
from campaigns.scenario import roles, scenarios
from campaigns.story import reckoning, seen
from campaigns.tables.battles import BattleStatus
from campaigns.tables.posts import TimerKind
from rules.language.words import counted, plural
from rules.seam.viewing import View

MOST = 15
"""Battles that one answer lists."""
READ = 6
"""Entries above a prompt whose words are explained, too."""


@dataclass(frozen=True, slots=True)
class _Waiting:
    """A battle that goes on. `mine`: it waits for the asker; `asked`: since when somebody is asked; `due`: his first
    deadline."""

    seat: Seat
    campaign: CampaignView
    mine: bool
    asked: datetime
    due: datetime | None
    post: Stands | None


@app_commands.command(name="now", description="What you may do now: in all your battles, the oldest question first")
@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
@app_commands.allowed_installs(guilds=True, users=True)
@guarded
async def now(interaction: Interaction) -> None:
    await think(interaction)
    store, who, guild = desk_of(interaction).store, interaction.user.id, server_here(interaction)
    every = await going_on_battles.of_person(store, who, guild_id=guild)
    if guild is None:
        numbers, here = [each.id for each in every], None
    else:
        here = await battles.sit_in(store, channel_of(interaction), who, guild_id=guild)
        numbers = await _those(interaction, here, every)
    if not numbers:
        await say(interaction, card("**No battle of yours goes on.**"))
    elif len(numbers) == 1:
        seat = here if here and numbers[0] == here.battle.info.id else await seat_at(interaction, numbers[0])
        others = [each for each in every if each.id != numbers[0] and each.asked is not None]
        also = [await _server_line(interaction, seat) if guild is None else "", await _elsewhere(interaction, others)]
        await _now(interaction, seat, "\n".join(filter(None, also)))
    else:
        seats = await seats_at(interaction, numbers[:MOST], here)
        if not seats:
            raise Newer
        await _all_of(interaction, seats, len(numbers), left=len(numbers[:MOST]) - len(seats))


async def _server_line(interaction: Interaction, seat: Seat) -> str:
    """On which server a battle is, for somebody who asks from elsewhere."""
    here = await campaign.show(seat.store, seat.battle.info.campaign_id)
    return small(f"On {_server(interaction, here)}: {escape(here.name)}")


def _server(interaction: Interaction, here: CampaignView) -> str:
    guild = interaction.client.get_guild(here.guild_id)
    return f"**{escape(clip(guild.name, 60))}**" if guild is not None else "a server that I am no longer on"


async def _those(interaction: Interaction, here: Seat | None, mine: Sequence[GoingOn]) -> list[int]:
    """The battles that are meant: in a battle's thread that battle; elsewhere the asker's own, the most urgent first,
    and those of the campaign that they look at."""
    if here is not None and here.battle.info.channel_id != here.home:
        return [here.battle.info.id]
    try:
        around = await battles_going_on(interaction) if here is None else await going_on(interaction, here)
    except Refusal:
        if not mine:
            raise
        around = ()
    running = [info.id for info in around if info.status is BattleStatus.RUNNING or not mine]
    return list(dict.fromkeys([*(each.id for each in mine), *running]))


async def _elsewhere(interaction: Interaction, others: Sequence[GoingOn]) -> str:
    """A word about other battles that may wait for the asker."""
    seats = await seats_at(interaction, [each.id for each in others[:MOST]])
    waiting_too = [seat for seat in seats if await _waits_for(seat)]
    if not waiting_too:
        return ""
    names = ", ".join(f"<#{seat.battle.info.channel_id}>" for seat in waiting_too)
    return small(f"You're also up in {names}.")


async def _all_of(interaction: Interaction, seats: Sequence[Seat], count: int, left: int) -> None:
    """Every battle with whom it waits for: those that wait for the asker first, the oldest question first; each with a
    way there. `left`: battles that a newer version looks after."""
    told = [await _waiting(seat) for seat in seats]
    told.sort(key=lambda each: (not each.mine, each.asked))
    several = len({each.campaign.id for each in told}) > 1
    away = server_here(interaction) is None
    texts = [_text(each, _server(interaction, each.campaign) if away else "", several=several) for each in told]
    mine = sum(each.mine for each in told)
    head = f"### {counted(count, 'battle')} {plural(count, 'goes', 'go')} on"
    head += f", {mine or 'none'} {plural(mine, 'waits', 'wait')} for you"
    more = count - len(told) - left
    newer = f"A newer version of me looks after {counted(left, 'more battle')}: try again in a minute." if left else ""
    left_out = f"… and {counted(more, 'battle')} more" if more else ""
    layout = card(head, clip("\n".join(texts), 3500), *(small(line) for line in (left_out, newer) if line))
    for row in rows([_way(each, several=several) for each in told]):
        layout.add_item(row)
    await say(interaction, layout)


async def _waiting(seat: Seat) -> _Waiting:
    info = seat.battle.info
    here = await campaign.show(seat.store, info.campaign_id)
    prompt = await looks.asked_in(seat.store, info.id)
    mine = await _waits_for(seat)
    keys = {ask.key for ask in seat.battle.prompt.asks if not mine or ask.side in seat.spoken_for}
    standing = await waits.standing(seat.store, info.id)
    due = [each.due for each in standing if each.due is not None and each.ask_key in keys]
    stands, asked = prompt or (None, info.begun_at or info.opened_at)
    return _Waiting(seat, here, mine, asked, min(due, default=None), stands)


def _text(each: _Waiting, server: str, *, several: bool) -> str:
    info = each.seat.battle.info
    link = f"[↗ to the question]({jump(each.campaign.guild_id, each.post)})" if each.post else f"<#{info.channel_id}>"
    name = f"{escape(each.campaign.name)}: " if several else ""
    when = [f"on {server}"] if server else []
    when += [f"asked {discord.utils.format_dt(each.asked, 'R')}"]
    when += [f"until {clocks.when(each.due)}"] if each.due else []
    head = f"**{name}{info.number}. {escape(info.title)}** · {link}"
    return f"{head}\n{'**It is your turn.**' if each.mine else waits_for(each.seat.battle)}\n{small(' · '.join(when))}"


def _way(each: _Waiting, *, several: bool) -> Item:
    info = each.seat.battle.info
    style = discord.ButtonStyle.success if each.mine else discord.ButtonStyle.secondary
    name = f"{clip(each.campaign.name, 25)}: " if several else ""
    label = f"{'My orders' if each.mine else 'Look'}: {name}{info.number}. {info.title}"
    return button(Ticket("now", info.id), label, style)


async def _waits_for(seat: Seat) -> bool:
    """Whether the next word is the asker's own: as a player of a side that is asked, or as the umpire."""
    battle, viewer = seat.battle, seat.viewer
    controllers = battle.rules.battle.controllers(battle.state)
    own = [
        ask.side
        for ask in battle.prompt.asks
        if (ask.umpire if viewer.umpire else viewer.side == controllers.get(ask.side, ask.side))
    ]
    return any([viewer.umpire or not await seat.left_to(side) for side in own])


@handles("now", Answer.BESIDE)
async def now_button(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    await _now(interaction, await seat_at(interaction, ticket.battle))


async def _now(interaction: Interaction, seat: Seat, also: str = "") -> None:
    info = seat.battle.info
    parts = (await warned(seat.store, info.id), await heard(seat), await _until(seat), also)
    own = "\n".join(filter(None, parts))
    mine = [ask for ask in seat.battle.prompt.asks if ask.side in seat.spoken_for]
    if mine:
        await answers.show(interaction, seat, Ticket("open", info.id, side=mine[0].side), heading=own)
    else:
        told = "I mention you in the battle's thread when it is your turn."
        view = card(own, waiting(seat.battle, seat.view), *await _on_leave(seat), told)
        if not seat.member and (left := await standing_in.own_seat(seat.store, info.campaign_id, seat.member.who)):
            view.add_item(ui.ActionRow(back_button(left)))
        await say(interaction, view)


@handles("explain", Answer.BESIDE)
async def explain(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """❔ What can I do? For this prompt, in words, with its controls below."""
    seat = await seat_at(interaction, ticket.battle)
    battle, info = seat.battle, seat.battle.info
    mine = next((ask for ask in battle.prompt.asks if ask.side in seat.spoken_for), None)
    side = mine.side if mine is not None else seat.viewer.side or ""
    aims = await standings_of(battle, side) if side and info.result is None else ()
    parts = [await warned(seat.store, info.id), await heard(seat), await _until(seat)]
    fellows = await seat.left_to(side) if mine is not None else ()
    if fellows:
        mine = None
        parts.append(f"**Your orders are sealed; waiting for {listed(fellows, first=False)}.**")
    own = "\n".join(filter(None, parts))
    newest, _ = await seat.newest_told(0, READ)
    read = [told.headline for line in newest for told in line.tolds]
    told = await lesson_of(battle, mine, aims)
    ticket = Ticket("open", info.id, side=side).at(seat.mark)
    await say(interaction, lesson(battle, seat.view, ticket, mine, told, heading=own, heard=read))


@app_commands.command(name="catchup", description="What has happened in a battle since you last looked")
@app_commands.describe(battle="Which battle; leave empty for the one of this thread, or the newest")
@app_commands.autocomplete(battle=options.battles_here)
@app_commands.guild_only()
@guarded
async def catchup(interaction: Interaction, battle: str = "") -> None:
    await think(interaction)
    if battle.strip():
        seat = await seat_at(interaction, (await battle_numbered(interaction, battle)).id)
    else:
        seat = await seat_here(interaction)
    await catching_up.show(interaction, seat)


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
        f"**{waits_for(battle)}**",
        *_deadlines(battle, due),
        *await _on_leave(seat),
        also,
        *_units(battle, view),
    ]
    layout = card(*(clip(text, 2500) for text in texts if text))
    ticket = Ticket("map", battle.info.id)
    buttons = [button(ticket.but("explain"), "What can I do?", emoji="❔"), button(ticket, "Map", emoji="🗺️")]
    buttons.append(news_button(ticket))
    buttons += [briefing_button(ticket)] if await scenarios.briefing(store, battle.info.id, seat.viewer) else []
    for row in rows(buttons):
        layout.add_item(row)
    await say(interaction, layout)


async def _on_leave(seat: Seat) -> list[str]:
    """Who of the players is away, and until when."""
    called = seat.battle.info.called
    found = await leaves.standing(seat.store, seat.battle.info.campaign_id)
    return [clocks.leave_line(each, escape(called(each.side))) for each in found[:8]]


def _deadlines(battle: StandingBattle, due: tuple[timers.Due, ...]) -> list[str]:
    return [
        small(f"{escape(battle.info.called(timer.side))} has until {clocks.when(timer.due)}")
        for timer in due
        if timer.kind == TimerKind.DEADLINE
    ]


def _units(battle: StandingBattle, view: View) -> list[str]:
    texts: list[str] = []
    for side in battle.info.sides:
        own = [unit for unit in view.units if unit.side == side.key]
        lines = [
            f"• {emblem(of_unit(unit))}{escape(unit_label(unit))}{f' · at {escape(unit.at)}' if unit.at else ''}"
            for unit in own
        ]
        texts += ["\n".join((f"**{escape(side.name)}**{_role(battle, side)}", *lines))] if own else []
    return texts


def _role(battle: StandingBattle, side: BattleSide) -> str:
    """What it is in this battle, where the book tells attack from defence: " (attacker)"."""
    return _in_brackets(roles.in_words(battle.rules, battle.info.roles, side.key, side.name))


def _in_brackets(role: str) -> str:
    return f" ({role})" if role else ""


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
    store, here = desk_of(interaction).store, await campaign_here(interaction)
    await reckoning.make_missing(store, here.id)
    told = await chronicles.chronicle(store, here.id, seen.viewer_of(here, interaction.user.id))
    blocks = [_chapter(battle, here) for battle in reversed(told)]
    head = f"### {escape(here.name)}"
    layout = leaf(head, pages(blocks or ["No battle yet."]), Ticket("chronicle"), number)
    layout.add_item(ui.ActionRow(roll_of_honour.way(), *body_files.side_ways(here)))
    for row in reports.ways(told):
        layout.add_item(row)
    await say(interaction, layout)


def _chapter(battle: Chapter, here: CampaignView) -> str:
    lines = [f"**{battle.number}. {escape(battle.title)}** · {_how_it_went(battle, here)}"]
    for tally in battle.tallies:
        cost = f"{tally.killed} killed, {tally.wounded} wounded, {tally.captured} captured, {tally.missing} missing"
        name = f"{escape(tally.name)}{_in_brackets(battle.roles.get(tally.side, ''))}"
        lines.append(small(f"{name}: {tally.fielded} took the field; {cost}{_things(tally)}"))
    told = {tally.side for tally in battle.tallies}
    silent = ((side.name, battle.roles[side.key]) for side in here.sides if side.key in battle.roles.keys() - told)
    if others := ", ".join(f"{escape(name)}{_in_brackets(role)}" for name, role in silent):
        lines.append(small(others))
    return "\n".join(lines)


def _things(tally: SideTally) -> str:
    """What became of its vehicles, guns and bases, where it had any."""
    if not tally.elements:
        return ""
    men = f", {counted(tally.men_lost, 'man', 'men')} of bases lost" if tally.men_lost else ""
    things = f"of {tally.elements} vehicles, guns and bases {tally.destroyed} lost, {tally.damaged} damaged"
    return f"; {things}{men}"


def _how_it_went(battle: Chapter, here: CampaignView) -> str:
    if battle.result is None:
        return "goes on" if battle.begun_at else "has not begun"
    winner = here.side(battle.result.winner or "")
    return f"won by {escape(winner.name)}" if winner else "a draw"


commands: list[app_commands.Command[Any, ..., Any]] = [now, catchup, status, chronicle]
