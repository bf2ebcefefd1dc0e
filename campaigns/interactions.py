"""Each interaction is carried out once: Discord, or a retry, may deliver it again."""

from __future__ import annotations

from datetime import datetime
from typing import TypeVar

from pydantic import BaseModel
from sqlalchemy.exc import IntegrityError
from sqlmodel import select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.tables.campaigns import ProcessedInteraction

Outcome = TypeVar("Outcome", bound=BaseModel)


class Claim:
    """One interaction inside its transaction. `first`: what the first delivery led to, None when this is the first."""

    def __init__(self, row: ProcessedInteraction | None, first: str | None) -> None:
        self._row = row
        self.first = first

    def settle(self, outcome: BaseModel) -> None:
        """Remember the outcome; it is committed with everything else."""
        if self._row is not None:
            self._row.outcome = outcome.model_dump_json()


async def first(session: AsyncSession, interaction_id: int | None, kind: str) -> str | None:
    """What the first delivery led to, where there was one. Only looks: `claim` decides."""
    if interaction_id is None:
        return None
    known = select(ProcessedInteraction.outcome).where(
        ProcessedInteraction.interaction_id == interaction_id, ProcessedInteraction.kind == kind
    )
    return (await session.exec(known)).first()


async def claim(session: AsyncSession, interaction_id: int | None, kind: str, now: datetime) -> Claim:
    """Take the interaction before anything else is done. Where another process carries it out at this very moment,
    this waits for it: the primary key lets only one of them in."""
    if interaction_id is None:
        return Claim(None, None)
    row = ProcessedInteraction(interaction_id=interaction_id, kind=kind, outcome="", at=now)
    try:
        async with session.begin_nested():
            session.add(row)
    except IntegrityError:
        known = select(ProcessedInteraction.outcome).where(
            ProcessedInteraction.interaction_id == interaction_id, ProcessedInteraction.kind == kind
        )
        return Claim(None, (await session.exec(known)).one())
    return Claim(row, None)
