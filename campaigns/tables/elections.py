"""The tables of elections: the players of a campaign choose a GM where theirs has been silent for long."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import BigInteger
from sqlmodel import Field, SQLModel

from campaigns.tables.base import UtcDateTime


class Election(SQLModel, table=True):
    id: int | None = Field(default=None, primary_key=True)
    campaign_id: int = Field(foreign_key="campaign.id", ondelete="CASCADE", index=True)
    opened_at: datetime = Field(sa_type=UtcDateTime)
    ends_at: datetime = Field(sa_type=UtcDateTime)
    closed_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    """None: it goes on."""
    elected: int = Field(default=0, sa_type=BigInteger)
    """0: nobody."""
    post: int = 0
    """The outbox's number of the newest post that shows it."""


class ElectionCandidate(SQLModel, table=True):
    """Somebody would be GM."""

    election_id: int = Field(foreign_key="election.id", ondelete="CASCADE", primary_key=True)
    user_id: int = Field(sa_type=BigInteger, primary_key=True, sa_column_kwargs={"autoincrement": False})
    place: int
    """Among those who stand, the first is 1."""
    at: datetime = Field(sa_type=UtcDateTime)


class ElectionVote(SQLModel, table=True):
    """A player's one vote, which they may change while the election goes on."""

    election_id: int = Field(foreign_key="election.id", ondelete="CASCADE", primary_key=True)
    user_id: int = Field(sa_type=BigInteger, primary_key=True, sa_column_kwargs={"autoincrement": False})
    candidate: int = Field(sa_type=BigInteger)
    at: datetime = Field(sa_type=UtcDateTime)
