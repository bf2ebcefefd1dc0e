"""A campaign's chronicle: its battles with dates, results and casualties, all derived."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.battle.closing import Outcome
from campaigns.members.membership import campaign_row, sides_of
from campaigns.roster.careers import facts_of, in_force
from campaigns.store import Store
from campaigns.tables.base import pk
from campaigns.tables.battles import Battle, BattleStatus
from campaigns.tables.roster import CareerFact, FactKind, Figure, Slot, Unit
from rules.action import SideId


@dataclass(frozen=True, slots=True)
class SideTally:
    """What a battle cost a side."""

    side: SideId
    name: str
    fielded: int
    killed: int
    wounded: int
    captured: int
    missing: int


@dataclass(frozen=True, slots=True)
class Chapter:
    """A battle in the chronicle. `tallies` are empty while it goes on: careers are written when it ends."""

    battle_id: int
    number: int
    title: str
    status: BattleStatus
    begun_at: datetime | None
    ended_at: datetime | None
    result: Outcome | None
    tallies: tuple[SideTally, ...]


async def chronicle(store: Store, campaign_id: int) -> tuple[Chapter, ...]:
    """All battles of the campaign but those called off, in order. Raises Refusal "no-campaign"."""
    async with store.reading() as session:
        await campaign_row(session, campaign_id)
        found = select(Battle).where(Battle.campaign_id == campaign_id, Battle.status != BattleStatus.CANCELLED)
        battles = (await session.exec(found.order_by(col(Battle.number)))).all()
        side_of = await _sides_of_figures(session, campaign_id)
        facts = in_force(f for line in (await facts_of(session, side_of)).values() for f in line)
        names = {key: side.name for key, side in (await sides_of(session, campaign_id)).items()}
    return tuple(
        Chapter(
            battle_id=pk(row.id),
            number=row.number,
            title=row.title,
            status=BattleStatus(row.status),
            begun_at=row.begun_at,
            ended_at=row.ended_at,
            result=Outcome.model_validate_json(row.result) if row.result else None,
            tallies=_tallies([fact for fact in facts if fact.battle_id == row.id], side_of, names),
        )
        for row in battles
    )


def _tallies(
    facts: Iterable[CareerFact], side_of: dict[int, SideId], names: dict[SideId, str]
) -> tuple[SideTally, ...]:
    """Each man once, by the worst that befell him: who was wounded and then killed is among the killed."""
    befell: dict[int, set[FactKind]] = {}
    for fact in facts:
        befell.setdefault(fact.figure_id, set()).add(FactKind(fact.kind))
    counts: dict[SideId, Counter[FactKind]] = {}
    for figure, kinds in befell.items():
        count = counts.setdefault(side_of[figure], Counter())
        count.update({FactKind.FIELDED} & kinds)
        worst = (FactKind.KILLED, FactKind.CAPTURED, FactKind.MISSING, FactKind.WOUNDED)
        count.update([kind for kind in worst if kind in kinds][:1])
    return tuple(
        SideTally(
            side,
            names[side],
            count[FactKind.FIELDED],
            count[FactKind.KILLED],
            count[FactKind.WOUNDED],
            count[FactKind.CAPTURED],
            count[FactKind.MISSING],
        )
        for side in names
        if (count := counts.get(side))
    )


async def _sides_of_figures(session: AsyncSession, campaign_id: int) -> dict[int, SideId]:
    keys = {side.id: key for key, side in (await sides_of(session, campaign_id)).items()}
    found = (
        select(Figure.id, Unit.side_id)
        .join(Slot, col(Slot.id) == Figure.slot_id)
        .join(Unit, col(Unit.id) == Slot.unit_id)
        .where(Unit.campaign_id == campaign_id)
        .order_by(col(Figure.id))
    )
    return {pk(figure): keys[side] for figure, side in (await session.exec(found)).all()}
