"""The tables of honours: what units have been given, what a GM has declined, and a campaign's own file of awards. What
people have been given stands in their careers."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import BigInteger, Text, text
from sqlmodel import Field, SQLModel

from campaigns.tables.base import UtcDateTime


class UnitHonour(SQLModel, table=True):
    """An honour, or a humiliation, of a unit. It is never deleted: what was taken back says why."""

    id: int | None = Field(default=None, primary_key=True)
    unit_id: int = Field(foreign_key="unit.id", ondelete="CASCADE", index=True)
    battle_id: int | None = Field(default=None, foreign_key="battle.id", ondelete="CASCADE", index=True)
    """For what it did in that battle; None: for none in particular."""
    name: str = Field(max_length=200)
    award: str | None = Field(default=None, sa_type=Text)
    """rules.honours.Worn as JSON; None: it stands in no list."""
    citation: str = Field(default="", sa_type=Text, sa_column_kwargs={"server_default": text("''")})
    seq: int | None = Field(default=None)
    """The entry of the battle's journal that bears it out."""
    user_id: int | None = Field(default=None, sa_type=BigInteger)
    at: datetime = Field(sa_type=UtcDateTime)
    revoked_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    revoked: str = Field(default="", sa_type=Text, sa_column_kwargs={"server_default": text("''")})
    """Why it was taken back."""


class DeclinedHonour(SQLModel, table=True):
    """A proposal that a GM has declined: it is not made again for that battle."""

    id: int | None = Field(default=None, primary_key=True)
    battle_id: int = Field(foreign_key="battle.id", ondelete="CASCADE", index=True)
    award: str = Field(max_length=40)
    """Its key."""
    figure_id: int | None = Field(default=None, foreign_key="figure.id", ondelete="CASCADE")
    unit_id: int | None = Field(default=None, foreign_key="unit.id", ondelete="CASCADE")
    user_id: int = Field(sa_type=BigInteger)
    at: datetime = Field(sa_type=UtcDateTime)


class KeptAwards(SQLModel, table=True):
    """A campaign's own file of awards."""

    campaign_id: int = Field(
        foreign_key="campaign.id", ondelete="CASCADE", primary_key=True, sa_column_kwargs={"autoincrement": False}
    )
    title: str = Field(max_length=80)
    text: str = Field(sa_type=Text)
    """The file."""
    kept_by: int = Field(sa_type=BigInteger)
    kept_at: datetime = Field(sa_type=UtcDateTime)
