"""Places of a unit and those who hold them, one after the other.

A place outlives its holders, and a figure may hold several in a life: whoever is promoted leaves one empty and takes
another, whoever goes to another unit gets a new one there. What was true of a place stays in its line.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession
from sqlmodel.sql.expression import SelectOfScalar

from campaigns.tables.base import pk
from campaigns.tables.roster import Figure, Holding, Slot


async def begin(session: AsyncSession, figures: Iterable[Figure], now: datetime) -> None:
    """Note from when these hold the slots in which they have just been put."""
    session.add_all(Holding(slot_id=figure.slot_id, figure_id=pk(figure.id), since=now) for figure in figures)
    await session.flush()


async def leave(session: AsyncSession, figure: Figure, now: datetime) -> None:
    """Note until when a figure, or an element, has held its slot."""
    current = select(Holding).where(Holding.figure_id == figure.id).order_by(col(Holding.id).desc())
    holding = (await session.exec(current)).first()
    if holding is not None and holding.until is None:
        holding.until = now
    await session.flush()


async def stay(session: AsyncSession, figure: Figure) -> None:
    """That somebody has left the slot which is still theirs was a mistake."""
    current = select(Holding).where(Holding.figure_id == figure.id).order_by(col(Holding.id).desc())
    holding = (await session.exec(current)).first()
    if holding is not None:
        holding.until = None
    await session.flush()


async def move(session: AsyncSession, figure: Figure, goal: Slot, now: datetime) -> None:
    """Put a figure, or an element, into another slot: its own falls free."""
    await leave(session, figure, now)
    figure.slot_id = pk(goal.id)
    await begin(session, [figure], now)


def alike(slot: Slot, unit_id: int, number: int) -> Slot:
    """A new slot with the sheet of this one, without its crew."""
    return Slot(
        unit_id=unit_id,
        number=number,
        rank=slot.rank,
        role=slot.role,
        traits=slot.traits,
        kind=slot.kind,
        type=slot.type,
        men=slot.men,
    )


def ever_in(unit_id: int) -> SelectOfScalar[Figure]:
    """All who have ever held a slot of this unit, and what has."""
    held = select(Holding.figure_id).join(Slot, col(Slot.id) == Holding.slot_id).where(Slot.unit_id == unit_id)
    return select(Figure).where(col(Figure.id).in_(held))
