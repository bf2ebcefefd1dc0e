"""A process of a fleet that is killed in the midst of an action: test_fleet gives it the database and the battle."""

from __future__ import annotations

import asyncio
import sys

from sqlalchemy import Connection, event

from campaigns.battle import battles
from campaigns.database import fleet
from campaigns.database.shares import ShardClaim
from campaigns.post import outbox
from tests.campaigns.behind import act
from tests.campaigns.test_fleet import AT_ONCE
from tests.campaigns.toy import Hold
from tests.campaigns.world import BLUE, RED, new_store


def hang(_: Connection) -> None:
    """The last that is heard of it: nothing of the action has been committed."""
    print(share, flush=True)
    sys.stdin.read()


async def main(url: str, battle_id: int) -> None:
    global share
    store = new_store(url)
    await fleet.join(store, ShardClaim(2), "the one that dies", AT_ONCE)
    store.share = fleet.share_of(await fleet.look(store, {}, AT_ONCE), 2)
    share = str(store.share)
    await outbox.claim(store, store.clock.now())
    ask = (await battles.load(store, battle_id)).prompt.asks[0]
    event.listen(store.engine.sync_engine, "commit", hang)
    await act(store, battle_id, Hold(), BLUE if ask.side == "blue" else RED)


share = ""

if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
