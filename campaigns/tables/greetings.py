"""The table of the servers that have been greeted."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import BigInteger
from sqlmodel import Field, SQLModel

from campaigns.tables.base import UtcDateTime


class Greeting(SQLModel, table=True):
    """When a server was last greeted, or was to be."""

    guild_id: int = Field(primary_key=True, sa_type=BigInteger, sa_column_kwargs={"autoincrement": False})
    at: datetime = Field(sa_type=UtcDateTime)
