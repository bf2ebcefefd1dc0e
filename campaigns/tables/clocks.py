"""The tables of people's clocks: their days, their absences, their time in each battle, and whom each question waits
for. Timers are derived from these rows."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import BigInteger, Text, text
from sqlmodel import Field, SQLModel

from campaigns.tables.base import UtcDateTime


class Person(SQLModel, table=True):
    """What somebody has told of his days, the same on every server."""

    user_id: int = Field(primary_key=True, sa_type=BigInteger, sa_column_kwargs={"autoincrement": False})
    zone: str = Field(default="", max_length=64)
    """A name of the tz database; "": not told."""
    quiet: str = Field(default="", max_length=11)
    """ "22:00-07:00" by the clock on his wall; "": none."""
    days_off: str = Field(default="", max_length=13)
    """Days of the week, Monday is 0: "5,6"."""
    hinted_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    """He has been told how to say all this, which is done once."""


class Absence(SQLModel, table=True):
    """Somebody has said that he is away. It begins and ends by itself, in a transaction that moves his clocks."""

    id: int | None = Field(default=None, primary_key=True)
    user_id: int = Field(sa_type=BigInteger, index=True)
    since: datetime = Field(sa_type=UtcDateTime)
    until: datetime = Field(sa_type=UtcDateTime)
    in_place: str = Field(max_length=12)
    """habits.InPlace"""
    delegate: int | None = Field(default=None, sa_type=BigInteger)
    begun: bool = False
    over: bool = Field(default=False, index=True)


class TimeBank(SQLModel, table=True):
    """Somebody's time in a battle. `left` seconds were left at `since`; None: his clock stands still."""

    battle_id: int = Field(foreign_key="battle.id", ondelete="CASCADE", primary_key=True)
    user_id: int = Field(sa_type=BigInteger, primary_key=True, index=True, sa_column_kwargs={"autoincrement": False})
    left: float = 0.0
    since: datetime | None = Field(default=None, sa_type=UtcDateTime)
    refilled_for: int = 0
    """The newest question for which it was refilled."""
    called_for: int = 0
    """The newest question to which he has been called, by its prompt or by a call of his own."""
    reminded_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    misses: int = 0
    """Deadlines that he let pass in this battle."""


class Waiting(SQLModel, table=True):
    """A question that a battle waits on, as long as it stands."""

    id: int | None = Field(default=None, primary_key=True)
    battle_id: int = Field(foreign_key="battle.id", ondelete="CASCADE", index=True)
    ask_key: str = Field(max_length=200)
    side: str = Field(max_length=40)
    by_side: str | None = Field(default=None, max_length=40)
    """The side whose players answer; None: the GMs."""
    units: str = Field(default="", sa_type=Text, sa_column_kwargs={"server_default": text("''")})
    """The bodies that it is about, with commas: their commanders are asked before the others of their side."""
    since: datetime = Field(sa_type=UtcDateTime)
    extra: float = 0.0
    """Seconds that a GM has given or taken."""
    to_gm: bool = False
    """The side let its time pass, and the GMs have been asked in its place."""
    over: bool = False
    """Its deadline has passed in vain: nothing more falls due."""
    lead: int = Field(default=0, sa_type=BigInteger, sa_column_kwargs={"server_default": text("0")})
    """Of several who may answer, who is told first; the others are told later. 0: all of them at once."""


class Reliability(SQLModel, table=True):
    """trust.Record: how somebody has answered in a campaign's battles."""

    campaign_id: int = Field(foreign_key="campaign.id", ondelete="CASCADE", primary_key=True)
    user_id: int = Field(sa_type=BigInteger, primary_key=True, index=True, sa_column_kwargs={"autoincrement": False})
    kept: float = Field(default=0.0, sa_column_kwargs={"server_default": text("0")})
    missed: float = Field(default=0.0, sa_column_kwargs={"server_default": text("0")})
    at: datetime = Field(sa_type=UtcDateTime)
