"""What an action has to know of its battle beside the battle itself before it writes: the clocks, the end of the
line of posts, and who reads what is for one side alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.clocks.clockwork import CLOCKWORK, Clockwork, assembled
from campaigns.database.together import Together
from campaigns.post import line
from campaigns.post.dispatches import READERS, Readers, readers_of
from campaigns.post.line import LineEnd

BOOKS = Together(*CLOCKWORK, *line.END, *READERS)
"""Of a "campaign" and a "battle" in it."""


@dataclass(frozen=True, slots=True)
class Books:
    """The battle's clocks, the end of its line and its sides' readers, as they stand in a transaction."""

    clockwork: Clockwork
    end: LineEnd
    readers: Readers


async def books_of(session: AsyncSession, campaign_id: int, battle_id: int) -> Books:
    return _books(await BOOKS.ask(session, campaign=campaign_id, battle=battle_id))


def read(columns: Sequence[str | None]) -> Books:
    """The books that were asked for beside a battle's row."""
    return _books(BOOKS.read(columns))


def _books(found: Sequence[list[list[object]]]) -> Books:
    people, waiting, timers, *end, players, threads = found
    return Books(assembled(people, waiting, timers), line.end_of(*end), readers_of(players, threads))
