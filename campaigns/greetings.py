"""Which servers have been greeted: one greeting each, whatever restarts and however often somebody invites the bot."""

from __future__ import annotations

from datetime import timedelta

from campaigns.database.store import Store
from campaigns.tables.greetings import Greeting

AGAIN = timedelta(days=7)
"""Whoever invites the bot again within that has read the greeting."""


async def claim(store: Store, guild_id: int) -> bool:
    """Whether this server is to be greeted now. It counts as greeted from then on: one greeting too few is better than
    two."""
    now = store.clock.now()
    async with store.writing() as session:
        row = await session.get(Greeting, guild_id, with_for_update=True)
        if row is not None and now - row.at < AGAIN:
            return False
        await session.merge(Greeting(guild_id=guild_id, at=now))
        return True
