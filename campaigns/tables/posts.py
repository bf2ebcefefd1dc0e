"""The tables of what must reach Discord and of what is due at a time."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from sqlalchemy import (
    BigInteger,
    Index,
    Text,
    UniqueConstraint,
    text,
)
from sqlmodel import Field, SQLModel

from campaigns.tables.base import UtcDateTime, partial


class TimerKind(StrEnum):
    REMINDER = "reminder"
    DEADLINE = "deadline"
    CALL = "call"
    """It has become somebody's turn while he slept, or he stands in for somebody: he is told when he is awake."""
    BEGIN = "begin"
    """A battle that waits for a side's word begins without it."""
    CARRY_ON = "carry-on"
    """A run that is under way goes on with its next slice."""


KNOWN_TIMERS = tuple(kind.value for kind in TimerKind)
"""Others are a newer version's: this one neither fires nor moves nor cancels them."""


class PostKind(StrEnum):
    JOURNAL = "journal"
    PROMPT = "prompt"
    NOTICE = "notice"
    REMINDER = "reminder"
    CLOSING = "closing"
    SITTING = "sitting"
    """What happened, and below it what the same people are asked next: it mentions nobody."""
    PROGRESS = "progress"
    """A run is under way, and how far it is: it is changed as that changes, and goes when the run is over."""
    CARD = "card"
    """Who plays a campaign and what is next: it is changed as that changes."""
    SIDE = "side"
    """For one side alone: it has an audience and no channel."""


class PostStatus(StrEnum):
    PENDING = "pending"
    SENT = "sent"
    SUPERSEDED = "superseded"
    """A prompt that a newer one overtook before it was sent, or a post that was put at the end of its line again."""
    DEAD = "dead"
    """Given up after too many failures; the GM can see it and have it tried again."""


class Timer(SQLModel, table=True):
    """Something that falls due: a deadline of one ask, or a reminder or call of one person in one battle."""

    __table_args__ = (
        partial("ix_timer_active_battle", "battle_id", "due", where="fired_at IS NULL AND cancelled_at IS NULL"),
        partial("ix_timer_active_due", "due", where="fired_at IS NULL AND cancelled_at IS NULL"),
        partial(
            "ix_timer_active_fires",
            text("coalesce(not_before, due)"),
            where="fired_at IS NULL AND cancelled_at IS NULL",
        ),
    )
    id: int | None = Field(default=None, primary_key=True)
    battle_id: int = Field(foreign_key="battle.id", ondelete="CASCADE", index=True)
    ask_key: str = Field(max_length=200)
    side: str = Field(max_length=40)
    kind: str = Field(max_length=12)
    user_id: int | None = Field(default=None, sa_type=BigInteger)
    """Who is reminded or called; None of a deadline, and of what was set before there were clocks for people."""
    due: datetime = Field(sa_type=UtcDateTime)
    not_before: datetime | None = Field(default=None, sa_type=UtcDateTime)
    """After a failure: when it is tried again. Never earlier than `due`."""
    tries: int = Field(default=0, sa_column_kwargs={"server_default": text("0")})
    """How often it has failed."""
    fired_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    cancelled_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    late: bool = False
    problem: str = Field(default="", sa_type=Text)
    """Why the default could not be carried out, or why firing it failed."""


class OutboxPost(SQLModel, table=True):
    """A post that must reach Discord: data only, put into words when it is sent."""

    # What waits is little and what was sent is much: each question that is asked again and again has an index of the
    # rows that it is about, and costs the same after a year.
    __table_args__ = (
        UniqueConstraint("campaign_id", "battle_id", "position"),
        Index("ix_outboxpost_battle_id_position", "battle_id", "position"),
        partial("ix_outboxpost_pending", "battle_id", "campaign_id", "id", where="status = 'pending'"),
        partial("ix_outboxpost_pending_campaign", "campaign_id", "battle_id", "id", where="status = 'pending'"),
        partial(
            "ix_outboxpost_audience", "battle_id", "audience", "recipient", "position", where="audience IS NOT NULL"
        ),
        partial("ix_outboxpost_dead", "campaign_id", "battle_id", "id", where="status = 'dead'"),
        partial(
            "ix_outboxpost_prompts",
            "battle_id",
            "position",
            where="kind = 'prompt' AND status = 'sent' AND message_id IS NOT NULL",
        ),
        partial(
            "ix_outboxpost_sittings",
            "battle_id",
            "position",
            where="kind = 'sitting' AND status = 'sent' AND message_id IS NOT NULL",
        ),
    )
    id: int | None = Field(default=None, primary_key=True)
    campaign_id: int = Field(foreign_key="campaign.id", ondelete="CASCADE")
    battle_id: int | None = Field(default=None, foreign_key="battle.id", ondelete="CASCADE")
    position: int
    channel_id: int = Field(sa_type=BigInteger)
    """0: it is for an audience, and where that is reached is found out when it is sent."""
    audience: str | None = Field(default=None, max_length=40)
    """The side that alone may read it; None: everybody."""
    recipient: int | None = Field(default=None, sa_type=BigInteger)
    """Of that side this one person, in a private conversation; None: the side's thread."""
    kind: str = Field(max_length=12)
    from_seq: int | None = None
    to_seq: int | None = None
    matter: str = Field(sa_type=Text)
    """Matter"""
    nonce: str = Field(unique=True, max_length=25)
    status: str = Field(default=PostStatus.PENDING, max_length=12)
    attempts: int = 0
    due: datetime = Field(sa_type=UtcDateTime)
    """Not to be tried before: the back-off, or the lease of the one who is sending it."""
    message_id: int | None = Field(default=None, sa_type=BigInteger)
    sitting: str = Field(default="", max_length=24, sa_column_kwargs={"server_default": text("''")})
    """Who did what it tells of; "" where it was nobody, or more than one."""
    shown_from: int | None = None
    shown_to: int | None = None
    """The entries that its message tells of, posts before it in the same message included; None: it has none, or is
    from before messages grew. What it leaves out, the next post of its sitting tells."""
    folded_from: int | None = None
    """Nothing came of the entries from this one on: its message says so in a line, and goes when it is answered; the
    next post tells them. None: its message tells them."""
    shown_since: datetime | None = Field(default=None, sa_type=UtcDateTime)
    """When its message was first sent; None: it is not written on any more."""
    problem: str = Field(default="", sa_type=Text)
    cause: int | None = Field(default=None, sa_type=BigInteger)
    """The interaction that it follows from, for the log; None: nobody's, or it is from before this was kept."""
    created_at: datetime = Field(sa_type=UtcDateTime)
    sent_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    """For the record."""
