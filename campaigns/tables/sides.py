"""The tables of what is for one side alone, and of what somebody has looked at."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import BigInteger, Text, UniqueConstraint, text
from sqlmodel import Field, SQLModel

from campaigns.tables.base import UtcDateTime


class SideThread(SQLModel, table=True):
    """The private thread of a side: one for each campaign, made when something is first to be told there."""

    __table_args__ = (UniqueConstraint("campaign_id", "side"),)
    id: int | None = Field(default=None, primary_key=True)
    campaign_id: int = Field(foreign_key="campaign.id", ondelete="CASCADE")
    side: str = Field(max_length=40)
    thread_id: int | None = Field(default=None, sa_type=BigInteger, index=True)
    """None: it has not been made, or it was deleted."""
    due: datetime | None = Field(default=None, sa_type=UtcDateTime, index=True)
    """When it is to be seen whether it exists and who is in it; None: all is as it should be."""
    attempts: int = 0
    """That have failed, one after the other."""
    problem: str = Field(default="", sa_type=Text)
    passing: bool = Field(default=False, sa_column_kwargs={"server_default": text("false")})
    """The problem may be over with the next try: posts wait for that instead of going nowhere."""


class SideGuest(SQLModel, table=True):
    """Somebody who has been let into a side's thread, or was about to be: he is put out by this row when he may no
    longer read there, so it stays until he is, even where everything else about him has been forgotten."""

    thread: int = Field(foreign_key="sidethread.id", ondelete="CASCADE", primary_key=True)
    user_id: int = Field(sa_type=BigInteger, primary_key=True, sa_column_kwargs={"autoincrement": False})
    inside: bool = Field(default=False, sa_column_kwargs={"server_default": text("false")})
    """Discord has let him in."""


class LookedAt(SQLModel, table=True):
    """Up to where somebody knows a battle."""

    battle_id: int = Field(foreign_key="battle.id", ondelete="CASCADE", primary_key=True)
    user_id: int = Field(sa_type=BigInteger, primary_key=True, sa_column_kwargs={"autoincrement": False}, index=True)
    seq: int
    """The newest entry when he last looked."""
    at: datetime = Field(sa_type=UtcDateTime)
    before: int
    """The newest entry when the sitting before this one ended: what is told again when nothing is new."""
    since: datetime = Field(sa_type=UtcDateTime)
    """When that was."""
