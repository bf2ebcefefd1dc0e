"""The scripted events of a battle, for its GM: what there is, what one would do, and letting it happen."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable, Iterator, Sequence

import discord
from discord import app_commands, ui

from bot import answers
from bot.autocomplete import matching
from bot.controls import Answer, Values, button, handles, rows
from bot.desk import battle_here, desk_of, guild_of
from bot.references import action_of
from bot.say import GOOD, Interaction, card, say
from bot.text import clip, escape, small
from bot.ticket import Ticket, numeral, parts
from campaigns import battles, campaign
from campaigns.battles import Field
from campaigns.errors import Refusal, Stale, gm_only
from campaigns.models import BattleStatus
from rules.action import UMPIRE, Action
from rules.naming import folded
from rules.ruleset import ScriptedEvent, Viewer

CALL = "call-event"
"""The verb by which every rule set's umpire lets a scripted event happen."""
AS_UMPIRE = Viewer(umpire=True)
_DASHES = re.compile(r"(?:– )*")
_INDENT = "\u2002\u2002"
"""Spaces that Discord does not cut off."""


async def field_of(interaction: Interaction, battle_id: int) -> Field:
    """The running battle, if the asker is its GM. Raises Refusal "gm-only", "no-battle", "not-running"."""
    store = desk_of(interaction).store
    battle = await battles.load(store, battle_id, guild_id=guild_of(interaction))
    here = await campaign.show(store, battle.info.campaign_id)
    if not here.is_gm(interaction.user.id):
        raise gm_only("see or call the events of a scenario")
    if battle.info.status is not BattleStatus.RUNNING:
        raise Refusal("not-running", f"{battle.info.title} does not go on.", "Events happen in a running battle.")
    return battle


async def choices(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """The events by title, each with whether it has happened; for the GM alone."""
    battle = await field_of(interaction, (await battle_here(interaction)).info.id)
    return matching([(f"{event.title} · {_happened(event)}", event.key) for event in scripted(battle)], current)


def scripted(battle: Field) -> tuple[ScriptedEvent, ...]:
    return battle.rules.scripted(battle.state, AS_UMPIRE)


def event_named(battle: Field, name: str) -> ScriptedEvent:
    """The event of that key or title. Raises Refusal "no-event"."""
    wanted = folded(name)
    for event in scripted(battle):
        if wanted in (event.key, folded(event.title)):
            return event
    known = ", ".join(event.title for event in scripted(battle))
    remedy = f"There is: {known}." if known else "Battles by a scenario have some: /scenario list."
    raise Refusal("no-event", "This battle has no such event.", remedy)


def all_events(battle: Field) -> ui.LayoutView:
    """What may happen in this battle."""
    events = scripted(battle)
    if not events:
        return card("This battle has no scripted events.", small("Battles by a scenario have some: `/scenario list`."))
    foot = small("`/gm event name: …` lets one happen; with `dry_run: True` it first shows all that it would do.")
    return card(f"### Events of {escape(battle.info.title)}", listed(events), foot)


def listed(events: Sequence[ScriptedEvent], room: int = 3600) -> str:
    """Each with what it waits for and does, as far as there is room."""
    return "\n".join(clip(_described(event), room // len(events)) for event in events)


def _described(event: ScriptedEvent) -> str:
    head = f"**{escape(event.title)}** · {_happened(event)}"
    return "\n".join((head, small(f"when {escape(event.when)}"), *(small(line) for line in effects(event.lines))))


def effects(lines: Iterable[str]) -> Iterator[str]:
    """Effects one below the other; what hangs on a die or a choice is set in."""
    for line in lines:
        depth = len(_DASHES.match(line)[0]) // 2  # type: ignore[index]  # it matches always
        yield f"{_INDENT * depth}• {escape(line[2 * depth :])}"


def _happened(event: ScriptedEvent) -> str:
    if not event.happened:
        return "not yet"
    turns = ", ".join(str(turn) for turn in dict.fromkeys(event.happened))
    return f"happened in turn {turns}"


async def dry_run(battle: Field, event: ScriptedEvent, *, again: bool, heading: str = "") -> ui.LayoutView:
    """What it would do, and the button that lets it happen. Nothing is rolled. Raises RuleViolation where it may not be
    called."""
    action = action_for(battle, event, again=again)
    odds = await asyncio.to_thread(battle.rules.odds, battle.state, action, UMPIRE)
    about = small(f"Waits for: {escape(event.when)} · {_happened(event)}")
    layout = card(
        heading,
        f"### {escape(event.title)}\n{about}",
        clip("\n".join(effects(odds.notes)), 3000),
        small("A dry run: nothing has been rolled, nothing has changed, nobody else sees this."),
    )
    number = [each.key for each in scripted(battle)].index(event.key)
    ticket = Ticket("event", battle.info.id, battle.info.version, choice=f"{number}.{int(again)}")
    for row in rows([button(ticket, "Let it happen", discord.ButtonStyle.danger, emoji="🎬")]):
        layout.add_item(row)
    return layout


def action_for(battle: Field, event: ScriptedEvent, *, again: bool) -> Action:
    view = battle.rules.view(battle.state, AS_UMPIRE)
    return action_of(battle.rules, CALL, {"event": event.key, "again": again}, view)


async def call(
    interaction: Interaction, battle: Field, event: ScriptedEvent, *, again: bool, seen: int | None = None
) -> None:
    """Let it happen, and say what came of it. Raises RuleViolation, Stale."""
    desk = desk_of(interaction)
    acted = await battles.act(
        desk.store,
        battle.info.id,
        action_for(battle, event, again=again),
        interaction.user.id,
        interaction_id=interaction.id,
        seen_version=seen,
    )
    desk.post()
    await say(interaction, card(await answers.done(desk.store, acted, event.title, AS_UMPIRE), accent=GOOD))


@handles("event", Answer.IN_PLACE)
async def let_it_happen(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """The button below a dry run."""
    battle = await field_of(interaction, ticket.battle)
    place, again = parts(ticket.choice, 2)
    known = scripted(battle)
    if numeral(place) >= len(known):
        raise Refusal("no-event", "This battle has no such event.", "See /gm event.")
    event = known[numeral(place)]
    try:
        await call(interaction, battle, event, again=again == "1", seen=ticket.version)
    except Stale:
        heading = "**The battle has gone on meanwhile, so nothing was done.** This is what it would do now:"
        await say(interaction, await dry_run(battle, event, again=again == "1", heading=heading))
