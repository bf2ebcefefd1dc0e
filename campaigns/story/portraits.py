"""Pictures that people give to figures: each is checked and kept as a small PNG."""

from __future__ import annotations

from campaigns.database.store import Store
from campaigns.errors import Refusal
from campaigns.members.membership import is_gm
from campaigns.roster.permits import figure_of, require_owner
from campaigns.story.uploads import redrawn
from campaigns.tables.base import pk
from campaigns.tables.stories import Portrait
from campaigns.thinking import beside

SIZE = (464, 544)
"""Pixels of what is kept, at most."""


async def give(store: Store, figure_id: int, who: int, data: bytes) -> None:
    """Give a figure a portrait, in place of any other.

    Raises Refusal: as `uploads.redrawn`, "not-yours", "unknown-figure".
    """
    async with store.reading() as session:
        _, _, unit = await figure_of(session, figure_id, who)
        await require_owner(session, unit, who)
    png = await beside(redrawn, data, SIZE, "PNG")
    async with store.writing() as session:
        figure, _, unit = await figure_of(session, figure_id, who)
        await require_owner(session, unit, who)
        former = await session.get(Portrait, pk(figure.id))
        row = former or Portrait(figure_id=pk(figure.id), data=png, at=store.clock.now())
        row.data, row.user_id, row.at = png, who, store.clock.now()
        session.add(row)


async def take_down(store: Store, figure_id: int, who: int) -> None:
    """Take a portrait away: its owner, or a GM. Raises Refusal: "no-portrait", "not-yours", "unknown-figure"."""
    async with store.writing() as session:
        figure, _, unit = await figure_of(session, figure_id, who)
        if not await is_gm(session, unit.campaign_id, who):
            await require_owner(session, unit, who)
        former = await session.get(Portrait, pk(figure.id))
        if former is None:
            raise Refusal("no-portrait", "This figure has no portrait.", "Attach a picture to give it one.")
        await session.delete(former)
