"""The "Details" of a post: the numbers, dice, facts and rules behind what it tells, as far as the asker may know them.

The button carries which of the things that its readers have been told the post tells of; what it shows is told anew for
whoever presses it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.post import posts
from bot.talk.controls import Answer, Item, Values, button, handles, rows
from bot.talk.desk import guild_of
from bot.talk.say import Interaction, card, say
from bot.talk.seat import seat_at
from bot.talk.text import escape, small
from bot.talk.ticket import Ticket, numeral, parts
from campaigns.battle.battles import Seat, StandingBattle
from campaigns.battle.record.marks import Mark, Whose
from campaigns.battle.telling import telling
from campaigns.database.store import Store
from rules.kernel.action import SideId
from rules.seam.viewing import Viewer

LONGEST = 1000
"""Entries that one post may tell of; a button that asks for more is none of ours."""


def ticket_of(battle_id: int, told: Sequence[int], *, whole: bool = True) -> Ticket:
    """Of the post for everybody that tells of these things, counted as everybody is told them; where it does not tell
    the `whole`, they do."""
    first, last = min(told, default=0), max(told, default=0)
    return Ticket("details", battle_id, last, choice=f"{first}.0" + ("" if whole else EVERYTHING))


async def ticket_for(store: Store, battle: StandingBattle, side: SideId, last: int) -> Ticket:
    """Of the post for one side that tells of the transaction whose last entry that is."""
    info, now = battle.info, battle.info.marks.of(Viewer(side))
    since = await telling.transactions_of(store, battle.rules, info.id, side, last, info.version)
    told = Mark(now.number - len(since), now.whose)
    return Ticket("details", info.id, side=side, choice=f"{told.number}.0").at(told)


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
    lines = await seat.told_of(*await _between(seat, ticket, first))
    pages = posts.details(*posts.by_action(lines), everything=everything)
    if not pages:
        await say(interaction, card("There is nothing more to this: no dice, no cards, no rule."))
        return
    number = min(wanted, len(pages) - 1)
    meant = " · ".join(f"{term.word}: {term.meaning}" for term in seat.battle.rules.book.terms)
    layout = card("### Details", *pages[number].texts, small(escape(meant)))
    for row in rows(_turning(ticket, first, number, len(pages))):
        layout.add_item(row)
    await say(interaction, layout)


async def _between(seat: Seat, ticket: Ticket, first: int) -> tuple[int, int]:
    """The first and the last entry that the post tells of."""
    info, last = seat.battle.info, ticket.mark
    if ticket.whose is Whose.EVERYBODY:
        begins, ends = await telling.told_between(seat.store, info.id, first, last)
        return max(begins, ends - LONGEST), ends
    since = info.marks.of(Viewer(ticket.side)).number - last
    known, looked = list[tuple[int, int]](), LONGEST
    while 0 <= since >= len(known):  # others' secrets stand among them, however many
        after = info.version - looked
        known = await telling.transactions_of(seat.store, seat.battle.rules, info.id, ticket.side, after, info.version)
        looked *= 4
        if after <= 0:
            break
    return known[since] if 0 <= since < len(known) else (1, 0)


def _turning(ticket: Ticket, first: int, number: int, count: int) -> list[Item]:
    def to(page: int, label: str) -> Item:
        kept = EVERYTHING if ticket.choice.count(".") == 2 else ""
        return button(replace(ticket.but("details-page"), choice=f"{first}.{page}{kept}"), label)

    before = [to(number - 1, f"‹ Page {number}")] if number else []
    after = [to(number + 1, f"Page {number + 2} ›")] if number + 1 < count else []
    return before + after
