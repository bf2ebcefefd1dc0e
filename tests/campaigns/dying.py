"""A process that dies at a chosen moment: test_crashes gives it the database, the moment and the battle."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable
from pathlib import Path

from sqlalchemy import event

from campaigns.battle import battles
from campaigns.post import outbox
from tests.campaigns.behind import act
from tests.campaigns.toy import Hold
from tests.campaigns.world import BLUE, RED, new_store


def die(*_: object) -> None:
    os._exit(9)


async def main(url: str, moment: str, battle_id: int, post_out: Callable[[str], object]) -> None:
    store = new_store(url)
    await store.open()
    if moment in ("before-commit", "after-commit"):
        ask = (await battles.load(store, battle_id)).prompt.asks[0]
        if moment == "before-commit":
            event.listen(store.engine.sync_engine, "commit", die)
        await act(store, battle_id, Hold(), BLUE if ask.side == "blue" else RED, interaction_id=7)
        die()
    (post,) = await outbox.claim(store, store.clock.now())
    if moment == "after-post":
        post_out(post.nonce)
    die()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], int(sys.argv[3]), Path(sys.argv[4]).write_text))
