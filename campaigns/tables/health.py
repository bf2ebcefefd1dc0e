"""The table of what recurs: how each task that must go on for ever has fared."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Text
from sqlmodel import Field, SQLModel

from campaigns.tables.base import UtcDateTime


class Heartbeat(SQLModel, table=True):
    """A recurring task's last sign of life."""

    task: str = Field(primary_key=True, max_length=20)
    seen_at: datetime = Field(sa_type=UtcDateTime)
    """When it last ran, well or not."""
    well_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    """When it last ran without a failure."""
    failures: int = 0
    """How often it has failed since."""
    problem: str = Field(default="", sa_type=Text)
