"""The table of posts that have had their day and still show their buttons."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Text
from sqlmodel import Field, SQLModel

from campaigns.tables.base import UtcDateTime


class Strike(SQLModel, table=True):
    """A post that is to lose its buttons, once: a prompt that a newer post has overtaken, or a question to people that
    has met its `fate`."""

    post_id: int = Field(
        primary_key=True, foreign_key="outboxpost.id", ondelete="CASCADE", sa_column_kwargs={"autoincrement": False}
    )
    overtaken_by: int | None = Field(default=None, foreign_key="outboxpost.id", ondelete="CASCADE")
    fate: str = Field(default="", max_length=12)
    due: datetime | None = Field(default=None, sa_type=UtcDateTime, index=True)
    """Not to be tried before; None: done, or given up."""
    attempts: int = 0
    problem: str = Field(default="", sa_type=Text)
    struck_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    """For the record."""
