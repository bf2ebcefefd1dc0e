"""`adjutant db drill`: the newest copy can be put back, or why it cannot. And copies by schedule, of which some go."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command

from bot.main import main
from bot.shell.settings import HostSettings
from campaigns.database import store as stores
from campaigns.database.schema import migrations_config
from campaigns.database.store import Store
from tests.campaigns.toy import TOY
from tests.campaigns.world import World, new_store
from tests.databases import done, new_file


@pytest.fixture(autouse=True)
def copy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The only copy of a database with a battle under way."""
    for name in HostSettings.model_fields:
        monkeypatch.delenv(f"ADJUTANT_{name.upper()}", raising=False)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ADJUTANT_DATA", str(tmp_path))
    monkeypatch.setattr(stores, "rule_sets", lambda: {TOY.key: TOY})
    done(_begin(new_file(tmp_path)))
    assert main(["db", "backup"]) == 0
    (copy,) = (tmp_path / "backups").iterdir()
    return copy


async def _begin(url: str) -> None:
    world = await World.make(new_store(url))
    await world.battle()
    await world.store.close()


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    capsys.readouterr()
    assert main(["db", "drill", *arguments]) == 1
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)
    return said.err


def test_a_good_copy_can_be_put_back(copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = copy.read_bytes()
    assert main(["db", "drill"]) == 0
    assert f"{copy} can be put back: 1 battles fold" in capsys.readouterr().out
    assert copy.read_bytes() == before
    assert [*copy.parent.iterdir()] == [copy]


def test_a_copy_of_an_older_version_comes_up_to_date_on_the_side(copy: Path) -> None:
    async def age() -> None:
        store = Store(f"sqlite+aiosqlite:///{copy}")
        async with store.engine.begin() as connection:
            await connection.run_sync(lambda c: command.downgrade(migrations_config(c), "0047"))
        await store.close()

    done(age())
    assert main(["db", "drill"]) == 0
    with closing(sqlite3.connect(copy)) as database:
        assert database.execute("SELECT version_num FROM alembic_version").fetchall() == [("0047",)]


@pytest.mark.parametrize(
    ("harm", "why"),
    [
        ("UPDATE alembic_version SET version_num = '9999'", "a newer Adjutant made it"),
        ("DELETE FROM journalentry WHERE seq = 1", "entries are missing: 1"),
        ("UPDATE journalentry SET events = 'torn'", "its battles do not fold"),
        ("DELETE FROM waiting", "the questions that its clocks run for are not those of its state"),
    ],
)
def test_a_copy_that_cannot_be_put_back_is_told_in_one_line(
    copy: Path, capsys: pytest.CaptureFixture[str], harm: str, why: str
) -> None:
    with closing(sqlite3.connect(copy)) as database, database:
        assert database.execute(harm).rowcount
    assert why in refused(capsys)


def test_a_torn_file_is_no_copy(copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copy.write_bytes(copy.read_bytes()[:20_000])
    assert "isn't a copy of the database" in refused(capsys)


def test_the_newest_copy_is_tried_or_the_one_that_is_named(copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    torn = copy.with_name("adjutant-20250101-000000.db")
    torn.write_bytes(b"torn")
    os.utime(torn, (1, 1))
    assert main(["db", "drill"]) == 0
    assert torn.name in refused(capsys, str(torn))
    os.utime(copy, (0, 0))
    assert torn.name in refused(capsys)


def test_without_a_copy_there_is_nothing_to_rely_on(copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copy.unlink()
    assert "no copy lies in" in refused(capsys)


def test_postgresql_s_copies_are_for_its_own_tools(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ADJUTANT_DATABASE_URL", "postgresql+asyncpg://me:secret@localhost/adjutant")
    assert main(["db", "drill"]) == 2
    assert "pg_restore" in capsys.readouterr().err


def test_the_newest_dated_copies_stay_and_nothing_else_is_deleted(
    copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = ["adjutant-20250101-000000.db", "adjutant-20250102-000000.db", "adjutant-before-restore-20250101-000000.db"]
    for moment, name in enumerate([*names, "adjutant-mine.db", "other-20250101-000000.db"]):
        copy.with_name(name).write_bytes(b"")
        os.utime(copy.with_name(name), (moment, moment))
    copy = copy.rename(copy.with_name("adjutant-20250103-000000.db"))
    assert main(["db", "backup", "--keep", "2"]) == 0
    left = {each.name for each in copy.parent.iterdir()}
    assert left >= {copy.name, names[2], "adjutant-mine.db", "other-20250101-000000.db"}
    assert len(left) == 5
    assert f"deleted {copy.with_name(names[0])}" in capsys.readouterr().out


@pytest.mark.parametrize("arguments", [["elsewhere.db", "--keep", "3"], ["--keep", "0"]])
def test_what_cannot_be_kept_is_refused(copy: Path, arguments: list[str]) -> None:
    assert main(["db", "backup", *arguments]) == 2
    assert [*copy.parent.iterdir()] == [copy]
