"""A campaign out of the database, as a file."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.campaign.travel.layout import CALLED, CARRIED, columns_of, numbered, points_at, table_of
from campaigns.campaign.travel.people import struck_out, without_places
from campaigns.campaign.travel.sheets import LARGEST_FILE, CampaignFile, FileRow, PersonOfFile, written
from campaigns.database.store import Store
from campaigns.errors import Command, Refusal
from campaigns.members import knowledge
from campaigns.members.knowledge import FORGOTTEN
from campaigns.members.membership import campaign_row, require_gm
from campaigns.tables.campaigns import Campaign


@dataclass(frozen=True, slots=True)
class CampaignZip:
    """A ZIP file."""

    name: str
    data: bytes


async def pack(
    store: Store, campaign_id: int, who: int | None, *, with_people: bool = False, most: int = LARGEST_FILE
) -> CampaignZip:
    """The campaign as a file of at most `most` bytes, for its GM, or for the host (`who` None). `with_people`: Discord
    ids and names go along; else the file does not say who anybody was.

    Raises Refusal: "no-campaign", "umpire-only", "fighting", "too-large".
    """
    async with store.reading() as session:
        campaign = await campaign_row(session, campaign_id)
        if who is not None:
            await require_gm(session, campaign_id, who, "export it")
        await _require_peace(session, campaign_id)
        file = await _file(store, session, campaign, with_people=with_people)
    return CampaignZip(file_name(campaign.name), await asyncio.to_thread(written, file, most=most))


def file_name(name: str) -> str:
    return f"{re.sub(r'[^a-z0-9]+', '-', name.casefold()).strip('-')[:60] or 'campaign'}.zip"


async def _require_peace(session: AsyncSession, campaign_id: int) -> None:
    """Raises Refusal "fighting": the seed of a battle that goes on is a secret, also from the GM."""
    battles = await knowledge.going_on(session, campaign_id)
    if battles:
        names = ", ".join(battle.title for battle in battles)
        raise Refusal(
            "fighting",
            f"The dice of a battle that is not over are a secret, so it cannot travel: {names}.",
            ("End it (", Command("battle end"), ") or ", Command("battle cancel"), " it, then export."),
        )


async def _file(store: Store, session: AsyncSession, campaign: Campaign, *, with_people: bool) -> CampaignFile:
    """All rows, the numbers of this database replaced by those of the file."""
    numbers: dict[str, dict[int, int]] = {}
    people: dict[int, int] = {}
    rows: list[FileRow] = []
    for name, how in CARRIED.items():
        table = table_of(name)
        column, leads_to = how.by
        of_it = await _of(session, table.c[column], leads_to, numbers, campaign.id or 0)
        taken = numbers.setdefault(name, {})
        for found in of_it:
            number = _number(name, found, len(taken) + 1) if numbered(table) else None
            if number is not None:
                taken[found.id] = number
            held = {each: getattr(found, each.name) for each in columns_of(name)}
            values = {each.name: _carried(each, value, numbers, people) for each, value in held.items()}
            if name == "campaign":
                values["settings"] = without_places(values["settings"])
            rows.append(FileRow(name, number, values))
    named = _people(rows, people, with_people=with_people)
    if not with_people:
        rows = [struck_out(row, people) for row in rows]
        for row in rows:
            if row.table == "player":
                row.values["name"] = ""
    return CampaignFile(campaign.name, campaign.rules, store.clock.now(), named, tuple(rows))


def _number(name: str, found: Any, following: int) -> int:
    """What the row is called by in the file."""
    if name not in CALLED:
        return following
    return found.id if found.called is None else found.called


async def _of(
    session: AsyncSession, column: ColumnElement[Any], leads_to: str, numbers: dict[str, dict[int, int]], campaign: int
) -> list[Any]:
    """The rows of a table that lead to the campaign, in the order of their keys."""
    table = column.table  # pyright: ignore[reportAttributeAccessIssue]
    ids = [campaign] if leads_to == "campaign" else list(numbers[leads_to])
    found: list[Any] = []
    connection = await session.connection()
    for start in range(0, len(ids), 500):
        some = select(table).where(column.in_(ids[start : start + 500])).order_by(*table.primary_key.columns)
        found += (await connection.execute(some)).all()
    return sorted(found, key=lambda row: tuple(getattr(row, key.name) for key in table.primary_key.columns))


def _carried(column: Any, value: Any, numbers: dict[str, dict[int, int]], people: dict[int, int]) -> Any:
    if value is None:
        return None
    target = points_at(column)
    if target is not None:
        # What the database does not hold for a reference may point at a row that is gone.
        return numbers[target][value] if column.foreign_keys else numbers[target].get(value)
    if column.name in CARRIED[column.table.name].people:
        return FORGOTTEN if value == FORGOTTEN else people.setdefault(value, len(people) + 1)
    return value


def _people(rows: list[FileRow], people: dict[int, int], *, with_people: bool) -> tuple[PersonOfFile, ...]:
    """Everybody, in the order in which they are named, each with what they are here."""
    sides = {row.number: row.values["key"] for row in rows if row.table == "side"}
    players = {row.values["user_id"]: row.values for row in rows if row.table == "player"}
    gms = {row.values["user_id"] for row in rows if row.table == "gm"}
    found: list[PersonOfFile] = []
    for user, number in people.items():
        player = players.get(number)
        plays = sides[player["side_id"]] if player is not None and player["left_at"] is None else ""
        name = player["name"] if player is not None and with_people else ""
        found.append(PersonOfFile(number, user if with_people else None, name, "gm" if number in gms else plays))
    return tuple(found)
