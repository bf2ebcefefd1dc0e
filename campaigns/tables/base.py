"""What all tables share: their naming, moments in UTC, indexes of some rows.

Rows hold facts; what can be derived from them (totals, status, roster sheets) is never stored.

Snowflakes are BigIntegers. Times are aware UTC datetimes on every database. Columns that hold a value of the rules or
of `campaigns` as JSON text say which in their comment; the text is read and written by that type's own codec.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    BindParameter,
    DateTime,
    Dialect,
    Index,
    MetaData,
    Table,
    TextClause,
    TypeDecorator,
    bindparam,
    event,
    text,
)
from sqlmodel import SQLModel

# Constraints without names cannot be altered later by a migration that must run on both databases.
SQLModel.metadata.naming_convention = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}


@event.listens_for(Table, "after_parent_attach")
def _count_on(table: Table, parent: MetaData) -> None:
    """Numbers are never used twice, buttons of long ago carry them: SQLite must be told so, PostgreSQL counts on."""
    if parent is SQLModel.metadata and "id" in table.columns:
        table.dialect_options["sqlite"]["autoincrement"] = True


class UtcDateTime(TypeDecorator[datetime]):
    """An aware datetime in, the same moment out in UTC. SQLite forgets the zone, so it is put back on reading."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("times are stored in UTC: a datetime without a zone is ambiguous")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


def partial(name: str, *columns: str | TextClause, where: str) -> Index:
    """An index of some rows only, on both databases. A query uses it when it says the same condition in plain SQL."""
    return Index(name, *columns, sqlite_where=text(where), postgresql_where=text(where))


metadata: MetaData = SQLModel.metadata


def given(name: str, *, several: bool = False) -> BindParameter[Any]:
    """A value of that name, told each time to a query that is put together once. `several`: those of an IN."""
    return bindparam(name, expanding=several)


def pk(row_id: int | None) -> int:
    """The primary key of a row that the database has given one."""
    if row_id is None:
        raise ValueError("the row has not been flushed yet")
    return row_id
