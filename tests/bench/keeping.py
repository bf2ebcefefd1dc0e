"""What lasts: an action's transaction beside a bare one of SQLite's, a long battle's loading beside a short one's."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from functools import partial
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from campaigns import battles, campaign, rosters
from campaigns.clock import ManualClock
from campaigns.store import Store
from tests.bench.pair import Pair
from tests.bot.toy import TOY, Hold

GM, ARMY, INSURGENTS = 1, 2, 3
SHORT, LONG = 20, 400
"""Actions taken in the two battles."""
INSERTS = 4
"""Rows that an action writes at least: its entry, the engine's, a post, a deadline."""


@contextmanager
def pairs() -> Iterator[Iterator[Pair]]:
    with TemporaryDirectory() as folder, asyncio.Runner() as runner, _bare(Path(folder)) as bare:
        store = Store(
            f"sqlite+aiosqlite:///{folder}/bench.db",
            ManualClock(datetime(2026, 1, 1, tzinfo=UTC)),
            rule_sets={"toy": TOY},
        )
        runner.run(store.open())
        short, long = (runner.run(_battle(store, channel, actions)) for channel, actions in ((10, SHORT), (20, LONG)))
        yield iter(
            (
                Pair(
                    "action",
                    f"a battle loaded, one action decided and committed, beside {INSERTS} rows put bare into SQLite",
                    lambda: runner.run(_hold(store, short)),
                    partial(_insert, bare, count()),
                    most=40,
                ),
                Pair(
                    "loading",
                    f"a battle after {LONG} actions beside one after {SHORT}: snapshots keep it level",
                    lambda: runner.run(battles.load(store, long)),
                    lambda: runner.run(battles.load(store, short)),
                    most=2,
                ),
            )
        )
        runner.run(store.close())


async def _battle(store: Store, channel: int, actions: int) -> int:
    view = await campaign.create(store, 1, channel, GM, f"Bench {channel}", "toy")
    for who, side, kind in ((ARMY, "army", "squad"), (INSURGENTS, "insurgents", "cell")):
        await campaign.join(store, view.id, who, side)
        await rosters.raise_unit(store, view.id, who, kind)
    info = await battles.open_battle(store, view.id, GM, "Bench", channel_id=channel)
    await battles.begin(store, info.id, GM)
    for _ in range(actions):
        await _hold(store, info.id)
    return info.id


async def _hold(store: Store, battle_id: int) -> None:
    (ask,) = (await battles.load(store, battle_id)).prompt.asks
    await battles.act(store, battle_id, Hold(), {"army": ARMY, "insurgents": INSURGENTS}[ask.side])


@contextmanager
def _bare(folder: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(folder / "bare.db", isolation_level=None)) as bare:
        bare.execute("PRAGMA journal_mode=WAL")
        bare.execute("PRAGMA synchronous=FULL")
        bare.execute("CREATE TABLE entry (id INTEGER PRIMARY KEY, battle INTEGER, text TEXT)")
        yield bare


def _insert(bare: sqlite3.Connection, numbers: Iterator[int]) -> None:
    bare.execute("BEGIN IMMEDIATE")
    for _ in range(INSERTS):
        bare.execute("INSERT INTO entry (battle, text) VALUES (1, ?)", (f"entry {next(numbers)} " + "x" * 400,))
    bare.execute("COMMIT")
