"""What a figure or a unit has been given: each honour with its ribbon, its citation and where the journal bears it
out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.database.store import Store
from campaigns.roster.careers import Career, facts_of, in_force, titles_of
from campaigns.tables.base import pk
from campaigns.tables.battles import Battle
from campaigns.tables.honours import UnitHonour
from campaigns.tables.roster import CareerFact, FactKind
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


def honours_in(career: Career) -> tuple[HeldHonour, ...]:
    """What a figure or an element wears by its career, the first one first, but for what was taken back."""
    lines = [line for line in career.facts if line.kind is FactKind.DECORATED and not line.void]
    return tuple(
        _held(line.id, line.note, line.at, line.award, line.citation, line.battle_id, line.battle, line.seq)
        for line in lines
    )


async def honours_of_figures(session: AsyncSession, figures: Iterable[int]) -> dict[int, tuple[HeldHonour, ...]]:
    """The same of several at once, without a career read."""
    worn = {
        figure: [fact for fact in in_force(facts) if fact.kind == FactKind.DECORATED]
        for figure, facts in (await facts_of(session, figures)).items()
    }
    titles = await _titles(session, [fact.battle_id for facts in worn.values() for fact in facts])
    return {figure: tuple(_of_fact(fact, titles) for fact in facts) for figure, facts in worn.items()}


def _of_fact(fact: CareerFact, titles: dict[int, str]) -> HeldHonour:
    battle = titles.get(fact.battle_id or 0, "")
    of_battle = fact.citation, fact.battle_id, battle, fact.seq
    return _held(pk(fact.id), fact.note, fact.at, fact.award, *of_battle)


async def honours_of_unit(store: Store, unit_id: int) -> tuple[HeldHonour, ...]:
    """What a unit has been given, the first one first, but for what was taken back; nothing for one that there is
    not. Numbers tell battles of one title apart."""
    found = (
        select(UnitHonour, Battle.title, Battle.number)
        .outerjoin(Battle, col(Battle.id) == UnitHonour.battle_id)
        .where(UnitHonour.unit_id == unit_id, col(UnitHonour.revoked_at).is_(None))
        .order_by(col(UnitHonour.id))
    )
    async with store.reading() as session:
        rows = (await session.exec(found)).all()
    numbers: dict[str, set[int]] = {}
    for _, title, number in rows:
        numbers.setdefault(title or "", set()).add(number or 0)
    return tuple(
        _held(
            pk(row.id),
            row.name,
            row.at,
            row.award,
            row.citation,
            row.battle_id,
            f"{title} (battle {number})" if len(numbers[title or ""]) > 1 else title or "",
            row.seq,
        )
        for row, title, number in rows
    )


async def unit_honours(session: AsyncSession, units: Sequence[int]) -> Sequence[UnitHonour]:
    """The rows of all honours of these units that stand."""
    found = select(UnitHonour).where(col(UnitHonour.unit_id).in_(units), col(UnitHonour.revoked_at).is_(None))
    return (await session.exec(found.order_by(col(UnitHonour.id)))).all() if units else ()


def worn_of(text: str | None) -> Worn | None:
    """What of the award stayed with the honour; None for one that stands in no list."""
    return None if text is None else Worn.model_validate_json(text)


def _held(
    id: int,
    name: str,
    at: datetime,
    award: str | None,
    citation: str,
    battle_id: int | None,
    battle: str,
    seq: int | None,
) -> HeldHonour:
    worn = worn_of(award) or Worn(key="")
    ribbon = worn.ribbon or PLAIN
    return HeldHonour(id, name, at, worn.key, worn.short, ribbon, citation, battle_id, battle, seq)


async def _titles(session: AsyncSession, ids: Iterable[int | None]) -> dict[int, str]:
    wanted = {battle for battle in ids if battle is not None}
    if not wanted:
        return {}
    return await titles_of(session, (await session.exec(select(Battle).where(col(Battle.id).in_(wanted)))).all())
