"""The tables of the processes that share a database: who is there, who holds which shard, who may sign in next."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Text
from sqlmodel import Field, SQLModel

from campaigns.tables.base import UtcDateTime


class FleetMember(SQLModel, table=True):
    """A process at work. Its number fences it: a transaction of a process that has no row here is refused."""

    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(max_length=200)
    """For people: "process 4711 on mill (adjutant run)"."""
    shards: int
    """Of the whole fleet."""
    named: str | None = Field(default=None, sa_type=Text)
    """The shards that it has asked for, "0-3,8"; None: whatever is its due."""
    beats: int = 0
    """Signs of life so far."""
    until: datetime = Field(sa_type=UtcDateTime)
    """By the database's clock: after that another may put it out."""
    since: datetime = Field(sa_type=UtcDateTime)


class ShardLease(SQLModel, table=True):
    """A shard of the fleet, and who holds it."""

    shard: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    holder: int | None = Field(default=None, foreign_key="fleetmember.id", ondelete="SET NULL", index=True)
    freed_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    """When its last holder went; None: it has had none."""


class SignIn(SQLModel, table=True):
    """When a process of the fleet last signed in to Discord, which allows one within some seconds."""

    bucket: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    at: datetime = Field(sa_type=UtcDateTime)
