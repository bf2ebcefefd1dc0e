"""Long answers in pages, each within Discord's limits: the newest comes first, and nothing is cut.

The buttons carry the number of the page only. What stands on it is read anew by the handler, which asks again whether
the asker may see it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from discord import ui

from bot.talk.controls import button, rows
from bot.talk.say import PLAIN, card
from bot.talk.text import pieces, small
from bot.talk.ticket import Ticket, numeral

T = TypeVar("T")
PAGE = 3000
"""Characters of one page; the heading has the rest of the 4,000."""


def pages(blocks: Iterable[str], room: int = PAGE) -> list[str]:
    """The blocks joined into as few pages as hold them. A block stays in one piece where one page has room for it."""
    return [page for page, _ in pages_with(((block, None) for block in blocks), room)]


def pages_with(blocks: Iterable[tuple[str, T | None]], room: int = PAGE) -> list[tuple[str, list[T]]]:
    """The same of blocks with something each: a page has what comes with the blocks that begin on it."""
    found: list[tuple[str, list[T]]] = []
    for block, thing in blocks:
        own = [thing] if thing is not None else []
        for piece in [block] if len(block) <= room else pieces(block.split("\n"), room):
            if found and len(found[-1][0]) + 1 + len(piece) <= room:
                found[-1] = (f"{found[-1][0]}\n{piece}", [*found[-1][1], *own])
            else:
                found.append((piece, own))
            own = []
    return found


def page_of(ticket: Ticket) -> int:
    """The page that a button stands for."""
    return numeral(ticket.choice)


NEWEST_FIRST, BACK_AND_ON = ("◀ Newer", "Older ▶"), ("◀ Back", "On ▶")
"""What the buttons to other pages say: of a history, and of a list."""


def leaf(
    head: str,
    found: Sequence[str],
    ticket: Ticket,
    number: int,
    accent: int = PLAIN,
    words: tuple[str, str] = NEWEST_FIRST,
) -> ui.LayoutView:
    """One page under the heading, and buttons to the pages before and after it. `ticket` names the handler that shows
    a page again."""
    number = min(max(number, 0), len(found) - 1)
    order = ", the newest first" if words == NEWEST_FIRST else ""
    foot = small(f"Page {number + 1} of {len(found)}{order}") if len(found) > 1 else ""
    layout = card(head, found[number], foot, accent=accent)
    turn(layout, ticket, number, len(found), words)
    return layout


def turn(layout: ui.LayoutView, ticket: Ticket, number: int, count: int, words: tuple[str, str] = NEWEST_FIRST) -> None:
    """The buttons below a page of several."""
    ways = zip(words, (number - 1, number + 1), strict=True)
    found = [button(ticket.but(ticket.what, choice=str(to)), way) for way, to in ways if 0 <= to < count]
    for row in rows(found):
        layout.add_item(row)
