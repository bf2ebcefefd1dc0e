"""A bot's place in its fleet: it gives back what is another's due, and stops when it has been put out."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta

import pytest

from bot.client import build_bot
from bot.shell import shards
from bot.shell.report import ShellError
from bot.shell.shards import placed
from campaigns.database import fleet
from campaigns.database.shares import ShardClaim, Share, numbers
from campaigns.database.store import Store
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
async def pair(there: str) -> AsyncIterator[tuple[Store, Store]]:
    stores = new_store(there), new_store(there)
    yield stores
    for store in stores:
        await store.close()


async def test_a_bot_gives_back_what_is_anothers_due(pair: tuple[Store, Store]) -> None:
    fort, other = pair
    async with placed(fort, TWO, "") as place:
        assert place is not None
        assert fort.share == Share(2, numbers("0-1"))
        async with build_bot(fort) as bot:
            await fleet.join(other, TWO, "other")
            assert (await looks(other)).held == frozenset()
            await place._look()
            await place._follow(bot)
        assert fort.share == Share(2, numbers("0"))
        assert (await looks(other)).held == numbers("1")
    assert (await looks(other)).held == numbers("0-1"), "at the end it gives up all"


async def test_a_bot_that_has_been_put_out_stops(pair: tuple[Store, Store]) -> None:
    fort, other = pair
    async with placed(fort, TWO, "") as place:
        assert place is not None
        await fleet.join(other, TWO, "other")
        await looks(fort, lease=AT_ONCE)
        look = await looks(other)
        assert len((await looks(other, seen=look)).gone) == 1
        async with build_bot(fort) as bot:
            await place.keep(bot)
            assert bot.is_closed()
        assert place.lost == "another process has put this one out of the fleet and looks after its servers"


async def test_whoever_asks_for_what_a_living_process_has_is_refused(
    pair: tuple[Store, Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    fort, late = pair
    monkeypatch.setattr(shards, "PATIENCE", timedelta(seconds=-1))
    await fleet.join(fort, ShardClaim(1, numbers("0")), "process 1 on mill (adjutant run)")
    with pytest.raises(ShellError, match="is in use by process 1 on mill") as refused:
        async with placed(late, None, ""):
            pytest.fail("both are at work")
    assert refused.value.exit_code == 2
