"""A seat stands open: its player has left the side, or has let two deadlines pass in a row. Whoever would take it over
is told, once."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum
from typing import Literal

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.members import knowledge
from campaigns.members.knowledge import FORGOTTEN
from campaigns.members.membership import is_gm, player_of
from campaigns.post import outbox, strikes
from campaigns.post.matter import Matter
from campaigns.post.seats import SeatOpen, WaitingBattle
from campaigns.tables.base import pk
from campaigns.tables.campaigns import GM, Campaign
from campaigns.tables.membership import PlayerSeat, Volunteer
from campaigns.tables.posts import PostKind
from rules.kernel.action import SideId


class SeatFate(StrEnum):
    """How a seat stands."""

    OPEN = "open"
    HELD = "held"
    """Somebody sits there in its owner's place."""
    BACK = "back"
    """Its owner has it again, or has come back before anybody took it."""
    DECLINED = "declined"
    """Whoever was invited to it would not have it."""


STANDING = (SeatFate.OPEN, SeatFate.HELD)


async def volunteers(session: AsyncSession, campaign_id: int) -> Sequence[Volunteer]:
    """The queue of a campaign, the earliest first."""
    found = select(Volunteer).where(Volunteer.campaign_id == campaign_id)
    return (await session.exec(found.order_by(col(Volunteer.at), col(Volunteer.id)))).all()


async def seat_held_by(session: AsyncSession, campaign_id: int, side: SideId, who: int) -> PlayerSeat | None:
    """The seat in which somebody sits in another's place, or that stands open after them."""
    found = select(PlayerSeat).where(
        PlayerSeat.campaign_id == campaign_id, PlayerSeat.side == side, PlayerSeat.holder == who
    )
    return (
        await session.exec(found.where(col(PlayerSeat.stands).in_(STANDING)).order_by(col(PlayerSeat.id).desc()))
    ).first()


async def offer(
    session: AsyncSession,
    campaign: Campaign,
    side: SideId,
    holder: int,
    why: Literal["left", "silent"],
    waiting: Sequence[WaitingBattle],
    now: datetime,
    *,
    for_good: bool = False,
    told: bool = False,
) -> None:
    """The seat of `holder` stands open, and whoever has volunteered for the side and may take it is told; with somebody
    who is silent the GMs, too. Nothing where it stands open already, or in somebody's lesson. `for_good`: the holder
    may not come back; `told`: the volunteers have just been."""
    if campaign.lesson:
        return
    seat = await seat_held_by(session, pk(campaign.id), side, holder)
    if seat is not None and seat.stands == SeatFate.OPEN and why == "left":
        seat.owner = FORGOTTEN if for_good and seat.owner == holder else seat.owner
        return
    if seat is None:
        owner = FORGOTTEN if for_good else holder
        seat = PlayerSeat(
            campaign_id=pk(campaign.id), side=side, owner=owner, holder=holder, stands=SeatFate.OPEN, since=now
        )
        session.add(seat)
    elif seat.stands == SeatFate.OPEN:  # they had come back, and have gone again
        await strikes.strike(session, seat.post, SeatFate.BACK, now)
    seat.stands, seat.since = SeatFate.OPEN, now
    await session.flush()
    users = () if told else await _who_may(session, campaign, side, holder)
    gms = why == "silent" and not told
    about = SeatOpen(seat=pk(seat.id), holder=holder, why=why, gms=gms, waiting=tuple(waiting))
    users = (*(await _gms(session, pk(campaign.id)) if gms else ()), *users)
    matter = Matter(topic="notice", side=side, users=tuple(dict.fromkeys(users)), about=about)
    seat.post = await outbox.put(session, campaign, None, PostKind.NOTICE, matter, now)


async def _who_may(session: AsyncSession, campaign: Campaign, side: SideId, holder: int) -> tuple[int, ...]:
    """The volunteers who would sit there, and know nothing that the side may not."""
    campaign_id, found = pk(campaign.id), list[int]()
    for each in await volunteers(session, campaign_id):
        wants_it = each.side in (None, side) and each.user_id != holder
        if not wants_it or await is_gm(session, campaign_id, each.user_id):
            continue
        if await player_of(session, campaign_id, each.user_id) is not None:
            continue
        if not await knowledge.seen_by(session, campaign_id, each.user_id, but=side):
            found.append(each.user_id)
    return tuple(found)


async def _gms(session: AsyncSession, campaign_id: int) -> tuple[int, ...]:
    found = select(GM.user_id).where(GM.campaign_id == campaign_id).order_by(col(GM.id))
    return tuple((await session.exec(found)).all())
