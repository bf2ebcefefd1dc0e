"""The seed of a campaign's next battle, sealed while nobody can know what will be mixed with it.

A host who draws a seed when everybody's words are known could draw until the first cards please. So the commitment of
the next seed is posted with the campaign, and with the opening of each battle that of the one after; what the sides do
from then on is mixed with it.
"""

from __future__ import annotations

from datetime import datetime

from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.battle.record.seed import digest, new_seed
from campaigns.database.store import Store
from campaigns.post.matter import Dice
from campaigns.tables.battles import BattleSeed, NextSeed


def seal(store: Store, session: AsyncSession, campaign_id: int, now: datetime) -> NextSeed:
    """Draw the seed of the campaign's next battle. Its commitment may be posted."""
    seed = new_seed(store.entropy)
    sealed = NextSeed(campaign_id=campaign_id, seed=seed.hex(), commitment=digest(seed), sealed_at=now)
    session.add(sealed)
    return sealed


async def take(
    store: Store, session: AsyncSession, campaign_id: int, battle_id: int, from_seq: int, now: datetime
) -> tuple[BattleSeed, Dice]:
    """Give the battle the sealed seed from entry `from_seq` on, and seal the following one. Returns the battle's seed
    and what may be posted.

    A campaign that an earlier version began has none sealed yet: its seed is drawn now.
    """
    sealed = await session.get(NextSeed, campaign_id, with_for_update=True)
    since = now if sealed is None else sealed.sealed_at
    if sealed is None:
        sealed = seal(store, session, campaign_id, now)
    given = BattleSeed(
        battle_id=battle_id, from_seq=from_seq, seed=sealed.seed, commitment=sealed.commitment, sealed_at=since
    )
    session.add(given)
    following = new_seed(store.entropy)
    sealed.seed, sealed.commitment, sealed.sealed_at = following.hex(), digest(following), now
    await session.flush()
    return given, Dice(commitment=given.commitment, sealed_at=since, following=sealed.commitment)


async def begun_with(session: AsyncSession, campaign_id: int, given: BattleSeed) -> Dice:
    """What the post of a battle's beginning says of its dice, and of the campaign's next seed."""
    following = await session.get(NextSeed, campaign_id)
    return Dice(
        commitment=given.commitment,
        sealed_at=given.sealed_at,
        key_digest=given.key_digest,
        following="" if following is None else following.commitment,
    )


async def commitment_of(store: Store, campaign_id: int) -> str:
    """The commitment of the campaign's next seed; "" where an earlier version began it and none is sealed yet."""
    async with store.reading() as session:
        sealed = await session.get(NextSeed, campaign_id)
        return "" if sealed is None else sealed.commitment
