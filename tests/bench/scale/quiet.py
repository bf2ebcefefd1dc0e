"""What a process does although nobody does anything: it asks what is next, and looks whether anything is due. Times are
the processor's, ours and the database's together, so that a busy machine tells the same."""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from statistics import median
from typing import Any

from sqlalchemy import text

from bot.client import build_bot
from campaigns.battle.watch import alarms, going_on, timers
from campaigns.database.shares import WHOLE, Share
from campaigns.database.store import Store
from tests.bench.keeping import ARMY
from tests.bench.pair import processor
from tests.bench.scale.crowd import EVERYBODY, STRIDE, Crowd
from tests.bench.scale.figures import Figure, server_seconds, statements

TICK_MS, NEXT_MS = 5.0, 1.0
"""At most: the looks of a tick in which nothing is due, and finding out when the next one is."""
SEVERAL = Share(16, frozenset({3}))
"""What a process looks after that is one of sixteen."""
LARGE = 500
"""Rows from which on a table is not read from end to end."""
BATTLES = 100
"""Of the person whose list is asked for."""


PLANNED = 8
"""Times that a connection carries out a statement until PostgreSQL has settled on a plan for it."""


@dataclass(frozen=True, slots=True)
class Cost:
    """Milliseconds of our own processor and of the database's; the statements that it takes."""

    ours_ms: float
    database_ms: float
    said: list[str]

    @property
    def ms(self) -> float:
        return self.ours_ms + self.database_ms

    @property
    def more(self) -> dict[str, Any]:
        return {"ours_ms": self.ours_ms, "database_ms": self.database_ms, "statements": len(self.said)}


async def measure(crowd: Crowd, server: int, rounds: int) -> list[Figure]:
    """`server`: the number of the database's first process."""
    store = crowd.store()
    found: list[Figure] = []
    for share in (WHOLE, SEVERAL):
        store.share = share
        of = "" if share.whole else f", 1 of {share.shards} shards"
        cost = await _cost(store, server, rounds, await quiet_tick(store))
        about = f"a tick of clocks and outbox with nothing due: {len(cost.said)} statements"
        found.append(Figure(f"quiet tick{of}", about, cost.ms, "ms", most=TICK_MS, more=cost.more))
        plan = await _plan(store, timers.soonest(share))
        by = ", ".join(sorted({node["Index Name"] for node in _nodes(plan) if "Index Name" in node}))
        about = f"when the next deadline is, as the database finds it: by {by}"
        ms = median([await _execution_ms(store, timers.soonest(share)) for _ in range(11)])
        found.append(Figure(f"what is next{of}", about, ms, "ms", most=NEXT_MS))
        scans = _read_whole(await _plan(store, alarms.question(share)))
        about = f"tables of more than {LARGE} rows that are read whole to know when anything is due"
        found.append(Figure(f"read whole{of}", about, len(scans), "tables", most=0, more={"tables": scans}))
    store.share = WHOLE
    await _everywhere(store, min(BATTLES, crowd.size))
    cost = await _cost(store, server, rounds, lambda: going_on.of_person(store, EVERYBODY))
    about = f"the battles of somebody who is in {min(BATTLES, crowd.size)}, in the order of /now; none is loaded"
    found.append(Figure("battles of one person", about, cost.ms, "ms", more=cost.more))
    await store.close()
    return found


async def quiet_tick(store: Store) -> Callable[[], Awaitable[None]]:
    """The tick of a bot that has given its signs of life and published its commands."""
    bot = build_bot(store)

    async def taken(**_: object) -> list[object]:
        return []

    bot.tree.sync = taken  # type: ignore[method-assign]  # Discord takes them
    await bot.publisher.publish_all()
    await bot.tick()
    for errand in (bot.pump, bot.striker, bot.porter, bot.calendar):
        await errand.drain()
    return bot.tick


async def _everywhere(store: Store, battles: int) -> None:
    """Somebody plays in as many campaigns."""
    those = f"user_id % {STRIDE} = {ARMY} AND user_id / {STRIDE} < {battles}"
    rows = f"SELECT campaign_id, {EVERYBODY}, side_id, 'Eva', '', joined_at FROM player WHERE {those}"
    async with store.writing() as session:
        connection = await session.connection()
        await connection.execute(
            text(f"INSERT INTO player (campaign_id, user_id, side_id, name, phrase, joined_at) {rows}")
        )


async def _cost(store: Store, server: int, rounds: int, work: Callable[[], Awaitable[object]]) -> Cost:
    for _ in range(PLANNED):
        await work()
    with statements(store.engine) as said:
        await work()
    ours, theirs = processor(), server_seconds(server)
    for _ in range(rounds):
        await work()
    each = 1000 / rounds
    return Cost(each * (processor() - ours), each * (server_seconds(server) - theirs), said)


async def _execution_ms(store: Store, query: Any) -> float:
    found = await _explain(store, query, "ANALYZE, TIMING OFF, FORMAT JSON")
    return float(found["Execution Time"])


async def _explain(store: Store, query: Any, how: str) -> dict[str, Any]:
    words = str(query.compile(dialect=store.engine.dialect, compile_kwargs={"literal_binds": True}))
    async with store.reading() as session:
        connection = await session.connection()
        found = (await connection.exec_driver_sql(f"EXPLAIN ({how}) {words}")).scalar_one()
    return (json.loads(found) if isinstance(found, str) else found)[0]


async def _plan(store: Store, query: Any) -> dict[str, Any]:
    """How PostgreSQL would carry it out; `rows`: how many there are of each table that is read."""
    plan = (await _explain(store, query, "FORMAT JSON"))["Plan"]
    async with store.reading() as session:
        connection = await session.connection()
        sizes = dict((await connection.exec_driver_sql("SELECT relname, reltuples FROM pg_class")).all())
    for node in _nodes(plan):
        node["rows"] = sizes.get(node.get("Relation Name", ""), 0)
    return plan


def _nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for each in plan.get("Plans", ()):
        yield from _nodes(each)


def _read_whole(plan: dict[str, Any]) -> list[str]:
    """Large tables of which each row is looked at."""
    scans = [node for node in _nodes(plan) if re.fullmatch(r"(Parallel )?Seq Scan", node["Node Type"])]
    return sorted({node["Relation Name"] for node in scans if node["rows"] > LARGE})
