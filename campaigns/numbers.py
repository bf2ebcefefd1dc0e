"""Numbers that are not given twice. SQLite gives the number of a deleted row away again when it was the highest;
buttons of long ago, which carry it, would then mean something else. PostgreSQL never does that."""

from __future__ import annotations

from sqlalchemy import ColumnElement
from sqlmodel import func, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.draft_rows import Draft
from campaigns.membership_rows import RetiredIds
from campaigns.models import Battle

Numbered = type[Battle] | type[Draft]


async def retire(session: AsyncSession, model: Numbered, which: ColumnElement[bool]) -> None:
    """Remember the highest number of these rows, which are about to be deleted."""
    last = (await session.exec(select(func.max(model.id)).where(which))).one()
    if last is None:
        return
    row = await session.get(RetiredIds, model.__name__.lower())
    if row is None:
        session.add(RetiredIds(kind=model.__name__.lower(), last=last))
    else:
        row.last = max(row.last, last)
    await session.flush()


async def unused(session: AsyncSession, model: Numbered) -> int | None:
    """The number for a new row; None where the database itself finds one that has never been used."""
    row = await session.get(RetiredIds, model.__name__.lower())
    if row is None or session.get_bind().dialect.name != "sqlite":
        return None
    newest = (await session.exec(select(func.max(model.id)))).one() or 0
    return max(newest, row.last) + 1
