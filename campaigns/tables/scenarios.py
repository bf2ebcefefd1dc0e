"""The tables of scenarios: those that a campaign keeps, and the one that a battle is fought by."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import BigInteger, Text, UniqueConstraint
from sqlmodel import Field, SQLModel

from campaigns.tables.base import UtcDateTime


class KeptScenario(SQLModel, table=True):
    """A scenario file that a GM has brought, for the campaign's battles."""

    __table_args__ = (UniqueConstraint("campaign_id", "key"),)
    id: int | None = Field(default=None, primary_key=True)
    campaign_id: int = Field(foreign_key="campaign.id", ondelete="CASCADE")
    key: str = Field(max_length=60)
    title: str = Field(max_length=80)
    text: str = Field(sa_type=Text)
    """The file."""
    kept_by: int = Field(sa_type=BigInteger)
    kept_at: datetime = Field(sa_type=UtcDateTime)
    """For the record."""


class BattleScenario(SQLModel, table=True):
    """The scenario of a battle as it was when the battle was opened, whatever becomes of the file."""

    battle_id: int = Field(
        foreign_key="battle.id", ondelete="CASCADE", primary_key=True, sa_column_kwargs={"autoincrement": False}
    )
    key: str = Field(max_length=60, index=True)
    title: str = Field(max_length=80)
    briefing: str = Field(sa_type=Text)
    """For everybody."""
    orders: str = Field(sa_type=Text)
    """scenarios.Orders by side: what each alone may know."""
    text: str = Field(sa_type=Text)
    """The file."""
