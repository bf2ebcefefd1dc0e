"""A battle's row: found for those who may know of it, and whether the battle is running."""

from __future__ import annotations

from functools import cache
from typing import Any, cast

from pydantic import TypeAdapter
from sqlalchemy import Select, func
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns import interactions
from campaigns.battle.record import books
from campaigns.battle.record.books import BOOKS, Books
from campaigns.errors import Refusal, no_battle
from campaigns.members.membership import Member, beside_who, of_member
from campaigns.tables.base import given
from campaigns.tables.battles import Battle, BattleSeed, BattleStatus, Snapshot
from campaigns.tables.campaigns import Campaign
from rules.kernel.action import SideId

PHRASES: TypeAdapter[dict[SideId, str]] = TypeAdapter(dict[SideId, str])


async def battle_row(
    session: AsyncSession, battle_id: int, *, who: int | None = None, locked: bool = True
) -> tuple[Battle, Campaign]:
    """The battle and its campaign, `locked` until the transaction ends; with `who`, only for the campaign's members.
    Raises Refusal "no-battle": a stranger hears the same as for a battle that does not exist."""
    row, campaign, _ = await row_of(session, battle_id, who=who, locked=locked)
    return row, campaign


async def row_of(
    session: AsyncSession, battle_id: int, *, who: int | None = None, locked: bool = True
) -> tuple[Battle, Campaign, Member | None]:
    """The same, and what `who` is there."""
    query = query_for(locked=locked, asked=who is not None)
    (row, campaign), member = await found(session, query, battle_id, who)
    return row, campaign, member


async def row_with_books(
    session: AsyncSession, battle_id: int, campaign_id: int, *, who: int | None, interaction_id: int | None
) -> tuple[Battle, Campaign, Member | None, bool, Books]:
    """The same, locked, whether somebody has acted by that interaction before, and its books."""
    if session.get_bind().dialect.name == "postgresql":
        # What is read while one waits for a lock is as it was before; SQLite's writers have the whole file.
        await session.exec(_LOCK, params={"battle": battle_id})
    query = query_for(locked=False, asked=who is not None, books=True)
    told = {"campaign": campaign_id, "interaction": interaction_id or 0, "of": interactions.ACT}
    (row, campaign, first, *columns), member = await found(session, query, battle_id, who, **told)
    return row, campaign, member, first is not None, books.read(columns)


_LOCK = select(Battle.id).where(col(Battle.id) == given("battle")).with_for_update()


async def found(
    session: AsyncSession, query: Select[Any], battle_id: int, who: int | None, **told: object
) -> tuple[tuple[Any, ...], Member | None]:
    """The columns of the battle's row, and what `who` is there."""
    first = next(iter(await of_member(session, query, who, battle=battle_id, **told)), None)
    if first is None or (who is not None and not first[1]):
        raise no_battle()
    return first


@cache
def query_for(*, locked: bool, asked: bool, whole: bool = False, books: bool = False) -> Select[Any]:
    """A battle with its campaign; `whole`: with its newest seed and snapshot; `books`: with what came of that
    "interaction" and its books, of that "campaign"; `asked`: with what somebody is there. Put together once: that takes
    longer than to find the row."""
    of = given("battle")
    seed = select(BattleSeed.seed).where(col(BattleSeed.battle_id) == of).order_by(col(BattleSeed.from_seq).desc())
    snapshot = select(func.max(Snapshot.seq)).where(col(Snapshot.battle_id) == of)
    more = (seed.limit(1).scalar_subquery(), snapshot.scalar_subquery()) if whole else ()
    beside = (interactions.KNOWN.scalar_subquery(), *BOOKS.columns) if books else ()
    rows = cast("Select[Any]", select(Battle, Campaign)).add_columns(*more, *beside)
    rows = rows.join(Campaign, col(Campaign.id) == Battle.campaign_id).where(col(Battle.id) == of)
    if locked:
        rows = rows.with_for_update(of=Battle)
    return beside_who(rows, Battle.campaign_id) if asked else rows


def require_running(row: Battle) -> None:
    """Raises Refusal: "not-begun", "battle-over", "cancelled"."""
    match BattleStatus(row.status):
        case BattleStatus.OPEN:
            raise Refusal("not-begun", f"{row.title} has not begun.", "The GM begins it when both sides are ready.")
        case BattleStatus.ENDED:
            raise Refusal("battle-over", f"{row.title} is over.", "Its journal and its dice can still be read.")
        case BattleStatus.CANCELLED:
            raise Refusal("cancelled", f"{row.title} was called off.", "Open another battle.")
        case BattleStatus.RUNNING:
            return


Words = tuple[tuple[SideId, str], ...]
"""Sides and what each has put into the key of the dice, in that order."""
WORDS: TypeAdapter[Words] = TypeAdapter(Words)
SIDES: TypeAdapter[tuple[SideId, ...]] = TypeAdapter(tuple[SideId, ...])


def phrases_of(row: Battle) -> Words:
    """The sides' phrases in the order in which they enter the key as the battle begins."""
    return tuple(PHRASES.validate_json(row.phrases).items())


def words_of(row: Battle) -> Words:
    """All that has gone into the key so far: the phrases, then the sides' first answers."""
    return (*phrases_of(row), *WORDS.validate_json(row.words))
