"""Who is who in a campaign: its GMs, its players, and what each may do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

from sqlalchemy import ColumnElement, Select, and_
from sqlalchemy import select as beside_it
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession
from sqlmodel.sql.expression import Select as Selected

from campaigns.errors import Refusal, gm_only, no_campaign
from campaigns.tables.base import given
from campaigns.tables.campaigns import GM, Campaign, Player, Side
from rules.kernel.action import SideId


@dataclass(frozen=True, slots=True)
class Member:
    """What somebody is in a campaign: of the side that he plays, its GM, both, or neither."""

    who: int
    side: SideId | None = None
    gm: bool = False

    def __bool__(self) -> bool:
        return self.gm or self.side is not None


def beside_who(found: Select[Any], campaign_id: object) -> Select[Any]:
    """The rows with what `who` is in their campaign, for `of_member`."""

    def of(model: type[GM] | type[Player]) -> ColumnElement[bool]:
        return and_(col(model.campaign_id) == campaign_id, col(model.user_id) == given("who"))

    return (
        found.add_columns(col(GM.id), col(Side.key))
        .outerjoin(GM, of(GM))
        .outerjoin(Player, and_(of(Player), col(Player.left_at).is_(None)))
        .outerjoin(Side, col(Side.id) == col(Player.side_id))
    )


async def of_member(
    session: AsyncSession, found: Select[Any], who: int | None, **told: object
) -> list[tuple[tuple[Any, ...], Member | None]]:
    """The rows of a query that is ready: one of `beside_who`, unless nobody asks. `told`: its own values."""
    asked = cast("Selected[*tuple[Any, ...]]", found)
    rows = (await session.exec(asked, params=told if who is None else {**told, "who": who})).all()
    if who is None:
        return [(tuple(row), None) for row in rows]
    return [(tuple(row[:-2]), Member(who, row[-1], gm=row[-2] is not None)) for row in rows]


async def campaign_row(session: AsyncSession, campaign_id: int, *, lock: bool = False) -> Campaign:
    """The campaign. `lock`: nobody else changes it until the transaction ends. Raises Refusal "no-campaign"."""
    row = await session.get(Campaign, campaign_id, with_for_update=lock)
    if row is None:
        raise no_campaign()
    return row


async def open_campaign(session: AsyncSession, campaign_id: int) -> Campaign:
    """The campaign, locked, if it still goes on. Raises Refusal "no-campaign" or "campaign-closed"."""
    row = await campaign_row(session, campaign_id, lock=True)
    if row.closed_at is not None:
        raise Refusal(
            "campaign-closed", "This campaign has been closed.", "Its rosters and chronicle can still be read."
        )
    return row


_GM = select(GM.id).where(col(GM.campaign_id) == given("campaign"), col(GM.user_id) == given("who"))


async def is_gm(session: AsyncSession, campaign_id: int, who: int) -> bool:
    return (await session.exec(_GM, params={"campaign": campaign_id, "who": who})).first() is not None


async def require_gm(session: AsyncSession, campaign_id: int, who: int, what: str) -> None:
    """Raises Refusal "umpire-only": "Only a GM of this campaign may {what}."; a stranger hears of no campaign."""
    if await is_gm(session, campaign_id, who):
        return
    if await player_of(session, campaign_id, who) is None:
        raise no_campaign()
    raise gm_only(what)


_PLAYER = select(Player).where(
    col(Player.campaign_id) == given("campaign"), col(Player.user_id) == given("who"), col(Player.left_at).is_(None)
)


async def player_of(session: AsyncSession, campaign_id: int, who: int) -> Player | None:
    """The person's membership, if he has joined and not left."""
    return (await session.exec(_PLAYER, params={"campaign": campaign_id, "who": who})).first()


_SIDES = select(Side).where(col(Side.campaign_id) == given("campaign")).order_by(col(Side.id))


async def sides_of(session: AsyncSession, campaign_id: int) -> dict[SideId, Side]:
    """The campaign's sides by key, in the rule set's order."""
    return {side.key: side for side in (await session.exec(_SIDES, params={"campaign": campaign_id})).all()}


async def side_key(session: AsyncSession, side_id: int) -> SideId:
    side = await session.get_one(Side, side_id)
    return side.key


async def own_side(session: AsyncSession, campaign_id: int, who: int) -> SideId | None:
    """The side that the person plays, None for one who plays none."""
    return (await member_of(session, campaign_id, who)).side


async def require_member(session: AsyncSession, campaign_id: int, who: int) -> None:
    """Raises Refusal "no-campaign" for a stranger: to him it reads the same as one that does not exist."""
    if not await member_of(session, campaign_id, who):
        raise no_campaign()


async def member_of(session: AsyncSession, campaign_id: int, who: int) -> Member:
    """What the person is in the campaign; neither GM nor player of one that does not exist."""
    rows = await of_member(session, _CAMPAIGN_OF, who, campaign=campaign_id)
    return next((member for _, member in rows if member is not None), Member(who))


_CAMPAIGN_OF = beside_who(
    cast("Select[Any]", beside_it(col(Campaign.id))).where(col(Campaign.id) == given("campaign")), Campaign.id
)
