"""Posts that could not be sent: the GM sees them, and may have them tried again."""

from __future__ import annotations

from datetime import datetime

from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.tables.battles import Battle
from campaigns.tables.campaigns import Campaign
from campaigns.tables.posts import OutboxPost, PostStatus


async def revive(session: AsyncSession, row: OutboxPost, now: datetime) -> None:
    """Have a dead letter tried again, where its battle is fought now."""
    home = await (
        session.get_one(Battle, row.battle_id) if row.battle_id else session.get_one(Campaign, row.campaign_id)
    )
    row.status, row.attempts, row.due = PostStatus.PENDING, 0, now
    row.channel_id = home.channel_id if row.audience is None else 0
