"""Behind a pooler of transactions (PgBouncer) everything works: nothing is kept with a connection. `pooler` gives each
transaction another one of the server's; a PgBouncer that is installed is asked, too."""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import socket
import subprocess
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import asyncpg
import pytest
import structlog
from sqlalchemy import make_url, text
from sqlalchemy.exc import DBAPIError
from sqlmodel import col, select
from structlog.typing import EventDict

from campaigns.battle import battles
from campaigns.battle.watch import timers
from campaigns.database import fleet, notes
from campaigns.database.notes import Ear, Note
from campaigns.database.shares import ShardClaim, numbers
from campaigns.database.store import NO_STATEMENTS, Store
from campaigns.errors import Fenced
from campaigns.post import outbox
from campaigns.tables.battles import JournalEntry
from tests.campaigns.behind import act, pending
from tests.campaigns.pooler import pooling
from tests.campaigns.world import BLUE, RED, World, new_store

pytestmark = pytest.mark.parametrize("sockets", ["postgresql"], indirect=True)
BOTH = pytest.mark.parametrize("tracked", [True, False], ids=["statements follow", "statements are lost"])


def through(port: int, world: World, *, tracked: bool) -> str:
    """The address of the world's database behind a pooler, as a host writes it."""
    asked = "" if tracked else f"?{NO_STATEMENTS}=0"
    return f"postgresql+asyncpg://postgres@127.0.0.1:{port}/{world.store.url.database}{asked}"


@asynccontextmanager
async def two(address: str) -> AsyncIterator[tuple[Store, Store]]:
    """Two processes at that address."""
    stores = new_store(address), new_store(address)
    try:
        yield stores
    finally:
        for store in stores:
            await store.close()


async def an_evening(world: World, ada: Store, ben: Store) -> None:
    """Two processes of a fleet on one hot battle: orders at once, posts, clocks; then one is put out."""
    for store in (ada, ben):
        await store.open()
    await fleet.join(ada, ShardClaim(2), "ada")
    await fleet.join(ben, ShardClaim(2), "ben")
    looks = [await fleet.look(store, {}) for store in (ada, ben, ada)]
    await fleet.release(ada, looks[-1].surplus)
    assert (await fleet.look(ben, looks[1].beats)).held == numbers("1")

    battle_id = await World(ada, world.campaign, world.red, world.blue).battle()
    dice = random.Random(7)
    for _ in range(4):
        field = await battles.load(dice.choice((ada, ben)), battle_id)
        if not field.prompt:
            break
        ask = field.prompt.asks[0]
        who, chosen = BLUE if ask.side == "blue" else RED, World.choice(field, ask, dice)
        acting = [act(store, battle_id, chosen, who, side=ask.side) for store in (ada, ben)]
        done = await asyncio.gather(*acting, return_exceptions=True)
        assert any(not isinstance(each, BaseException) for each in done), done

    async with ben.reading() as session:
        seqs = (await session.exec(select(JournalEntry.seq).order_by(col(JournalEntry.seq)))).all()
    assert list(seqs) == list(range(1, (await battles.load(ada, battle_id)).info.version + 1))
    assert await battles.load(ada, battle_id) == await battles.load(ben, battle_id)

    later = world.later(hours=72)
    for store in (ada, ben):
        store.clock = world.store.clock
        store.share = type(store.share)()
    claimed = await asyncio.gather(*(outbox.claim(store, later) for store in (ada, ben)))
    numbers_of = [post.id for posts in claimed for post in posts]
    assert numbers_of
    assert len(numbers_of) == len(set(numbers_of)), "each in one hand"
    fired = await asyncio.gather(*(timers.fire_due(store, later) for store in (ada, ben)))
    assert len([each for one in fired for each in one if each.kind == "deadline"]) == 1

    await fleet.leave(ben)
    with pytest.raises(Fenced):
        await outbox.mark_sent(ben, numbers_of[0])


@BOTH
async def test_two_processes_work_on_one_battle_behind_a_pooler(world: World, sockets: str, tracked: bool) -> None:
    async with pooling(sockets, tracked=tracked) as pooler:
        async with two(through(pooler.port, world, tracked=tracked)) as (ada, ben):
            await an_evening(world, ada, ben)
        assert pooler.moved > 100


async def test_a_schema_is_put_up_behind_a_pooler(empty_url: str, sockets: str) -> None:
    async with pooling(sockets, tracked=False) as pooler:
        database = make_url(empty_url).database
        store = new_store(f"postgresql+asyncpg://postgres@127.0.0.1:{pooler.port}/{database}?{NO_STATEMENTS}=0")
        await store.open()
        await store.require_current()
        await store.close()


# ── That the pooler of the tests is one ───────────────────────────────────────────────────────────────────────────


async def test_what_a_session_keeps_is_lost_behind_it(world: World, sockets: str) -> None:
    async with pooling(sockets, tracked=True) as pooler, two(through(pooler.port, world, tracked=True)) as (store, _):
        async with store.engine.connect() as connection:
            seen = set()
            for _ in range(3):
                seen.add((await connection.execute(text("SELECT pg_backend_pid()"))).scalar_one())
                await connection.execute(text("SET lock_timeout = 4711"))
                await connection.commit()
                assert (await connection.execute(text("SHOW lock_timeout"))).scalar_one() != "4711ms" or len(seen) > 1
                await connection.rollback()
        assert len(seen) == 3


async def test_an_older_pooler_needs_the_word_in_the_address(world: World, sockets: str) -> None:
    async with (
        pooling(sockets, tracked=False) as pooler,
        two(through(pooler.port, world, tracked=True)) as stores,
    ):

        async def asks() -> None:
            for store in stores * 10:
                await pending(store)

        with pytest.raises((DBAPIError, asyncpg.PostgresError), match="prepared statement"):
            await asks()


async def test_notes_come_by_a_direct_address_alone(
    world: World, sockets: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notes, "WITHIN", 0.5)
    async with pooling(sockets, tracked=False) as pooler:
        pooled = through(pooler.port, world, tracked=False)
        async with two(pooled) as (ada, ben):
            await fleet.join(ada, ShardClaim(2), "ada")
            await fleet.join(ben, ShardClaim(2), "ben")
            assert not await _hears(ada, pooled)
            assert await _hears(ada, f"{world.store.url.render_as_string(hide_password=False)}&{NO_STATEMENTS}=0")


async def _hears(store: Store, address: str) -> bool:
    """Whether notes arrive at that address, sent the way of all others; else the log says that they do not."""
    told: asyncio.Queue[bool] = asyncio.Queue()

    def hear(note: Note | None) -> None:
        told.put_nowait(True)

    def log(logger: object, method: str, entry: EventDict) -> EventDict:
        if entry["event"] == "notes not heard":
            told.put_nowait(False)
        raise structlog.DropEvent

    structlog.configure(processors=[log])
    task = asyncio.create_task(Ear(store, address, hear).keep())
    try:
        return await told.get()
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


# ── PgBouncer itself ──────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("tracked", [True, False], ids=["max_prepared_statements 100", "max_prepared_statements 0"])
async def test_two_processes_work_on_one_battle_behind_pgbouncer(world: World, sockets: str, tracked: bool) -> None:
    bouncer = shutil.which("pgbouncer") or shutil.which("/usr/sbin/pgbouncer")
    if bouncer is None:
        pytest.skip("PgBouncer is not installed here: the pooler of the tests is asked alone")
    if tracked and _version(bouncer) < (1, 21):
        pytest.skip("this PgBouncer keeps no prepared statements")
    port = _free_port()
    async with (
        _bouncing(bouncer, _written(sockets, port, 100 if tracked else 0), _owner(sockets)),
        two(through(port, world, tracked=tracked)) as (ada, ben),
    ):
        await an_evening(world, ada, ben)


def _owner(folder: str) -> str:
    return Path(folder).owner()


def _version(bouncer: str) -> tuple[int, ...]:
    said = subprocess.run([bouncer, "--version"], capture_output=True, text=True, check=True).stdout
    return tuple(map(int, said.split()[1].split(".")[:2]))


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def _written(sockets: str, port: int, statements: int) -> Path:
    """Its settings, in a file that it can read as whoever it becomes: it refuses to run as root."""
    folder = Path(tempfile.mkdtemp(prefix="adjutant-pgbouncer-"))
    folder.chmod(0o755)
    users, file = folder / "users.txt", folder / "pgbouncer.ini"
    users.write_text('"postgres" ""\n')
    file.write_text(
        f"[databases]\n* = host={sockets} user=postgres\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = {port}\n"
        f"unix_socket_dir =\nauth_type = trust\nauth_file = {users}\npool_mode = transaction\n"
        f"default_pool_size = 4\n" + (f"max_prepared_statements = {statements}\n" if statements else "")
    )
    return file


@asynccontextmanager
async def _bouncing(bouncer: str, settings: Path, owner: str) -> AsyncIterator[None]:
    """It listens there, as the owner of the server's sockets."""
    become = ["-u", owner] if os.getuid() == 0 else []
    process = await asyncio.create_subprocess_exec(bouncer, *become, str(settings), stderr=subprocess.PIPE)
    assert process.stderr is not None
    try:
        said = b""
        while b"process up" not in said:
            said = await process.stderr.readline()
            assert said, "it does not start"
        yield
    finally:
        process.terminate()
        await process.wait()
        shutil.rmtree(settings.parent)
