"""Everybody at a battle's table: who plays which side, who are the GMs, their days, and their time in it. Read at once,
by whatever needs to know of them, once in a transaction."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import Select, and_, select, union
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.clocks.bank import EMPTY, Account
from campaigns.clocks.hours import Hours
from campaigns.clocks.people import InPlace, days_of, quiet_of
from campaigns.clocks.trust import TrustRecord
from campaigns.database.together import Together
from campaigns.tables import metadata
from campaigns.tables.base import given
from rules.kernel.action import SideId


@dataclass(frozen=True, slots=True)
class AbsentPlayer:
    """An absence that has begun."""

    since: datetime
    in_place: InPlace
    delegate: int | None


@dataclass(frozen=True, slots=True)
class Bank:
    """Somebody's time in a battle, as TimeBank keeps it."""

    account: Account = EMPTY
    refilled_for: int = 0
    called_for: int = 0
    reminded_at: datetime | None = None


@dataclass(slots=True)
class Roll:
    """`hours`: of everybody here; `banks`: their time, of those who have had any, also of some who have gone since;
    `records`: how they have answered in this campaign."""

    players: list[tuple[SideId, int, int]] = field(default_factory=list[tuple[SideId, int, int]])
    """Side, number of the membership and user, in the order in which they joined."""
    gms: list[int] = field(default_factory=list[int])
    away: dict[int, AbsentPlayer] = field(default_factory=dict[int, AbsentPlayer])
    hours: Mapping[int, Hours] = field(default_factory=dict[int, Hours])
    banks: dict[int, Bank] = field(default_factory=dict[int, Bank])
    records: dict[int, TrustRecord] = field(default_factory=dict[int, TrustRecord])

    def on_side(self, side: SideId | None) -> dict[int | None, int]:
        """Who plays it, by the number of his membership."""
        return {number: user for key, number, user in self.players if key == side}


def _query() -> Select[Any]:
    """A row for each of them, and one more for each further absence."""
    player, side, gm = (metadata.tables[name].c for name in ("player", "side", "gm"))
    bank, record = (metadata.tables[name].c for name in ("timebank", "reliability"))
    person, absence = (metadata.tables[name].c for name in ("person", "absence"))
    stays = (player.campaign_id == given("campaign"), player.left_at.is_(None))
    leads, timed = gm.campaign_id == given("campaign"), bank.battle_id == given("battle")
    here = union(
        select(player.user_id).where(*stays), select(gm.user_id).where(leads), select(bank.user_id).where(timed)
    ).subquery("here")
    user = here.c.user_id
    return (
        select(user, side.key, player.id, gm.id)
        .add_columns(bank.user_id, bank.left, bank.since, bank.refilled_for, bank.called_for, bank.reminded_at)
        .add_columns(record.kept, record.missed, record.at)
        .add_columns(person.zone, person.quiet, person.days_off)
        .add_columns(absence.since, absence.until, absence.begun, absence.in_place, absence.delegate)
        .select_from(here)
        .outerjoin(metadata.tables["player"], and_(player.user_id == user, *stays))
        .outerjoin(metadata.tables["side"], side.id == player.side_id)
        .outerjoin(metadata.tables["gm"], and_(gm.user_id == user, leads))
        .outerjoin(metadata.tables["timebank"], and_(timed, bank.user_id == user))
        .outerjoin(
            metadata.tables["reliability"], and_(record.campaign_id == given("campaign"), record.user_id == user)
        )
        .outerjoin(metadata.tables["person"], person.user_id == user)
        .outerjoin(metadata.tables["absence"], and_(absence.user_id == user, absence.over.is_(False)))
    )


ROLL = _query()
"""Of a "campaign" and a "battle" in it, for `called`."""
_ALONE = Together(ROLL)


async def roll_of(session: AsyncSession, campaign_id: int, battle_id: int) -> Roll:
    """Who is at the table of that battle now."""
    (rows,) = await _ALONE.ask(session, campaign=campaign_id, battle=battle_id)
    return called(rows)


def called(rows: Iterable[list[Any]]) -> Roll:
    """The roll of the rows that were found."""
    roll, gms = Roll(), dict[int, int]()
    players: dict[int, tuple[SideId, int, int]] = {}
    days: dict[int, tuple[str, str, str]] = {}
    absences: dict[int, list[tuple[datetime, datetime]]] = {}
    for row in sorted(rows, key=lambda row: (row[0], row[-4] is not None, row[-4])):
        user, side, number, gm, banked, left, running, refilled_for, called_for, reminded_at, *row = row
        kept, missed, answered_at, zone, quiet, days_off, since, until, begun, in_place, delegate = row
        absences.setdefault(user, [])
        if side is not None:
            players[number] = (side, number, user)
        if gm is not None:
            gms[gm] = user
        if banked is not None:
            roll.banks[user] = Bank(Account.of(left, running), refilled_for, called_for, reminded_at)
        if answered_at is not None:
            roll.records[user] = TrustRecord(kept, missed, answered_at)
        if zone is not None:
            days[user] = (zone, quiet, days_off)
        if since is not None:
            absences[user].append((since, until))
            if begun:
                roll.away[user] = AbsentPlayer(since, InPlace(in_place), delegate)
    roll.players, roll.gms = [players[number] for number in sorted(players)], [gms[gm] for gm in sorted(gms)]
    roll.hours = {user: _hours(days.get(user), tuple(sorted(away))) for user, away in absences.items()}
    return roll


def _hours(days: tuple[str, str, str] | None, away: tuple[tuple[datetime, datetime], ...]) -> Hours:
    if days is None:
        return Hours(away=away)
    zone, quiet, days_off = days
    return Hours(zone, quiet_of(quiet), days_of(days_off), away)
