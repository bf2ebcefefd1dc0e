"""What an action takes by book: processor time of ours and of the database's, bytes on the disk, bytes of its log; and
what a battle takes of a process's memory while somebody looks at it."""

from __future__ import annotations

import asyncio
import tracemalloc
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import asyncpg

from campaigns.battle import battles
from campaigns.database.store import Store
from campaigns.tables.battles import BattleStatus
from rules.registry import rule_set
from tests.bench.carrying import KINDS_OF, plan_of
from tests.bench.hands import KINDS, Hand
from tests.bench.pace import TABLE, opened, repeated
from tests.bench.pair import processor
from tests.bench.scale.figures import Figure, server_seconds
from tests.campaigns.behind import act
from tests.campaigns.lending import execute, url_of
from tests.clocks import ManualClock

SIZE = 5
"""Units a side."""
ON_DISK = """SELECT sum(pg_total_relation_size(oid)) FROM pg_class
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"""
LOGGED = "SELECT pg_current_wal_lsn() - '0/0'"


def measure(sockets: str, server: int, actions: int) -> Iterator[Figure]:
    for rules in KINDS_OF:
        yield from asyncio.run(_book(sockets, server, rules, actions))


async def _book(sockets: str, server: int, rules: str, actions: int) -> list[Figure]:
    name = f"book_{rules.replace('-', '_')}"
    await execute(sockets, f"CREATE DATABASE {name}")
    url = url_of(name, sockets)
    store = Store(url, ManualClock(datetime(2026, 1, 1, tzinfo=UTC)), entropy=repeated(rules))
    await store.open()
    watching = await asyncpg.connect(user="postgres", database=name, host=sockets)
    sides = {side.key: who for side, who in zip(rule_set(rules).forces.sides, TABLE.players, strict=False)}
    battle = await opened(store, plan_of(rules, SIZE), 0, TABLE, sides)
    await battles.begin(store, battle, TABLE.gm)
    disk, log = await watching.fetchval(ON_DISK), await watching.fetchval(LOGGED)
    taken, entries, ours, theirs = await _fought(store, server, battle, sides, actions)
    disk, log = await watching.fetchval(ON_DISK) - disk, await watching.fetchval(LOGGED) - log
    await watching.close()
    await store.close()
    found = [
        Figure(f"action, {rules}", f"processor time; {entries / taken:.1f} entries an action", ours + theirs, "ms"),
        Figure(f"disk, {rules}", "an action takes in all tables and indexes", float(disk) / taken / 1000, "kB"),
        Figure(f"log, {rules}", "an action takes in the database's own log", float(log) / taken / 1000, "kB"),
        Figure(f"memory, {rules}", "a battle that somebody has just looked at", await _memory(url, battle), "MB"),
    ]
    more: dict[str, Any] = {"ours_ms": ours, "database_ms": theirs}
    found[0].more.update(more)
    return found


async def _fought(
    store: Store, server: int, battle: int, sides: dict[str, int], actions: int
) -> tuple[int, int, float, float]:
    """Actions taken, entries written, and milliseconds of our processor and of the database's for each action."""
    hands: dict[str, Hand] = {side: make() for side, make in zip(sides, KINDS["clicks"], strict=False)}
    taken, ours, theirs, first = 0, 0.0, 0.0, None
    while True:
        field = await battles.load(store, battle)
        first = field.info.version if first is None else first
        if taken == actions or field.info.status is not BattleStatus.RUNNING or not field.prompt.asks:
            return taken, field.info.version - first, 1000 * ours / taken, 1000 * theirs / taken
        ask = field.prompt.asks[0]
        side = field.rules.battle.controllers(field.state).get(ask.side, ask.side)
        who = TABLE.gm if ask.umpire else sides.get(side, TABLE.gm)
        hand = hands.get(side) or next(iter(hands.values()))
        action = hand.orders(field, ask) or hand.action(field, ask)
        own, database = processor(), server_seconds(server)
        await act(store, battle, action, who, side=ask.side)
        ours, theirs, taken = ours + processor() - own, theirs + server_seconds(server) - database, taken + 1


async def _memory(url: str, battle: int) -> float:
    """Megabytes; a battle that nobody has looked at lately takes none."""
    store = Store(url)
    async with store.reading():  # whatever every store has
        pass
    tracemalloc.start()
    field = await battles.load(store, battle)
    for ask in field.prompt.asks:
        for unit in ask.units[:1]:
            field.rules.battle.offers(field.state, ask.side, unit)
    del field
    megabytes = tracemalloc.get_traced_memory()[0] / 1_000_000
    tracemalloc.stop()
    await store.close()
    return megabytes
