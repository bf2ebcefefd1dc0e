"""`adjutant db move`: from SQLite to PostgreSQL and back, all or nothing, and never while somebody is at work."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any
from uuid import uuid4

import asyncpg
import pytest

from bot.main import main
from bot.shell.settings import HostSettings
from campaigns import tables
from campaigns.database import holding, moving
from campaigns.database.moving import OF_PROCESSES, Checksum
from tests.campaigns.lending import execute, url_of
from tests.campaigns.world import World, new_store
from tests.databases import done, new_file

MOVED = {table.name for table in tables.metadata.sorted_tables} - OF_PROCESSES


@pytest.fixture(autouse=True)
def file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The host's database: a campaign with a battle under way."""
    for name in HostSettings.model_fields:
        monkeypatch.delenv(f"ADJUTANT_{name.upper()}", raising=False)
    monkeypatch.chdir(tmp_path)
    url = new_file(tmp_path)
    monkeypatch.setenv("ADJUTANT_DATABASE_URL", url)
    done(_begin(url))
    return tmp_path / "adjutant.db"


async def _begin(url: str) -> None:
    world = await World.make(new_store(url))
    battle_id = await world.battle()
    dice = random.Random(5)
    for _ in range(3):
        assert await world.one_move(battle_id, dice)
    await world.store.close()


async def _asked(url: str, *statements: str) -> list[Any]:
    """What PostgreSQL says to the last of them: a value of each row."""
    connection = await asyncpg.connect(dsn=url.replace("+asyncpg", ""))
    try:
        for statement in statements:
            rows = await connection.fetch(statement)
        return [row[0] for row in rows]
    finally:
        await connection.close()


def created(sockets: str) -> str:
    """The address of a new database without tables."""
    name = f"m{uuid4().hex}"
    done(execute(sockets, f"CREATE DATABASE {name}"))
    return url_of(name, sockets)


def tallies(url: str) -> Mapping[str, Checksum]:
    async def work() -> dict[str, Checksum]:
        store = new_store(url)
        async with store.reading() as session:
            connection = await session.connection()
            found = {table.name: await moving.checksum_of(connection, table) for table in tables.metadata.sorted_tables}
        await store.close()
        return {name: each for name, each in found.items() if name in MOVED}

    return done(work())


def test_what_goes_to_postgresql_and_back_is_the_same_row_for_row(
    postgres: str, file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(sqlite3.connect(file)) as database, database:
        # A row that names a later one of its own table, and a number that was given to a row which is gone.
        database.execute("UPDATE careerfact SET corrects_id = (SELECT max(id) FROM careerfact) WHERE id = 1")
        database.execute("UPDATE sqlite_sequence SET seq = 4711 WHERE name = 'unit'")
    before, there = tallies(HostSettings().url), created(postgres)
    assert before["journalentry"].rows >= 3

    assert main(["db", "move", there]) == 0
    said = capsys.readouterr().out.splitlines()
    assert f"unit: 2 rows, hash {before['unit'].digest[:12]}" in said
    assert len(said) == len(MOVED) + 1
    assert said[-1].startswith(f"moved {sum(each.rows for each in before.values())} rows to postgresql")
    assert tallies(there) == before == tallies(HostSettings().url)
    assert done(_asked(there, "SELECT nextval(pg_get_serial_sequence('unit', 'id'))")) == [4712]
    (deferrable,) = done(_asked(there, "SELECT count(*) FROM pg_constraint WHERE condeferrable"))
    assert deferrable == 0

    monkeypatch.setenv("ADJUTANT_DATABASE_URL", there)
    assert main(["db", "move", f"sqlite+aiosqlite:///{file.parent / 'back.db'}"]) == 0
    assert tallies(f"sqlite+aiosqlite:///{file.parent / 'back.db'}") == before
    with closing(sqlite3.connect(file.parent / "back.db")) as database:
        assert database.execute("SELECT seq FROM sqlite_sequence WHERE name = 'unit'").fetchall() == [(4712,)]
    assert (file.parent / "back.db").stat().st_mode & 0o077 == 0


def test_a_database_that_holds_something_is_not_moved_to(
    postgres: str, file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    there = created(postgres)
    assert main(["db", "move", there]) == 0
    before = tallies(there)
    capsys.readouterr()
    assert main(["db", "move", there]) == 2
    said = capsys.readouterr()
    assert "is not empty" in said.err
    assert (said.out, said.err.count("\n")) == ("", 1)
    assert tallies(there) == before

    monkeypatch.setenv("ADJUTANT_DATABASE_URL", there)
    assert main(["db", "move", f"sqlite+aiosqlite:///{file}"]) == 2
    assert "is not empty" in capsys.readouterr().err


def test_what_cannot_be_written_there_leaves_nothing_there(
    postgres: str, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(sqlite3.connect(file)) as database, database:
        # PostgreSQL has no such letter.
        database.execute("UPDATE unit SET name = 'Al' || char(0) || 'pha' WHERE id = 1")
    there = created(postgres)
    assert main(["db", "move", there]) == 1
    error = capsys.readouterr().err
    assert "nothing was moved: a row of unit cannot be written there" in error
    assert error.count("\n") == 1
    assert done(_asked(there, "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")) == [0]


def test_nothing_is_moved_while_a_bot_is_at_work(
    postgres: str, file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    url, there = HostSettings().url, created(postgres)
    with holding.alone(url, "adjutant run"):
        assert main(["db", "move", there]) == 2
    assert "(adjutant run): stop that first" in capsys.readouterr().err

    monkeypatch.setenv("ADJUTANT_DATABASE_URL", there)
    assert main(["db", "upgrade"]) == 0
    member = (
        "INSERT INTO fleetmember (name, shards, beats, until, since)"
        " VALUES ('process 7 on mill', 1, 0, now() + interval '1 hour', now())"
    )
    done(_asked(there, member))
    back = file.parent / "back.db"
    assert main(["db", "move", f"sqlite+aiosqlite:///{back}"]) == 2
    assert "is in use by process 7 on mill: stop that first" in capsys.readouterr().err
    assert not back.exists()
    monkeypatch.setenv("ADJUTANT_DATABASE_URL", url)
    assert main(["db", "move", there]) == 2
    assert "is in use by process 7 on mill: stop that first" in capsys.readouterr().err

    # One that gave no sign of life for so long is not at work, and does not go along.
    done(_asked(there, "UPDATE fleetmember SET until = now() - interval '1 minute'"))
    assert main(["db", "move", there]) == 0
    assert tallies(there) == tallies(url)


@pytest.mark.parametrize(
    ("target", "why"),
    [
        ("mysql://mill/adjutant", "begins with neither"),
        ("sqlite+aiosqlite:///other.db", "both are of the same kind"),
        ("postgresql+asyncpg://mill", "names no database"),
        ("postgresql+asyncpg://me:secret@mill:port/adjutant", "is malformed"),
    ],
)
def test_where_nothing_can_be_moved_to_is_said_in_one_line(
    target: str, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["db", "move", target]) == 2
    error = capsys.readouterr().err
    assert why in error
    assert "secret" not in error
    assert error.count("\n") == 1


def test_the_address_may_stand_in_the_environment(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], file: Path
) -> None:
    """Arguments can be read by everybody on the machine, with a password in them."""
    monkeypatch.setenv("ADJUTANT_MOVE_TO", "postgresql+asyncpg://me:secret@127.0.0.1:9/adjutant")
    assert main(["db", "move"]) == 1
    assert "nobody answers" in capsys.readouterr().err


def test_a_table_that_differs_is_told_with_both_counts_and_hashes() -> None:
    (unit,) = (table for table in tables.metadata.sorted_tables if table.name == "unit")
    read = Checksum().with_rows([{"id": 1}, {"id": 2}])
    assert read == Checksum().with_rows([{"id": 2}]).with_rows([{"id": 1}])
    assert read != Checksum().with_rows([{"id": 1}, {"id": 3}])
    with pytest.raises(moving.Unlike, match=r"unit differs: 2 rows with hash .* were read, 1 with .* are there"):
        moving._require_like(unit, read, Checksum().with_rows([{"id": 1}]))
