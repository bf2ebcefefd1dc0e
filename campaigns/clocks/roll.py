"""Everybody at a battle's table: who plays which side, who are the GMs, their days, and their time in it. Read at once,
by whatever needs to know of them, once in a transaction."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, cast

from sqlalchemy import and_, literal_column, union
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession
from sqlmodel.sql.expression import Select

from campaigns.clocks.hours import Hours
from campaigns.clocks.people import InPlace, days_of, quiet_of
from campaigns.tables.base import given
from campaigns.tables.campaigns import GM, Player, Side
from campaigns.tables.clocks import Absence, Person, Reliability, TimeBank
from rules.action import SideId


@dataclass(frozen=True, slots=True)
class Away:
    """An absence that has begun."""

    since: datetime
    in_place: InPlace
    delegate: int | None


@dataclass(slots=True)
class Roll:
    """`hours`: of everybody here; `banks`: their time, of those who have had any, also of some who have gone since;
    `records`: how they have answered in this campaign."""

    players: list[tuple[SideId, int, int]] = field(default_factory=list[tuple[SideId, int, int]])
    """Side, number of the membership and user, in the order in which they joined."""
    gms: list[int] = field(default_factory=list[int])
    away: dict[int, Away] = field(default_factory=dict[int, Away])
    hours: Mapping[int, Hours] = field(default_factory=dict[int, Hours])
    banks: dict[int, TimeBank] = field(default_factory=dict[int, TimeBank])
    records: dict[int, Reliability] = field(default_factory=dict[int, Reliability])

    def on_side(self, side: SideId | None) -> dict[int | None, int]:
        """Who plays it, by the number of his membership."""
        return {number: user for key, number, user in self.players if key == side}


def _query() -> Select[*tuple[Any, ...]]:
    """A row for each of them, and one more for each further absence."""
    stays = (col(Player.campaign_id) == given("campaign"), col(Player.left_at).is_(None))
    leads, timed = col(GM.campaign_id) == given("campaign"), col(TimeBank.battle_id) == given("battle")
    here = union(
        select(col(Player.user_id)).where(*stays),
        select(col(GM.user_id)).where(leads),
        select(col(TimeBank.user_id)).where(timed),
    ).subquery("here")
    user = here.c.user_id
    recorded = and_(col(Reliability.campaign_id) == given("campaign"), col(Reliability.user_id) == user)
    found = cast("Any", select(user, col(Side.key), col(Player.id), col(GM.id)))
    return (
        found.add_columns(TimeBank, Reliability)
        .add_columns(col(Person.zone), col(Person.quiet), col(Person.days_off))
        .add_columns(col(Absence.since), col(Absence.until), col(Absence.begun))
        .add_columns(col(Absence.in_place), col(Absence.delegate))
        .select_from(here)
        .outerjoin(Player, and_(col(Player.user_id) == user, *stays))
        .outerjoin(Side, col(Side.id) == col(Player.side_id))
        .outerjoin(GM, and_(col(GM.user_id) == user, leads))
        .outerjoin(TimeBank, and_(timed, col(TimeBank.user_id) == user))
        .outerjoin(Reliability, recorded)
        .outerjoin(Person, col(Person.user_id) == user)
        .outerjoin(Absence, and_(col(Absence.user_id) == user, col(Absence.over).is_(False)))
        .order_by(col(Player.id), col(GM.id), col(Absence.until), literal_column("here.user_id"))
    )


_HERE = _query()


async def roll_of(session: AsyncSession, campaign_id: int, battle_id: int) -> Roll:
    """Who is at the table of that battle now."""
    roll, gms = Roll(), dict[int, int]()
    players: dict[int, tuple[SideId, int, int]] = {}
    days: dict[int, tuple[str, str, str]] = {}
    absences: dict[int, list[tuple[datetime, datetime]]] = {}
    for row in (await session.exec(_HERE, params={"campaign": campaign_id, "battle": battle_id})).all():
        user, side, number, gm, bank, record, zone, quiet, days_off, since, until, begun, in_place, delegate = row
        absences.setdefault(user, [])
        if side is not None:
            players[number] = (side, number, user)
        if gm is not None:
            gms[gm] = user
        if bank is not None:
            roll.banks[user] = bank
        if record is not None:
            roll.records[user] = record
        if zone is not None:
            days[user] = (zone, quiet, days_off)
        if since is not None:
            absences[user].append((since, until))
            if begun:
                roll.away[user] = Away(since, InPlace(in_place), delegate)
    roll.players, roll.gms = [players[number] for number in sorted(players)], [gms[gm] for gm in sorted(gms)]
    roll.hours = {user: _hours(days.get(user), tuple(sorted(away))) for user, away in absences.items()}
    return roll


def _hours(days: tuple[str, str, str] | None, away: tuple[tuple[datetime, datetime], ...]) -> Hours:
    if days is None:
        return Hours(away=away)
    zone, quiet, days_off = days
    return Hours(zone, quiet_of(quiet), days_of(days_off), away)
