"""The panel of a draft, for its player's eyes only: the budget, everybody with his cost, and what may be chosen.

Two faces: the whole squad, and one character with a select for each kind of choice. What may not be chosen stands in
its select with the reason, so that a player learns the limits before he meets them.
"""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import ui

from bot.talk.controls import Option, button, choose, rows
from bot.talk.say import GOOD, PLAIN
from bot.talk.text import clip, escape, small
from bot.talk.ticket import Ticket
from campaigns.roster.draft_rolls import DraftedPerson
from campaigns.roster.drafts import DraftBoard
from rules.language.words import with_article
from rules.seam.drafting import DraftMember, Purchase

MOST_GROUPS = 7
"""Selects of choices on one panel."""
_PRIMARY, _GOOD = discord.ButtonStyle.primary, discord.ButtonStyle.success


def panel(
    board: DraftBoard, number: int = 0, offers: Sequence[Purchase] = (), *, heading: str = "", done: bool = False
) -> ui.LayoutView:
    """The whole unit, or member `number` with what may be chosen for him. `heading` says what was done, if it is
    `done`, else why not."""
    frame: ui.Container[ui.LayoutView] = ui.Container(accent_colour=GOOD if done else PLAIN)
    layout = ui.LayoutView(timeout=None)
    layout.add_item(frame)
    if heading:
        frame.add_item(ui.TextDisplay(clip(heading, 400)))
    frame.add_item(ui.TextDisplay(_head(board, notes=not number)))
    frame.add_item(ui.Separator())
    ticket = Ticket("draft-pick", board.id, board.version)
    if number:
        member, person = board.view.members[number - 1], board.people[number - 1]
        frame.add_item(ui.TextDisplay(in_full(member, person)))
        for row in _choices(ticket.but("draft-buy", unit=str(number)), offers):
            frame.add_item(row)
    else:
        lines = [_line(member, person) for member, person in zip(board.view.members, board.people, strict=True)]
        frame.add_item(ui.TextDisplay(clip("\n".join(lines), 2900)))
        frame.add_item(ui.Separator())
    if others := _everybody(board, number):
        frame.add_item(choose(ticket, _who(board, number), others))
    for row in rows(_buttons(ticket, board, number)):
        frame.add_item(row)
    return layout


def sure(board: DraftBoard) -> ui.LayoutView:
    """Beginning anew takes everything back: asked once more."""
    frame: ui.Container[ui.LayoutView] = ui.Container(accent_colour=PLAIN)
    roll = "The roll and the names stay" if board.draws else "The names stay"
    words = f"**Start over?** Every choice is taken back. {roll} as they are."
    frame.add_item(ui.TextDisplay(f"{words}\n{small(escape(board.view.roll))}"))
    ticket = Ticket("draft-again", board.id, board.version)
    for row in rows(
        [button(ticket, "Start over", discord.ButtonStyle.danger), button(ticket.but("draft-whole"), "No")]
    ):
        frame.add_item(row)
    layout = ui.LayoutView(timeout=None)
    layout.add_item(frame)
    return layout


def _head(board: DraftBoard, *, notes: bool) -> str:
    view = board.view
    lines = [
        f"### {escape(board.kind.title)}",
        f"🎲 {escape(view.roll)}",
        _paid(board),
        *(small(escape(note)) for note in view.notes if notes),
    ]
    if view.missing:
        lines.append(f"⚠ It cannot be raised yet: {escape(view.missing)}")
    return "\n".join(lines)


def _paid(board: DraftBoard) -> str:
    """ "**13.7 left** of 21 · 7.3 spent", "**95 points spent**, without a limit"."""
    view = board.view
    if not view.budget:
        return f"**{escape(view.spent)} {board.words.coin} spent**, without a limit"
    return f"**{escape(view.left)} left** of {escape(view.budget)} · {escape(view.spent)} spent"


def _line(member: DraftMember, person: DraftedPerson) -> str:
    """Two short lines of one character, in the list of all."""
    tag = f"{escape(member.tag)} " if member.tag else ""
    head = f"`{member.number:>2}` {tag}**{escape(_named(member, person))}**"
    about = " · ".join(filter(None, (str(member.cost), person.role or member.role, member.short)))
    return f"{head}\n{small(escape(clip(about, 170)))}"


def in_full(member: DraftMember, person: DraftedPerson) -> str:
    role = escape(person.role or member.role)
    about = " · ".join(filter(None, (role, escape(member.tag), f"cost {member.cost}")))
    head = f"**{member.number} · {escape(_named(member, person))}**, {about}"
    return "\n".join((head, *(escape(clip(line, 200)) for line in member.sheet)))


def _named(member: DraftMember, person: DraftedPerson) -> str:
    return f"{member.rank} {person}".strip()


def _choices(ticket: Ticket, offers: Sequence[Purchase]) -> list[ui.ActionRow[ui.LayoutView]]:
    """A select for each group; what may be chosen comes first."""
    groups = list(dict.fromkeys(offer.group for offer in offers))[:MOST_GROUPS]
    made: list[ui.ActionRow[ui.LayoutView]] = []
    for place, group in enumerate(groups):
        own = sorted((offer for offer in offers if offer.group == group), key=lambda offer: bool(offer.refused))
        open_ = sum(not offer.refused for offer in own)
        words = f"{group}…" if open_ else f"{group}: nothing that he may have"
        made.append(choose(ticket.but("draft-buy", choice=str(place)), words, [_option(offer) for offer in own]))
    return made


def _option(offer: Purchase) -> Option:
    if offer.refused:
        return f"✗ {offer.title}", offer.key, offer.refused
    return offer.title, offer.key, offer.about


def _who(board: DraftBoard, number: int) -> str:
    word = board.words.member
    return f"Another {word}…" if number else f"Choose {with_article(word)}…"


def _everybody(board: DraftBoard, number: int) -> list[Option]:
    """Everybody but the one who is shown: nobody, where the unit has one character only."""
    return [
        (f"{member.number} {_named(member, person)} · {member.cost}", str(member.number), member.short)
        for member, person in zip(board.view.members, board.people, strict=True)
        if member.number != number
    ]


def _buttons(ticket: Ticket, board: DraftBoard, number: int) -> list[ui.Item[ui.LayoutView]]:
    own = ticket.but("draft-undo", unit=str(number or ""))
    made = [button(own, f"Undo {clip(board.view.last, 40)}", emoji="↩️")] if board.view.last else []
    if number:
        made.append(button(own.but("draft-name"), "Name and role…", emoji="✏️"))
        made.append(button(own.but("draft-whole"), f"Whole {board.words.unit}", _PRIMARY))
    elif board.view.last:
        made.append(button(ticket.but("draft-sure"), "Start over…"))
    if not board.view.missing:
        made.append(button(ticket.but("draft-raise"), f"Raise the {board.words.unit}…", _GOOD))
    return made
