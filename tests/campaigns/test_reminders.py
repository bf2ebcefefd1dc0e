"""A reminder at the GM's word, and what front ends remember of the commands that they have published."""

from __future__ import annotations

import pytest

from campaigns import published
from campaigns.battle import battles
from campaigns.battle.watch import reminders, timers
from campaigns.errors import Refusal
from campaigns.published import Published
from campaigns.tables.posts import PostKind
from tests.campaigns.behind import pending
from tests.campaigns.world import BLUE, GM, GUILD, RED, STRANGER, World


async def test_the_gm_has_the_side_reminded_that_the_battle_waits_for(world: World) -> None:
    battle_id = await world.battle()
    ask = (await battles.load(world.store, battle_id)).prompt.asks[0]
    other = "red" if ask.side == "blue" else "blue"
    for who, side, code in ((RED, None, "umpire-only"), (STRANGER, None, "no-battle"), (GM, other, "not-asked")):
        with pytest.raises(Refusal) as refused:
            await reminders.remind(world.store, battle_id, who, side=side)
        assert refused.value.code == code

    assert await reminders.remind(world.store, battle_id, GM) == (ask.side,)

    (post,) = [post for post in await pending(world.store) if post.kind is PostKind.REMINDER]
    (_, deadline) = await timers.standing(world.store, battle_id)
    assert (post.matter.side, post.matter.due) == (ask.side, deadline.due)
    assert BLUE in post.matter.users or RED in post.matter.users
    assert len(await timers.standing(world.store, battle_id)) == 2


async def test_published_commands_are_remembered_for_each_server(world: World) -> None:
    assert await published.known(world.store) == {}
    await published.remember(world.store, GUILD, "abc", {"bg": 7})
    await published.remember(world.store, GUILD, "def", {"bg": 7, "mm": 2**62})
    await published.remember(world.store, published.EVERYWHERE, "xyz", {})
    assert await published.known(world.store) == {
        GUILD: Published("def", {"bg": 7, "mm": 2**62}),
        published.EVERYWHERE: Published("xyz", {}),
    }
    assert await published.servers(world.store) == (GUILD,)
