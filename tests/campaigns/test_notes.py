"""Processes of a fleet tell each other what has changed; whoever misses a note finds the same in the database."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncpg
import pytest

from campaigns.battle import battles
from campaigns.database import fleet, notes
from campaigns.database.notes import CHANNEL, Ear, Note, read
from campaigns.database.shares import ShardClaim, Share, numbers
from campaigns.database.store import Store
from campaigns.post import outbox
from campaigns.post.matter import Matter
from tests.campaigns.behind import act
from tests.campaigns.lending import lent
from tests.campaigns.toy import TOY, Hold
from tests.campaigns.world import BLUE, GUILD, RED, World, new_store
from tests.charts import chart

pytestmark = pytest.mark.parametrize("sockets", ["postgresql"], indirect=True)


class Heard:
    """What an ear has been told."""

    def __init__(self) -> None:
        self.notes: list[Note | None] = []
        self._more = asyncio.Event()

    def __call__(self, note: Note | None) -> None:
        self.notes.append(note)
        self._more.set()

    async def until(self, count: int) -> list[Note | None]:
        while len(self.notes) < count:
            self._more.clear()
            await self._more.wait()
        return self.notes


@asynccontextmanager
async def listening(store: Store, address: str | None = None) -> AsyncIterator[tuple[Ear, Heard]]:
    heard = Heard()
    ear = Ear(store, address or store.url.render_as_string(hide_password=False), heard)
    task = asyncio.create_task(ear.keep())
    try:
        yield ear, heard
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


@pytest.fixture
async def other(world: World) -> AsyncIterator[Store]:
    """Another process of a fleet of two."""
    store = new_store(world.store.url.render_as_string(hide_password=False))
    await fleet.join(world.store, ShardClaim(2, numbers("0")), "ada")
    await fleet.join(store, ShardClaim(2, numbers("1")), "ben")
    yield store
    await store.close()


async def test_the_other_process_hears_what_has_changed_and_the_writer_does_not(world: World, other: Store) -> None:
    battle_id = await world.battle()
    async with listening(other) as (_, heard), listening(world.store) as (_, own):
        await heard.until(1)
        await own.until(1)
        asked = (await battles.load(world.store, battle_id)).prompt.asks[0]
        await act(world.store, battle_id, Hold(), BLUE if asked.side == "blue" else RED)
        told = set(await heard.until(4))
        version = (await battles.load(world.store, battle_id)).info.version
        await outbox.notify(other, world.id, Matter(topic="notice"))
        assert (await own.until(2))[1:] == [Note(other.fence or 0, GUILD, "posts")], "its own it does not hear"
    writer = world.store.fence
    assert writer is not None
    assert told >= {
        Note(writer, GUILD, "posts"),
        Note(writer, GUILD, "clocks"),
        Note(writer, GUILD, "battle", battle_id, version),
    }


async def test_whoever_is_alone_sends_no_notes(world: World) -> None:
    listener = await asyncpg.connect(
        user="postgres", database=world.store.url.database, host=world.store.url.query["host"]
    )
    said: list[object] = []
    await listener.add_listener(CHANNEL, lambda *words: said.append(words[3]))
    await fleet.join(world.store, ShardClaim(1, numbers("0")), "ada")
    await world.battle()
    await listener.execute("SELECT pg_notify('adjutant', 'last')")
    assert said == ["last"]
    await listener.close()


async def test_a_note_that_is_lost_delays_and_changes_nothing(world: World, other: Store) -> None:
    """Nobody listens: what waits is found by looking."""
    other.share = Share(1)
    await outbox.notify(world.store, world.id, Matter(topic="notice"))
    assert [post.campaign_id for post in await outbox.claim(other, other.clock.now())] != []


async def test_a_connection_that_is_cut_is_made_again_and_everything_is_looked_up(
    world: World, other: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notes, "FIRST_WAIT", 0)
    async with listening(other) as (ear, heard):
        await heard.until(1)
        assert ear.hearing
        async with world.store.writing() as session:
            cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%' "
            await (await session.connection()).exec_driver_sql(cut + "AND datname = current_database()")
        assert await heard.until(2) == [None, None]
        await outbox.notify(world.store, world.id, Matter(topic="notice"))
        assert (await heard.until(3))[2] == Note(world.store.fence or 0, GUILD, "posts")


async def test_where_no_note_arrives_nobody_relies_on_them(
    world: World, other: Store, postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pooler, or another database: one may listen there for ever."""
    tried = asyncio.Event()
    monkeypatch.setattr(notes, "WITHIN", 0.2)
    monkeypatch.setattr(notes.log, "warning", lambda *_, **__: tried.set())
    async with lent(postgres, "made") as elsewhere, listening(other, elsewhere) as (ear, heard):
        await tried.wait()
        assert (ear.hearing, heard.notes) == (False, [])


@chart(
    ("words", "note"),
    [
        ("7 42 posts", Note(7, 42, "posts")),
        ("0 42 clocks", Note(0, 42, "clocks")),
        ("7 42 battle 3 19", Note(7, 42, "battle", 3, 19)),
        ("7 42 battle 3", None),
        ("7 42 posts 3", None),
        ("7 42 weather", None),
        ("proof 0a1b", None),
        ("", None),
    ],
)
def test_a_note_of_a_newer_version_is_none(sockets: str, words: str, note: Note | None) -> None:
    assert read(words) == note


async def test_a_battle_that_has_gone_on_elsewhere_is_not_kept(world: World) -> None:
    states = world.store.states
    for seq in (3, 4, 5):
        states.keep(TOY, 1, seq, object())
    states.keep(TOY, 2, 3, object())
    states.overtaken(1, 5)
    assert [states.known(TOY, 1, seq) is not None for seq in (3, 4, 5)] == [False, False, True]
    assert states.known(TOY, 2, 3) is not None
