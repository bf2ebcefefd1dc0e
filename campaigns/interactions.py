"""Each interaction is carried out once: Discord, or a retry, may deliver it again."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime

from pydantic import BaseModel
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import make_transient_to_detached
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.database.writes import Writes, inserting
from campaigns.tables.base import given
from campaigns.tables.campaigns import ProcessedInteraction

_CAUSE: ContextVar[int | None] = ContextVar("cause", default=None)
ACT = "act"
"""What an interaction does that takes an action in a battle."""
KNOWN = select(ProcessedInteraction.outcome).where(
    col(ProcessedInteraction.interaction_id) == given("interaction"),
    col(ProcessedInteraction.kind) == given("of"),
)


@contextmanager
def caused_by(interaction_id: int) -> Generator[None]:
    """What is put into the outbox meanwhile follows from that interaction."""
    token = _CAUSE.set(interaction_id)
    try:
        yield
    finally:
        _CAUSE.reset(token)


def cause() -> int | None:
    """The interaction that is being carried out; None: nobody's."""
    return _CAUSE.get()


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
    return (await session.exec(KNOWN, params={"interaction": interaction_id, "of": kind})).first()


def record(writes: Writes, interaction_id: int | None, kind: str, outcome: BaseModel, now: datetime) -> None:
    """Remember the outcome together with what it tells of, where the battle's version sees to it that no delivery
    but the first gets that far."""
    if interaction_id is not None:
        row = {"interaction_id": interaction_id, "kind": kind, "outcome": outcome.model_dump_json(), "at": now}
        writes.add(inserting(ProcessedInteraction), row)


async def claim(session: AsyncSession, interaction_id: int | None, kind: str, now: datetime) -> Claim:
    """Take the interaction before anything else is done. Where another process carries it out at this very moment,
    this waits for it: the primary key lets only one of them in."""
    if interaction_id is None:
        return Claim(None, None)
    row = ProcessedInteraction(interaction_id=interaction_id, kind=kind, outcome="", at=now)
    insert = postgresql.insert if session.get_bind().dialect.name == "postgresql" else sqlite.insert
    taken = await session.exec(insert(ProcessedInteraction).values(row.model_dump()).on_conflict_do_nothing())
    if not taken.rowcount:
        return Claim(None, await first(session, interaction_id, kind))
    # It is in the database now: the session need only write its outcome.
    make_transient_to_detached(row)
    session.add(row)
    return Claim(row, None)
