"""`adjutant db`: made, copied while it is in use, put back; and what is no copy is refused."""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from alembic import command

from bot.main import main
from bot.shell.settings import HostSettings
from campaigns.battle.watch import health
from campaigns.campaign import campaign
from campaigns.database import holding
from campaigns.database.schema import migrations_config
from campaigns.database.store import Store
from tests.bot.toy import TOY


@pytest.fixture(autouse=True)
def data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    for name in HostSettings.model_fields:
        monkeypatch.delenv(f"ADJUTANT_{name.upper()}", raising=False)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ADJUTANT_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


def found_campaign(name: str, channel: int = 2) -> None:
    async def work() -> None:
        store = Store(HostSettings().url, rule_sets={TOY.key: TOY})
        await store.open()
        await campaign.create(store, 1, channel, 3, name, TOY.key)
        await store.close()

    asyncio.run(work())


def campaigns_of(file: Path) -> list[str]:
    with closing(sqlite3.connect(file)) as database:
        return sorted(name for (name,) in database.execute("SELECT name FROM campaign"))


def test_upgrade_makes_the_database_and_may_be_repeated(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert [main(["db", "upgrade"]), main(["db", "upgrade"])] == [0, 0]
    assert (data / "adjutant.db").exists()
    assert campaigns_of(data / "adjutant.db") == []
    assert "up to date" in capsys.readouterr().out


def test_a_copy_is_whole_while_somebody_is_writing(data: Path, tmp_path: Path) -> None:
    found_campaign("Kosovo")
    with closing(sqlite3.connect(data / "adjutant.db")) as writer:
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("UPDATE campaign SET name = 'half-written'")
        assert main(["db", "backup", str(tmp_path / "copy.db")]) == 0
        writer.rollback()
    assert campaigns_of(tmp_path / "copy.db") == ["Kosovo"]


def test_a_backup_without_a_name_is_dated_and_lies_beside_the_database(data: Path) -> None:
    found_campaign("Kosovo")
    assert main(["db", "backup"]) == 0
    (copy,) = (data / "backups").iterdir()
    assert campaigns_of(copy) == ["Kosovo"]


def test_restore_brings_back_the_copy_and_keeps_what_was_there(data: Path, tmp_path: Path) -> None:
    found_campaign("Kosovo")
    main(["db", "backup", str(tmp_path / "copy.db")])
    found_campaign("Aden", channel=9)
    assert main(["db", "restore", str(tmp_path / "copy.db")]) == 0
    assert campaigns_of(data / "adjutant.db") == ["Kosovo"]
    (kept,) = (data / "backups").iterdir()
    assert campaigns_of(kept) == ["Aden", "Kosovo"]


def test_a_copy_is_never_written_over(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found_campaign("Kosovo")
    (tmp_path / "copy.db").write_text("something dear")
    assert main(["db", "backup", str(tmp_path / "copy.db")]) == 2
    assert (tmp_path / "copy.db").read_text() == "something dear"
    assert "exists already" in capsys.readouterr().err


@pytest.mark.parametrize("kind", ["missing", "text", "another database", "another's alembic", "empty", "damaged"])
def test_what_is_no_copy_changes_nothing(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], kind: str
) -> None:
    found_campaign("Kosovo")
    file = tmp_path / "copy.db"
    if kind == "text":
        file.write_text("not a database at all, but long enough to be taken for one at first sight" * 20)
    if kind == "another database":
        with closing(sqlite3.connect(file)) as other:
            other.execute("CREATE TABLE stamps (country)")
    if kind == "another's alembic":
        with closing(sqlite3.connect(file)) as other, other:
            other.execute("CREATE TABLE stamps (country)")
            other.execute("CREATE TABLE alembic_version (version_num)")
            other.execute("INSERT INTO alembic_version VALUES ('0005')")
    if kind == "empty":
        file.touch()
    if kind == "damaged":
        main(["db", "backup", str(file)])
        capsys.readouterr()
        pages = bytearray(file.read_bytes())
        pages[8192:12288] = b"\xa5" * 4096
        file.write_bytes(pages)
    assert main(["db", "restore", str(file)]) == 2
    assert campaigns_of(data / "adjutant.db") == ["Kosovo"]
    assert not (data / "backups").exists()
    error = capsys.readouterr().err
    assert "isn't a copy of the database" in error
    assert error.count("\n") == 1


# ── A database of a newer version ─────────────────────────────────────────────────────────────────────────────────


def aged(file: Path, schema: str) -> None:
    """As if another version had made it."""
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("UPDATE alembic_version SET version_num = ?", (schema,))


def test_a_copy_that_a_newer_version_made_is_refused_before_anything_is_written_over(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found_campaign("Kosovo")
    main(["db", "backup", str(tmp_path / "copy.db")])
    aged(tmp_path / "copy.db", "9999")
    found_campaign("Aden", channel=9)
    capsys.readouterr()

    assert main(["db", "restore", str(tmp_path / "copy.db")]) == 2

    assert campaigns_of(data / "adjutant.db") == ["Aden", "Kosovo"]
    assert not (data / "backups").exists()
    said = capsys.readouterr()
    assert "a newer Adjutant made it (schema 9999; this one knows up to" in said.err
    assert (said.out, said.err.count("\n")) == ("", 1)


@pytest.mark.parametrize("arguments", [["db", "upgrade"], ["run"], ["health"]])
def test_a_database_that_a_newer_version_made_is_refused_in_one_line(
    data: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    monkeypatch.setenv("ADJUTANT_TOKEN", TOKEN)
    found_campaign("Kosovo")
    aged(data / "adjutant.db", "9999")
    assert main(arguments) == 2
    error = capsys.readouterr().err
    assert "a newer Adjutant made it" in error
    assert error.count("\n") == 1
    with closing(sqlite3.connect(data / "adjutant.db")) as database:
        assert database.execute("SELECT version_num FROM alembic_version").fetchone() == ("9999",)


def test_somebody_else_s_database_is_not_filled_with_tables(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data.mkdir()
    with closing(sqlite3.connect(data / "adjutant.db")) as other:
        other.execute("CREATE TABLE stamps (country)")
    assert main(["db", "upgrade"]) == 2
    assert "holds something else" in capsys.readouterr().err
    with closing(sqlite3.connect(data / "adjutant.db")) as other:
        assert other.execute("SELECT name FROM sqlite_master").fetchall() == [("stamps",)]


def test_an_older_copy_is_brought_up_to_date_before_it_is_put_in_place(data: Path, tmp_path: Path) -> None:
    found_campaign("Kosovo")

    async def age() -> None:
        store = Store(HostSettings().url)
        async with store.engine.begin() as connection:
            await connection.run_sync(lambda c: command.downgrade(migrations_config(c), "0005"))
        await store.close()

    main(["db", "backup", str(tmp_path / "new.db")])
    asyncio.run(age())
    main(["db", "backup", str(tmp_path / "old.db")])
    assert main(["db", "restore", str(tmp_path / "new.db")]) == 0
    assert main(["db", "restore", str(tmp_path / "old.db")]) == 0
    assert campaigns_of(data / "adjutant.db") == ["Kosovo"]
    asyncio.run(_is_current())


async def _is_current() -> None:
    store = Store(HostSettings().url)
    await store.require_current()
    await store.close()


# ── One process at a time ─────────────────────────────────────────────────────────────────────────────────────────

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4OQ.abcdef.abcdefghijklmnopqrstuvwxyz0123"
HOLDING = """
import sys
from campaigns.database import holding
with holding.alone(sys.argv[1], "adjutant run"):
    print("held", flush=True)
    sys.stdin.readline()
"""


@contextmanager
def somebody_at_work() -> Iterator[subprocess.Popen[str]]:
    """Another process holds the database, as the running bot does."""
    holding_it = [sys.executable, "-c", HOLDING, HostSettings().url]
    root = str(Path(__file__).resolve().parents[2])
    pipe = subprocess.PIPE
    with subprocess.Popen(
        holding_it, stdin=pipe, stdout=pipe, text=True, env={**os.environ, "PYTHONPATH": root}
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        yield process
        process.kill()


@pytest.mark.parametrize("arguments", [["run"], ["db", "upgrade"], ["db", "restore", "copy.db"]])
def test_what_needs_the_database_for_itself_says_who_has_it(
    data: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    monkeypatch.setenv("ADJUTANT_TOKEN", TOKEN)
    found_campaign("Kosovo")
    main(["db", "backup", "copy.db"])
    found_campaign("Aden", channel=9)
    capsys.readouterr()
    with somebody_at_work() as bot:
        assert main(arguments) == 2
    error = capsys.readouterr().err
    assert f"it is in use by process {bot.pid} (adjutant run)" in error
    assert error.count("\n") == 1
    assert campaigns_of(data / "adjutant.db") == ["Aden", "Kosovo"]


def test_a_backup_is_made_while_the_bot_runs(data: Path) -> None:
    found_campaign("Kosovo")
    with somebody_at_work():
        assert main(["db", "backup"]) == 0


def test_what_a_killed_process_held_is_free_again(data: Path) -> None:
    found_campaign("Kosovo")
    with somebody_at_work() as bot:
        bot.kill()
        bot.wait()
        assert main(["db", "upgrade"]) == 0


def test_another_path_to_the_same_file_is_the_same_database(data: Path, tmp_path: Path) -> None:
    found_campaign("Kosovo")
    (tmp_path / "link.db").symlink_to(data / "adjutant.db")
    there = f"sqlite+aiosqlite:///{tmp_path / 'link.db'}"
    with holding.alone(HostSettings().url, "one"), pytest.raises(holding.Held), holding.alone(there, "another"):
        pass


# ── Health ────────────────────────────────────────────────────────────────────────────────────────────────────────


def health_of(capsys: pytest.CaptureFixture[str]) -> tuple[int, dict[str, Any]]:
    capsys.readouterr()
    code = main(["health", "--json"])
    return code, json.loads(capsys.readouterr().out)


def beat(**more: Any) -> None:
    async def work() -> None:
        store = Store(HostSettings().url)
        await health.beat(store, {"deadlines": health.LifeSign(store.clock.now(), **more)})
        await store.close()

    asyncio.run(work())


def test_health_is_well_while_a_bot_is_at_work_and_its_tasks_run(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found_campaign("Kosovo")
    beat()
    assert health_of(capsys)[0] == 1  # nobody is at work
    with somebody_at_work() as bot:
        code, facts = health_of(capsys)
        assert main(["health"]) == 0
    assert (code, facts["well"], facts["held_by"]) == (0, True, f"process {bot.pid} (adjutant run)")
    assert [(task["name"], task["well"]) for task in facts["tasks"]] == [("deadlines", True)]
    assert "task deadlines: well" in capsys.readouterr().out


def test_health_shows_a_task_that_fails_and_one_that_has_not_run(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found_campaign("Kosovo")
    with somebody_at_work():
        beat(failures=3, problem="OperationalError('database is locked')")
        code, facts = health_of(capsys)
        assert (code, facts["tasks"][0]["failures"]) == (1, 3)
        beat()
        with closing(sqlite3.connect(data / "adjutant.db")) as database, database:
            database.execute("UPDATE heartbeat SET seen_at = '2020-01-01 00:00:00.000000'")
        code, facts = health_of(capsys)
        assert (code, facts["tasks"][0]["silent"]) == (1, True)


def test_health_of_a_database_that_is_not_there_is_said_in_one_line(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["health"]) == 2
    assert "there is none at" in capsys.readouterr().err
    assert not data.exists()


def test_another_kind_of_database_is_sent_to_its_own_tools(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ADJUTANT_DATABASE_URL", "postgresql+asyncpg://me:secret@localhost/adjutant")
    assert main(["db", "backup"]) == 2
    error = capsys.readouterr().err
    assert "pg_dump" in error
    assert "secret" not in error


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")
def test_nobody_but_the_host_s_account_reads_the_database_and_its_copies(data: Path, tmp_path: Path) -> None:
    """Seeds of running battles and sealed sheets lie in them. The umask lets everybody read and write."""
    former = os.umask(0)
    try:
        found_campaign("Kosovo")
        (data / "backups").mkdir()
        (data / "backups" / "adjutant-20250101-000000.db").write_bytes(b"")
        for open_to_all in (data / "adjutant.db", *(data / "backups").iterdir()):
            open_to_all.chmod(0o644)
        assert main(["db", "upgrade"]) == 0
        with closing(sqlite3.connect(data / "adjutant.db")) as writer:
            writer.execute("UPDATE campaign SET name = 'Aden'")
            writer.commit()
            assert main(["db", "backup"]) == 0
            assert main(["db", "backup", str(tmp_path / "copy.db")]) == 0
            files = [*data.glob("adjutant.db*"), *(data / "backups").iterdir(), tmp_path / "copy.db"]
            modes = {file.name: file.stat().st_mode & 0o777 for file in files if file.suffix != ".lock"}
        assert {"adjutant.db", "adjutant.db-wal", "adjutant.db-shm", "copy.db"} <= modes.keys()
        assert len(modes) == 6
        assert set(modes.values()) == {0o600}, modes
        assert main(["db", "restore", str(tmp_path / "copy.db")]) == 0
    finally:
        os.umask(former)
    kept = [data / "adjutant.db", *(data / "backups").iterdir()]
    assert len(kept) == 4
    assert {file.stat().st_mode & 0o777 for file in kept} == {0o600}
