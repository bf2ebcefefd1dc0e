"""Deleting a campaign."""

from __future__ import annotations

from collections.abc import Awaitable

import pytest
from sqlalchemy import select

from campaigns.battle import battles
from campaigns.battle.record import considered
from campaigns.battle.record.marks import Mark
from campaigns.campaign import campaign, deleting, joining
from campaigns.errors import Refusal
from campaigns.post import outbox
from campaigns.tables.base import metadata
from tests.campaigns.behind import act
from tests.campaigns.toy import Hold, Strike
from tests.campaigns.world import CHANNEL, GM, GUILD, RED, STRANGER, THREAD, World


async def code_of(work: Awaitable[object]) -> str:
    with pytest.raises(Refusal) as refused:
        await work
    return refused.value.code


async def filled(world: World) -> set[str]:
    """The tables with rows in them."""
    async with world.store.engine.connect() as connection:
        return {
            table.name
            for table in metadata.sorted_tables
            if (await connection.execute(table.select().limit(1))).first() is not None
        }


async def lived(world: World) -> int:
    """Two battles, one fought to its end with one man dead, a request that waits. The last battle."""
    first = await world.battle("First")
    fallen = (await battles.load(world.store, first)).state.posts[1].men[0]
    await act(world.store, first, Strike(figure=fallen.id), GM)
    await world.play(first)
    second = await battles.open_battle(world.store, world.id, GM, "Second", channel_id=THREAD)
    await considered.keep(world.store, world.store.rules("outposts"), second.id, Mark(0), RED, Hold())
    await battles.cancel(world.store, second.id, GM)
    await campaign.join(world.store, world.id, STRANGER, "red")
    return second.id


async def test_nothing_of_a_deleted_campaign_is_left(world: World) -> None:
    last = await lived(world)
    await deleting.delete_campaign(world.store, world.id, GM, " dust ")
    assert await filled(world) <= {"processedinteraction"}
    assert await campaign.of_channel(world.store, CHANNEL) is None
    assert await code_of(campaign.show(world.store, world.id)) == "no-campaign"
    assert await code_of(battles.load(world.store, last)) == "no-battle"
    assert await outbox.claim(world.store, world.store.clock.now()) == ()


async def test_another_campaign_is_not_touched(world: World) -> None:
    other = await World.make(world.store, channel_id=CHANNEL + 10, name="Sand")
    battle_id = await other.battle("Elsewhere")
    await lived(world)
    before = (await battles.load(world.store, battle_id)).state

    await deleting.delete_campaign(world.store, world.id, GM, "Dust")

    assert (await battles.load(world.store, battle_id)).state == before
    assert await campaign.show(world.store, other.id) == other.campaign
    await other.play(battle_id)


async def test_only_its_gm_deletes_it_by_its_name_and_in_peace(small: World) -> None:
    battle_id = await small.battle()
    delete = deleting.delete_campaign
    assert await code_of(delete(small.store, small.id, RED, "Dust")) == "umpire-only"
    assert await code_of(delete(small.store, small.id, STRANGER, "Dust")) == "no-campaign"
    assert await code_of(delete(small.store, small.id, GM, "Dust")) == "fighting"
    await battles.end(small.store, battle_id, GM)
    assert await code_of(delete(small.store, small.id, GM, "Dusk")) == "other-name"
    await campaign.close(small.store, small.id, GM)
    await delete(small.store, small.id, GM, "Dust")
    assert await campaign.of_guild(small.store, GUILD) == ()


async def test_numbers_of_what_was_deleted_are_not_used_again(world: World) -> None:
    """Buttons of long ago still carry them."""
    last = await lived(world)
    await campaign.change_settings(world.store, world.id, GM, joining="approval")
    request = await campaign.join(world.store, world.id, STRANGER + 1, "red")
    assert isinstance(request, joining.RequestToJoin)
    before = await numbers(world)
    await deleting.delete_campaign(world.store, world.id, GM, "Dust")

    other = await World.make(world.store, name="Sand")
    await campaign.change_settings(world.store, other.id, GM, joining="approval")
    again = await campaign.join(world.store, other.id, STRANGER, "red")

    assert isinstance(again, joining.RequestToJoin)
    assert again.id > request.id
    assert await other.battle() > last
    after = await numbers(world)
    assert {"unit", "figure", "slot", "side", "battle", "outboxpost", "joinrequest"} <= before.keys() & after.keys()
    for table in before.keys() & after.keys():
        assert min(after[table]) > max(before[table]), table


async def numbers(world: World) -> dict[str, list[int]]:
    """The numbers of the rows of every table that counts them."""
    async with world.store.engine.connect() as connection:
        counted = [table for table in metadata.sorted_tables if "id" in table.c]
        found = {table.name: (await connection.execute(select(table.c.id))).scalars().all() for table in counted}
    return {name: list(ids) for name, ids in found.items() if ids}
