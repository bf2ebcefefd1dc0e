"""The queue of those who would take over a seat: of one side or of any, withdrawn at any time."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.campaign import leaving
from campaigns.campaign.standing_in import is_empty, why_not
from campaigns.database.store import Store
from campaigns.errors import Command, Refusal
from campaigns.members.membership import campaign_row, open_campaign, player_of, sides_of
from campaigns.seats import offering
from campaigns.seats.offering import SeatFate
from campaigns.tables.base import pk
from campaigns.tables.campaigns import Campaign, Side
from campaigns.tables.membership import PlayerSeat, Volunteer
from rules.kernel.action import SideId


@dataclass(frozen=True, slots=True)
class InQueue:
    """Somebody who would take over a seat; `side` None: of any side."""

    user_id: int
    side: SideId | None
    at: datetime


@dataclass(frozen=True, slots=True)
class OpenSeat:
    """A seat that stands open, and whose it was."""

    id: int
    side: SideId
    holder: int


async def volunteer(store: Store, campaign_id: int, who: int, side: SideId | None) -> tuple[int, tuple[OpenSeat, ...]]:
    """Stand in the queue for a seat of that side, or of any. Returns the place in the queue, and the seats that stand
    open already which this person may take.

    Raises Refusal: "no-campaign", "campaign-closed", "unknown-side", "own-seat" (they play here), "knows-too-much",
    "removed", "ask-gm", "joining-closed", "volunteered", "a-lesson".
    """
    now = store.clock.now()
    async with store.writing() as session:
        campaign = await open_campaign(session, campaign_id)
        if campaign.lesson:
            words = "This is somebody's first battle, alone against the staff: it has no seats to take over."
            raise Refusal("a-lesson", words, ("Begin your own with ", Command("battle tutorial"), "."))
        sides = await sides_of(session, campaign_id)
        wanted = [leaving.playable_side(store, campaign, sides, side)] if side is not None else list(sides.values())
        await _require_no_seat(session, campaign_id, who)
        refusals = [refusal for row in wanted if (refusal := await why_not(session, campaign, who, row)) is not None]
        if len(refusals) == len(wanted):
            raise refusals[0]
        found = select(Volunteer).where(Volunteer.campaign_id == campaign_id, Volunteer.user_id == who)
        known = (await session.exec(found)).first()
        if known is not None and known.side == side:
            raise Refusal("volunteered", "You are in the queue already.", "I mention you here when a seat is open.")
        if known is None:
            session.add(Volunteer(campaign_id=campaign_id, user_id=who, side=side, at=now))
        else:
            known.side = side
        await session.flush()
        queue = [each.user_id for each in await offering.volunteers(session, campaign_id)]
        return queue.index(who) + 1, await _open_for(session, campaign, who, [row.key for row in wanted])


async def withdraw(store: Store, campaign_id: int, who: int) -> None:
    """Stand in the queue no longer. Raises Refusal: "no-campaign", "no-volunteer"."""
    async with store.writing() as session:
        await campaign_row(session, campaign_id, lock=True)
        found = select(Volunteer).where(Volunteer.campaign_id == campaign_id, Volunteer.user_id == who)
        known = (await session.exec(found)).first()
        if known is None:
            words = "You are in no queue here."
            raise Refusal("no-volunteer", words, ("Join it with ", Command("campaign volunteer"), "."))
        await session.delete(known)


async def queue(store: Store, campaign_id: int) -> tuple[InQueue, ...]:
    """Who would take over a seat, the earliest first."""
    async with store.reading() as session:
        rows = await offering.volunteers(session, campaign_id)
        return tuple(InQueue(row.user_id, row.side, row.at) for row in rows)


async def _open_for(session: AsyncSession, campaign: Campaign, who: int, sides: list[SideId]) -> tuple[OpenSeat, ...]:
    found = select(PlayerSeat).where(
        PlayerSeat.campaign_id == campaign.id, PlayerSeat.stands == SeatFate.OPEN, col(PlayerSeat.side).in_(sides)
    )
    seats = [seat for seat in (await session.exec(found.order_by(col(PlayerSeat.id)))).all() if seat.holder != who]
    return tuple(
        [OpenSeat(pk(seat.id), seat.side, seat.holder) for seat in seats if await is_empty(session, campaign, seat)]
    )


async def _require_no_seat(session: AsyncSession, campaign_id: int, who: int) -> None:
    player = await player_of(session, campaign_id, who)
    if player is not None:
        side = await session.get_one(Side, player.side_id)
        raise Refusal(
            "own-seat", f"You play for {side.name} here.", "Only people who play for no side take over a seat."
        )
    own = select(PlayerSeat).where(
        PlayerSeat.campaign_id == campaign_id, PlayerSeat.owner == who, PlayerSeat.stands == SeatFate.HELD
    )
    if (await session.exec(own)).first() is not None:
        raise Refusal(
            "own-seat",
            "Somebody sits in your own seat.",
            ("Take it back: ", Command("campaign join"), " and your side."),
        )
