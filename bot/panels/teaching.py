"""❔ What can I do?: the answer for the prompt that stands, for the asker's eyes only.

What is going on, what the side wants and how far it is, what each button does and may come to, and what the words on
the screen mean in the rule book. `lesson_of` has the rule set think (beside the event loop); the rest lays it out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import discord
from discord import ui

from bot.panels.letter_part import aim_lines
from bot.panels.panel import Weighed, plain_odds, quick_buttons, units_to_pick, waiting, weighed
from bot.talk.controls import Item, button, rows
from bot.talk.say import PLAIN
from bot.talk.text import clip, escape, pieces, small
from bot.talk.ticket import Ticket
from campaigns.battle.battles import StandingBattle
from rules.kernel.action import Action, SideId
from rules.language.words import counted
from rules.seam.asking import Ask
from rules.seam.planning import AimStanding
from rules.seam.ruleset import AnyRuleSet
from rules.seam.viewing import Term, View, plainly

ASKED, KINDS, AIMS, TERMS = 12, 8, 3, 8
"""Units whose actions are looked up; kinds of actions, aims and words that are listed."""
FEW = 3
"""Results that fit one line; more are a table."""
ROOM = 3300
"""Characters of all of it, below which the controls stand."""


@dataclass(frozen=True, slots=True)
class KindOfAction:
    """Something that units may do now. `units`: how many of those asked may."""

    title: str
    summary: str
    units: int


@dataclass(frozen=True, slots=True)
class Lesson:
    """What there is to be said of a prompt. `quick`: the answers for the whole side; `kinds`: what its units may do."""

    quick: tuple[Weighed, ...] = ()
    kinds: tuple[KindOfAction, ...] = ()
    aims: tuple[AimStanding, ...] = ()


async def lesson_of(battle: StandingBattle, ask: Ask | None, aims: tuple[AimStanding, ...]) -> Lesson:
    """Of a side that is asked, or with None of one that waits."""
    if ask is None:
        return Lesson(aims=aims)

    def thought(state: object, side: SideId, key: str) -> tuple[tuple[Weighed, ...], tuple[KindOfAction, ...]]:
        quick = weighed(battle.rules, state, side, ask.quick)
        return quick, _kinds(battle.rules, state, side, ask)

    quick, kinds = await battle.thought("lesson", thought, ask.side, ask.key)
    return Lesson(quick, kinds, aims)


def _kinds(rules: AnyRuleSet, state: object, side: SideId, ask: Ask) -> tuple[KindOfAction, ...]:
    """What its units may do, most of them first; not what has a button of its own."""
    answers = {type(offer.action) for offer in ask.quick}
    found: dict[type[Action], int] = {}
    for unit in ask.units[:ASKED]:
        for kind in dict.fromkeys(type(offer.action) for offer in rules.battle.offers(state, side, unit)):
            found[kind] = found.get(kind, 0) + 1
    most = sorted(((kind, count) for kind, count in found.items() if kind not in answers), key=lambda each: -each[1])
    return tuple(KindOfAction(kind.title or kind.name(), kind.summary, count) for kind, count in most)


def lesson(
    battle: StandingBattle, view: View, ticket: Ticket, ask: Ask | None, told: Lesson, *, heading: str = "",
    heard: Sequence[str] = (),
) -> ui.LayoutView:  # fmt: skip
    """`ask`: what the ticket's side is asked, None where it waits; `heard`: what the asker has read last, whose words
    are explained too."""
    layout = ui.LayoutView(timeout=None)
    frame: ui.Container[ui.LayoutView] = ui.Container(accent_colour=PLAIN)
    layout.add_item(frame)
    lines = [*heading.splitlines(), *_going_on(battle, view, ask)]
    if told.aims:
        lines += ["**What your side wants**", *aim_lines(told.aims, battle.rules.measure.short, view, AIMS)]
    lines += _buttons_mean(battle, ask, told)
    frame.add_item(ui.TextDisplay(pieces([*lines, *_words(battle, view, (*lines, *heard))], ROOM)[0]))
    for item in _controls(battle, view, ticket, ask):
        frame.add_item(item)
    return layout


# ── Words ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _going_on(battle: StandingBattle, view: View, ask: Ask | None) -> list[str]:
    if ask is None:
        return [waiting(battle, view), small("I mention you in the battle's thread when it is your turn.")]
    return [f"**{escape(clip(ask.question, 400))}**", small(escape(clip(view.headline, 200)))]


def _buttons_mean(battle: StandingBattle, ask: Ask | None, told: Lesson) -> list[str]:
    """A line a button: what it does, what may come of it."""
    if ask is None:
        return []
    lines = [line for one in told.quick for line in _answer(one)]
    if told.kinds:
        whom = "it may" if len(ask.units) == 1 else f"choose one of {counted(len(ask.units), 'unit')}; they may"
        lines.append(f"**Units** — {whom}:")
        lines += [_kind(one, len(ask.units)) for one in told.kinds[:KINDS]]
        more = len(told.kinds) - KINDS
        lines += [small(f"… and {counted(more, 'other thing')}: see the unit's panel")] if more > 0 else []
    if battle.rules.battle.ordering is not None:
        lines.append("**Orders** — write down what your units do from now on; the enemy reads nothing of it.")
    return ["**What each button does**", *lines] if lines else []


def _answer(one: Weighed) -> list[str]:
    """ "• **Advance with all** — every unit moves towards the nearest enemy · hit 50 %"; a table of many results has a
    line for each."""
    does = one.offer.detail or type(one.offer.action).summary
    table = [small(f"{escape(each.words)}") for each in one.odds.chances] if len(one.odds.chances) > FEW else []
    odds = "" if table else plain_odds(one.odds)
    said = " · ".join(filter(None, (escape(clip(does, 260)), escape(odds))))
    return [f"• **{escape(clip(one.offer.label, 80))}**{f' — {said}' if said else ''}", *table]


def _kind(one: KindOfAction, asked: int) -> str:
    some = f" ({one.units} of {min(asked, ASKED)})" if asked > 1 and one.units < min(asked, ASKED) else ""
    return f"• **{escape(one.title)}**{some} — {escape(clip(one.summary, 120))}"


def _words(battle: StandingBattle, view: View, said: Sequence[str]) -> list[str]:
    """The words of the book that stand there, on the sheets of one's units, or in what was read last."""
    states = [word for unit in view.units for word in unit.states]
    found = terms_in(battle.rules.book.terms, (*said, *states))[:TERMS]
    meant = [small(f"**{escape(term.word)}**: {escape(term.meaning)}") for term in found]
    return ["**Words**", *meant] if meant else []


def terms_in(terms: Sequence[Term], texts: Sequence[str]) -> tuple[Term, ...]:
    """Those of the words that stand in the texts."""
    words = plainly(" ".join(texts))
    return tuple(term for term in terms if term.stands_in(words))


# ── Controls ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _controls(battle: StandingBattle, view: View, ticket: Ticket, ask: Ask | None) -> list[ui.ActionRow[ui.LayoutView]]:
    """What the prompt offers, at hand below its explanation."""
    orders: list[Item] = []
    if battle.rules.battle.ordering is not None and ticket.side and battle.info.result is None:
        orders.append(button(ticket.but("orders", choice=""), "Orders …", emoji="✍️"))
    if ask is None:
        return rows(orders)
    known = [unit for unit in map(view.unit, ask.units) if unit is not None]
    if len(known) == 1:
        words = f"Act with {known[0].name} …"
        own = [button(ticket.but("open", unit=known[0].ref), words, discord.ButtonStyle.success)]
        return rows([*own, *quick_buttons(ask.quick, ticket, battle.rules)[:4], *orders])
    buttons = [*quick_buttons(ask.quick, ticket, battle.rules), *orders]
    return [*units_to_pick(ask.units, view, ticket), *rows(buttons)]
