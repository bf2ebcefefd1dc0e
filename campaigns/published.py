"""What front ends have been given: a digest of the commands published in each scope, so that only changes are sent, and
the ids that they were given there, by which people can click them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from pydantic import TypeAdapter
from sqlmodel import col, or_, select

from campaigns.database.store import Store
from campaigns.tables.campaigns import Campaign, PublishedCommands

EVERYWHERE = 0
"""The scope of the commands that every server has; another scope is the server's own id."""

Ids: TypeAlias = Mapping[str, int]
"""Of the commands of a scope, by name."""
_IDS = TypeAdapter(dict[str, int])


@dataclass(frozen=True, slots=True)
class Published:
    """What a scope was given last. `ids` None: it was given by a version that kept none."""

    digest: str
    ids: Ids | None


MOST = 500
"""Scopes that one question asks about; where there are more, all that are looked after here are read."""


async def known(store: Store, scopes: Collection[int] | None = None) -> dict[int, Published]:
    """The commands last published, by scope; of these scopes at least, or of all."""
    asked = select(PublishedCommands)
    if scopes is not None and len(scopes) <= MOST:
        asked = asked.where(col(PublishedCommands.scope).in_(scopes))
    elif scopes is not None and not store.share.whole:
        ours = store.share.of(PublishedCommands.scope)
        asked = asked.where(or_(PublishedCommands.scope == EVERYWHERE, *ours))
    async with store.reading() as session:
        rows = (await session.exec(asked)).all()
        return {
            row.scope: Published(row.digest, None if row.ids is None else _IDS.validate_json(row.ids)) for row in rows
        }


async def remember(store: Store, scope: int, digest: str, ids: Ids) -> None:
    row = PublishedCommands(scope=scope, digest=digest, ids=_IDS.dump_json(dict(ids)).decode(), at=store.clock.now())
    async with store.writing() as session:
        await session.merge(row)


async def servers(store: Store) -> tuple[int, ...]:
    """The servers that have a campaign, open or closed, and are looked after here."""
    async with store.reading() as session:
        found = select(Campaign.guild_id).where(*store.share.of(Campaign.guild_id)).distinct()
        found = found.order_by(col(Campaign.guild_id))
        return tuple((await session.exec(found)).all())
