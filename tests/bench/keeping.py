"""What lasts: an action's transaction beside bare aiosqlite's, a long battle's loading beside a short one's."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

import aiosqlite

from campaigns.battle import battles
from campaigns.campaign import campaign
from campaigns.database.store import Store
from campaigns.roster import rosters
from tests.bench.pair import Pair
from tests.bot.toy import TOY, Hold
from tests.campaigns.behind import act
from tests.clocks import ManualClock

GM, ARMY, INSURGENTS = 1, 2, 3
SHORT, LONG = 20, 400
"""Actions taken in the two battles."""
READS, WRITES = 24, 9
"""Statements of an action with the look at the battle before it."""


@contextmanager
def pairs() -> Iterator[Iterator[Pair]]:
    with TemporaryDirectory() as folder, asyncio.Runner() as runner:
        bare, numbers, watch = runner.run(_bare(Path(folder))), count(), Watch()
        store = Store(
            f"sqlite+aiosqlite:///{folder}/bench.db",
            ManualClock(datetime(2026, 1, 1, tzinfo=UTC)),
            rule_sets={"toy": TOY},
        )
        runner.run(store.open())
        short, long = (runner.run(fought(store, channel, actions)) for channel, actions in ((10, SHORT), (20, LONG)))
        yield iter(
            (
                Pair(
                    "action",
                    f"a battle loaded, one action decided and committed, beside {READS} rows read and {WRITES} written "
                    "by bare aiosqlite",
                    lambda: runner.run(_hold(store, short)),
                    lambda: runner.run(_bare_work(bare, numbers)),
                    most=15,
                ),
                Pair(
                    "durable",
                    "one action taken and committed with all that follows, beside one row committed by bare aiosqlite",
                    lambda: runner.run(_timed(watch, store, short)),
                    lambda: runner.run(watch.time(_bare_commit(bare, numbers))),
                    most=1 / 0.15,
                    clock=watch.read,
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
        runner.run(bare.close())


async def fought(store: Store, channel: int, actions: int) -> int:
    view = await campaign.create(store, 1, channel, GM, f"Bench {channel}", "toy")
    for who, side, kind in ((ARMY, "army", "squad"), (INSURGENTS, "insurgents", "cell")):
        await campaign.join(store, view.id, who, side, interaction_id=who)
        await rosters.raise_unit(store, view.id, who, kind)
    info = await battles.open_battle(store, view.id, GM, "Bench", channel_id=channel)
    await battles.begin(store, info.id, GM)
    for _ in range(actions):
        await _hold(store, info.id)
    return info.id


async def _hold(store: Store, battle_id: int) -> None:
    await act(store, battle_id, Hold(), await _asked(store, battle_id))


class Watch:
    """Seconds of what is done while it runs, all added up."""

    def __init__(self) -> None:
        self.total = 0.0

    def read(self) -> float:
        return self.total

    async def time(self, work: Awaitable[object]) -> None:
        start = perf_counter()
        await work
        self.total += perf_counter() - start


async def _timed(watch: Watch, store: Store, battle_id: int) -> None:
    """The action alone: who takes it has sat down and looked."""
    seat = await battles.sit(store, battle_id, await _asked(store, battle_id))
    await watch.time(battles.take(seat, Hold()))


async def _asked(store: Store, battle_id: int) -> int:
    """Who is to answer."""
    (ask,) = (await battles.load(store, battle_id)).prompt.asks
    return {"army": ARMY, "insurgents": INSURGENTS}[ask.side]


async def _bare(folder: Path) -> aiosqlite.Connection:
    bare = await aiosqlite.connect(folder / "bare.db", isolation_level=None)
    await bare.execute("PRAGMA journal_mode=WAL")
    await bare.execute("PRAGMA synchronous=FULL")
    await bare.execute("CREATE TABLE entry (id INTEGER PRIMARY KEY, battle INTEGER, text TEXT)")
    return bare


async def _bare_commit(bare: aiosqlite.Connection, numbers: Iterator[int]) -> None:
    await bare.execute("BEGIN IMMEDIATE")
    await bare.execute("INSERT INTO entry (battle, text) VALUES (1, ?)", (f"entry {next(numbers)} " + "x" * 400,))
    await bare.execute("COMMIT")


async def _bare_work(bare: aiosqlite.Connection, numbers: Iterator[int]) -> None:
    await bare.execute("BEGIN IMMEDIATE")
    for number in range(READS):
        async with bare.execute("SELECT id, battle, text FROM entry WHERE id = ?", (number,)) as rows:
            await rows.fetchall()
    for _ in range(WRITES):
        text = f"entry {next(numbers)} " + "x" * 400
        await bare.execute("INSERT INTO entry (battle, text) VALUES (1, ?)", (text,))
    await bare.execute("COMMIT")
