"""The tables of who played where and when, and of those who ask to join."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import BigInteger
from sqlmodel import Field, SQLModel

from campaigns.tables.base import UtcDateTime


class Stint(SQLModel, table=True):
    """A time for which somebody played for a side, or was a GM; it has ended. What he may have seen then stays a reason
    to ask the GM before he plays for another side. The present time stands in his row as a player or GM."""

    id: int | None = Field(default=None, primary_key=True)
    campaign_id: int = Field(foreign_key="campaign.id", ondelete="CASCADE", index=True)
    user_id: int = Field(sa_type=BigInteger, index=True)
    """0: somebody who has had himself forgotten."""
    side: str | None = Field(default=None, max_length=40)
    """None: as a GM, who sees everything."""
    since: datetime = Field(sa_type=UtcDateTime)
    until: datetime = Field(sa_type=UtcDateTime)
    removed: bool = False
    """A GM took him out."""


class JoinRequest(SQLModel, table=True):
    """Somebody asks to play for a side; a GM decides."""

    id: int | None = Field(default=None, primary_key=True)
    campaign_id: int = Field(foreign_key="campaign.id", ondelete="CASCADE", index=True)
    user_id: int = Field(sa_type=BigInteger, index=True)
    name: str = Field(default="", max_length=80)
    side: str = Field(max_length=40)
    phrase: str = Field(default="", max_length=200)
    """His words for the seed, as those of a player."""
    asked_at: datetime = Field(sa_type=UtcDateTime)
    post: int = 0
    """The outbox's number of the post that shows it."""
    fate: str = Field(default="", max_length=12)
    """joining.Fate; "" while it waits."""
    settled_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    settled_by: int | None = Field(default=None, sa_type=BigInteger)
    """The GM, for the record."""
