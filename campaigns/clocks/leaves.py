"""Who is on leave, and until when: told to everybody at the table, so that nobody takes it for silence."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.clocks.people import InPlace
from campaigns.clocks.roll import roll_of
from campaigns.database.store import Store
from campaigns.members.policies import Policies
from campaigns.post import outbox
from campaigns.post.matter import Matter, OnLeave
from campaigns.tables.base import pk
from campaigns.tables.battles import Battle, BattleStatus
from campaigns.tables.campaigns import Campaign, Player, Side
from campaigns.tables.clocks import Absence
from campaigns.tables.posts import PostKind
from rules.kernel.action import SideId


@dataclass(frozen=True, slots=True)
class Leave:
    """A player who is away now."""

    user_id: int
    side: SideId
    until: datetime
    in_place: InPlace


async def tell(session: AsyncSession, absence: Absence, now: datetime) -> None:
    """Each battle that goes on with his side reads that he is away, until when, and what happens meanwhile."""
    found = (
        select(Battle, Campaign, Side.key)
        .join(Campaign, col(Campaign.id) == Battle.campaign_id)
        .join(Player, col(Player.campaign_id) == Campaign.id)
        .join(Side, col(Side.id) == Player.side_id)
        .where(Player.user_id == absence.user_id, col(Player.left_at).is_(None))
        .where(Battle.status == BattleStatus.RUNNING)
    )
    for battle, campaign, side in (await session.exec(found.order_by(col(Battle.id)))).all():
        settings = Policies.model_validate_json(campaign.settings)
        roll = await roll_of(session, pk(campaign.id), pk(battle.id))
        fellows = any(user not in roll.away and user != absence.user_id for user in roll.on_side(side).values())
        about = OnLeave(meanwhile=absence.in_place, hours=settings.absent_hours, staff=settings.staff, fellows=fellows)
        matter = Matter(topic="on-leave", side=side, users=(absence.user_id,), due=absence.until, about=about)
        await outbox.put(session, campaign, battle, PostKind.NOTICE, matter, now)


async def standing(store: Store, campaign_id: int) -> tuple[Leave, ...]:
    """The campaign's players who are away now."""
    async with store.reading() as session:
        found = (
            select(Absence, Side.key)
            .join(Player, col(Player.user_id) == Absence.user_id)
            .join(Side, col(Side.id) == Player.side_id)
            .where(Player.campaign_id == campaign_id, col(Player.left_at).is_(None))
            .where(col(Absence.over).is_(False), col(Absence.begun).is_(True))
        )
        rows = (await session.exec(found.order_by(col(Absence.id)))).all()
    return tuple(Leave(absence.user_id, side, absence.until, InPlace(absence.in_place)) for absence, side in rows)
