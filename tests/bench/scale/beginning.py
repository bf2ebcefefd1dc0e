"""How long a bot takes to start on a database with many campaigns, beside one with none; by turns."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from statistics import median

from campaigns.database.store import Store
from tests.bench.scale.crowd import Crowd
from tests.bench.scale.figures import Figure
from tests.campaigns.lending import execute, url_of
from tests.databases import migrate

MOST = 1.5
SHARDS = 16


def measure(sockets: str, crowd: Crowd, rounds: int) -> Iterator[Figure]:
    """Of a process that is one of sixteen, and of one that is alone."""
    asyncio.run(execute(sockets, "CREATE DATABASE nobody"))
    empty = url_of("nobody", sockets)
    asyncio.run(migrate(empty))
    asyncio.run(_published(crowd))
    for shards in (SHARDS, 1):
        pairs = [(_start(crowd.url, shards), _start(empty, shards)) for _ in range(rounds)]
        ratio = median(_after_import(full) / _after_import(none) for full, none in pairs)
        servers = f"{crowd.size // shards} of {crowd.size} servers" if shards > 1 else f"all {crowd.size} servers"
        about = f"what a start takes once all is imported, for {servers}, beside the same on an empty database"
        more = {
            "import_s": median(full["imported"] for full, _ in pairs),
            "after_s": median(_after_import(full) for full, _ in pairs),
            "after_empty_s": median(_after_import(none) for _, none in pairs),
            "whole": median(full["ready"] / none["ready"] for full, none in pairs),
        }
        name = f"start, 1 of {shards} shards" if shards > 1 else "start, alone"
        yield Figure(name, about, ratio, "×", most=MOST if shards > 1 else None, more=more)


def _after_import(start: dict[str, float]) -> float:
    return start["ready"] - start["imported"]


def _start(url: str, shards: int) -> dict[str, float]:
    """Seconds of its processor."""
    started = [sys.executable, "-m", "tests.bench.scale.starting", url, *([str(shards)] if shards > 1 else ())]
    said = subprocess.run(started, check=True, capture_output=True, text=True).stdout
    return json.loads(said.splitlines()[-1])


async def _published(crowd: Crowd) -> None:
    """Discord knows every server's commands already: the first server's are the others' too."""
    await asyncio.to_thread(_start, Crowd(crowd.url, 1, crowd.first).url, 10_000)
    store = Store(crowd.url)
    async with store.writing() as session:
        connection = await session.connection()
        await connection.exec_driver_sql(
            "INSERT INTO publishedcommands (scope, digest, ids, at) SELECT guild_id, digest, ids, at FROM campaign, "
            "(SELECT * FROM publishedcommands WHERE scope <> 0 LIMIT 1) AS one ON CONFLICT DO NOTHING"
        )
    await store.close()
