"""The accounts of battles that are over, and what people add to a figure's file."""

from __future__ import annotations

from datetime import date, datetime

from sqlalchemy import BigInteger, LargeBinary, Text
from sqlmodel import Field, SQLModel

from campaigns.tables.base import UtcDateTime


class BattleAccount(SQLModel, table=True):
    """What may be told of a battle that has ended, for one viewer. Made from the journal, as snapshots are."""

    battle_id: int = Field(
        foreign_key="battle.id", ondelete="CASCADE", primary_key=True, sa_column_kwargs={"autoincrement": False}
    )
    viewer: str = Field(max_length=40, primary_key=True)
    """A side's key; "*": who may know everything."""
    told: str = Field(sa_type=Text)
    """campaigns.battle.record.accounts.ToldBattle"""


class Portrait(SQLModel, table=True):
    """The picture of a figure or an element that somebody has given it: bytes of a PNG that was written here."""

    figure_id: int = Field(
        foreign_key="figure.id", ondelete="CASCADE", primary_key=True, sa_column_kwargs={"autoincrement": False}
    )
    data: bytes = Field(sa_type=LargeBinary)
    user_id: int | None = Field(default=None, sa_type=BigInteger)
    """Who gave it."""
    at: datetime = Field(sa_type=UtcDateTime)


class DiaryEntry(SQLModel, table=True):
    """What a GM or a player has written into a campaign's war diary. What is taken down keeps its row, without its
    words."""

    id: int | None = Field(default=None, primary_key=True)
    campaign_id: int = Field(foreign_key="campaign.id", ondelete="CASCADE", index=True)
    user_id: int | None = Field(default=None, sa_type=BigInteger)
    readers: str = Field(default="", max_length=40)
    """"": everybody; a side's key: that side and the GMs; "*": the GMs alone."""
    day: date
    """The day that it tells of."""
    title: str = Field(max_length=100)
    text: str = Field(sa_type=Text)
    """As it was written; whoever shows it makes it harmless for where it stands."""
    at: datetime = Field(sa_type=UtcDateTime)
    taken_down: bool = Field(default=False)


class DiaryPicture(SQLModel, table=True):
    """The picture of an entry: bytes of a JPEG that was written here. It goes with the words when they are taken
    down."""

    entry_id: int = Field(
        foreign_key="diaryentry.id", ondelete="CASCADE", primary_key=True, sa_column_kwargs={"autoincrement": False}
    )
    data: bytes = Field(sa_type=LargeBinary)


class BattleByTurn(SQLModel, table=True):
    """What one viewer was told of a battle that has ended, turn by turn. Made from the journal when somebody reads it
    for the first time."""

    battle_id: int = Field(
        foreign_key="battle.id", ondelete="CASCADE", primary_key=True, sa_column_kwargs={"autoincrement": False}
    )
    viewer: str = Field(max_length=40, primary_key=True)
    """As of a `BattleAccount`."""
    told: str = Field(sa_type=Text)
    """campaigns.story.by_turn.ByTurn"""


class Preface(SQLModel, table=True):
    """What a GM has written above the report of a battle, for all who read it."""

    battle_id: int = Field(
        foreign_key="battle.id", ondelete="CASCADE", primary_key=True, sa_column_kwargs={"autoincrement": False}
    )
    user_id: int | None = Field(default=None, sa_type=BigInteger)
    text: str = Field(sa_type=Text)
    """As it was written; whoever shows it makes it harmless for where it stands."""
    at: datetime = Field(sa_type=UtcDateTime)
