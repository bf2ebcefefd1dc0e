"""A bot's place in its fleet: it gives back what is another's due, takes what is free, and stops when it has been put
out."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.client import Sharded
from bot.shell import shards
from bot.shell.report import ShellError
from bot.shell.shards import Place, placed
from campaigns.database import fleet
from campaigns.database.shares import ShardClaim, Share, numbers
from campaigns.database.store import Store
from tests.bot.toy import TOY
from tests.bot.world import World, world
from tests.campaigns.lending import lent
from tests.campaigns.test_fleet import AT_ONCE, looks
from tests.campaigns.world import new_store

TWO = ShardClaim(2)


@pytest.fixture
async def there(postgres: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[str]:
    monkeypatch.setattr(shards, "BEAT", AT_ONCE)
    async with lent(postgres, "migrated") as url:
        yield url


@pytest.fixture
async def fort(there: str, tmp_path: Path) -> AsyncIterator[tuple[World, Place]]:
    """A bot that is alone in a fleet of two shards, and its place."""

    class Joined(Store):
        def __init__(self, _: str, *given: Any) -> None:
            super().__init__(there, *given)
            self.share = Share(2, numbers("0-1"))

        async def open(self) -> None:
            await super().open()
            await fleet.join(self, TWO, "fort")

    async with world(tmp_path, {"toy": TOY}, Joined, shard_id=0) as made:
        place = Place(made.store, TWO)
        await place._look()
        place._connected = made.store.share.held
        yield made, place


@pytest.fixture
async def other(there: str) -> AsyncIterator[Store]:
    store = new_store(there)
    yield store
    await store.close()


async def test_a_bot_gives_back_a_shard_and_hears_nothing_of_it_any_more(
    fort: tuple[World, Place], other: Store
) -> None:
    made, place = fort
    assert isinstance(made.bot, Sharded)
    assert made.bot.is_connected()
    await fleet.join(other, TWO, "other")
    assert (await looks(other)).held == frozenset()

    await place._look()
    await place._follow(made.bot)

    assert made.store.share == Share(2, numbers("0"))
    assert made.bot.shards[1].is_closed()
    assert not made.bot.shards[0].is_closed()
    assert made.bot.is_connected(), "as all that it still is"
    assert (await looks(other)).held == numbers("1")


async def test_a_bot_that_has_been_put_out_stops(fort: tuple[World, Place], other: Store) -> None:
    made, place = fort
    await fleet.join(other, TWO, "other")
    await looks(made.store, lease=AT_ONCE)
    look = await looks(other)
    assert [each.name for each in (await looks(other, seen=look)).gone] == ["fort"]

    await place.keep(made.bot)

    assert place.lost == "another process has put this one out of the fleet and looks after its servers"
    assert made.bot.is_closed()
    made.log.clear()  # which says so


async def test_whoever_asks_for_what_a_living_process_has_is_refused(
    there: str, other: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shards, "PATIENCE", timedelta(seconds=-1))
    await fleet.join(other, ShardClaim(1, numbers("0")), "process 1 on mill (adjutant run)")
    late = new_store(there)
    with pytest.raises(ShellError, match="is in use by process 1 on mill") as refused:
        async with placed(late, None, "no token is needed"):
            pytest.fail("both are at work")
    assert refused.value.exit_code == 2
    await late.close()


async def test_a_place_is_given_up_at_the_end(there: str, other: Store) -> None:
    early = new_store(there)
    async with placed(early, ShardClaim(2, numbers("0")), "") as place:
        assert place is not None
        assert early.share == Share(2, numbers("0"))
        await fleet.join(other, TWO, "other")
        assert (await looks(other)).held == numbers("1")
    assert (await looks(other)).held == numbers("0-1")
    await early.close()
