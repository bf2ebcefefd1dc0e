"""The table of battles' events in their servers' calendars."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import BigInteger, Text
from sqlmodel import Field, SQLModel

from campaigns.tables.base import UtcDateTime


class CalendarEvent(SQLModel, table=True):
    """A battle's event in its server's calendar. It outlives its battle: the event is still to be taken down then."""

    battle_id: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    guild_id: int = Field(sa_type=BigInteger)
    event_id: int | None = Field(default=None, sa_type=BigInteger)
    """None: Discord has made none yet."""
    seen: datetime | None = Field(default=None, sa_type=UtcDateTime)
    """The battle's first deadline when its event was last seen to."""
    shown: datetime | None = Field(default=None, sa_type=UtcDateTime)
    """When the event begins; None: there was no deadline that everybody may know of."""
    attempts: int = 0
    again_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    """Not to be tried before; None: it may be tried now."""
    problem: str = Field(default="", sa_type=Text)
