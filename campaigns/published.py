"""What front ends have been given: a digest of the commands published in each scope, so that only changes are sent."""

from __future__ import annotations

from sqlmodel import col, select

from campaigns.models import Campaign, PublishedCommands
from campaigns.store import Store

EVERYWHERE = 0
"""The scope of the commands that every server has; another scope is the server's own id."""


async def digests(store: Store) -> dict[int, str]:
    """Of the commands last published, by scope."""
    async with store.reading() as session:
        rows = (await session.exec(select(PublishedCommands))).all()
        return {row.scope: row.digest for row in rows}


async def remember(store: Store, scope: int, digest: str) -> None:
    async with store.writing() as session:
        await session.merge(PublishedCommands(scope=scope, digest=digest, at=store.clock.now()))


async def servers(store: Store) -> tuple[int, ...]:
    """The servers that have a campaign, open or closed."""
    async with store.reading() as session:
        found = select(Campaign.guild_id).distinct().order_by(col(Campaign.guild_id))
        return tuple((await session.exec(found)).all())
