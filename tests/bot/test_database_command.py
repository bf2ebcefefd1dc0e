"""`adjutant db`: made, copied while it is in use, put back; and what is no copy is refused."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.main import main
from bot.settings import Settings
from campaigns import campaign
from campaigns.store import Store
from tests.bot.toy import TOY


@pytest.fixture(autouse=True)
def data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    for name in Settings.model_fields:
        monkeypatch.delenv(f"ADJUTANT_{name.upper()}", raising=False)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ADJUTANT_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


def found_campaign(name: str, channel: int = 2) -> None:
    async def work() -> None:
        store = Store(Settings().url, rule_sets={TOY.key: TOY})
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


@pytest.mark.parametrize("kind", ["missing", "text", "another database"])
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
    assert main(["db", "restore", str(file)]) == 2
    assert campaigns_of(data / "adjutant.db") == ["Kosovo"]
    assert not (data / "backups").exists()
    error = capsys.readouterr().err
    assert "is no copy of the database" in error
    assert error.count("\n") == 1


def test_another_kind_of_database_is_sent_to_its_own_tools(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ADJUTANT_DATABASE_URL", "postgresql+asyncpg://me:secret@localhost/adjutant")
    assert main(["db", "backup"]) == 2
    error = capsys.readouterr().err
    assert "pg_dump" in error
    assert "secret" not in error
