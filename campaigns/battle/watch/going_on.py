"""The battles of one person that go on, without a look into any of them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import and_, or_, select
from sqlmodel import col, func

from campaigns.database.store import Store
from campaigns.tables.base import pk
from campaigns.tables.battles import Battle, BattleStatus
from campaigns.tables.campaigns import GM, Campaign, Player, Side
from campaigns.tables.clocks import Waiting


@dataclass(frozen=True, slots=True)
class GoingOn:
    """A running battle. `asked`: since when something waits there for a side or an office of theirs; None: nothing
    does. Whether it is their own to answer, the battle's prompt says."""

    id: int
    campaign_id: int
    channel_id: int
    asked: datetime | None


async def of_person(store: Store, who: int, *, guild_id: int | None = None) -> tuple[GoingOn, ...]:
    """The battles that run in the campaigns in which somebody plays or is a GM, of one server or of all: those first in
    which something waits for them, the oldest question first, and then by age."""
    plays = and_(
        col(Player.campaign_id) == Battle.campaign_id, col(Player.user_id) == who, col(Player.left_at).is_(None)
    )
    leads = and_(col(GM.campaign_id) == Battle.campaign_id, col(GM.user_id) == who)
    for_gms = and_(col(GM.id).is_not(None), or_(col(Waiting.by_side).is_(None), col(Waiting.to_gm)))
    theirs = and_(col(Waiting.battle_id) == Battle.id, or_(col(Waiting.by_side) == Side.key, for_gms))
    asked = select(func.min(Waiting.since)).where(theirs).correlate(Battle, Side, GM).scalar_subquery()
    found = (
        select(col(Battle.id), col(Battle.campaign_id), col(Battle.channel_id), asked)
        .join(Campaign, col(Campaign.id) == Battle.campaign_id)
        .outerjoin(Player, plays)
        .outerjoin(Side, col(Side.id) == Player.side_id)
        .outerjoin(GM, leads)
        .where(or_(col(Player.id).is_not(None), col(GM.id).is_not(None)), col(Battle.status) == BattleStatus.RUNNING)
        .order_by(col(Battle.id))
    )
    if guild_id is not None:
        found = found.where(col(Campaign.guild_id) == guild_id)
    async with store.reading() as session:
        rows = (await (await session.connection()).execute(found)).all()
    each = [GoingOn(pk(number), campaign, channel, since) for number, campaign, channel, since in rows]
    waiting = sorted((one.asked, one.id, one) for one in each if one.asked is not None)
    return (*(one for _, _, one in waiting), *(one for one in each if one.asked is None))
