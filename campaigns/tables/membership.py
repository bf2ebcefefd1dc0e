"""The tables of who played where and when, of those who ask to join, and of seats that others take over."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import BigInteger, Text, UniqueConstraint, text
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


class Volunteer(SQLModel, table=True):
    """Somebody would take over a seat that its player leaves empty."""

    __table_args__ = (UniqueConstraint("campaign_id", "user_id"),)
    id: int | None = Field(default=None, primary_key=True)
    campaign_id: int = Field(foreign_key="campaign.id", ondelete="CASCADE")
    user_id: int = Field(sa_type=BigInteger, index=True)
    side: str | None = Field(default=None, max_length=40)
    """None: of any side."""
    at: datetime = Field(sa_type=UtcDateTime)


class PlayerSeat(SQLModel, table=True):
    """A player's place on a side that stands open, or in which somebody else sits until its owner is back."""

    id: int | None = Field(default=None, primary_key=True)
    campaign_id: int = Field(foreign_key="campaign.id", ondelete="CASCADE", index=True)
    side: str = Field(max_length=40)
    owner: int = Field(sa_type=BigInteger, index=True)
    """Who may come back; 0: nobody."""
    holder: int = Field(sa_type=BigInteger)
    """Who sits there; of an open seat, who does so no longer."""
    stands: str = Field(max_length=8)
    """offering.SeatFate"""
    joined: bool = Field(default=False, sa_column_kwargs={"server_default": text("false")})
    """The holder plays for the side by this seat alone, and no longer when the owner is back."""
    units: str = Field(default="[]", sa_type=Text, sa_column_kwargs={"server_default": text("'[]'")})
    """JSON: the numbers of the units that have gone with the seat."""
    post: int = 0
    """The outbox's number of the newest post about it that has a button."""
    since: datetime = Field(sa_type=UtcDateTime)
