"""How many interactions of one server are under way at a time: a flood of one holds up nobody of another.

Whoever waits for a place has been acknowledged: Discord gives up on what it has not heard of for three seconds.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from weakref import WeakValueDictionary

AT_ONCE = 8
"""Interactions of one server under way at a time."""


@dataclass
class _Entry:
    place: asyncio.Semaphore
    held: AsyncExitStack
    taken: bool = False


_ENTRY: ContextVar[_Entry | None] = ContextVar("entry", default=None)


class Places:
    """One per process."""

    def __init__(self) -> None:
        self._of: WeakValueDictionary[int, asyncio.Semaphore] = WeakValueDictionary()

    @asynccontextmanager
    async def entered(self, guild_id: int | None) -> AsyncGenerator[None]:
        """An interaction of that server; private conversations count as one. What answers at once, such as a form,
        takes no place; `take` holds one to the end of the block."""
        place = self._of.get(guild_id or 0)
        if place is None:
            place = self._of[guild_id or 0] = asyncio.Semaphore(AT_ONCE)
        async with AsyncExitStack() as held:
            before = _ENTRY.set(_Entry(place, held))
            try:
                yield
            finally:
                _ENTRY.reset(before)


async def take() -> None:
    """Wait for a place of the server whose interaction this is, once Discord knows that an answer comes."""
    entry = _ENTRY.get()
    if entry is not None and not entry.taken:
        entry.taken = True
        await entry.held.enter_async_context(entry.place)
