"""The tables of orders: those that their givers still think about, and where the journal gave those that stand."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import BigInteger, Text, text
from sqlmodel import Field, SQLModel

from campaigns.tables.base import UtcDateTime


class ConsideredOrder(SQLModel, table=True):
    """An order that was shown to its giver before it is carried out: too long for the button that confirms it."""

    id: int | None = Field(default=None, primary_key=True)
    battle_id: int = Field(foreign_key="battle.id", ondelete="CASCADE", index=True)
    user_id: int = Field(sa_type=BigInteger)
    number: int = Field(sa_column_kwargs={"server_default": text("0")})
    """Among this person's in this battle: the table's own would count what others consider."""
    version: int
    """How much he had been told of the battle (marks.Mark) when he was shown it."""
    action: str = Field(sa_type=Text)
    at: datetime = Field(sa_type=UtcDateTime)


class GivenOrder(SQLModel, table=True):
    """The journal entry that gave an order of a side its number: who gave it, and to whom, stands there. Where that was
    taken back the number is given again, and the newest entry counts."""

    battle_id: int = Field(foreign_key="battle.id", ondelete="CASCADE", primary_key=True)
    side: str = Field(max_length=40, primary_key=True)
    number: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    seq: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
