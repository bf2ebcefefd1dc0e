"""The tables of the boards that a campaign keeps."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import BigInteger, Index, LargeBinary, Text, UniqueConstraint, text
from sqlmodel import Field, SQLModel

from campaigns.tables.base import UtcDateTime


class BoardPicture(SQLModel, table=True):
    """The picture that came with an imported board: bytes of a PNG, JPEG or WebP."""

    id: int | None = Field(default=None, primary_key=True)
    campaign_id: int = Field(foreign_key="campaign.id", ondelete="CASCADE", index=True)
    data: bytes = Field(sa_type=LargeBinary)


class KeptBoard(SQLModel, table=True):
    """A board that a GM has made, for the campaign's battles to be fought on."""

    __table_args__ = (
        UniqueConstraint("campaign_id", "name"),
        Index("uq_keptboard_campaign_id_folded", "campaign_id", "folded", unique=True),
    )
    id: int | None = Field(default=None, primary_key=True)
    campaign_id: int = Field(foreign_key="campaign.id", ondelete="CASCADE")
    name: str = Field(max_length=80)
    folded: str = Field(max_length=240, sa_column_kwargs={"server_default": text("''")})
    """The name as names are compared: rules.naming.folded."""
    board: str = Field(sa_type=Text)
    """rules.table.board.Board"""
    picture_id: int | None = Field(default=None, foreign_key="boardpicture.id")
    made_by: int = Field(sa_type=BigInteger)
    made_at: datetime = Field(sa_type=UtcDateTime)
    """For the record."""


class BattlePicture(SQLModel, table=True):
    """The picture under a battle's board, whatever becomes of the board that it was taken from."""

    battle_id: int = Field(
        foreign_key="battle.id", ondelete="CASCADE", primary_key=True, sa_column_kwargs={"autoincrement": False}
    )
    picture_id: int = Field(foreign_key="boardpicture.id", index=True)
