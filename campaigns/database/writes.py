"""What a transaction writes, gathered while it is thought out, and written in one go: nobody waits for a statement of
whose answer nothing depends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Dialect, Executable, Insert, insert
from sqlalchemy.orm import Session
from sqlmodel import SQLModel
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.database import sqlite
from campaigns.database.prepared import prepared
from campaigns.tables.base import metadata


@dataclass(frozen=True, slots=True)
class _Write:
    statement: Executable
    rows: Sequence[Mapping[str, Any]]

    @property
    def told(self) -> Any:
        return self.rows[0] if len(self.rows) == 1 else self.rows


class Writes:
    """Statements in the order in which they are to be carried out. The session knows nothing of what they change: what
    is written so is read anew."""

    def __init__(self) -> None:
        self._due: list[_Write] = []

    def add(self, statement: Executable, *rows: Mapping[str, Any]) -> None:
        """The statement, once for each of the rows."""
        if rows:
            self._due.append(_Write(statement, rows))

    async def carry_out(self, session: AsyncSession) -> int:
        """All that has been gathered. How many rows the last statement has changed."""
        return (await self._carry_out(session))[1] if self._due else 0

    async def answered(self, session: AsyncSession, statement: Executable, *rows: Mapping[str, Any]) -> Sequence[Any]:
        """All that has been gathered, and then this, of whose answer something depends."""
        self.add(statement, *rows)
        return (await self._carry_out(session))[0]

    async def _carry_out(self, session: AsyncSession) -> tuple[Sequence[Any], int]:
        (*before, last), self._due = self._due, []

        def carried_out(asked: Session) -> tuple[Sequence[Any], int]:
            connection = asked.connection()
            driver = connection.connection.driver_connection
            for write in before:
                if isinstance(driver, sqlite.Connection):
                    _gather(driver, write, connection.dialect)
                else:
                    connection.execute(write.statement, write.told)
            result = connection.execute(last.statement, last.told)
            return (result.all(), 0) if result.returns_rows else ((), result.rowcount)

        return await session.run_sync(carried_out)


def _gather(driver: sqlite.Connection, write: _Write, dialect: Dialect) -> None:
    """SQLite's statement goes to its thread with the next one that is waited for."""
    ready = prepared(write.statement, tuple(write.rows[0]), dialect)
    driver.gather(ready.text, [ready.values(row) for row in write.rows])


INSERTS: dict[type[SQLModel], Insert] = {}


def inserting(table: type[SQLModel]) -> Insert:
    """Adds rows whose numbers nobody needs to know."""
    if table not in INSERTS:
        INSERTS[table] = insert(metadata.tables[table.__name__.lower()]).inline()
    return INSERTS[table]
