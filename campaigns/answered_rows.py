"""The table of prompts that have been answered and still show their buttons."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Text
from sqlmodel import Field, SQLModel

from campaigns.models import UtcDateTime


class AnsweredPrompt(SQLModel, table=True):
    """A prompt's message that is to lose its buttons, for a newer post has overtaken it. Each is changed once."""

    post_id: int = Field(primary_key=True, foreign_key="outboxpost.id", ondelete="CASCADE")
    overtaken_by: int = Field(foreign_key="outboxpost.id", ondelete="CASCADE")
    due: datetime | None = Field(default=None, sa_type=UtcDateTime, index=True)
    """Not to be tried before; None: done, or given up."""
    attempts: int = 0
    problem: str = Field(default="", sa_type=Text)
    struck_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
