"""Alembic's environment: work on the connection that `Store.open` hands over, inside its transaction."""

from __future__ import annotations

from typing import Literal

from alembic import context
from alembic.autogenerate.api import AutogenContext
from sqlalchemy import Connection
from sqlmodel import AutoString

from campaigns import tables
from campaigns.tables.base import UtcDateTime

connection: Connection = context.config.attributes["connection"]


def as_plain_type(kind: str, thing: object, _context: AutogenContext) -> str | Literal[False]:
    """Write plain column types into revisions: they must not change when our own types do."""
    if kind == "type" and isinstance(thing, UtcDateTime):
        return "sa.DateTime(timezone=True)"
    if kind == "type" and isinstance(thing, AutoString):
        return f"sa.String(length={thing.length})"
    return False


context.configure(connection=connection, target_metadata=tables.metadata, render_item=as_plain_type)
context.run_migrations()
