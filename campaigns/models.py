"""The tables. Rows hold facts; what can be derived from them (totals, status, roster sheets) is never stored.

Snowflakes are BigIntegers. Times are aware UTC datetimes on every database. Columns that hold a value of the rules or
of `campaigns` as JSON text say which in their comment; the text is read and written by that type's own codec.
"""

from __future__ import annotations

from datetime import UTC, date, datetime
from enum import StrEnum

from sqlalchemy import (
    BigInteger,
    DateTime,
    Dialect,
    Index,
    MetaData,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
    event,
    text,
)
from sqlmodel import Field, SQLModel

# Constraints without names cannot be altered later by a migration that must run on both databases.
SQLModel.metadata.naming_convention = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}


@event.listens_for(Table, "after_parent_attach")
def _count_on(table: Table, parent: MetaData) -> None:
    """Numbers are never used twice, buttons of long ago carry them: SQLite must be told so, PostgreSQL counts on."""
    if parent is SQLModel.metadata and "id" in table.columns:
        table.dialect_options["sqlite"]["autoincrement"] = True


class UtcDateTime(TypeDecorator[datetime]):
    """An aware datetime in, the same moment out in UTC. SQLite forgets the zone, so it is put back on reading."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("times are stored in UTC: a datetime without a zone is ambiguous")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


def _partial(name: str, *columns: str, where: str) -> Index:
    """An index of some rows only, on both databases. A query uses it when it says the same condition in plain SQL."""
    return Index(name, *columns, sqlite_where=text(where), postgresql_where=text(where))


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
    ACTION = "action"
    UNDO = "undo"
    END = "end"


class FactKind(StrEnum):
    """What can be true of a figure's career."""

    JOINED = "joined"
    FIELDED = "fielded"
    WOUNDED = "wounded"
    RECOVERED = "recovered"
    KILLED = "killed"
    CAPTURED = "captured"
    MISSING = "missing"
    KILL_CREDITED = "kill-credited"
    DECORATED = "decorated"
    PROMOTED = "promoted"
    REPLACED = "replaced"
    RETIRED = "retired"
    NOTED = "noted"
    CONDITION = "condition"
    """What he carries into his next battle, by the rule set's word; until another one, or until he has recovered."""
    UPGRADED = "upgraded"
    """What he has learned. With a battle: the one that earned it; without: by the umpire's order."""
    CORRECTED = "corrected"


class TimerKind(StrEnum):
    REMINDER = "reminder"
    DEADLINE = "deadline"


class PostKind(StrEnum):
    JOURNAL = "journal"
    PROMPT = "prompt"
    NOTICE = "notice"
    REMINDER = "reminder"
    CLOSING = "closing"


class PostStatus(StrEnum):
    PENDING = "pending"
    SENT = "sent"
    SUPERSEDED = "superseded"
    """A prompt that a newer one overtook before it was sent, or a post that was put at the end of its line again."""
    DEAD = "dead"
    """Given up after too many failures; the GM can see it and have it tried again."""


class Campaign(SQLModel, table=True):
    __table_args__ = (
        # One open campaign a channel; a closed one gives it free.
        Index(
            "uq_campaign_open_channel",
            "channel_id",
            unique=True,
            sqlite_where=text("closed_at IS NULL"),
            postgresql_where=text("closed_at IS NULL"),
        ),
    )
    id: int | None = Field(default=None, primary_key=True)
    uid: str = Field(unique=True, max_length=32)
    guild_id: int = Field(sa_type=BigInteger, index=True)
    channel_id: int = Field(sa_type=BigInteger)
    name: str = Field(max_length=80)
    rules: str = Field(max_length=40)
    settings: str = Field(sa_type=Text)
    """policies.Settings"""
    created_at: datetime = Field(sa_type=UtcDateTime)
    closed_at: datetime | None = Field(default=None, sa_type=UtcDateTime)


class Side(SQLModel, table=True):
    __table_args__ = (UniqueConstraint("campaign_id", "key"),)
    id: int | None = Field(default=None, primary_key=True)
    campaign_id: int = Field(foreign_key="campaign.id", ondelete="CASCADE")
    key: str = Field(max_length=40)
    name: str = Field(max_length=80)


class Player(SQLModel, table=True):
    """A person's membership of a side. Leaving keeps the row: units and the journal go on naming him."""

    __table_args__ = (UniqueConstraint("campaign_id", "user_id"),)
    id: int | None = Field(default=None, primary_key=True)
    campaign_id: int = Field(foreign_key="campaign.id", ondelete="CASCADE")
    user_id: int = Field(sa_type=BigInteger, index=True)
    side_id: int = Field(foreign_key="side.id")
    name: str = Field(default="", max_length=80)
    phrase: str = Field(default="", max_length=200)
    """His words for the seed where his side gives none of its own: the interaction id of his joining."""
    joined_at: datetime = Field(sa_type=UtcDateTime)
    left_at: datetime | None = Field(default=None, sa_type=UtcDateTime)


class GM(SQLModel, table=True):
    __table_args__ = (UniqueConstraint("campaign_id", "user_id"),)
    id: int | None = Field(default=None, primary_key=True)
    campaign_id: int = Field(foreign_key="campaign.id", ondelete="CASCADE")
    user_id: int = Field(sa_type=BigInteger, index=True)
    appointed_at: datetime = Field(sa_type=UtcDateTime)


class Unit(SQLModel, table=True):
    __table_args__ = (
        UniqueConstraint("campaign_id", "name"),
        Index("uq_unit_campaign_id_folded", "campaign_id", "folded", unique=True),
    )
    id: int | None = Field(default=None, primary_key=True)
    campaign_id: int = Field(foreign_key="campaign.id", ondelete="CASCADE", index=True)
    side_id: int = Field(foreign_key="side.id")
    player_id: int | None = Field(default=None, foreign_key="player.id")
    """Who raised it; None: the GM's own."""
    name: str = Field(max_length=80)
    folded: str = Field(max_length=240, sa_column_kwargs={"server_default": text("''")})
    """The name as names are compared: rules.naming.folded."""
    organisation: str = Field(max_length=80)
    nation: str = Field(max_length=80)
    base_colour: str = Field(default="", max_length=40)
    formed: date
    traits: str = Field(sa_type=Text)
    """Of the rule set's UnitPlan."""
    disbanded_at: datetime | None = Field(default=None, sa_type=UtcDateTime)


class Slot(SQLModel, table=True):
    """A place in a unit's establishment. It outlives its holders."""

    __table_args__ = (UniqueConstraint("unit_id", "number"),)
    id: int | None = Field(default=None, primary_key=True)
    unit_id: int = Field(foreign_key="unit.id", ondelete="CASCADE")
    number: int
    rank: str = Field(max_length=40)
    role: str = Field(max_length=80)
    traits: str = Field(sa_type=Text)
    """Of the rule set's FigurePlan."""


class Figure(SQLModel, table=True):
    """A named person. His status and rank are derived from his career."""

    id: int | None = Field(default=None, primary_key=True)
    slot_id: int = Field(foreign_key="slot.id", ondelete="CASCADE", index=True)
    given: str = Field(max_length=80)
    family: str = Field(max_length=80)
    replaces_id: int | None = Field(default=None, foreign_key="figure.id")
    excused: bool = Field(default=False)
    """Marked absent by the umpire: misses battles until he is called back."""


class Vehicle(SQLModel, table=True):
    """A vehicle on a unit's strength."""

    id: int | None = Field(default=None, primary_key=True)
    unit_id: int = Field(foreign_key="unit.id", ondelete="CASCADE", index=True)
    kind: str = Field(max_length=80)
    name: str = Field(max_length=80)
    traits: str = Field(sa_type=Text)
    lost_at: datetime | None = Field(default=None, sa_type=UtcDateTime)


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
    board: str | None = Field(default=None, sa_type=Text)
    """rules.table.board.Board"""
    options: str = Field(default="[]", sa_type=Text)
    turn_limit: int | None = None
    phrases: str = Field(default="{}", sa_type=Text)
    """Side to phrase."""
    proposal: str | None = Field(default=None, sa_type=Text)
    """proposals.Proposal"""
    result: str | None = Field(default=None, sa_type=Text)
    """ending.Outcome"""
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


class BattleUnit(SQLModel, table=True):
    """A unit that takes part. `x`, `y`, `facing`: where it starts, None where the rule set deploys it.
    `force`: the part that it has in the battle's scenario; `reserve`: it may come in later."""

    __table_args__ = (UniqueConstraint("battle_id", "unit_id"),)
    id: int | None = Field(default=None, primary_key=True)
    battle_id: int = Field(foreign_key="battle.id", ondelete="CASCADE")
    unit_id: int = Field(foreign_key="unit.id", index=True)
    x: float | None = None
    y: float | None = None
    facing: float | None = None
    force: str | None = Field(default=None, max_length=60)
    reserve: bool = Field(default=False, sa_column_kwargs={"server_default": text("false")})


class JournalEntry(SQLModel, table=True):
    """One decision: what was asked for, by whom, what was drawn and what happened. Never changed, never deleted."""

    __table_args__ = (UniqueConstraint("battle_id", "seq"),)
    id: int | None = Field(default=None, primary_key=True)
    battle_id: int = Field(foreign_key="battle.id", ondelete="CASCADE")
    seq: int
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


class SealedOrder(SQLModel, table=True):
    """An order written ahead by a side, opened when its moment comes."""

    id: int | None = Field(default=None, primary_key=True)
    battle_id: int = Field(foreign_key="battle.id", ondelete="CASCADE", index=True)
    side: str = Field(max_length=40)
    user_id: int = Field(sa_type=BigInteger)
    condition: str = Field(sa_type=Text)
    intent: str = Field(sa_type=Text)
    sealed_at: datetime = Field(sa_type=UtcDateTime)
    opened_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    withdrawn_at: datetime | None = Field(default=None, sa_type=UtcDateTime)


class Timer(SQLModel, table=True):
    """Something that falls due: a reminder or a deadline of one ask."""

    __table_args__ = (
        _partial("ix_timer_active_battle", "battle_id", "due", where="fired_at IS NULL AND cancelled_at IS NULL"),
        _partial("ix_timer_active_due", "due", where="fired_at IS NULL AND cancelled_at IS NULL"),
    )
    id: int | None = Field(default=None, primary_key=True)
    battle_id: int = Field(foreign_key="battle.id", ondelete="CASCADE", index=True)
    ask_key: str = Field(max_length=200)
    side: str = Field(max_length=40)
    kind: str = Field(max_length=12)
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
        _partial("ix_outboxpost_pending", "battle_id", "campaign_id", "id", where="status = 'pending'"),
        _partial("ix_outboxpost_pending_campaign", "campaign_id", "battle_id", "id", where="status = 'pending'"),
        _partial("ix_outboxpost_dead", "campaign_id", "battle_id", "id", where="status = 'dead'"),
        _partial(
            "ix_outboxpost_prompts",
            "battle_id",
            "position",
            where="kind = 'prompt' AND status = 'sent' AND message_id IS NOT NULL",
        ),
    )
    id: int | None = Field(default=None, primary_key=True)
    campaign_id: int = Field(foreign_key="campaign.id", ondelete="CASCADE")
    battle_id: int | None = Field(default=None, foreign_key="battle.id", ondelete="CASCADE")
    position: int
    channel_id: int = Field(sa_type=BigInteger)
    kind: str = Field(max_length=12)
    from_seq: int | None = None
    to_seq: int | None = None
    matter: str = Field(sa_type=Text)
    """outbox.Matter"""
    nonce: str = Field(unique=True, max_length=25)
    status: str = Field(default=PostStatus.PENDING, max_length=12)
    attempts: int = 0
    due: datetime = Field(sa_type=UtcDateTime)
    """Not to be tried before: the back-off, or the lease of the one who is sending it."""
    message_id: int | None = Field(default=None, sa_type=BigInteger)
    problem: str = Field(default="", sa_type=Text)
    created_at: datetime = Field(sa_type=UtcDateTime)
    sent_at: datetime | None = Field(default=None, sa_type=UtcDateTime)


class ProcessedInteraction(SQLModel, table=True):
    """An interaction that has been carried out: a second delivery gets the first outcome. `kind`: the service, for
    one interaction may open a battle and begin it."""

    interaction_id: int = Field(primary_key=True, sa_type=BigInteger, sa_column_kwargs={"autoincrement": False})
    kind: str = Field(primary_key=True, max_length=20)
    outcome: str = Field(sa_type=Text)
    at: datetime = Field(sa_type=UtcDateTime)


class CareerFact(SQLModel, table=True):
    """One true thing about a figure. Facts are only ever added; `CORRECTED` takes the fact `corrects_id` back."""

    id: int | None = Field(default=None, primary_key=True)
    figure_id: int = Field(foreign_key="figure.id", ondelete="CASCADE", index=True)
    battle_id: int | None = Field(default=None, foreign_key="battle.id", index=True)
    kind: str = Field(max_length=16)
    by_figure_id: int | None = Field(default=None, foreign_key="figure.id")
    """Who wounded, killed or captured him, whom he is credited with, or who replaced him."""
    corrects_id: int | None = Field(default=None, foreign_key="careerfact.id")
    note: str = Field(default="", sa_type=Text)
    """The weapon, card and grade of a wound; the new rank; the decoration; the remark."""
    details: str | None = Field(default=None, sa_type=Text)
    """JSON text that only the rule set reads: the condition he is in, the upgrade he has gained (rules.growth)."""
    user_id: int | None = Field(default=None, sa_type=BigInteger)
    at: datetime = Field(sa_type=UtcDateTime)


class PublishedCommands(SQLModel, table=True):
    """A digest of the commands that a front end was last given in a scope: a server's id, 0 for everywhere. `ids`: what
    they are known by there, as JSON; none before version 0013."""

    scope: int = Field(primary_key=True, sa_type=BigInteger, sa_column_kwargs={"autoincrement": False})
    digest: str = Field(max_length=64)
    ids: str | None = Field(default=None, sa_type=Text)
    at: datetime = Field(sa_type=UtcDateTime)


metadata: MetaData = SQLModel.metadata


def pk(row_id: int | None) -> int:
    """The primary key of a row that the database has given one."""
    if row_id is None:
        raise ValueError("the row has not been flushed yet")
    return row_id
