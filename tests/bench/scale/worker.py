"""A process of a fleet, for `processes`: takes actions as fast as it can whenever it is told how many, each of its
hands in a battle of its own.

    python -m tests.bench.scale.worker ADDRESS SIZE FIRST PLACE PLACES HANDS
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from datetime import timedelta
from itertools import count
from time import perf_counter

from campaigns.database import fleet
from campaigns.database.shares import ShardClaim
from tests.bench.pair import processor
from tests.bench.scale.crowd import Crowd, act, new_store

LEASE = timedelta(hours=1)
"""It gives no signs of life while it works."""


async def main(crowd: Crowd, place: int, places: int, hands: int) -> None:
    store = new_store(crowd.url)
    await fleet.join(store, ShardClaim(places, frozenset({place})), f"process {os.getpid()}", LEASE)
    of_ours = (place + places * number for number in count())  # a battle is of the process that has its server's shard
    battles = [next(of_ours) for _ in range(hands)]

    async def hand(number: int, actions: int) -> None:
        for _ in range(actions):
            await act(store, crowd, number)

    await asyncio.gather(*(hand(number, 2) for number in battles))  # all is looked at once
    print("ready", flush=True)
    while line := await asyncio.to_thread(sys.stdin.readline):
        start, used = perf_counter(), processor()
        await asyncio.gather(*(hand(number, int(line)) for number in battles))
        print(json.dumps({"seconds": perf_counter() - start, "processor": processor() - used}), flush=True)
    await store.close()


if __name__ == "__main__":
    url, size, first, *rest = sys.argv[1:]
    asyncio.run(main(Crowd(url, int(size), int(first)), *map(int, rest)))
