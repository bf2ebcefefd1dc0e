"""The tables of battles: what was called to them, their journal, and states on the way."""

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

from campaigns.tables.base import UtcDateTime


class BattleStatus(StrEnum):
    OPEN = "open"
    """Announced, commitment posted, phrases are being given; nobody has deployed."""
    RUNNING = "running"
    ENDED = "ended"
    CANCELLED = "cancelled"


class EntryKind(StrEnum):
    """What a journal entry records."""

    RETURNS = "returns"
    """Who of the wounded and dead came back or was replaced before the battle, with the dice for it."""
    MUSTER = "muster"
    REINFORCED = "reinforced"
    """Units were brought into the battle by a GM."""
    ACTION = "action"
    UNDO = "undo"
    REDO = "redo"
    END = "end"


class Battle(SQLModel, table=True):
    __table_args__ = (UniqueConstraint("campaign_id", "number"),)
    id: int | None = Field(default=None, primary_key=True)
    campaign_id: int = Field(foreign_key="campaign.id", ondelete="CASCADE")
    number: int
    title: str = Field(max_length=80)
    channel_id: int = Field(sa_type=BigInteger, index=True)
    status: str = Field(default=BattleStatus.OPEN, max_length=12)
    version: int = 0
    """Number of the newest journal entry; every writer compares it and sets the next."""
    marks: str = Field(default="", sa_type=Text, sa_column_kwargs={"server_default": text("''")})
    """marks.Marks; "": each count is the version."""
    board: str | None = Field(default=None, sa_type=Text)
    """rules.table.board.Board"""
    options: str = Field(default="[]", sa_type=Text)
    turn_limit: int | None = None
    phrases: str = Field(default="{}", sa_type=Text)
    """Side to phrase."""
    proposal: str | None = Field(default=None, sa_type=Text)
    """proposals.Proposal"""
    check_in: str | None = Field(default=None, sa_type=Text)
    """JSON: the ids of the players who have chosen their units; None: nobody is asked to."""
    begins_for: int | None = Field(default=None, sa_type=BigInteger)
    """The GM for whom it begins as soon as every side has been heard; None: nobody has begun it, FORGOTTEN: whoever
    has is no longer known."""
    result: str | None = Field(default=None, sa_type=Text)
    """ending.Outcome"""
    paused: str = Field(default="", max_length=12, sa_column_kwargs={"server_default": text("''")})
    """pausing.Pause: why its clocks stand still; "": they run."""
    paused_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    """For the record."""
    silences: str = Field(default="{}", sa_type=Text, sa_column_kwargs={"server_default": text("'{}'")})
    """JSON: by side how many of its deadlines have passed since anybody said a word."""
    wishes: str = Field(default="", sa_type=Text, sa_column_kwargs={"server_default": text("''")})
    """pausing.Wishes: which sides would have the clocks stopped, or started again; "": none."""
    frame: str = Field(default="", sa_type=Text, sa_column_kwargs={"server_default": text("''")})
    """chain.Frame: what the chain over its journal begins with; "": it has not begun, or had before there was one."""
    head: str = Field(default="", max_length=64, sa_column_kwargs={"server_default": text("''")})
    """The chain's newest link, that of the newest entry; "": there is none yet."""
    seal: str = Field(default="", max_length=64, sa_column_kwargs={"server_default": text("''")})
    """The chain's last link, over the end of the battle; "": it has not ended."""
    words: str = Field(default="[]", sa_type=Text, sa_column_kwargs={"server_default": text("'[]'")})
    """finding.Words: first answers that have gone into the key of the dice."""
    unheard: str = Field(default="[]", sa_type=Text, sa_column_kwargs={"server_default": text("'[]'")})
    """JSON: the sides that have put nothing into the key since the seed was sealed: their first answers go into it."""
    staff: str = Field(default="{}", sa_type=Text, sa_column_kwargs={"server_default": text("'{}'")})
    """staffing.Staffed: the sides that the staff plays, each with its boldness."""
    run: str = Field(default="", sa_type=Text, sa_column_kwargs={"server_default": text("''")})
    """under_way.Run: a run that is carried out in slices and has not come to its end; "": it rests."""
    struck: bool = Field(default=False, sa_column_kwargs={"server_default": text("false")})
    """Somebody has had his id struck out of its texts."""
    roles: str = Field(default="{}", sa_type=Text, sa_column_kwargs={"server_default": text("'{}'")})
    """JSON: by side the key of the role that it has in this battle (`scenario.roles`); {}: each has its own, as where
    there are none."""
    opened_at: datetime = Field(sa_type=UtcDateTime)
    begun_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    ended_at: datetime | None = Field(default=None, sa_type=UtcDateTime)


class BattleSeed(SQLModel, table=True):
    """The secret that the battle's dice and cards come from, in force from entry `from_seq` on. There is a second one
    only when a GM takes back the end of a battle: the first has been revealed by then."""

    __table_args__ = (UniqueConstraint("battle_id", "from_seq"),)
    id: int | None = Field(default=None, primary_key=True)
    battle_id: int = Field(foreign_key="battle.id", ondelete="CASCADE")
    from_seq: int
    seed: str = Field(max_length=64)
    commitment: str = Field(max_length=64)
    key_digest: str = Field(default="", max_length=64)
    sealed_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    """When its commitment was given; None: when the battle was opened."""


class NextSeed(SQLModel, table=True):
    """The seed of a campaign's next battle. Its commitment is posted before the sides do what goes into the key with
    it: whoever draws it cannot know that yet."""

    campaign_id: int = Field(foreign_key="campaign.id", ondelete="CASCADE", primary_key=True)
    seed: str = Field(max_length=64)
    commitment: str = Field(max_length=64)
    sealed_at: datetime = Field(sa_type=UtcDateTime)


class BattleUnit(SQLModel, table=True):
    """A unit that takes part. `x`, `y`, `facing`: where it starts, None where the rule set deploys it.
    `force`: the part that it has in the battle's scenario; `reserve`: it may come in later. `commander`: id of the
    player who commands it in this battle, None: whoever raised it. `part`: the name under which the force is kept
    through the campaign; `raised`: it was raised for this battle, because nobody was there for the part."""

    __table_args__ = (UniqueConstraint("battle_id", "unit_id"),)
    id: int | None = Field(default=None, primary_key=True)
    battle_id: int = Field(foreign_key="battle.id", ondelete="CASCADE")
    unit_id: int = Field(foreign_key="unit.id", index=True)
    x: float | None = None
    y: float | None = None
    facing: float | None = None
    force: str | None = Field(default=None, max_length=60)
    reserve: bool = Field(default=False, sa_column_kwargs={"server_default": text("false")})
    joined: int | None = None
    """The journal entry by which it was called, where the battle had begun by then."""
    commander: int | None = None
    part: str = Field(default="", max_length=60, sa_column_kwargs={"server_default": text("''")})
    raised: bool = Field(default=False, sa_column_kwargs={"server_default": text("false")})


class PartWish(SQLModel, table=True):
    """Which part of a scenario a player would like a unit of theirs to have in a battle that has not begun."""

    battle_id: int = Field(
        foreign_key="battle.id", ondelete="CASCADE", primary_key=True, sa_column_kwargs={"autoincrement": False}
    )
    unit_id: int = Field(
        foreign_key="unit.id", ondelete="CASCADE", primary_key=True, sa_column_kwargs={"autoincrement": False}
    )
    force: str = Field(max_length=60)


class JournalEntry(SQLModel, table=True):
    """One decision: what was asked for, by whom, what was drawn and what happened. Never changed, never deleted."""

    __table_args__ = (
        UniqueConstraint("battle_id", "seq"),
        Index("ix_journalentry_battle_id_told", "battle_id", "told"),
    )
    id: int | None = Field(default=None, primary_key=True)
    battle_id: int = Field(foreign_key="battle.id", ondelete="CASCADE")
    seq: int
    told: int | None = None
    """The how-manieth transaction of which everybody was told something; None: everybody was told nothing of it."""
    cause: int
    """The entry that began the transaction: an action and the engine's steps after it share one."""
    kind: str = Field(max_length=12)
    role: str = Field(max_length=12)
    side: str | None = Field(default=None, max_length=40)
    absent: bool = False
    user_id: int | None = Field(default=None, sa_type=BigInteger, index=True)
    """0: somebody who has had himself forgotten."""
    interaction_id: int | None = Field(default=None, sa_type=BigInteger)
    rules_version: str = Field(max_length=40)
    intent: str = Field(sa_type=Text)
    draws: str = Field(sa_type=Text)
    events: str = Field(sa_type=Text)
    at: datetime = Field(sa_type=UtcDateTime)
    word: str = Field(default="", max_length=40, sa_column_kwargs={"server_default": text("''")})
    """What an unheard side's first answer has put into the key of the dice, from this entry on."""
    head: str = Field(default="", max_length=64, sa_column_kwargs={"server_default": text("''")})
    """The chain's link of this entry; "": it was written before there was a chain."""
    struck: bool = Field(default=False, sa_column_kwargs={"server_default": text("false")})
    """Somebody has had his id struck out of its texts: they are not what the link was made of."""


class Snapshot(SQLModel, table=True):
    __table_args__ = (UniqueConstraint("battle_id", "seq"),)
    id: int | None = Field(default=None, primary_key=True)
    battle_id: int = Field(foreign_key="battle.id", ondelete="CASCADE")
    seq: int
    rules_version: str = Field(max_length=40)
    state: str = Field(sa_type=Text)
    board_digest: str | None = Field(default=None, max_length=64)
    """Of the board, which is left out of the state; None: it is in there, or there is none."""


class SnapshotBoard(SQLModel, table=True):
    """A board as snapshots of a battle have it: most of a state, and seldom changed."""

    battle_id: int = Field(foreign_key="battle.id", ondelete="CASCADE", primary_key=True)
    digest: str = Field(max_length=64, primary_key=True)
    board: str = Field(sa_type=Text)
