"""What a figure or a unit has been given: each honour with its ribbon, its citation and where the journal bears it
out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.database.store import Store
from campaigns.errors import no_figure
from campaigns.roster.careers import facts_of, in_force, titles_of
from campaigns.tables.base import pk
from campaigns.tables.battles import Battle
from campaigns.tables.honours import UnitHonour
from campaigns.tables.roster import CareerFact, FactKind, Figure
from rules.honours.award import PLAIN, Stripe, Worn


@dataclass(frozen=True, slots=True)
class HeldHonour:
    """One honour. `id`: of the career's line, or of the unit's honour; `key`: of the award that it came from, "" for
    one that stands in no list; `short`: what stands behind a name ("MM"). `battle`: the title of the battle that it was
    given for; `seq`: the entry of that battle's journal that bears it out, where one does."""

    id: int
    name: str
    at: datetime
    key: str = ""
    short: str = ""
    ribbon: tuple[Stripe, ...] = PLAIN
    citation: str = ""
    battle_id: int | None = None
    battle: str = ""
    seq: int | None = None
    by: int | None = None
    """Who gave it: a user's id."""


async def honours_of(store: Store, figure_id: int) -> tuple[HeldHonour, ...]:
    """What a figure or an element wears, the first one first, but for what was taken back. Raises Refusal
    "unknown-figure"."""
    async with store.reading() as session:
        if await session.get(Figure, figure_id) is None:
            raise no_figure()
        return (await honours_of_figures(session, [figure_id]))[figure_id]


async def honours_of_figures(session: AsyncSession, figures: Iterable[int]) -> dict[int, tuple[HeldHonour, ...]]:
    """The same of several at once."""
    worn = {
        figure: [fact for fact in in_force(facts) if fact.kind == FactKind.DECORATED]
        for figure, facts in (await facts_of(session, figures)).items()
    }
    titles = await _titles(session, [fact.battle_id for facts in worn.values() for fact in facts])
    return {figure: tuple(_worn(fact, fact.note, titles) for fact in facts) for figure, facts in worn.items()}


async def honours_of_unit(store: Store, unit_id: int) -> tuple[HeldHonour, ...]:
    """What a unit has been given, the first one first, but for what was taken back; nothing for one that there is
    not."""
    async with store.reading() as session:
        rows = await unit_honours(session, [unit_id])
        titles = await _titles(session, [row.battle_id for row in rows])
    return tuple(_worn(row, row.name, titles) for row in rows)


async def unit_honours(session: AsyncSession, units: Sequence[int]) -> Sequence[UnitHonour]:
    """The rows of all honours of these units that stand."""
    found = select(UnitHonour).where(col(UnitHonour.unit_id).in_(units), col(UnitHonour.revoked_at).is_(None))
    return (await session.exec(found.order_by(col(UnitHonour.id)))).all() if units else ()


def worn_of(text: str | None) -> Worn | None:
    """What of the award stayed with the honour; None for one that stands in no list."""
    return None if text is None else Worn.model_validate_json(text)


def _worn(row: CareerFact | UnitHonour, name: str, titles: dict[int, str]) -> HeldHonour:
    worn = worn_of(row.award) or Worn(key="")
    return HeldHonour(
        id=pk(row.id),
        name=name,
        at=row.at,
        key=worn.key,
        short=worn.short,
        ribbon=worn.ribbon or PLAIN,
        citation=row.citation,
        battle_id=row.battle_id,
        battle=titles.get(row.battle_id or 0, ""),
        seq=row.seq,
        by=row.user_id,
    )


async def _titles(session: AsyncSession, ids: Iterable[int | None]) -> dict[int, str]:
    wanted = {battle for battle in ids if battle is not None}
    if not wanted:
        return {}
    return await titles_of(session, (await session.exec(select(Battle).where(col(Battle.id).in_(wanted)))).all())
