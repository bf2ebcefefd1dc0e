"""What the bot asks the database when nothing happens: hardly anything, however many battles go on."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from bot.client import Adjutant, build_bot
from campaigns.battle import battles
from campaigns.campaign import campaign
from campaigns.database.store import Store
from campaigns.post import outbox
from campaigns.post.matter import Matter
from campaigns.roster import rosters
from tests.bench.scale.crowd import AT_REST
from tests.bench.scale.figures import statements
from tests.bot.toy import TOY
from tests.campaigns.world import START
from tests.clocks import ManualClock
from tests.databases import new_file

GM, ARMY, INSURGENTS = 1, 2, 3


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncIterator[Adjutant]:
    """A bot that has published its commands and given its signs of life, with a battle whose posts are all sent."""
    store = Store(new_file(tmp_path), ManualClock(START), rule_sets={"toy": TOY})
    view = await campaign.create(store, 1, 10, GM, "Dust", "toy")
    for who, side, kind in ((ARMY, "army", "squad"), (INSURGENTS, "insurgents", "cell")):
        await campaign.join(store, view.id, who, side, interaction_id=who)
        await rosters.raise_unit(store, view.id, who, kind)
    info = await battles.open_battle(store, view.id, GM, "Ridge", channel_id=20)
    await battles.begin(store, info.id, GM)
    async with store.writing() as session:
        for command in AT_REST:
            await (await session.connection()).exec_driver_sql(command)
    made = build_bot(store)

    async def taken(**_: object) -> list[object]:
        return []

    made.tree.sync = taken  # type: ignore[method-assign]  # Discord takes them
    await made.publisher.publish_all()
    await made.tick()
    for errand in (made.pump, made.striker, made.porter, made.calendar):
        await errand.drain()
    yield made
    for errand in (made.pump, made.striker, made.porter, made.calendar):
        await errand.close()
    await store.close()


async def test_a_tick_in_which_nothing_is_due_asks_one_question(bot: Adjutant) -> None:
    with statements(bot.store.engine) as said:
        await bot.tick()
    assert len(said) == 1


async def test_a_tick_sees_to_a_deadline_and_a_post_all_the_same(bot: Adjutant) -> None:
    clock = bot.store.clock
    assert isinstance(clock, ManualClock)
    tried: list[int] = []

    async def render(post: outbox.Post) -> list[object]:
        tried.append(post.id)
        return []

    bot.pump._render = render  # type: ignore[assignment]  # nothing of it is to be sent
    await outbox.notify(bot.store, 1, Matter(topic="notice"))
    await bot.tick()
    await bot.pump.drain()
    assert len(tried) == 1
    before = (await battles.load(bot.store, 1)).info.version
    clock.advance(timedelta(days=9))
    await bot.tick()
    assert (await battles.load(bot.store, 1)).info.version > before


async def test_whoever_has_failed_is_tried_again_although_nothing_is_due(bot: Adjutant) -> None:
    tried = 0

    async def fails() -> None:
        nonlocal tried
        tried += 1
        raise OSError("the disk")

    bot._fire = fails  # type: ignore[method-assign]
    await bot._deadlines.keep(bot._fire)
    await bot.tick()
    assert tried == 2
