"""Posts that could not be sent: the GM sees them, and may have them tried again."""

from __future__ import annotations

from datetime import datetime

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.errors import Refusal
from campaigns.members.membership import require_gm
from campaigns.post.outbox import DEAD, Post, post_of
from campaigns.store import Store
from campaigns.tables.battles import Battle
from campaigns.tables.campaigns import Campaign
from campaigns.tables.posts import OutboxPost, PostStatus


async def dead(store: Store, campaign_id: int, who: int) -> tuple[Post, ...]:
    """The dead letters of a campaign, for its GM. Raises Refusal: "umpire-only", "no-campaign"."""
    async with store.reading() as session:
        await require_gm(session, campaign_id, who, "see what could not be posted")
        found = select(OutboxPost).where(OutboxPost.campaign_id == campaign_id, DEAD)
        return tuple(post_of(row) for row in (await session.exec(found.order_by(col(OutboxPost.id)))).all())


async def retry(store: Store, post_id: int, who: int) -> Post:
    """Have a dead letter tried again. Raises Refusal: "no-post", "umpire-only"."""
    missing = Refusal("no-post", "There is no such undelivered post here.", "See the list of undelivered posts.")
    async with store.writing() as session:
        row = await session.get(OutboxPost, post_id, with_for_update=True)
        if row is None or row.status != PostStatus.DEAD:
            raise missing
        try:
            await require_gm(session, row.campaign_id, who, "have a post sent again")
        except Refusal as refusal:
            raise (missing if refusal.code == "no-campaign" else refusal) from None
        await revive(session, row, store.clock.now())
        return post_of(row)


async def revive(session: AsyncSession, row: OutboxPost, now: datetime) -> None:
    """Have a dead letter tried again, where its battle is fought now."""
    home = await (
        session.get_one(Battle, row.battle_id) if row.battle_id else session.get_one(Campaign, row.campaign_id)
    )
    row.status, row.attempts, row.due = PostStatus.PENDING, 0, now
    row.channel_id = home.channel_id if row.audience is None else 0
