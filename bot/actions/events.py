"""The scripted events of a battle, for its GM: what there is, what one would do, and letting it happen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import discord
from discord import app_commands, ui

from bot.actions.acting import Intention, carry_out
from bot.reading.autocomplete import matching
from bot.reading.references import action_of
from bot.talk.command_names import mention
from bot.talk.controls import Answer, Item, Values, button, handles, rows
from bot.talk.desk import desk_of, guild_of
from bot.talk.paging import BACK_AND_ON, page_of, turn
from bot.talk.say import GOOD, PLAIN, Interaction, card, say
from bot.talk.seat import seat_here
from bot.talk.text import clip, escape, pieces, small
from bot.talk.ticket import Ticket, numeral, parts
from campaigns.battle import battles
from campaigns.battle.battles import Seat, StandingBattle
from campaigns.battle.record.marks import Mark
from campaigns.errors import Command, Refusal, Stale, gm_only
from campaigns.tables.battles import BattleStatus
from campaigns.thinking import beside
from rules.kernel.action import UMPIRE, Action
from rules.language.naming import folded
from rules.script.actions import CallEvent
from rules.seam.asking import EffectLine
from rules.seam.viewing import ScriptedEvent, Viewer

AS_UMPIRE = Viewer(umpire=True)
_INDENT = "\u2002\u2002"
"""Spaces that Discord does not cut off."""


async def seat_of(interaction: Interaction, battle_id: int, seen: Mark | None = None) -> Seat:
    """Before the running battle, if the asker is its GM. `seen`: how much he had been told when it was shown.
    Raises Refusal "umpire-only", "no-battle", "not-running"."""
    store, who = desk_of(interaction).store, interaction.user.id
    return _gms(await battles.sit(store, battle_id, who, guild_id=guild_of(interaction), seen=seen, umpire=True))


def _gms(seat: Seat) -> Seat:
    if not seat.viewer.umpire:
        raise gm_only("see or call the events of a scenario")
    if seat.battle.info.status is not BattleStatus.RUNNING:
        raise Refusal("not-running", f"{seat.battle.info.title} does not go on.", "Events happen in a running battle.")
    return seat


async def seat_of_here(interaction: Interaction, *among: BattleStatus) -> Seat:
    """The same before the battle of this place."""
    return _gms(await seat_here(interaction, *among, umpire=True))


async def choices(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """The events by title, each with whether it has happened; for the GM alone."""
    battle = (await seat_of_here(interaction)).battle
    return matching([(f"{event.title} · {_happened(event)}", event.key) for event in await scripted(battle)], current)


async def scripted(battle: StandingBattle) -> tuple[ScriptedEvent, ...]:
    return await battle.thought("scripted", battle.rules.battle.scripted, AS_UMPIRE)


async def event_named(battle: StandingBattle, name: str) -> ScriptedEvent:
    """The event of that key or title. Raises Refusal "unknown-event"."""
    wanted, events = folded(name), await scripted(battle)
    for event in events:
        if wanted in (event.key, folded(event.title)):
            return event
    known = ", ".join(event.title for event in events)
    remedy = f"There is: {known}." if known else ("Battles by a scenario have some: ", Command("scenario list"), ".")
    raise Refusal("unknown-event", "This battle has no such event.", remedy)


MOST = 8
"""Events on one page: with a button each they stay within Discord's forty components."""
ROOM = 3400
"""Characters of events on one page, and of what one event would do."""


@dataclass(frozen=True, slots=True)
class EventLine:
    """A piece of the list: an event, its words, and whether they are the first of them."""

    event: ScriptedEvent
    text: str
    first: bool


async def all_events(battle: StandingBattle, page: int = 0) -> ui.LayoutView:
    """What may happen in this battle, on as many pages as it takes. Each event has a button that shows what it would
    do; from there it is let happen."""
    events = await scripted(battle)
    if not events:
        return card(
            "This battle has no scripted events.",
            small(f"Battles by a scenario have some: {mention('scenario list')}."),
        )
    leaves = entries(events)
    page = min(max(page, 0), len(leaves) - 1)
    layout = ui.LayoutView(timeout=None)
    frame: ui.Container[ui.LayoutView] = ui.Container(accent_colour=PLAIN)
    layout.add_item(frame)
    frame.add_item(ui.TextDisplay(f"### Events of {escape(battle.info.title)}"))
    for entry in leaves[page]:
        words: ui.TextDisplay[ui.LayoutView] = ui.TextDisplay(entry.text)
        if entry.first:
            frame.add_item(ui.Section(words, accessory=_look(battle, entry.event)))
        else:
            frame.add_item(words)
    pages = f"Page {page + 1} of {len(leaves)} · " if len(leaves) > 1 else ""
    frame.add_item(ui.TextDisplay(small(f"{pages}A button shows first all that its event would do.")))
    turn(layout, Ticket("events", battle.info.id), page, len(leaves), BACK_AND_ON)
    return layout


def entries(events: Sequence[ScriptedEvent]) -> list[list[EventLine]]:
    """The events in pages, none of them cut: one that is longer than a page goes on on the next."""
    found: list[list[EventLine]] = []
    room = 0
    for event in events:
        for part, text in enumerate(pieces(described(event).split("\n"), ROOM)):
            if not found or room < len(text) or len(found[-1]) == MOST:
                found.append([])
                room = ROOM
            found[-1].append(EventLine(event, text, part == 0))
            room -= len(text)
    return found


def _look(battle: StandingBattle, event: ScriptedEvent) -> Item:
    """The button of an event on the list."""
    again = bool(event.once and event.happened)
    ticket = Ticket("event-look", battle.info.id, unit=event.key, choice=f"{int(again)}.0")
    return button(ticket, "Again …" if again else "Let it happen …", emoji="🎬")


@handles("events", Answer.IN_PLACE)
async def list_page(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """The list of events, at another page or again."""
    await say(interaction, await all_events((await seat_of(interaction, ticket.battle)).battle, page_of(ticket)))


@handles("event-look", Answer.IN_PLACE)
async def look(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """What the chosen event would do, before it is let happen."""
    battle = (await seat_of(interaction, ticket.battle)).battle
    event, again, page = await chosen(battle, ticket)
    await say(interaction, await dry_run(battle, event, again=again, page=page))


async def chosen(battle: StandingBattle, ticket: Ticket) -> tuple[ScriptedEvent, bool, int]:
    """The event by its key, whether it may happen once more, and the page of what it would do. Raises Refusal
    "unknown-event"."""
    again, page = parts(ticket.choice, 2)
    event = next((event for event in await scripted(battle) if event.key == ticket.unit), None)
    if event is None:
        raise Refusal("unknown-event", "This battle has no such event.", ("See ", Command("gm event"), "."))
    return event, again == "1", numeral(page)


def described(event: ScriptedEvent) -> str:
    """Its title, what it waits for and does, and whether it has happened."""
    head = f"**{escape(event.title)}** · {_happened(event)}"
    return "\n".join((head, small(f"when {escape(event.when)}"), *(small(line) for line in effects(event.lines))))


def effects(lines: Iterable[EffectLine]) -> Iterator[str]:
    """Effects one below the other; what hangs on a die or a choice is set in."""
    for depth, words in lines:
        yield f"{_INDENT * depth}• {escape(words)}"


def _happened(event: ScriptedEvent) -> str:
    if not event.happened:
        return "not yet"
    turns = ", ".join(str(turn) for turn in dict.fromkeys(event.happened))
    return f"happened in turn {turns}"


async def dry_run(
    battle: StandingBattle, event: ScriptedEvent, *, again: bool, heading: str = "", page: int = 0
) -> ui.LayoutView:
    """What it would do, and the button that lets it happen. Nothing is rolled. Raises RuleViolation where it may not be
    called."""
    action = await action_for(battle, event, again=again)
    odds = await beside(battle.rules.battle.odds, battle.state, action, UMPIRE)
    notes = (f"• {escape(note)}" for note in odds.notes)
    leaves = pieces((*effects(odds.effects), *notes), ROOM - len(heading)) or [""]
    page = min(max(page, 0), len(leaves) - 1)
    pages = f" Page {page + 1} of {len(leaves)}." if len(leaves) > 1 else ""
    layout = card(
        heading,
        f"### {escape(event.title)}\n{small(f'Waits for: {escape(clip(event.when, 300))} · {_happened(event)}')}",
        leaves[page],
        small(f"A dry run: nothing has been rolled, nothing has changed, nobody else sees this.{pages}"),
    )
    ticket = Ticket("event", battle.info.id, unit=event.key, choice=f"{int(again)}.0").at(
        battle.info.marks.of(AS_UMPIRE)
    )
    buttons = [button(ticket, "Let it happen", discord.ButtonStyle.danger, emoji="🎬")]
    for words, to in (("◀ Back", page - 1), ("On ▶", page + 1)):
        if 0 <= to < len(leaves):
            buttons.append(button(ticket.but("event-look", choice=f"{int(again)}.{to}"), words))
    buttons.append(button(ticket.but("events", unit="", choice="0"), "All events"))
    for row in rows(buttons):
        layout.add_item(row)
    return layout


async def action_for(battle: StandingBattle, event: ScriptedEvent, *, again: bool) -> Action:
    view = await battle.view(AS_UMPIRE)
    return action_of(battle.rules, CallEvent.name(), {"event": event.key, "again": again}, view)


async def call(interaction: Interaction, seat: Seat, event: ScriptedEvent, *, again: bool) -> None:
    """Let it happen, and say what came of it. Raises RuleViolation, Stale."""
    meant = Intention(seat, await action_for(seat.battle, event, again=again))
    _, words = await carry_out(interaction, meant, event.title)
    layout = card(words, accent=GOOD)
    ticket = Ticket("events", seat.battle.info.id, choice="0")
    for row in rows([button(ticket, "All events")]):
        layout.add_item(row)
    await say(interaction, layout)


@handles("event", Answer.IN_PLACE)
async def let_it_happen(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """The button below a dry run."""
    seat = await seat_of(interaction, ticket.battle, ticket.seen)
    event, again, _ = await chosen(seat.battle, ticket)
    try:
        await call(interaction, seat, event, again=again)
    except Stale:
        seat = seat if not seat.fresh else await seat_of(interaction, ticket.battle)
        heading = "**The battle has gone on meanwhile, so nothing was done.** This is what it would do now:"
        await say(interaction, await dry_run(seat.battle, event, again=again, heading=heading))
