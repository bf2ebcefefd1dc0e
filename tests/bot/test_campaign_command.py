"""`adjutant campaign`: out of one host's database, checked, and into another's."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.main import main
from bot.shell.settings import HostSettings
from tests.bot.test_database_command import campaigns_of, data, found_campaign

__all__ = ["data"]


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy is a rule set of this host."""
    from campaigns.database import store
    from tests.bot.toy import TOY

    monkeypatch.setattr(store, "rule_sets", lambda: {TOY.key: TOY})


def test_out_and_into_another_host(
    data: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found_campaign("Kosovo")
    found_campaign("Bosnia", channel=3)
    assert main(["campaign", "list"]) == 0
    assert "1  Kosovo" in capsys.readouterr().out
    assert main(["campaign", "export", "kosovo", "--people"]) == 0
    assert oct((tmp_path / "kosovo.zip").stat().st_mode & 0o777) == "0o600"
    assert main(["campaign", "export", "kosovo"]) == 2
    assert "exists already" in capsys.readouterr().err
    assert main(["campaign", "export", "Dalmatia", "x.zip"]) == 2
    assert "no campaign is called so" in capsys.readouterr().err

    assert main(["campaign", "check", "kosovo.zip"]) == 0
    assert "person 1: no name, GM, id 3" in capsys.readouterr().out

    monkeypatch.setenv("ADJUTANT_DATA", str(tmp_path / "elsewhere"))
    there = ["campaign", "import", "kosovo.zip", "--guild", "7", "--channel", "8", "--gm", "9"]
    assert main([*there, "--map", "5=6"]) == 2
    assert "write OLD=NEW" in capsys.readouterr().err
    assert main([*there, "--map", "3=9"]) == 0
    assert "brought in as campaign 1" in capsys.readouterr().out
    assert campaigns_of(Path(HostSettings().data) / "adjutant.db") == ["Kosovo"]
    assert main(there) == 1
    assert "already has a campaign" in capsys.readouterr().err


def test_a_damaged_file_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "bad.zip").write_bytes(b"PK")
    assert main(["campaign", "check", "bad.zip"]) == 1
    assert main(["campaign", "check", "none.zip"]) == 2
    told = capsys.readouterr().err.splitlines()
    assert len(told) == 2
    assert "isn't a whole ZIP file" in told[0]


def test_a_chronicle_and_sheets_from_the_shell(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found_campaign("Kosovo")
    assert main(["chronicle", "kosovo", "--out", "site", "--as", "gm"]) == 0
    assert "open site/index.html" in capsys.readouterr().out
    first = {path: path.read_bytes() for path in (tmp_path / "site").rglob("*.*")}
    assert b"Kosovo" in (tmp_path / "site/index.html").read_bytes()
    assert main(["chronicle", "1", "--out", "site", "--as", "gm"]) == 0
    assert first == {path: path.read_bytes() for path in (tmp_path / "site").rglob("*.*")}
    assert main(["chronicle", "1", "--out", "other", "--as", "martians"]) == 1
    (tmp_path / "full").mkdir()
    (tmp_path / "full/letter.txt").write_text("dear")
    assert main(["chronicle", "1", "--out", "full"]) == 1
    said = capsys.readouterr().err
    assert "Nobody reads as 'martians'" in said
    assert "full holds other files" in said
    assert main(["campaign", "print", "1", "kosovo.pdf"]) == 1
    assert "no roster of Kosovo is open to gm" in capsys.readouterr().err
