"""How a database with many campaigns fares, and a host with many processes: measured on a real PostgreSQL, which is
durable here as it is for a host."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass

from tests.bench.scale import beginning, books, crowd, latency, processes, quiet
from tests.bench.scale.figures import Figure
from tests.postgres import running

SEED = 25


@dataclass(frozen=True, slots=True)
class Sizes:
    """How much is measured. `crowds`: campaigns, the smallest first; `actions`: of each book; `rounds` of single
    actions; `spells`: of several processes at work, and how many actions each hand takes in one; `starts`; `looks` at
    what is due."""

    crowds: tuple[int, ...] = (10, 1_000, 10_000)
    actions: int = 24
    rounds: int = 60
    spells: tuple[int, int] = (3, 8)
    starts: int = 1
    looks: int = 100


QUICK = Sizes((10, 100, 600), 4, 12, (1, 4), 1, 40)


def measure(sizes: Sizes, seed: int = SEED) -> Iterator[Figure]:
    """Each figure as soon as it is known. Raises tests.postgres.Unavailable."""
    with running() as server:
        crowds = [crowd.gather(server.sockets, size) for size in sizes.crowds]
        yield from asyncio.run(quiet.measure(crowds[-1], server.pid, sizes.looks))
        yield from asyncio.run(latency.measure(crowds, server.pid, sizes.rounds, seed))
        yield from asyncio.run(processes.measure(crowds[-1], server.pid, *sizes.spells))
        yield from beginning.measure(server.sockets, crowds[-1], sizes.starts)
        yield from books.measure(server.sockets, server.pid, sizes.actions)
