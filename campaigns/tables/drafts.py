"""The table of units in the making."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import BigInteger, Index, Text, text
from sqlmodel import Field, SQLModel

from campaigns.tables.base import UtcDateTime


class Draft(SQLModel, table=True):
    """A unit that somebody puts together. What was rolled for it stands until the unit is raised."""

    __table_args__ = (
        # One unfinished draft a player and campaign.
        Index(
            "uq_draft_open",
            "campaign_id",
            "user_id",
            unique=True,
            sqlite_where=text("raised_at IS NULL"),
            postgresql_where=text("raised_at IS NULL"),
        ),
    )
    id: int | None = Field(default=None, primary_key=True)
    campaign_id: int = Field(foreign_key="campaign.id", ondelete="CASCADE")
    user_id: int = Field(sa_type=BigInteger, index=True)
    kind: str = Field(max_length=80)
    """Key of one of the rule set's `Drafting.kinds`."""
    side: str = Field(default="", max_length=40, sa_column_kwargs={"server_default": text("''")})
    """Key of the side that it is for; "": the only one that has its kind."""
    name: str = Field(default="", max_length=80)
    """What the unit is to be called."""
    version: int = 0
    draws: str = Field(sa_type=Text)
    """The dice of the roll: rules.kernel.chance.Draw, all of them."""
    state: str = Field(sa_type=Text)
    """Of the rule set's `Drafting`, which alone reads it."""
    people: str = Field(sa_type=Text)
    """drafts.Person, one a figure."""
    rolled_at: datetime = Field(sa_type=UtcDateTime)
    """For the record."""
    raised_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    unit_id: int | None = Field(default=None, foreign_key="unit.id")
    """The unit that came of it."""
