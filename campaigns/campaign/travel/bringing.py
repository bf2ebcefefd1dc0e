"""A campaign out of a file into the database: all of it in one transaction, or nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import insert, text
from sqlalchemy.exc import IntegrityError
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.battle.record import sealed
from campaigns.campaign.travel.layout import CALLED, CARRIED, columns_of, numbered, points_at, table_of
from campaigns.campaign.travel.people import People, settled
from campaigns.campaign.travel.sheets import CampaignFile, FileRow, bad_file
from campaigns.database.store import Store
from campaigns.errors import Refusal
from campaigns.tables.campaigns import GM, Campaign

_AT_ONCE = 200
"""Rows of one statement."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """Where a campaign arrives, and who is its GM there."""

    guild_id: int
    channel_id: int
    gm: int
    people: People


async def bring(store: Store, file: CampaignFile, to: Arrival) -> int:
    """Write the campaign down. It has been checked (`checking.check`). Returns its id.

    Raises Refusal: "no-rules", "bad-archive", "channel-taken".
    """
    store.chosen_rules(file.rules)
    async with store.writing() as session:
        open_here = select(Campaign.id).where(Campaign.channel_id == to.channel_id, col(Campaign.closed_at).is_(None))
        closed = next(file.of("campaign")).values["closed_at"] is not None
        if not closed and (await session.exec(open_here)).first() is not None:
            raise Refusal(
                "channel-taken", "This channel already has a campaign.", "Use another channel, or close that campaign."
            )
        campaign_id = await write(session, settled(file, to.people), _places(store, to))
        gms = (await session.exec(select(GM.user_id).where(GM.campaign_id == campaign_id))).all()
        if to.gm not in gms:
            session.add(GM(campaign_id=campaign_id, user_id=to.gm, appointed_at=store.clock.now()))
        sealed.seal(store, session, campaign_id, store.clock.now())
    return campaign_id


def _places(store: Store, to: Arrival) -> Mapping[str, Mapping[str, Any]]:
    return {
        "campaign": {"uid": store.entropy(16).hex(), "guild_id": to.guild_id, "channel_id": to.channel_id},
        "battle": {"channel_id": to.channel_id},
    }


async def write(session: AsyncSession, file: CampaignFile, places: Mapping[str, Mapping[str, Any]]) -> int:
    """All rows; each number of the file becomes one of this database. `places`: what the columns that stayed behind
    hold here, by table. Returns the campaign's id. Raises Refusal "bad-archive"."""
    ids: dict[str, dict[int, int]] = {}
    for name in CARRIED:
        rows = list(file.of(name))
        if name in CALLED:
            await _count_beyond(session, name, max((row.number or 0 for row in rows), default=0))
        for start in range(0, len(rows), 1 if name in _POINT_AT_THEMSELVES else _AT_ONCE):
            some = rows[start : start + (1 if name in _POINT_AT_THEMSELVES else _AT_ONCE)]
            await _insert(session, name, some, ids, places.get(name, {}))
    return next(iter(ids["campaign"].values()))


_POINT_AT_THEMSELVES = ("figure", "careerfact")
"""Tables whose rows may refer to the one before."""


async def _insert(
    session: AsyncSession,
    name: str,
    rows: Sequence[FileRow],
    ids: dict[str, dict[int, int]],
    places: Mapping[str, Any],
) -> None:
    table, columns = table_of(name), columns_of(name)
    taken = ids.setdefault(name, {})
    values = [
        {
            **{key: value for key, value in CARRIED[name].left.items()},
            **places,
            **{
                column.name: _here(column, row.values[column.name], ids)
                for column in columns
                if column.name in row.values
            },
            **({"called": row.number} if name in CALLED else {}),
        }
        for row in rows
    ]
    connection = await session.connection()
    try:
        if not numbered(table):
            await connection.execute(insert(table), values)
            return
        returned = insert(table).returning(table.c.id, sort_by_parameter_order=True)
        for row, new in zip(rows, (await connection.execute(returned, values)).scalars(), strict=True):
            taken[row.number or 0] = new
    except IntegrityError as error:
        raise bad_file(f"lines {rows[0].line} to {rows[-1].line}: {name}: {error.orig}"[:300]) from None


def _here(column: Any, value: Any, ids: Mapping[str, Mapping[int, int]]) -> Any:
    target = points_at(column)
    return value if target is None or value is None else ids[target][value]


async def _count_beyond(session: AsyncSession, name: str, number: int) -> None:
    """No row that is made from now on gets a number that a battle has called one of these by."""
    connection = await session.connection()
    told = {"table": name, "number": number}
    if connection.dialect.name == "postgresql":
        await connection.execute(text(_BEYOND), told)
        return
    newest = await connection.execute(text("SELECT seq FROM sqlite_sequence WHERE name = :table"), {"table": name})
    there = newest.first()
    if there is None:
        await connection.execute(text("INSERT INTO sqlite_sequence (name, seq) VALUES (:table, :number)"), told)
    elif there[0] < number:
        await connection.execute(text("UPDATE sqlite_sequence SET seq = :number WHERE name = :table"), told)


_BEYOND = """
SELECT setval(
    pg_get_serial_sequence(:table, 'id'), greatest(nextval(pg_get_serial_sequence(:table, 'id')), :number)
)
"""
