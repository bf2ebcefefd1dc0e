"""Several processes on one database: each looks after its shards, writes as long as it is a member, and is replaced
when it gives no sign of life."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest
from sqlmodel import col, select

from campaigns.battle import battles
from campaigns.battle.watch import alarms, timers
from campaigns.campaign import campaign
from campaigns.database import fleet
from campaigns.database.fleet import Look, Unfit
from campaigns.database.shares import Process, ShardClaim, Share, due_to, numbers, spelled
from campaigns.database.store import Store
from campaigns.errors import Fenced
from campaigns.post import outbox
from campaigns.post.matter import Matter
from campaigns.tables.fleet import FleetMember
from campaigns.tables.posts import OutboxPost, TimerKind
from tests.campaigns.behind import act
from tests.campaigns.lending import lent
from tests.campaigns.toy import Hold
from tests.campaigns.world import BLUE, GM, GUILD, RED, World, new_store
from tests.charts import chart

ROOT = Path(__file__).resolve().parents[2]
ELSEWHERE = GUILD + (1 << 22)
"""Another server, of the next shard."""
AT_ONCE = timedelta(0)
"""The lease of somebody who is late as soon as he has spoken."""


# ── Who holds what ────────────────────────────────────────────────────────────────────────────────────────────────


def member(number: int, shards: int, named: str | None = None) -> Process:
    return Process(number, f"process {number}", ShardClaim(shards, None if named is None else numbers(named)))


@chart(
    ("fleet", "held", "orphans", "due"),
    [
        # Whoever is alone has them all; two share them evenly, and whoever had them keeps the lower ones.
        ([member(1, 5)], {}, "", {1: "0-4"}),
        ([member(1, 5), member(2, 5)], dict.fromkeys(range(5), 1), "", {1: "0-2", 2: ""}),
        ([member(1, 5), member(2, 5)], {0: 1, 1: 1, 2: 1}, "", {1: "0-2", 2: "3-4"}),
        ([member(3, 2), member(4, 2), member(5, 2)], {0: 3, 1: 4}, "", {3: "0", 4: "1", 5: ""}),
        # What is named is its namer's alone, even where another has it still.
        ([member(1, 4), member(2, 4, "1-2")], {0: 1, 1: 1, 2: 1, 3: 1}, "", {1: "0,3", 2: "1-2"}),
        # Where all name theirs, nobody takes what has not been missed; what was orphaned goes to all in turn.
        ([member(1, 4, "0"), member(2, 4, "1")], {0: 1, 1: 2}, "", {1: "0", 2: "1"}),
        ([member(1, 4, "0"), member(2, 4, "1")], {0: 1, 1: 2}, "2", {1: "0,2", 2: "1-2"}),
        ([member(1, 3, "0"), member(2, 3, "1"), member(3, 3)], {0: 1, 1: 2}, "", {1: "0", 2: "1", 3: "2"}),
    ],
)
def test_the_shards_of_a_fleet_are_shared(
    fleet: list[Process], held: dict[int, int], orphans: str, due: dict[int, str]
) -> None:
    assert {each.number: spelled(due_to(each, fleet, held, numbers(orphans))) for each in fleet} == due


# ── Each process does its part ────────────────────────────────────────────────────────────────────────────────────


async def test_posts_and_clocks_are_those_of_ones_own_servers(world: World) -> None:
    here = await world.battle()
    view = await campaign.create(world.store, ELSEWHERE, 77, GM, "Mud", "outposts")
    await outbox.notify(world.store, view.id, Matter(topic="notice"))
    first, second = Share(2, frozenset({0})), Share(2, frozenset({1}))
    now, later = world.store.clock.now(), world.later(hours=48)

    world.store.share = second
    assert (await alarms.dues(world.store)).timers is None
    assert await timers.fire_due(world.store, later) == ()
    assert {post.campaign_id for post in await outbox.claim(world.store, now)} == {view.id}
    assert await outbox.claim(world.store, now) == ()
    world.store.share = Share(2, frozenset())
    assert await outbox.next_due(world.store) is None

    world.store.share = first
    assert (await alarms.dues(world.store)).timers is not None
    assert {post.battle_id for post in await outbox.claim(world.store, now)} == {here}
    fired = await timers.fire_due(world.store, later)
    assert {each.kind for each in fired} >= {TimerKind.DEADLINE}


# ── Membership ────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
async def there(postgres: str) -> AsyncIterator[str]:
    async with lent(postgres, "made") as url:
        yield url


@pytest.fixture
async def pair(there: str) -> AsyncIterator[tuple[Store, Store]]:
    """Two processes, as far as the database can tell."""
    stores = new_store(there), new_store(there)
    yield stores
    for store in stores:
        await store.close()


async def looks(store: Store, times: int = 1, seen: Look | None = None, **lease: timedelta) -> Look:
    for _ in range(times):
        seen = await fleet.look(store, seen.beats if seen else {}, **lease)
    assert seen is not None
    return seen


async def test_a_second_process_on_all_servers_is_refused_by_name(pair: tuple[Store, Store]) -> None:
    ada, ben = pair
    await fleet.join(ada, ShardClaim(1, numbers("0")), "process 4711 on mill (adjutant run)")
    with pytest.raises(Unfit, match=r"is in use by process 4711 on mill .*: stop that first, or run each"):
        await fleet.join(ben, ShardClaim(1, numbers("0")), "another")
    with pytest.raises(Unfit, match="which serves all servers: stop that first"):
        await fleet.join(ben, ShardClaim(4, None), "another")
    await fleet.leave(ada)
    await fleet.join(ben, ShardClaim(4, None), "another")


async def test_shards_that_do_not_add_up_are_refused(pair: tuple[Store, Store]) -> None:
    ada, ben = pair
    await fleet.join(ada, ShardClaim(16, numbers("0-3")), "process 1 on mill")
    with pytest.raises(Unfit, match=r"its fleet has 16 shards .* would have 8: say --shards …/16, or stop all"):
        await fleet.join(ben, ShardClaim(8, numbers("4-7")), "another")
    with pytest.raises(Unfit, match=r"shard 2-3 of 16 is in use by process 1 on mill: name others, or auto"):
        await fleet.join(ben, ShardClaim(16, numbers("2-5")), "another")
    with pytest.raises(Unfit, match="a fleet of 16 shards"):
        await fleet.join(ben, ShardClaim(1, numbers("0")), "another")


async def test_shards_are_handed_over_by_whoever_has_too_many(pair: tuple[Store, Store]) -> None:
    ada, ben = pair
    await fleet.join(ada, ShardClaim(4), "ada")
    first = await looks(ada)
    assert first.held == numbers("0-3")
    await fleet.join(ben, ShardClaim(4), "ben")
    assert (await looks(ben)).held == frozenset(), "nothing is taken from anybody"
    second = await looks(ada)
    assert (second.held, second.surplus) == (numbers("0-3"), numbers("2-3"))
    assert str(fleet.share_of(second, 4)) == "0-1/4"
    await fleet.release(ada, second.surplus)
    assert (await looks(ben)).held == numbers("2-3")
    await fleet.leave(ben)
    assert (await looks(ada)).held == numbers("0-3")


async def test_whoever_is_silent_is_put_out_at_the_second_look_and_writes_no_more(pair: tuple[Store, Store]) -> None:
    ada, ben = pair
    await fleet.join(ada, ShardClaim(2), "ada")
    await fleet.join(ben, ShardClaim(2), "ben")
    await looks(ben, lease=AT_ONCE)
    look = await looks(ada)
    assert [each.name for each in look.gone] == [], "it may have been about to speak"
    look = await looks(ada, seen=look)
    assert [each.name for each in look.gone] == ["ben"]
    assert look.held == numbers("0-1")
    with pytest.raises(Fenced):
        async with ben.writing():
            pytest.fail("it writes")
    with pytest.raises(Fenced):
        await looks(ben)


async def test_a_sign_of_life_between_two_looks_saves_it(pair: tuple[Store, Store]) -> None:
    ada, ben = pair
    await fleet.join(ada, ShardClaim(2), "ada")
    await fleet.join(ben, ShardClaim(2), "ben")
    await looks(ben, lease=AT_ONCE)
    look = await looks(ada)
    await looks(ben, lease=AT_ONCE)
    assert (await looks(ada, seen=look)).gone == ()


async def test_nobody_is_put_out_in_the_midst_of_a_transaction(pair: tuple[Store, Store]) -> None:
    ada, ben = pair
    await fleet.join(ben, ShardClaim(2, numbers("0")), "ben", AT_ONCE)
    async with ben.writing():
        with pytest.raises(Unfit, match="shard 0 of 2 is in use by ben"):
            await fleet.join(ada, ShardClaim(2, numbers("0")), "ada")
    await fleet.join(ada, ShardClaim(2, numbers("0")), "ada")
    with pytest.raises(Fenced):
        await fleet.leave(ben)


async def test_one_signs_in_at_a_time(pair: tuple[Store, Store]) -> None:
    ada, ben = pair
    assert await fleet.may_sign_in(ada)
    assert not await fleet.may_sign_in(ben)
    assert await fleet.may_sign_in(ben, bucket=1)
    assert await fleet.may_sign_in(ben, pause=AT_ONCE)


async def test_nothing_of_a_transaction_stays_with_its_connection(pair: tuple[Store, Store]) -> None:
    """A pooler gives the connection to somebody else after each transaction."""
    store, _ = pair
    await fleet.join(store, ShardClaim(1, numbers("0")), "ada")
    await looks(store)
    async with store.reading() as session:
        connection = await session.connection()
        settings = [(await connection.exec_driver_sql(f"SHOW {name}")).scalar() for name in LIMITS]
        locks = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()"
        assert (settings, (await connection.exec_driver_sql(locks)).scalar()) == (["0", "0"], 0)


LIMITS = ("lock_timeout", "idle_in_transaction_session_timeout")


# ── Two processes ─────────────────────────────────────────────────────────────────────────────────────────────────


async def killed_in_a_transaction(url: str, battle_id: int) -> None:
    """Another process takes both shards and claims a post, and is killed in the midst of an action."""
    command = [sys.executable, "-m", "tests.campaigns.leased", url, str(battle_id)]
    process = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    said = (await process.stdout.readline()).decode().strip()
    assert said == "0-1/2", (await process.communicate())[1].decode()
    process.send_signal(signal.SIGKILL)
    await process.wait()


@pytest.mark.long
@pytest.mark.parametrize("sockets", ["postgresql"], indirect=True)
async def test_of_two_processes_one_is_killed_and_the_other_takes_over(world: World) -> None:
    battle_id = await world.battle()
    url = world.store.url.render_as_string(hide_password=False)
    await killed_in_a_transaction(url, battle_id)

    await fleet.join(world.store, ShardClaim(2), "the other")  # puts out whoever is late
    look = await looks(world.store)
    world.store.share = fleet.share_of(look, 2)

    assert world.store.share.held == numbers("0-1")
    async with world.store.reading() as session:
        assert [each.name for each in (await session.exec(select(FleetMember))).all()] == ["the other"]
    assert (await battles.load(world.store, battle_id)).info.version == 2, "nothing of the action is left"
    asked = (await battles.load(world.store, battle_id)).prompt.asks[0]
    await act(world.store, battle_id, Hold(), BLUE if asked.side == "blue" else RED)
    now = world.store.clock.now()
    assert await outbox.claim(world.store, now) == (), "the head of the line is in the hands of the dead"
    sent: list[str] = []
    while posts := await outbox.claim(world.store, now + outbox.LEASE):
        for post in posts:
            sent.append(post.nonce)
            await outbox.mark_sent(world.store, post.id, 9000 + post.id)
    async with world.store.reading() as session:
        all_of_it = (await session.exec(select(OutboxPost.nonce).order_by(col(OutboxPost.id)))).all()
    assert sent == list(all_of_it), "each once, in their order"
