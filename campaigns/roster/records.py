"""What a unit has done: what those who served in it did while they held a place of it, whatever became of them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from sqlmodel import col, func, select

from campaigns.database.store import Store
from campaigns.tables.roster import CareerFact, FactKind, Slot


@dataclass(frozen=True, slots=True)
class UnitRecord:
    """Totals of a unit. `felled`: enemies put out for good by one alone; `destroyed`: elements of the enemy."""

    battles: int = 0
    felled: int = 0
    destroyed: int = 0
    honours: int = 0
    humiliations: int = 0


async def record_of(store: Store, unit_id: int) -> UnitRecord:
    """The record of a unit; nothing for one that there is not."""
    taken_back = select(CareerFact.corrects_id).where(col(CareerFact.corrects_id).is_not(None))
    of_unit = (
        select(CareerFact.kind, func.count(), func.count(func.distinct(CareerFact.battle_id)))
        .join(Slot, col(Slot.id) == CareerFact.slot_id)
        .where(Slot.unit_id == unit_id, col(CareerFact.id).not_in(taken_back))
        .group_by(CareerFact.kind)
    )
    async with store.reading() as session:
        rows = (await session.exec(of_unit)).all()
    counts = Counter({kind: count for kind, count, _ in rows})
    battles = next((battles for kind, _, battles in rows if kind == FactKind.FIELDED), 0)
    return UnitRecord(
        battles,
        counts[FactKind.KILL_CREDITED],
        counts[FactKind.DESTROY_CREDITED],
        counts[FactKind.HONOURED],
        counts[FactKind.HUMILIATED],
    )
