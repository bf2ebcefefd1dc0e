"""Signs of life: when the people of a campaign last did anything on its server, for whoever waits for a silent GM."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from sqlalchemy import update
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.database.store import Store
from campaigns.tables.campaigns import GM, Campaign, Player
from campaigns.tables.clocks import Absence

EVERY = timedelta(hours=1)
"""Not more often is it written down."""


@dataclass(slots=True)
class Presence:
    """Of one process: it remembers when it has written down somebody last."""

    store: Store
    _noted: dict[tuple[int, int], datetime] = field(default_factory=dict[tuple[int, int], datetime])

    async def note(self, who: int, guild_id: int) -> None:
        """Somebody has done something on that server, whatever it was."""
        now = self.store.clock.now()
        before = self._noted.get((who, guild_id))
        if before is not None and now - before < EVERY:
            return
        here = select(Campaign.id).where(Campaign.guild_id == guild_id, col(Campaign.closed_at).is_(None))
        async with self.store.writing() as session:
            for model in (GM, Player):
                own = (col(model.user_id) == who, col(model.campaign_id).in_(here))
                await session.exec(update(model).where(*own).values(last_at=now))
        self._noted[who, guild_id] = now


async def silent_since(session: AsyncSession, campaign_id: int, now: datetime) -> datetime | None:
    """Since when none of a campaign's GMs has done anything. None: one of them is on leave, which is no silence."""
    gms = (await session.exec(select(GM).where(GM.campaign_id == campaign_id))).all()
    signs = [gm.last_at or gm.appointed_at for gm in gms]
    told = select(Absence).where(col(Absence.user_id).in_([gm.user_id for gm in gms]))
    for absence in (await session.exec(told.where(col(Absence.since) <= now))).all():
        if not absence.over and absence.until > now:
            return None
        signs.append(min(absence.until, now))
    return max(signs, default=None)


async def active_since(session: AsyncSession, campaign_id: int, since: datetime) -> bool:
    """Whether any of its players who is no GM has done anything after that."""
    gms = select(GM.user_id).where(GM.campaign_id == campaign_id)
    plays = select(Player.id).where(Player.campaign_id == campaign_id, col(Player.left_at).is_(None))
    return (
        await session.exec(plays.where(col(Player.last_at) > since, col(Player.user_id).not_in(gms)).limit(1))
    ).first() is not None
