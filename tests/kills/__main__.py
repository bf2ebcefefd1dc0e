"""`python -m tests.kills [--kills N] [--minutes M] [--seed S] [--sqlite]`: bots that fight battles of all four books
are killed, on a PostgreSQL of its own with three at a time, or on SQLite with one. Prints the counts as JSON, and exits
with 1 where anything was lost, came twice or out of order, or did not verify."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path

import structlog

from tests.campaigns.lending import execute, url_of
from tests.kills.war import KILLS_A_ROUND, Count, fought
from tests.postgres import running


async def _rounds(kills: int, minutes: float) -> AsyncIterator[int]:
    began, done = time.monotonic(), 0
    while (not kills or done < kills) and (not minutes or time.monotonic() - began < 60 * minutes):
        now = min(KILLS_A_ROUND, kills - done) if kills else KILLS_A_ROUND
        yield now
        done += now
        print(f"{done} kills after {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)


async def _on_postgresql(sockets: str, folder: Path, seed: int, kills: int, minutes: float) -> Count:
    for setting in ("fsync", "full_page_writes"):  # nobody kills the server
        await execute(sockets, f"ALTER SYSTEM SET {setting} = off")
    await execute(sockets, "SELECT pg_reload_conf()")
    await execute(sockets, "CREATE DATABASE kills")
    return await fought(url_of("kills", sockets), folder, seed, _rounds(kills, minutes))


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.kills", description=__doc__)
    parser.add_argument("--kills", type=int, default=0, help="stop after so many")
    parser.add_argument("--minutes", type=float, default=0, help="stop after so long")
    parser.add_argument("--seed", type=int, default=25)
    parser.add_argument("--sqlite", action="store_true", help="one process on a file")
    asked = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    with ExitStack() as until:
        folder = Path(until.enter_context(tempfile.TemporaryDirectory(prefix="kills-")))
        kills = asked.kills or (0 if asked.minutes else 100)
        if asked.sqlite:
            url = f"sqlite+aiosqlite:///{folder}/adjutant.db"
            count = asyncio.run(fought(url, folder, asked.seed, _rounds(kills, asked.minutes)))
        else:
            server = until.enter_context(running())
            count = asyncio.run(_on_postgresql(server.sockets, folder, asked.seed, kills, asked.minutes))
    print(json.dumps(asdict(count), indent=2))
    return 0 if count.ok else 1


if __name__ == "__main__":
    sys.exit(main())
