"""A battle's standing post: the first in its place, or, once Discord has let that one be changed no more, a newer one
that stands for it."""

from __future__ import annotations

from campaigns.database.store import Store
from campaigns.members.membership import campaign_row
from campaigns.post import outbox, strikes
from campaigns.post.matter import Matter
from campaigns.post.strikes import REPLACED, Spent
from campaigns.tables.battles import Battle
from campaigns.tables.posts import OutboxPost, PostKind

TOPICS = ("opened", "standing")
"""What a standing post is about: how its battle has been opened, how it stands."""


async def post_anew(store: Store, spent: Spent) -> None:
    """A standing post that Discord lets nobody change any more has a successor; it loses its buttons when it may be
    changed again. Nothing where it has one already."""
    assert spent.battle_id is not None, "a battle's"
    async with store.writing() as session:
        campaign = await campaign_row(session, spent.campaign_id, lock=True)
        battle, post = await session.get(Battle, spent.battle_id), await session.get(OutboxPost, spent.post_id)
        newest = await strikes.standing_post(session, spent.battle_id)
        if battle is None or post is None or newest is None or newest.id != post.id:
            return
        now = store.clock.now()
        matter = Matter.model_validate_json(spent.matter).model_copy(update={"topic": "standing"})
        await outbox.put(session, campaign, battle, PostKind.NOTICE, matter, now)
        await strikes.meet(session, post, REPLACED, now + strikes.LONGEST_WAIT)
