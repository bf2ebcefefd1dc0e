"""A process that dies is replaced within half a minute, by the numbers that the program uses; no lease is ever held
twice, and whoever has been replaced writes nothing more. The database's clock is turned by hand."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import combinations
from typing import Any

import pytest
from sqlalchemy import DateTime, bindparam
from sqlmodel import select

from campaigns.battle import battles
from campaigns.database import fleet
from campaigns.database.fleet import BEAT, LEASE, Look
from campaigns.database.shares import ShardClaim, numbers
from campaigns.database.store import Store
from campaigns.errors import Fenced
from campaigns.tables.fleet import ShardLease
from tests.campaigns.behind import act
from tests.campaigns.lending import lent
from tests.campaigns.toy import Hold
from tests.campaigns.world import BLUE, RED, START, World, new_store
from tests.clocks import ManualClock

WITHIN = timedelta(seconds=30)
A_SECOND = timedelta(seconds=1)
SHARDS = 8


@pytest.fixture
def hands(monkeypatch: pytest.MonkeyPatch) -> ManualClock:
    """What the database's clock shows, as far as the fleet asks it."""
    clock = ManualClock(START)
    shown: Any = bindparam("clock", callable_=clock.now, type_=DateTime(timezone=True))
    monkeypatch.setattr(fleet, "_NOW", shown)
    return clock


@dataclass
class Member:
    """A process that gives a sign of life every BEAT, as `Place` does, and gives back at once what is another's."""

    store: Store
    phase: int
    """Seconds after the full BEAT."""
    claim: ShardClaim = field(default_factory=lambda: ShardClaim(SHARDS))
    seen: Look | None = None
    dead: bool = False

    @property
    def held(self) -> frozenset[int]:
        return self.seen.held if self.seen is not None else frozenset()

    async def beat(self) -> None:
        self.seen = await fleet.look(self.store, self.seen.beats if self.seen is not None else {})
        if self.seen.surplus:
            await fleet.release(self.store, self.seen.surplus)
            self.seen = Look(self.seen.held - self.seen.surplus, frozenset(), self.seen.fleet, self.seen.gone)


@pytest.fixture
async def there(postgres: str) -> AsyncIterator[str]:
    async with lent(postgres, "made") as url:
        yield url


@dataclass
class Fleet:
    members: list[Member]
    hands: ManualClock

    async def passes(self, seconds: int) -> None:
        """Second by second; whoever is alive and due gives a sign of life. Nobody ever holds what another does."""
        for _ in range(seconds):
            second = int((self.hands.now() - START).total_seconds())
            for member in self.members:
                if not member.dead and (second - member.phase) % int(BEAT.total_seconds()) == 0:
                    await member.beat()
            for one, other in combinations([each for each in self.members if not each.dead], 2):
                assert not one.held & other.held
            self.hands.advance(A_SECOND)

    async def leased(self) -> dict[int, int | None]:
        async with self.members[0].store.reading() as session:
            return dict((await session.exec(select(ShardLease.shard, ShardLease.holder))).all())


async def joined(url: str, hands: ManualClock, *phases: int, named: str = "") -> Fleet:
    members = [Member(new_store(url), phase) for phase in phases]
    for number, member in enumerate(members):
        if named:
            member.claim = ShardClaim(SHARDS, numbers(named.split(";")[number]))
        await fleet.join(member.store, member.claim, f"process {number}")
    fleet_of = Fleet(members, hands)
    await fleet_of.passes(16)
    assert sorted(shard for each in members for shard in each.held) == list(range(SHARDS))
    return fleet_of


@pytest.mark.parametrize(("phases", "left"), [((0, 1, 3), 0), ((3, 2, 1), 1), ((2, 2, 2), 3)])
async def test_whoever_dies_is_replaced_within_half_a_minute(
    there: str, hands: ManualClock, phases: tuple[int, ...], left: int
) -> None:
    """In whatever order they speak, and however far the others are from their next sign of life."""
    all_of = await joined(there, hands, *phases)
    dying = all_of.members[0]
    await all_of.passes(left)
    lost, number = dying.held, dying.store.fence
    assert lost
    await dying.beat()
    dying.dead = True
    died = hands.now()

    await all_of.passes(int(LEASE.total_seconds()) - 1)
    assert {shard for shard, holder in (await all_of.leased()).items() if holder == number} == lost, "it may still live"
    while any(holder in (number, None) for holder in (await all_of.leased()).values()):
        await all_of.passes(1)
        assert hands.now() - died < WITHIN

    assert frozenset().union(*(each.held for each in all_of.members[1:])) == numbers(f"0-{SHARDS - 1}")
    with pytest.raises(Fenced):
        await dying.beat()
    for each in all_of.members:
        await each.store.close()


async def test_named_shards_are_taken_over_in_the_same_time(there: str, hands: ManualClock) -> None:
    all_of = await joined(there, hands, 1, 3, named="0-3;4-7")
    dying, other = all_of.members
    await dying.beat()
    dying.dead, died = True, hands.now()
    while other.held != numbers(f"0-{SHARDS - 1}"):
        await all_of.passes(1)
        assert hands.now() - died < WITHIN
    for each in all_of.members:
        await each.store.close()


async def test_a_slow_process_keeps_its_place(there: str, hands: ManualClock) -> None:
    """Two signs of life late are no death."""
    all_of = await joined(there, hands, 0, 2)
    slow = all_of.members[0]
    held = slow.held
    await slow.beat()
    slow.dead = True
    await all_of.passes(13)
    slow.dead = False
    await slow.beat()
    await all_of.passes(12)
    assert slow.held == held
    for each in all_of.members:
        await each.store.close()


async def test_of_many_that_look_at_once_none_gets_what_another_has(there: str) -> None:
    members = [Member(new_store(there), 0) for _ in range(5)]
    for number, member in enumerate(members):
        await fleet.join(member.store, member.claim, f"process {number}")
    for _ in range(4):
        await asyncio.gather(*(member.beat() for member in members))
        held = [shard for member in members for shard in member.held]
        assert len(held) == len(set(held))
    assert sorted(len(member.held) for member in members) == [1, 1, 2, 2, 2]
    for member in members:
        await member.store.close()


@pytest.mark.parametrize("sockets", ["postgresql"], indirect=True)
async def test_the_database_refuses_an_order_of_whoever_has_been_replaced(world: World, hands: ManualClock) -> None:
    """It has thought about the battle while it was put out, and believes its own clock."""
    battle_id = await world.battle()
    ask = (await battles.load(world.store, battle_id)).prompt.asks[0]
    believes = new_store(world.store.url.render_as_string(hide_password=False))
    await fleet.join(believes, ShardClaim(2), "the one that hangs")
    await fleet.join(world.store, ShardClaim(2), "the other")
    seen = await fleet.look(world.store, {})
    hands.advance(LEASE + BEAT)
    look = await fleet.look(world.store, seen.beats)
    assert [each.name for each in look.gone] == ["the one that hangs"]

    version = (await battles.load(world.store, battle_id)).info.version
    with pytest.raises(Fenced):
        await act(believes, battle_id, Hold(), BLUE if ask.side == "blue" else RED)
    assert (await battles.load(world.store, battle_id)).info.version == version
    await act(world.store, battle_id, Hold(), BLUE if ask.side == "blue" else RED)
    await believes.close()
