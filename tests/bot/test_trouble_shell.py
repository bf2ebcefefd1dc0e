"""`adjutant health` on a database that is full, locked, on a failing disk, not let in, damaged or away: one line says
what ails it, and the exit code that all is not well."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from bot.main import main
from bot.shell.settings import HostSettings
from campaigns.battle.watch import health
from campaigns.database.store import Store
from tests.bot.faults import NOWHERE, Fault, failing, full, locked, unreadable
from tests.databases import new_file


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The host's database, with a task that ran well; the bot soon says that somebody else is writing."""
    for name in HostSettings.model_fields:
        monkeypatch.delenv(f"ADJUTANT_{name.upper()}", raising=False)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ADJUTANT_DATA", str(tmp_path / "data"))
    monkeypatch.setattr("campaigns.database.store.BUSY_SECONDS", 0.05)

    (tmp_path / "data").mkdir()
    new_file(tmp_path / "data")

    async def made() -> None:
        store = Store(HostSettings().url)
        await health.beat(store, {"deadlines": health.LifeSign(store.clock.now())})
        await store.close()

    asyncio.run(made())
    return tmp_path / "data" / "adjutant.db"


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        pytest.param(full, "the host's disk is full: OperationalError('database or disk is full')", id="full"),
        pytest.param(locked, "the database is busy: OperationalError('database is locked')", id="locked"),
        pytest.param(failing, "the host's disk does not do what it should: OperationalError('", id="failing"),
    ],
)
def test_what_can_be_read_is_shown_and_why_nothing_can_be_written(
    file: Path, fault: Fault, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    with fault(file):
        assert main(["health"]) == 1
        said = capsys.readouterr()
        assert main(["health", "--json"]) == 1
        facts = json.loads(capsys.readouterr().out)
    assert said.err == ""
    assert f"database: nothing can be written, {words}" in said.out
    assert said.out.startswith("NOT WELL: ")
    assert "task deadlines: well" in said.out
    assert facts["database"].startswith(words)
    assert facts["well"] is False
    main(["health", "--json"])
    assert json.loads(capsys.readouterr().out)["database"] == "", "it is over, and nothing has stayed of it"


def damaged(file: Path) -> None:
    file.write_bytes(b"no database at all" * 1000)


def test_a_file_that_lets_nobody_in_is_said_in_one_line(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    with unreadable(file):
        assert main(["health"]) == 2
        said = capsys.readouterr()
    assert said.out == ""
    (line,) = said.err.splitlines()
    assert "the database cannot be read: the database cannot be opened: OperationalError('unable to open" in line


def test_a_file_that_is_damaged_is_said_in_one_line(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    damaged(file)
    assert main(["health"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    (line,) = said.err.splitlines()
    assert "the host's disk does not do what it should: DatabaseError('file is not a database')" in line


def test_a_server_that_does_not_answer_is_said_in_one_line(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ADJUTANT_DATABASE_URL", NOWHERE)
    capsys.readouterr()
    assert main(["health"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    (line,) = said.err.splitlines()
    assert "the database cannot be read: the database cannot be reached: Unreachable('nobody answers: " in line
