"""PostgreSQL is stopped, killed and started again under play, and a standby takes its place: what was told as done is
there, nobody is told so of anything else, and the bot goes on by itself."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest
from sqlalchemy import event

from campaigns.battle import battles
from campaigns.database.trouble import Trouble, trouble_of
from tests.campaigns.behind import act
from tests.campaigns.lending import execute, url_of
from tests.campaigns.standby import Rig, rig
from tests.campaigns.test_cuts import agrees, arrives, asked, takes
from tests.campaigns.world import World, new_store
from tests.postgres import Unavailable
from tests.wire.line import Line, line_to


@pytest.fixture
def server() -> Iterator[Rig]:
    try:
        with rig() as made:
            yield made
    except Unavailable as error:
        pytest.skip(str(error))


@pytest.fixture
async def line(server: Rig) -> AsyncIterator[Line]:
    async with line_to(server.sockets) as made:
        yield made


async def refused(world: World, battle_id: int, interaction: int) -> None:
    """Somebody acts while there is no database: they hear that it cannot be reached."""
    with pytest.raises(Exception) as failed:  # noqa: PT011  # what it is, is asked below
        await takes(world.store, battle_id, interaction)
    assert trouble_of(failed.value) is Trouble.AWAY


async def test_play_outlives_restarts_a_kill_and_the_loss_of_the_primary(server: Rig, line: Line) -> None:
    await execute(server.sockets, "CREATE DATABASE mill")
    store = new_store(url_of("mill", line.sockets))
    await store.open()
    world = await World.make(store)
    battle_id = await world.battle()
    await takes(store, battle_id, 1)

    server.stop()
    await refused(world, battle_id, 2)
    server.start()
    assert not (await takes(store, battle_id, 2)).duplicate

    action, who, side = await asked(store, battle_id)
    event.listen(store.engine.sync_engine, "commit", lambda _: server.kill(), once=True)
    with pytest.raises(Exception) as failed:  # noqa: PT011
        await act(store, battle_id, action, who, interaction_id=3, side=side)  # type: ignore[arg-type]
    assert trouble_of(failed.value) is Trouble.AWAY
    server.start()
    assert not (await takes(store, battle_id, 3)).duplicate, "it died before the commit"
    assert await agrees(store, battle_id) == [1, 2, 3]

    standby = server.standby("second")
    await execute(server.sockets, "ALTER SYSTEM SET synchronous_standby_names = '*'")
    await execute(server.sockets, "SELECT pg_reload_conf()")
    await takes(store, battle_id, 4)
    server.kill()
    await refused(world, battle_id, 5)
    line.leads_to = standby.sockets
    with pytest.raises(Exception) as failed:  # noqa: PT011
        await takes(store, battle_id, 5)
    assert trouble_of(failed.value) is Trouble.READ_ONLY, "it follows, and does not lead yet"
    standby.promote()
    assert not (await takes(store, battle_id, 5)).duplicate
    assert await agrees(store, battle_id) == [1, 2, 3, 4, 5]
    assert await arrives(store)
    assert (await battles.load(store, battle_id)).prompt
    await store.close()
