"""The line to PostgreSQL is cut, held, or leads to another server in the midst of play: nobody is told that something
is done which is not, nothing is done twice, and it goes on by itself."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta

import pytest
from sqlalchemy import event, text
from sqlmodel import col, select

from bot.talk import errors
from campaigns.battle import battles
from campaigns.battle.record import journal
from campaigns.battle.watch import timers
from campaigns.database import fleet
from campaigns.database import store as stores
from campaigns.database.shares import ShardClaim
from campaigns.database.store import Store
from campaigns.database.trouble import Trouble, trouble_of
from campaigns.errors import Fenced
from campaigns.post import outbox
from campaigns.tables.battles import JournalEntry
from campaigns.tables.posts import OutboxPost, TimerKind
from tests.campaigns.behind import act, pending
from tests.campaigns.lending import execute
from tests.campaigns.test_fleet import AT_ONCE, looks
from tests.campaigns.toy import TOY
from tests.campaigns.world import BLUE, RED, START, World, new_store
from tests.clocks import ManualClock
from tests.wire.line import Line, line_to

pytestmark = pytest.mark.parametrize("sockets", ["postgresql"], indirect=True)


@pytest.fixture
async def line(postgres: str) -> AsyncIterator[Line]:
    async with line_to(postgres) as made:
        yield made


@pytest.fixture
def there(world: World) -> str:
    """The address of a database with a campaign that has just begun."""
    return world.store.url.render_as_string(hide_password=False)


@pytest.fixture
async def cut_off(world: World, line: Line) -> AsyncIterator[World]:
    """A bot that reaches its database by that line."""
    url = world.store.url.update_query_dict({"host": line.sockets})
    made = world.at(url.render_as_string(hide_password=False))
    yield made
    await made.store.close()


async def asked(store: Store, battle_id: int) -> tuple[object, int, str]:
    """The default answer of whoever is asked, who that is, and for which side."""
    ask = (await battles.load(store, battle_id)).prompt.asks[0]
    return ask.default, BLUE if ask.side == "blue" else RED, ask.side


async def takes(store: Store, battle_id: int, interaction: int) -> battles.Acted:
    action, who, side = await asked(store, battle_id)
    return await act(store, battle_id, action, who, interaction_id=interaction, side=side)  # type: ignore[arg-type]


async def agrees(store: Store, battle_id: int) -> list[int]:
    """The journal folds to the state that is shown; its interactions."""
    field = await battles.load(store, battle_id)
    async with store.reading() as session:
        entries = await journal.entries(session, TOY, battle_id)
        rows = (await session.exec(select(JournalEntry).order_by(col(JournalEntry.seq)))).all()
    assert [entry.seq for entry in entries] == list(range(1, field.info.version + 1))
    assert TOY.battle.fold(journal.events_of(journal.living(entries))) == field.state
    return [row.interaction_id for row in rows if row.interaction_id is not None]


async def arrives(store: Store) -> list[str]:
    """What waits is sent, each post once and in its order."""
    sent: list[str] = []
    while posts := await outbox.claim(store, store.clock.now()):
        for post in posts:
            sent.append(post.nonce)
            await outbox.mark_sent(store, post.id, 9000 + post.id)
    assert len(set(sent)) == len(sent)
    return sent


async def test_a_connection_that_is_ended_in_the_midst_of_a_transaction_leaves_nothing(
    cut_off: World, postgres: str
) -> None:
    """PostgreSQL ends it as it does on an administrator's word; the same interaction then goes through, once."""
    store, battle_id = cut_off.store, await cut_off.battle()
    await arrives(store)
    before = (await battles.load(store, battle_id)).info.version

    def ended(connection: object) -> None:
        event.remove(store.engine.sync_engine, "commit", ended)
        backend = connection.exec_driver_sql("SELECT pg_backend_pid()").scalar()  # type: ignore[attr-defined]
        other = connection.engine.dialect  # type: ignore[attr-defined]
        assert other.name == "postgresql"
        connection.exec_driver_sql(f"SELECT pg_terminate_backend({backend})")  # type: ignore[attr-defined]

    event.listen(store.engine.sync_engine, "commit", ended)
    with pytest.raises(Exception) as failed:  # noqa: PT011  # what it is, is asked below
        await takes(store, battle_id, 7)
    assert trouble_of(failed.value) is Trouble.AWAY
    assert (await battles.load(store, battle_id)).info.version == before
    assert await pending(store) == ()
    done = await takes(store, battle_id, 7)
    assert not done.duplicate
    assert await agrees(store, battle_id) == [7]
    assert await arrives(store)


async def test_a_commit_whose_answer_is_lost_is_done_and_told_as_unknown(cut_off: World, line: Line) -> None:
    """PostgreSQL has written it down: whoever asks again hears what came of it, and no die is thrown twice."""
    store, battle_id = cut_off.store, await cut_off.battle()
    await arrives(store)
    committed: list[bytes] = []

    def answers(said: bytes) -> bool:
        if b"COMMIT\0" in said and not committed:
            committed.append(said)
            return False
        return True

    action, who, side = await asked(store, battle_id)
    event.listen(store.engine.sync_engine, "commit", lambda _: setattr(line, "answers", answers), once=True)
    with pytest.raises(Exception) as failed:  # noqa: PT011
        await act(store, battle_id, action, who, interaction_id=7, side=side)  # type: ignore[arg-type]
    assert committed
    assert trouble_of(failed.value) is Trouble.AWAY
    view = errors._mishap("1", trouble_of(failed.value))
    assert "Whether your order still got through is not known" in str(view.to_components())
    again = await act(store, battle_id, action, who, interaction_id=7, side=side)  # type: ignore[arg-type]
    assert again.duplicate
    assert await agrees(store, battle_id) == [7]
    assert await arrives(store)


async def test_a_bot_that_is_parted_from_its_database_is_replaced_and_writes_no_more(
    cut_off: World, line: Line, there: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing gets through any more in the midst of an action, and it still believes that it holds the shards."""
    battle_id = await cut_off.battle()
    monkeypatch.setattr(stores, "SILENT_SECONDS", 1)
    parted = new_store(cut_off.store.url.render_as_string(hide_password=False))
    other = new_store(there)
    await fleet.join(parted, ShardClaim(2), "the parted one", AT_ONCE)
    parted.share = fleet.share_of(await fleet.look(parted, {}, AT_ONCE), 2)
    action, who, side = await asked(parted, battle_id)
    under_way = asyncio.Event()

    def held(_: object) -> None:
        line.open.clear()
        under_way.set()

    event.listen(parted.engine.sync_engine, "commit", held, once=True)
    acting = asyncio.create_task(act(parted, battle_id, action, who, interaction_id=7, side=side))  # type: ignore[arg-type]
    await under_way.wait()

    await fleet.join(other, ShardClaim(2), "the other")
    look = await looks(other)
    while look.held != {0, 1}:  # until PostgreSQL has ended the transaction of the silent one
        look = await looks(other, seen=look)
    other.share = fleet.share_of(look, 2)
    done = await takes(other, battle_id, 8)
    assert not done.duplicate

    line.open.set()
    with pytest.raises(Exception) as failed:  # noqa: PT011
        await acting
    assert trouble_of(failed.value) in (Trouble.AWAY, Trouble.BUSY)
    with pytest.raises(Fenced) as fenced:
        await takes(parted, battle_id, 7)
    assert "has just taken this server over" in fenced.value.message
    assert await agrees(other, battle_id) == [8]
    assert await arrives(other)
    await parted.close()
    await other.close()


async def test_two_bots_that_both_hold_a_shard_in_their_own_eyes_write_as_one(world: World, there: str) -> None:
    """Both act in the same moment: the one that was put out is refused, in words, and what the other does stands."""
    first, second = world.store, new_store(there)
    battle_id = await world.battle()
    await fleet.join(first, ShardClaim(1, frozenset({0})), "first", AT_ONCE)
    await fleet.look(first, {}, AT_ONCE)
    await battles.load(first, battle_id)
    await fleet.join(second, ShardClaim(1, frozenset({0})), "second")
    assert (await looks(second)).held == first.share.held == {0}
    came = await asyncio.gather(takes(first, battle_id, 7), takes(second, battle_id, 8), return_exceptions=True)
    assert isinstance(came[0], Fenced)
    assert isinstance(came[1], battles.Acted)
    assert await agrees(second, battle_id) == [8]
    with pytest.raises(Fenced):
        await outbox.claim(first, first.clock.now())
    assert await arrives(second)
    await second.close()


async def test_all_connections_are_cut_and_the_next_word_gets_through(cut_off: World, line: Line) -> None:
    store, battle_id = cut_off.store, await cut_off.battle()
    for number in range(3):
        line.cut()
        done = await takes(store, battle_id, number + 1)
        assert not done.duplicate
    assert await agrees(store, battle_id) == [1, 2, 3]
    line.cut()
    assert await arrives(store)


async def test_somebody_ends_all_connections_of_a_server_that_goes_on(cut_off: World, postgres: str) -> None:
    store, battle_id = cut_off.store, await cut_off.battle()
    await takes(store, battle_id, 1)
    ours = "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE datname = '{}'"
    await execute(postgres, ours.format(store.url.database))
    await takes(store, battle_id, 2)
    async with store.reading() as session:
        assert (await session.exec(text("SELECT 1"))).scalar() == 1  # type: ignore[call-overload]
    assert await agrees(store, battle_id) == [1, 2]


async def test_a_clock_that_jumps_by_an_hour_either_way_holds_up_nobody_and_doubles_nothing(world: World) -> None:
    """Back: what has just been written goes out all the same. Forward: a post under way is claimed again, and sent
    under its own nonce; a deadline that falls due by it fires once."""
    store, clock = world.store, Jumping(START)
    store.clock = clock
    battle_id = await world.battle()
    await takes(store, battle_id, 1)
    clock.jump(hours=-1)
    assert await arrives(store), "written an hour ahead of the clock"
    await takes(store, battle_id, 2)
    clock.jump(hours=1)
    first = {post.id: post.nonce for post in await outbox.claim(store, clock.now())}
    assert first
    clock.jump(hours=1)
    again = {post.id: post.nonce for post in await outbox.claim(store, clock.now())}
    assert again == first
    for number in first:
        await outbox.mark_sent(store, number, 9000 + number)
    for number in again:
        await outbox.mark_sent(store, number, 8000 + number)
    async with store.reading() as session:
        sent = (await session.exec(select(OutboxPost).where(col(OutboxPost.id).in_(first)))).all()
    assert {row.message_id for row in sent} == {9000 + number for number in first}
    await arrives(store)
    deadline = next(due for due in await timers.standing(store, battle_id) if due.kind is TimerKind.DEADLINE).due
    clock.jump(seconds=(deadline - clock.now()).total_seconds() - 1800)
    assert all(each.kind is not TimerKind.DEADLINE for each in await timers.fire_due(store, clock.now()))
    clock.jump(hours=1)
    fired = [each for each in await timers.fire_due(store, clock.now()) if each.kind is TimerKind.DEADLINE]
    assert fired
    assert len({each.side for each in fired}) == len(fired)
    clock.jump(hours=-1)
    clock.jump(hours=1)
    assert [each for each in await timers.fire_due(store, clock.now()) if each.kind is TimerKind.DEADLINE] == []
    assert await agrees(store, battle_id) == [1, 2]
    await arrives(store)
    assert await pending(store) == ()


class Jumping(ManualClock):
    """A clock that somebody sets right, or wrong."""

    def jump(self, **by: float) -> None:
        self._now += timedelta(**by)
