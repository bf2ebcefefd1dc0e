"""Long answers in pages, each within Discord's limits: the newest comes first, and nothing is cut.

The buttons carry the number of the page only. What stands on it is read anew by the handler, which asks again whether
the asker may see it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from discord import ui

from bot.talk.controls import button, rows
from bot.talk.say import PLAIN, card
from bot.talk.text import pieces, small
from bot.talk.ticket import Ticket, numeral

PAGE = 3000
"""Characters of one page; the heading has the rest of the 4,000."""


def pages(blocks: Iterable[str], room: int = PAGE) -> list[str]:
    """The blocks joined into as few pages as hold them. A block stays in one piece where one page has room for it."""
    found: list[str] = []
    for block in blocks:
        for piece in [block] if len(block) <= room else pieces(block.split("\n"), room):
            if found and len(found[-1]) + 1 + len(piece) <= room:
                found[-1] += "\n" + piece
            else:
                found.append(piece)
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
