"""What several processes do together: durable actions, by the processor time that each takes and by how long the
database's connections wait for each other's locks. One, two and four work by turns in one run.

Where there are fewer cores than processes the clock on the wall says nothing. `gain` says what as many cores would: so
many processes, each as much slower as an action takes more processor time, and as much as it waits for locks.
"""

from __future__ import annotations

import asyncio
import json
import sys
from asyncio.subprocess import PIPE, Process
from collections import Counter
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from statistics import median
from time import perf_counter

import asyncpg
from sqlalchemy.engine import make_url

from tests.bench.scale.crowd import Crowd
from tests.bench.scale.figures import Figure, server_seconds

FLEETS = (1, 2, 4)
LEAST = {2: 1.6, 4: 2.5}
"""Times as many actions a second as one process."""
HANDS = 4
"""People who act in a process at the same time."""
A_LOOK = 0.01
"""Seconds between two looks at what the connections wait for."""


@dataclass(slots=True)
class Spell:
    """So many processes at work for a while."""

    actions: int
    seconds: float
    ours: float
    """Seconds of the processes' processor time."""
    database: float
    waits: Counter[str] = field(default_factory=Counter[str])
    """Looks at connections at work, by what they waited for; "": for nothing."""

    @property
    def locked(self) -> float:
        """The share of a connection's time at work in which it waits until another lets go of a lock."""
        looks = sum(self.waits.values())
        return sum(count for what, count in self.waits.items() if what.startswith(("Lock", "LWLock"))) / max(looks, 1)


async def measure(crowd: Crowd, server: int, rounds: int, actions: int) -> list[Figure]:
    """`actions`: of each hand in a round."""
    most = max(FLEETS)
    spells: dict[int, list[Spell]] = {number: [] for number in FLEETS}
    async with AsyncExitStack() as until:
        workers = [await _worker(until, crowd, place, most) for place in range(most)]
        watching = await _connected(crowd)
        for turn in range(rounds):
            for at in range(len(FLEETS)):
                number = FLEETS[(turn + at) % len(FLEETS)]
                spells[number].append(await _spell(workers[:number], watching, server, actions))
        await watching.close()
    return [figure for number in FLEETS for figure in _told(number, spells)]


async def _worker(until: AsyncExitStack, crowd: Crowd, place: int, places: int) -> Process:
    given = (crowd.url, crowd.size, crowd.first, place, places, HANDS)
    worker = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.bench.scale.worker", *map(str, given), stdin=PIPE, stdout=PIPE
    )
    assert worker.stdin is not None
    until.push_async_callback(worker.wait)
    until.callback(worker.stdin.close)
    assert await _said(worker) == "ready"
    return worker


async def _said(worker: Process) -> str:
    assert worker.stdout is not None
    line = (await worker.stdout.readline()).decode().strip()
    if not line:
        raise RuntimeError("a process of the fleet has died")
    return line


async def _connected(crowd: Crowd) -> asyncpg.Connection:
    url = make_url(crowd.url)
    return await asyncpg.connect(user=url.username, database=url.database, host=url.query["host"])


async def _spell(workers: Sequence[Process], watching: asyncpg.Connection, server: int, actions: int) -> Spell:
    before, start = server_seconds(server), perf_counter()
    watch = asyncio.create_task(_watch(watching))
    for worker in workers:
        assert worker.stdin is not None
        worker.stdin.write(f"{actions}\n".encode())
    said = [json.loads(await _said(worker)) for worker in workers]
    seconds = perf_counter() - start
    watch.cancel()
    (waits,) = await asyncio.gather(watch, return_exceptions=False)
    ours = sum(each["processor"] for each in said)
    return Spell(actions * HANDS * len(workers), seconds, ours, server_seconds(server) - before, waits)


async def _watch(connection: asyncpg.Connection) -> Counter[str]:
    """What the connections at work wait for, until it is cancelled. Who waits for its process is not at work."""
    waits: Counter[str] = Counter()
    asked = """SELECT coalesce(wait_event_type || ' ' || wait_event, '') FROM pg_stat_activity
        WHERE backend_type = 'client backend' AND state = 'active' AND pid <> pg_backend_pid()"""
    try:
        while True:
            waits.update(row[0] for row in await connection.fetch(asked))
            await asyncio.sleep(A_LOOK)
    except asyncio.CancelledError:
        return waits


def _told(number: int, spells: dict[int, list[Spell]]) -> list[Figure]:
    own, alone = spells[number], spells[1]
    waits: Counter[str] = sum((spell.waits for spell in own), Counter())
    locked = sum(spell.locked for spell in own) / len(own)
    each_ms = median(1000 * (spell.ours + spell.database) / spell.actions for spell in own)
    more = {
        "actions_a_second": median(spell.actions / spell.seconds for spell in own),
        "ours_ms": median(1000 * spell.ours / spell.actions for spell in own),
        "database_ms": median(1000 * spell.database / spell.actions for spell in own),
        "locked": locked,
        "waits": {what or "nothing": count for what, count in waits.most_common(8)},
    }
    name = f"{number} process{'es' if number > 1 else ''}"
    about = f"{more['actions_a_second']:.1f} actions a second here; {100 * locked:.1f} % of the time waits for locks"
    found = [Figure(f"action, {name}", about, each_ms, "ms", more=more)]
    if number == 1:
        return found
    slower = median(
        (spell.ours + spell.database) / (one.ours + one.database) * one.actions / spell.actions
        for spell, one in zip(own, alone, strict=True)
    )
    first = sum(spell.locked for spell in alone) / len(alone)
    gain = number / slower * (1 - locked) / (1 - first)
    about = f"times the actions of one, where there are cores: an action takes × {slower:.2f} of the processor"
    return [*found, Figure(f"gain, {name}", about, gain, "×", least=LEAST[number], more={"slower": slower})]
