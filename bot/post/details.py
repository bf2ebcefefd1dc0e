"""The "Details" of a post: the numbers, dice, facts and rules behind what it tells, as far as the asker may know them.

The button carries which entries of the journal the post tells of; what it shows is told anew for whoever presses it.
"""

from __future__ import annotations

from dataclasses import replace

from bot.post import posts
from bot.talk.controls import Answer, Item, Values, button, handles, rows
from bot.talk.desk import guild_of
from bot.talk.say import Interaction, card, say
from bot.talk.seat import seat_at
from bot.talk.text import escape, small
from bot.talk.ticket import Ticket, numeral, parts

LONGEST = 1000
"""Entries that one post may tell of; a button that asks for more is none of ours."""


def ticket_of(battle_id: int, first: int, last: int, *, whole: bool = True) -> Ticket:
    """Of the post that tells of the entries `first` to `last`; where it does not tell the `whole`, they do."""
    return Ticket("details", battle_id, last, choice=f"{first}.0" + ("" if whole else EVERYTHING))


EVERYTHING = ".1"
"""Ends the choice of a button that shows what the post has left out, too."""


@handles("details", Answer.BESIDE)
async def details_pressed(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """The button on a post."""
    await _show(interaction, ticket)


@handles("details-page", Answer.IN_PLACE)
async def another_page(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """Another page of them."""
    await _show(interaction, ticket)


async def _show(interaction: Interaction, ticket: Ticket) -> None:
    everything = ticket.choice.count(".") == 2
    first, wanted, *_ = map(numeral, parts(ticket.choice, 3 if everything else 2))
    guild_of(interaction)
    seat = await seat_at(interaction, ticket.battle)
    first = max(first, ticket.version - LONGEST)
    pages = posts.details(*posts.by_action(await seat.told_of(first, ticket.version)), everything=everything)
    if not pages:
        await say(interaction, card("There is nothing more to this: no dice, no cards, no rule."))
        return
    number = min(wanted, len(pages) - 1)
    meant = " · ".join(f"{term.word}: {term.meaning}" for term in seat.battle.rules.book.terms)
    layout = card("### Details", *pages[number].texts, small(escape(meant)))
    for row in rows(_turning(ticket, first, number, len(pages))):
        layout.add_item(row)
    await say(interaction, layout)


def _turning(ticket: Ticket, first: int, number: int, count: int) -> list[Item]:
    def to(page: int, label: str) -> Item:
        kept = EVERYTHING if ticket.choice.count(".") == 2 else ""
        return button(replace(ticket.but("details-page"), choice=f"{first}.{page}{kept}"), label)

    before = [to(number - 1, f"‹ Page {number}")] if number else []
    after = [to(number + 1, f"Page {number + 2} ›")] if number + 1 < count else []
    return before + after
