"""Many running campaigns in one database: copies of one that was really played.

The copies are made by the database itself. Each has its own server, channels, players and numbers; what stands in its
texts (journal, states, posts) is as it was, so that its battle is played on like any other.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

import asyncpg
from sqlalchemy import Column, Table

from campaigns.battle import battles
from campaigns.database.store import Store
from campaigns.states import States
from campaigns.tables import metadata
from tests.bench.keeping import ARMY, INSURGENTS, fought
from tests.bot.toy import TOY, Hold
from tests.campaigns.lending import execute, url_of
from tests.clocks import ManualClock

START = datetime(2026, 1, 1, tzinfo=UTC)
ACTIONS = 20
"""Taken in the battle that is copied."""
STRIDE = 1000
"""Between the numbers of a row and of its next copy: more than any table of the one campaign has rows."""
EVERYBODY = 999
"""A person who plays in many of the campaigns."""
PEOPLE = ("gm", "player", "journalentry", "timer", "timebank", "reliability", "draft", "lookedat", "careerfact")
"""Tables whose `user_id` is one of a campaign's own people."""
UNNAMED = {
    ("battleunit", "commander"),
    ("careerfact", "slot_id"),
    ("timebank", "refilled_for"),
    ("timebank", "called_for"),
    ("calendarevent", "battle_id"),
}
"""Columns that hold a row's number, which the schema does not say."""
AT_REST = (
    "UPDATE outboxpost SET status = 'sent', message_id = id, sent_at = created_at WHERE status = 'pending'",
    "UPDATE strike SET due = NULL",
    "UPDATE sidethread SET due = NULL",
)
"""Discord has taken everything: nothing is due but what the future brings."""


@dataclass(frozen=True, slots=True)
class Crowd:
    """So many campaigns at one address, of which each runs one battle."""

    url: str
    size: int
    first: int
    """The number of the first one's battle."""

    def battle(self, number: int) -> int:
        """That of the campaign of that number, counted from 0."""
        return self.first + STRIDE * (number % self.size)

    def store(self) -> Store:
        return new_store(self.url)


def new_store(url: str) -> Store:
    return Store(url, ManualClock(START), rule_sets={"toy": TOY})


def gather(sockets: str, size: int) -> Crowd:
    """So many campaigns in a database of their own."""
    return asyncio.run(_gather(sockets, size))


async def _gather(sockets: str, size: int) -> Crowd:
    name = f"crowd{size}"
    await execute(sockets, f"CREATE DATABASE {name}")
    url = url_of(name, sockets)
    store = new_store(url)
    await store.open()
    first = await fought(store, 10, ACTIONS)
    await store.close()
    connection = await asyncpg.connect(user="postgres", database=name, host=sockets)
    for command in (*AT_REST, *copied(size - 1), "ANALYZE"):
        await connection.execute(command)
    await connection.close()
    return Crowd(url, size, first)


def copied(more: int) -> Iterator[str]:
    """The commands that make so many more of the campaign that is there."""
    yield "SET session_replication_role = replica"  # a copy points at rows of its own, whichever comes first
    for table in of_campaigns():
        columns = ", ".join(f'"{column.name}"' for column in table.columns)
        values = ", ".join(_value(table, column) for column in table.columns)
        if more:
            source = f'"{table.name}", generate_series(1, {more}) k'
            yield f'INSERT INTO "{table.name}" ({columns}) SELECT {values} FROM {source}'
        if "id" in table.columns:
            counter = f"pg_get_serial_sequence('\"{table.name}\"', 'id')"
            yield f"SELECT setval({counter}, {STRIDE * (more + 1)})"
    yield "RESET session_replication_role"


def of_campaigns() -> list[Table]:
    """The tables whose rows belong to a campaign, each after those that it points at."""
    found = {"campaign", "calendarevent"}
    for table in metadata.sorted_tables:
        if any(key.column.table.name in found for key in table.foreign_keys):
            found.add(table.name)
    return [table for table in metadata.sorted_tables if table.name in found]


def _value(table: Table, column: Column[object]) -> str:
    """What a copy has there."""
    name, quoted = column.name, f'"{column.name}"'
    if column.foreign_keys or name == "id" or (table.name, name) in UNNAMED:
        return f"{quoted} + {STRIDE} * k"
    if name == "user_id" and table.name in PEOPLE:
        return f"{quoted} + {STRIDE} * k"
    match table.name, name:
        case (_, "guild_id"):
            return f"{quoted} + (k::bigint << 22)"  # the next shard's
        case (_, "channel_id" | "thread_id" | "message_id"):
            return f"{quoted} + (k::bigint << 22)"
        case ("campaign", "uid"):
            return f"md5({quoted} || k)"
        case ("outboxpost", "nonce"):
            return f"left(md5({quoted} || k), 25)"
        case ("unit" | "figure", "called"):
            return f"coalesce({quoted}, id)"
        case _:
            return quoted


async def act(store: Store, crowd: Crowd, number: int) -> None:
    """Whoever is asked in the battle of that campaign holds: sits down, looks, and acts."""
    battle_id = crowd.battle(number)
    (ask,) = (await battles.load(store, battle_id)).prompt.asks
    who = {"army": ARMY, "insurgents": INSURGENTS}[ask.side] + STRIDE * (number % crowd.size)
    await battles.take(await battles.sit(store, battle_id, who), Hold())


def forget(store: Store) -> None:
    """The process has looked at no battle yet, as where it comes to one among thousands."""
    store.states = States()
