"""A battle begins with one side's turn: the other hears at once, in its own thread, that it may write its orders."""

from __future__ import annotations

from pathlib import Path

from campaigns.battle import battles
from campaigns.post.matter import JustHappened
from rules.five56mm import RULES
from tests.campaigns.behind import pending
from tests.campaigns.test_five56mm import BOARD, opened
from tests.campaigns.world import BLUE, GM, RED, THREAD, new_store
from tests.databases import new_file


async def test_whoever_is_not_asked_first_may_write_at_once_and_is_called_for_that_alone(
    tmp_path: Path,
) -> None:
    store = new_store(new_file(tmp_path), rules=RULES)
    await store.open()
    world = await opened(store)
    info = await battles.open_battle(world.store, world.id, GM, "Bakara", channel_id=THREAD, board=BOARD)
    await battles.begin(world.store, info.id, GM, anyway=True)
    (ask,) = (await battles.load(world.store, info.id)).prompt.asks
    other, who = ("red", BLUE) if ask.side == "black" else ("black", RED)
    told = [post for post in await pending(world.store) if post.matter.about == JustHappened(kind="orders-open")]
    assert [(post.audience, post.matter.pinged) for post in told] == [(other, (who,))]
    called = [user for post in await pending(world.store) for user in post.matter.pinged or ()]
    assert sorted(called) == sorted((RED, BLUE)), "each once"
    await world.store.close()
