"""The whole schema in hash partitions of the server's number: battles are fought there as anywhere, and all of a
campaign lies in one partition."""

from __future__ import annotations

from collections.abc import AsyncIterator
from uuid import uuid4

import pytest
from sqlalchemy import text

from campaigns.battle import battles
from campaigns.battle.proof import verification
from campaigns.battle.watch import timers
from campaigns.database.shares import Share
from campaigns.database.store import Store
from campaigns.post import outbox
from campaigns.roster import careers, rosters
from campaigns.tables import metadata
from campaigns.tables.battles import BattleStatus
from tests.campaigns import partitions, world
from tests.campaigns.lending import execute, url_of
from tests.campaigns.partitions import at_home, divided, key_of
from tests.campaigns.toy import TOY
from tests.campaigns.world import GM, GUILD, World, new_store

SERVERS = tuple(GUILD + (number << 22) for number in range(5))


@pytest.fixture
async def url(postgres: str) -> AsyncIterator[str]:
    """A database in partitions."""
    name = f"p{uuid4().hex}"
    await execute(postgres, f"CREATE DATABASE {name}")
    store = Store(url_of(name, postgres))
    async with store.engine.begin() as connection:
        await connection.run_sync(partitions.set_up)
    await store.require_current()
    await store.close()
    yield url_of(name, postgres)
    await execute(postgres, f"DROP DATABASE {name} WITH (FORCE)")


async def war(store: Store, server: int, monkeypatch: pytest.MonkeyPatch) -> tuple[World, int]:
    """Somebody's campaign with a battle that has been fought to the end."""
    monkeypatch.setattr(world, "GUILD", server)
    monkeypatch.setattr(world, "THREAD", server + 3)
    made = await World.make(store, channel_id=server + 1)
    battle_id = await made.battle()
    await made.play(battle_id)
    return made, battle_id


async def test_battles_are_fought_in_partitions_as_anywhere(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Five servers, each in a process that writes for it; every die and card is verified."""
    for server in SERVERS:
        store = at_home(new_store(url), server)
        store.share = Share(len(SERVERS), frozenset({(server >> 22) % len(SERVERS)}))
        made, battle_id = await war(store, server, monkeypatch)
        fought = await battles.load(store, battle_id)
        assert fought.info.status is BattleStatus.ENDED
        report = verification.verify(await verification.export(store, battle_id), TOY)
        assert report.ok, report
        for slot in (await rosters.show_unit(store, made.red.id)).slots:
            assert (await careers.career(store, slot.last.id)).facts
        while posts := await outbox.claim(store, store.clock.now()):
            for post in posts:
                await outbox.mark_sent(store, post.id, 1000 + post.id)
        await battles.undo(store, battle_id, GM)
        await battles.end(store, battle_id, GM)
        second = await made.battle("Second")
        made.later(days=9)
        assert {each.battle_id for each in await timers.fire_due(store, store.clock.now())} == {second}
        await store.close()
    await _one_partition_each(url)


async def _one_partition_each(url: str) -> None:
    """Each server's rows are in the same partition in every table, and the servers are in several."""
    store = Store(url)
    held: dict[int, set[str]] = {}
    filled = 0
    async with store.reading() as session:
        connection = await session.connection()
        for name in sorted(divided()):
            key = key_of(metadata.tables[name])
            asked = f'SELECT DISTINCT "{key}", tableoid::regclass::text FROM "{name}"'
            rows = (await connection.execute(text(asked))).all()
            filled += bool(rows)
            for server, partition in rows:
                held.setdefault(server, set()).add(partition.strip('"').removeprefix(name))
    await store.close()
    assert held.keys() == set(SERVERS)
    assert all(len(places) == 1 for places in held.values())
    assert len(set.union(*held.values())) > 1
    assert filled >= 15
