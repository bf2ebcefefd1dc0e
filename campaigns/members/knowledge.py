"""What somebody may have seen of the battles that go on: for which sides, as a player or as a GM.

A side's briefing, rosters and hidden units are shown to its players as long as they are its players. What they have
seen they keep when they leave, so the times for which somebody played stay on record (`Stint`), also without a name
when he has had himself forgotten.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.members.membership import player_of, side_key
from campaigns.tables.base import given
from campaigns.tables.battles import Battle, BattleStatus
from campaigns.tables.campaigns import GM, Player
from campaigns.tables.membership import Stint
from rules.kernel.action import SideId

FORGOTTEN = 0
"""Stands for everybody who has had himself forgotten, wherever a user's id stood."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A side of a battle that goes on, seen from within. `side` None: a GM saw all of them."""

    battle: str
    side: SideId | None


_GOING_ON = (
    select(Battle)
    .where(col(Battle.campaign_id) == given("campaign"))
    .where(col(Battle.status).in_([BattleStatus.OPEN, BattleStatus.RUNNING]))
    .order_by(col(Battle.number))
)


async def going_on(session: AsyncSession, campaign_id: int) -> list[Battle]:
    """The campaign's battles that have been opened and have not ended."""
    return list((await session.exec(_GOING_ON, params={"campaign": campaign_id})).all())


async def end_of_stint(session: AsyncSession, player: Player, now: datetime, *, removed: bool = False) -> None:
    """Put on record for whom this person has played until now."""
    side = await side_key(session, player.side_id)
    session.add(
        Stint(
            campaign_id=player.campaign_id,
            user_id=player.user_id,
            side=side,
            since=player.joined_at,
            until=now,
            removed=removed,
        )
    )


def end_of_office(session: AsyncSession, gm: GM, now: datetime) -> None:
    """Put on record that this person was a GM until now."""
    session.add(Stint(campaign_id=gm.campaign_id, user_id=gm.user_id, since=gm.appointed_at, until=now))


_STINTS = (
    select(Stint)
    .where(col(Stint.campaign_id) == given("campaign"), col(Stint.user_id) == given("who"))
    .order_by(col(Stint.until), col(Stint.id))
)


async def stints_of(session: AsyncSession, campaign_id: int, who: int) -> list[Stint]:
    """For whom somebody has played before, the earliest first."""
    return list((await session.exec(_STINTS, params={"campaign": campaign_id, "who": who})).all())


async def seen_by(session: AsyncSession, campaign_id: int, who: int, *, but: SideId) -> tuple[Seen, ...]:
    """What this person may have seen of battles that go on, for others than the side `but`."""
    battles = await going_on(session, campaign_id)
    found = _seen(battles, await stints_of(session, campaign_id, who), but)
    player = await player_of(session, campaign_id, who)
    if player is not None and (own := await side_key(session, player.side_id)) != but:
        found = (*found, *(Seen(battle.title, own) for battle in battles))
    return tuple(dict.fromkeys(found))


async def seen_by_the_forgotten(session: AsyncSession, campaign_id: int, *, but: SideId) -> tuple[Seen, ...]:
    """What people who have had themselves forgotten have seen: any newcomer may be one of them."""
    battles = await going_on(session, campaign_id)
    return tuple(dict.fromkeys(_seen(battles, await stints_of(session, campaign_id, FORGOTTEN), but)))


def _seen(battles: Iterable[Battle], stints: list[Stint], but: SideId) -> tuple[Seen, ...]:
    return tuple(
        Seen(battle.title, stint.side)
        for battle in battles
        for stint in stints
        if stint.side != but and stint.until >= battle.opened_at
    )
