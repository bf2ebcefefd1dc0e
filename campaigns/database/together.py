"""Several queries answered by one statement, on both databases: each answer travels as JSON, and is read back as its
columns say."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Boolean, Column, ColumnElement, ScalarSelect, Select, String, select
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.orm import Session
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.tables.base import UtcDateTime

Rows = list[list[Any]]
"""What a query has found, in no order."""


class Together:
    """Queries on plain columns that are asked at once. They order nothing: whoever reads the rows does."""

    def __init__(self, *queries: Select[*tuple[Any, ...]]) -> None:
        self.columns = [select(_Rows(*query.subquery().columns)).scalar_subquery() for query in queries]
        """The answers, to be asked for beside other columns, and then to be `read`."""
        self._statement = select(*self.columns)
        self._readers = [_readers(query) for query in queries]

    async def ask(self, session: AsyncSession, **told: object) -> list[Rows]:
        """The rows of each of the queries. `told`: the values given to them."""
        await session.flush()

        def ask(asked: Session) -> Sequence[str | None]:
            return tuple(asked.connection().execute(self._statement, told).one())

        return self.read(await session.run_sync(ask))

    def read(self, found: Sequence[str | None]) -> list[Rows]:
        """The rows that the columns hold."""
        return [_read(text, readers) for text, readers in zip(found, self._readers, strict=True)]


def packed(*columns: Column[Any], where: ColumnElement[bool]) -> ScalarSelect[str]:
    """A column beside others: the rows of another table that belong to theirs, for `unpacked`. Of numbers and texts."""
    return select(_Rows(*columns)).where(where).scalar_subquery()


def unpacked(text: str | None) -> Rows:
    """The rows that such a column holds, in the order of their own first columns."""
    return sorted(json.loads(text)) if text else []


def _read(text: str | None, readers: Sequence[tuple[int, Callable[[Any], Any]]]) -> Rows:
    rows: Rows = json.loads(text) if text else []
    for row in rows:
        for at, reader in readers:
            if row[at] is not None:
                row[at] = reader(row[at])
    return rows


def _readers(query: Select[*tuple[Any, ...]]) -> tuple[tuple[int, Callable[[Any], Any]], ...]:
    """By place: what makes of JSON what the column holds, where that is not the same."""
    found: list[tuple[int, Callable[[Any], Any]]] = []
    for at, column in enumerate(query.selected_columns):
        if isinstance(column.type, UtcDateTime):
            found.append((at, _moment))
        elif isinstance(column.type, Boolean):
            found.append((at, bool))
    return tuple(found)


def _moment(text: str) -> datetime:
    moment = datetime.fromisoformat(text)
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


class _Rows(FunctionElement[str]):
    """All rows as one JSON array of arrays; None where there are none."""

    type = String()
    inherit_cache = True


@compiles(_Rows, "sqlite")
def _on_sqlite(rows: _Rows, compiler: SQLCompiler, **named: Any) -> str:
    return f"json_group_array(json_array({_columns(rows, compiler, named)}))"


@compiles(_Rows, "postgresql")
def _on_postgresql(rows: _Rows, compiler: SQLCompiler, **named: Any) -> str:
    return f"CAST(json_agg(json_build_array({_columns(rows, compiler, named)})) AS TEXT)"


def _columns(rows: _Rows, compiler: SQLCompiler, named: dict[str, Any]) -> str:
    return compiler.process(rows.clauses, **named)
