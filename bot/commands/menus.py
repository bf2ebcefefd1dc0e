"""What stands in Discord's context menus: *Career* on a person, *Explain* on a message."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, cast

import discord
from discord import app_commands

from bot.commands import figure_file, options
from bot.panels.teaching import terms_in
from bot.talk.command_names import mention
from bot.talk.controls import Answer, Item, Values, button, choose, handles, rows
from bot.talk.desk import campaign_here, channel_of, desk_of
from bot.talk.errors import guarded
from bot.talk.paging import page_of
from bot.talk.people import named
from bot.talk.say import Interaction, card, say, think
from bot.talk.text import clip, escape, small
from bot.talk.ticket import Ticket, snowflake
from campaigns.battle import battles
from campaigns.battle.battles import BattleInfo
from campaigns.database.store import Store
from campaigns.errors import Command, Refusal
from campaigns.post import sittings
from campaigns.roster.rosters import RosterFigure, RosterUnit
from campaigns.tables.battles import BattleStatus
from rules.language.words import counted
from rules.seam.ruleset import AnyRuleSet
from rules.seam.viewing import PUBLIC

PAGE = 25
"""Options of one select."""
WORDS = 12
"""Words of the glossary that one answer explains."""
TEXT_DISPLAY = 10
"""Discord's number for a text component."""
_HERE = app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False)
_SERVERS = app_commands.AppInstallationType(guild=True, user=False)


# ── Career ────────────────────────────────────────────────────────────────────────────────────────────────────────


@guarded
async def career(interaction: Interaction, person: discord.Member) -> None:
    await think(interaction)
    await _figures(interaction, person.id, 0)


@handles("career-of", Answer.IN_PLACE)
async def figures_page(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """Another page of somebody's figures."""
    await _figures(interaction, snowflake(ticket.unit), page_of(ticket))


@handles("career-pick", Answer.IN_PLACE)
async def figure_chosen(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """A figure was chosen: its file."""
    man, _ = await options.figure_named(interaction, values.get("", ""))
    await figure_file.show_file(interaction, man.id, 0)


async def _figures(interaction: Interaction, user_id: int, number: int) -> None:
    """The figures of that person's units, as far as the asker may look at them. Units of another side read the same as
    none."""
    units = await options.known_units(interaction)
    own = [(unit, man) for unit in units if unit.owner == user_id for man in _people(unit)]
    if not own:
        raise Refusal(
            "no-figures",
            "You may look at no figure of theirs here.",
            ("You see the units of your own side: ", Command("unit list"), "."),
        )
    last = -(-len(own) // PAGE) - 1
    page = min(number, last)
    shown = [
        (f"{man.rank} {man.name}".strip(), man.ref, f"{unit.name} · {man.status.replace('-', ' ')}")
        for unit, man in own[page * PAGE :][:PAGE]
    ]
    head = f"**{counted(len(own), 'figure')} of {named(user_id)}**"
    layout = card(head, small("Choose one: battles, wounds, credits, decorations, the newest first."))
    which = "Whose career?" + (f" ({page + 1} of {last + 1})" if last else "")
    layout.add_item(choose(Ticket("career-pick"), which, shown))
    ticket = Ticket("career-of", unit=str(user_id))
    turning: list[Item] = [
        button(ticket.but("career-of", choice=str(to)), label)
        for to, label in ((page - 1, "◀ Back"), (page + 1, "More ▶"))
        if 0 <= to <= last
    ]
    for row in rows(turning):
        layout.add_item(row)
    await say(interaction, layout)


def _people(unit: RosterUnit) -> Iterator[RosterFigure]:
    """Who holds a place in it, and whoever held it last."""
    return (man for slot in unit.slots for man in slot.own[:1])


# ── Explain ───────────────────────────────────────────────────────────────────────────────────────────────────────


@guarded
async def explain(interaction: Interaction, message: discord.Message) -> None:
    await think(interaction)
    me = interaction.client.user
    if me is None or message.author.id != me.id:
        raise Refusal(
            "not-mine",
            "I explain my own posts only.",
            ("Choose one of them, or ask for a word: ", Command("help"), " with the option word."),
        )
    here = await campaign_here(interaction)
    rules = desk_of(interaction).store.rules(here.rules)
    info = await battles.in_channel(desk_of(interaction).store, channel_of(interaction))
    about = f"**{escape(here.name)}** · {escape(rules.title)}"
    head = f"{about}\n{_battle(info)}" if info is not None else about
    more = small(f"{mention('help')} tells the rest; with `word: …` it explains any word of the book.")
    layout = card(head, _meant(rules, message, await _behind(desk_of(interaction).store, info, message.id)), more)
    for row in rows(_ways(info)):
        layout.add_item(row)
    await say(interaction, layout)


def _battle(info: BattleInfo) -> str:
    state = {BattleStatus.RUNNING: "goes on", BattleStatus.OPEN: "waits to begin"}.get(info.status, "is over")
    return f"Battle {info.number}, **{escape(clip(info.title, 100))}**, {state}."


async def _behind(store: Store, info: BattleInfo | None, message_id: int) -> tuple[str, ...]:
    """What everybody was told of what a post of a battle tells: more than stands on it, where it is folded."""
    between = await sittings.told_in(store, info.id, message_id) if info is not None else None
    if info is None or between is None:
        return ()
    report = await battles.report(store, info.id, *between, PUBLIC)
    return tuple(text for line in report.lines for told in line.tolds for text in (told.headline, *told.lines))


def _meant(rules: AnyRuleSet, message: discord.Message, behind: Sequence[str]) -> str:
    """The words that stand there, then those of what it tells folded."""
    terms = rules.book.terms
    found = tuple(dict.fromkeys((*terms_in(terms, tuple(_texts(message))), *terms_in(terms, behind))))[:WORDS]
    if not found:
        return "No word of the book's glossary stands on this post."
    return "\n".join(f"**{escape(term.word)}**: {escape(term.meaning)}" for term in found)


def _ways(info: BattleInfo | None) -> list[Item]:
    if info is None:
        return [button(Ticket("help", choice="start"), "How to play", emoji="📖")]
    ticket = Ticket("status", info.id)
    posts = button(Ticket("help", choice="posts"), "Reading the posts", emoji="📖")
    if info.status is not BattleStatus.RUNNING:
        return [button(ticket, "Status", emoji="📋"), posts]
    return [button(ticket.but("explain"), "What can I do?", emoji="❔"), button(ticket, "Status", emoji="📋"), posts]


def _texts(message: discord.Message) -> Iterator[str]:
    """All words of a message, however deep they lie in its layout."""
    yield message.content
    yield from _within([cast("Mapping[str, Any]", part.to_dict()) for part in message.components])


def _within(parts: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    for part in parts:
        if part.get("type") == TEXT_DISPLAY:
            yield str(part.get("content") or "")
        yield from _within(part.get("components") or ())


menus: list[app_commands.ContextMenu] = [
    app_commands.ContextMenu(
        name="Career",
        callback=career,
        allowed_contexts=_HERE,
        allowed_installs=_SERVERS,
    ),
    app_commands.ContextMenu(
        name="Explain",
        callback=explain,
        allowed_contexts=_HERE,
        allowed_installs=_SERVERS,
    ),
]
"""The context menus of every server."""
