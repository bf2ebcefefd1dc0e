"""Which sides have read that their orders have run out, and may write while the battle waits for others."""

from __future__ import annotations

from dataclasses import dataclass

from sqlmodel import col, select

from campaigns.battle.battles import StandingBattle
from campaigns.database.store import Store
from campaigns.post.matter import JustHappened, Matter
from campaigns.tables.posts import OutboxPost, PostKind


@dataclass
class Invitations:
    """What stands in the sides' threads, as far as it has been looked at."""

    store: Store
    battle_id: int
    _seen: int = 0

    async def fresh(self) -> tuple[str, ...]:
        """Return the sides that were told since the last look."""
        found = select(OutboxPost).where(
            col(OutboxPost.battle_id) == self.battle_id,
            col(OutboxPost.kind) == PostKind.SIDE,
            col(OutboxPost.recipient).is_(None),
            col(OutboxPost.id) > self._seen,
        )
        async with self.store.reading() as session:
            rows = (await session.exec(found.order_by(col(OutboxPost.id)))).all()
        self._seen = max((row.id or 0 for row in rows), default=self._seen)
        told = [(row.audience or "", Matter.model_validate_json(row.matter).about) for row in rows]
        return tuple(dict.fromkeys(side for side, about in told if isinstance(about, JustHappened)))


def ordered_out(battle: StandingBattle, side: str) -> tuple[str, ...]:
    """Return the side where its panel shows that none of its orders stand, and that it could give some."""
    ordering = battle.rules.battle.ordering
    if ordering is None or not ordering.cancels or not side:
        return ()
    stands = any(not order.stopped for order in ordering.standing(battle.state, side))
    return () if stands or not ordering.units(battle.state, side) else (side,)
