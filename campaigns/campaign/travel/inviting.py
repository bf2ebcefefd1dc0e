"""Whoever had a seat in a campaign that arrives is asked whether they take it again: nobody becomes a player without
their own click. Until then they are a former player, and the GM has their units."""

from __future__ import annotations

from sqlmodel import col, select

from campaigns.campaign.travel.people import People
from campaigns.campaign.travel.sheets import CampaignFile
from campaigns.database.store import Store
from campaigns.errors import Command, Refusal
from campaigns.members.knowledge import FORGOTTEN
from campaigns.members.membership import open_campaign
from campaigns.post import outbox, strikes
from campaigns.post.matter import Matter
from campaigns.post.seats import SeatInvited
from campaigns.seats.offering import SeatFate
from campaigns.tables.base import pk
from campaigns.tables.campaigns import Campaign
from campaigns.tables.membership import PlayerSeat
from campaigns.tables.posts import PostKind
from campaigns.tables.roster import Unit


def own(people: People, gm: int) -> People:
    """Of those who are mapped, whoever brings the campaign in: their click it was."""
    return {number: user for number, user in people.items() if user == gm}


async def invite(store: Store, campaign_id: int, file: CampaignFile, people: People, gm: int) -> int:
    """Ask everybody else who is mapped and played in the file: a post each, with two buttons. Returns how many are
    asked. Nobody is asked for a campaign that is closed.

    Raises Refusal "no-campaign".
    """
    sides = {row.number: row.values["key"] for row in file.of("side")}
    asked = 0
    async with store.writing() as session:
        campaign = await session.get_one(Campaign, campaign_id)
        if campaign.closed_at is not None:
            return 0
        for row in file.of("player"):
            user = people.get(row.values["user_id"])
            if user is None or user == gm or row.values["left_at"] is not None:
                continue
            theirs = [unit.number for unit in file.of("unit") if unit.values["player_id"] == row.number]
            here = select(Unit.id).where(Unit.campaign_id == campaign_id, col(Unit.called).in_(theirs))
            units = [number for number in (await session.exec(here.order_by(col(Unit.id)))).all() if number is not None]
            seat = PlayerSeat(
                campaign_id=campaign_id,
                side=sides[row.values["side_id"]],
                owner=user,
                holder=user,
                stands=SeatFate.OPEN,
                units=str(units),
                since=store.clock.now(),
            )
            session.add(seat)
            await session.flush()
            about = SeatInvited(seat=pk(seat.id), by=gm)
            matter = Matter(topic="notice", side=seat.side, users=(user,), about=about)
            seat.post = await outbox.put(session, campaign, None, PostKind.NOTICE, matter, store.clock.now())
            asked += 1
    return asked


async def decline(store: Store, seat_id: int, who: int, *, guild_id: int | None = None) -> None:
    """Whoever was asked does not want the seat: it is nobody's, and its units stay the GM's.

    Raises Refusal: "no-such-seat", "not-yours", "back-already", "campaign-closed".
    """
    async with store.writing() as session:
        seat = await session.get(PlayerSeat, seat_id)
        campaign = await session.get(Campaign, seat.campaign_id) if seat is not None else None
        if seat is None or campaign is None or guild_id not in (None, campaign.guild_id):
            raise Refusal(
                "no-such-seat", "There is no such seat here.", ("See who plays: ", Command("campaign show"), ".")
            )
        await open_campaign(session, seat.campaign_id)
        if seat.owner != who:
            raise Refusal("not-yours", "Somebody else is asked about that seat.", "Leave the answer to them.")
        if seat.stands != SeatFate.OPEN or seat.holder != who:
            raise Refusal("back-already", "You have that seat already.", ("Leave it: ", Command("campaign leave"), "."))
        await strikes.strike(session, seat.post, SeatFate.DECLINED, store.clock.now())
        seat.stands, seat.owner, seat.holder, seat.units = SeatFate.DECLINED, FORGOTTEN, FORGOTTEN, "[]"
