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


class OrderLetter(SQLModel, table=True):
    """The letter that somebody writes to the units of a side: lines that are not sent, and those sent last. Nobody else
    reads it, and nothing of it is known before it is sent."""

    battle_id: int = Field(foreign_key="battle.id", ondelete="CASCADE", primary_key=True)
    user_id: int = Field(sa_type=BigInteger, primary_key=True, sa_column_kwargs={"autoincrement": False})
    side: str = Field(max_length=40, primary_key=True)
    lines: str = Field(sa_type=Text, default="[]", sa_column_kwargs={"server_default": text("'[]'")})
    """Actions as a JSON list, each as the rule set writes it."""
    sent: str = Field(sa_type=Text, default="[]", sa_column_kwargs={"server_default": text("'[]'")})
    at: datetime = Field(sa_type=UtcDateTime)


class SideIntent(SQLModel, table=True):
    """How a side means to fight: its boldness and the roles of its units, for its plans."""

    battle_id: int = Field(foreign_key="battle.id", ondelete="CASCADE", primary_key=True)
    side: str = Field(max_length=40, primary_key=True)
    boldness: str = Field(max_length=20)
    roles: str = Field(sa_type=Text, default="{}", sa_column_kwargs={"server_default": text("'{}'")})
    """By unit, as a JSON object: those that a player has chosen."""
