"""The tables. Rows hold facts; what can be derived from them (totals, status, roster sheets) is never stored.

Snowflakes are BigIntegers. Times are aware UTC datetimes on every database. Columns that hold a value of the rules or
of `campaigns` as JSON text say which in their comment; the text is read and written by that type's own codec.
"""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import (
    BigInteger,
    Index,
    Text,
    UniqueConstraint,
    text,
)
from sqlmodel import Field, SQLModel

from campaigns.tables.base import UtcDateTime, partial

WANTS_CALENDAR = """settings LIKE '%"calendar":true%'"""
"""In plain SQL: what the settings of a campaign say that wants its deadlines in the server's calendar."""


class Campaign(SQLModel, table=True):
    __table_args__ = (
        # One open campaign a channel; a closed one gives it free.
        Index(
            "uq_campaign_open_channel",
            "channel_id",
            unique=True,
            sqlite_where=text("closed_at IS NULL"),
            postgresql_where=text("closed_at IS NULL"),
        ),
        partial("ix_campaign_calendar", "id", where=WANTS_CALENDAR.replace(":", r"\:")),
    )
    id: int | None = Field(default=None, primary_key=True)
    uid: str = Field(unique=True, max_length=32)
    guild_id: int = Field(sa_type=BigInteger, index=True)
    channel_id: int = Field(sa_type=BigInteger)
    name: str = Field(max_length=80)
    rules: str = Field(max_length=40)
    settings: str = Field(sa_type=Text)
    """policies.Settings"""
    created_at: datetime = Field(sa_type=UtcDateTime)
    closed_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    deputy: int | None = Field(default=None, sa_type=BigInteger)
    """Who takes over when its GMs have been silent for some days; None: nobody has been named."""
    deputy_called_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    """When the deputy was last told that they have."""
    lesson: bool = Field(default=False, sa_column_kwargs={"server_default": text("false")})
    """It holds one person's first battle and nothing else."""


class Side(SQLModel, table=True):
    __table_args__ = (UniqueConstraint("campaign_id", "key"),)
    id: int | None = Field(default=None, primary_key=True)
    campaign_id: int = Field(foreign_key="campaign.id", ondelete="CASCADE")
    key: str = Field(max_length=40)
    name: str = Field(max_length=80)
    at_deadline: str | None = Field(default=None, max_length=12)
    """policies.AtDeadline, as its players want it; None: as the campaign has it."""


class Player(SQLModel, table=True):
    """A person's membership of a side. Leaving keeps the row: units and the journal go on naming him."""

    __table_args__ = (UniqueConstraint("campaign_id", "user_id"),)
    id: int | None = Field(default=None, primary_key=True)
    campaign_id: int = Field(foreign_key="campaign.id", ondelete="CASCADE")
    user_id: int = Field(sa_type=BigInteger, index=True)
    side_id: int = Field(foreign_key="side.id")
    name: str = Field(default="", max_length=80)
    phrase: str = Field(default="", max_length=200)
    """His words for the seed where his side gives none of its own: the number that Discord gave the newest thing he has
    done before everybody's eyes (joining, raising a unit, choosing who fights)."""
    phrase_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    """When that was; None: he has none, or an earlier version noted it."""
    joined_at: datetime = Field(sa_type=UtcDateTime)
    left_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    direct: bool = Field(default=False, sa_column_kwargs={"server_default": text("false")})
    """What is for his side alone is sent to him in a private conversation, too."""
    last_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    """presence: when they last did anything here, to the hour; None: not since that is noted."""


class GM(SQLModel, table=True):
    __table_args__ = (UniqueConstraint("campaign_id", "user_id"),)
    id: int | None = Field(default=None, primary_key=True)
    campaign_id: int = Field(foreign_key="campaign.id", ondelete="CASCADE")
    user_id: int = Field(sa_type=BigInteger, index=True)
    appointed_at: datetime = Field(sa_type=UtcDateTime)
    last_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    """As of a player."""


class ProcessedInteraction(SQLModel, table=True):
    """An interaction that has been carried out: a second delivery gets the first outcome. `kind`: the service, for
    one interaction may open a battle and begin it."""

    interaction_id: int = Field(primary_key=True, sa_type=BigInteger, sa_column_kwargs={"autoincrement": False})
    kind: str = Field(primary_key=True, max_length=20)
    outcome: str = Field(sa_type=Text)
    at: datetime = Field(sa_type=UtcDateTime)


class PublishedCommands(SQLModel, table=True):
    """A digest of the commands that a front end was last given in a scope: a server's id, 0 for everywhere. `ids`: what
    they are known by there, as JSON; none before version 0013."""

    scope: int = Field(primary_key=True, sa_type=BigInteger, sa_column_kwargs={"autoincrement": False})
    digest: str = Field(max_length=64)
    ids: str | None = Field(default=None, sa_type=Text)
    at: datetime = Field(sa_type=UtcDateTime)
