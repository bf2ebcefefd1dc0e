"""A bot's start, as far as the database and the servers that it knows go; without Discord.

    python -m tests.bench.scale.starting ADDRESS [SHARDS]

Prints seconds of the processor: until everything is imported, and until it is ready.
"""

from __future__ import annotations

import asyncio
import json
import sys

from bot.client import build_bot
from campaigns.database.shares import WHOLE, Share
from campaigns.post import dispatches
from tests.bench.pair import processor
from tests.bench.scale.crowd import new_store


async def main(url: str, share: Share) -> float:
    store = new_store(url)
    await store.open()
    bot = build_bot(store)
    store.share = share  # a bot that is sharded from the beginning cannot be closed before it is connected

    async def taken(**_: object) -> list[object]:
        return []

    bot.tree.sync = taken  # type: ignore[method-assign]  # Discord takes them
    await dispatches.at_the_start(store)
    await bot.publisher.start()
    await bot.tick()
    await bot.pump.drain()
    ready = processor()
    await bot.close()
    await store.close()
    return ready


if __name__ == "__main__":
    imported = processor()
    several = Share(int(sys.argv[2]), frozenset({1})) if len(sys.argv) > 2 else WHOLE
    print(json.dumps({"imported": imported, "ready": asyncio.run(main(sys.argv[1], several))}))
