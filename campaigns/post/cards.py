"""A campaign's card: one post that says who plays and what is next. It is made anew whenever that changes; a newer card
takes the buttons off the one before."""

from __future__ import annotations

from datetime import datetime

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.database.store import Store
from campaigns.members.membership import campaign_row
from campaigns.post import outbox, strikes
from campaigns.post.matter import JustHappened, Matter
from campaigns.tables.base import given
from campaigns.tables.posts import OutboxPost, PostKind

_NEWEST = (
    select(OutboxPost)
    .where(col(OutboxPost.campaign_id) == given("campaign"), col(OutboxPost.battle_id).is_(None))
    .where(col(OutboxPost.kind) == PostKind.CARD)
    .order_by(col(OutboxPost.position).desc())
    .limit(1)
)


async def put(store: Store, campaign_id: int, commitment: str = "") -> None:
    """Post the campaign's card. `commitment`: to the seed of its first battle, where the card opens the campaign.
    Raises Refusal "no-campaign"."""
    async with store.writing() as session:
        campaign = await campaign_row(session, campaign_id, lock=True)
        now = store.clock.now()
        former = await _newest(session, campaign_id)
        if former is not None:
            await strikes.meet(session, former, strikes.REPLACED, now)
        about = JustHappened(kind="campaign-opened", commitment=commitment)
        await outbox.put(session, campaign, None, PostKind.CARD, Matter(topic="notice", about=about), now)


async def renew(session: AsyncSession, campaign_id: int, now: datetime) -> None:
    """What the card says has changed. Nothing where a campaign has none."""
    card = await _newest(session, campaign_id)
    if card is not None:
        await strikes.renew(session, card, now)


async def _newest(session: AsyncSession, campaign_id: int) -> OutboxPost | None:
    return (await session.exec(_NEWEST, params={"campaign": campaign_id})).first()
