"""`adjutant scenario`: files are checked line by line and rehearsed; those of the program are listed and shown."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bot.main import main
from rules.scenario import library
from tests.rules.scenario.patterns import RAID


@pytest.fixture
def raid(tmp_path: Path) -> Path:
    (tmp_path / "raid.yaml").write_text(RAID)
    return tmp_path / "raid.yaml"


def test_a_sound_file_is_summed_up_and_its_events_rehearsed(raid: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenario", "check", str(raid)]) == 0
    said = capsys.readouterr().out
    assert "Raid · five56mm" in said
    assert "Alpha (10 figures), The second wave (3 figures, in reserve)" in said
    assert "Events, each as if it were called before the first turn" in said
    assert "Bombard: blast of frag, at Mill" in said
    assert "Arrives: bravo" in said


def test_faults_are_told_with_file_and_line(raid: Path, capsys: pytest.CaptureFixture[str]) -> None:
    raid.write_text(RAID.replace("area: Mill", "area: Mile").replace("light: Low Light", "light: Gloom"))
    good = raid.with_name("good.yaml")
    good.write_text(RAID)
    assert main(["scenario", "check", str(raid), str(good)]) == 1
    told = capsys.readouterr()
    first, second = told.err.splitlines()
    assert first.startswith(f"{raid}:38: light: ")
    assert second == f"{raid}:93: there is no named feature “Mile”; did you mean “Mill”?"
    assert f"✓ {good}" in told.out


def test_a_force_that_cannot_be_mustered_is_told(raid: Path, capsys: pytest.CaptureFixture[str]) -> None:
    raid.write_text(RAID.replace("        driver: band.2\n", "        pilot: band.2\n"))
    assert main(["scenario", "check", str(raid), "--json"]) == 1
    (document,) = json.loads(capsys.readouterr().out)["files"]
    assert not document["ok"]
    assert "driver" in document["faults"][0]


def test_what_is_no_file_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenario", "check", str(tmp_path / "none.yaml")]) == 2
    assert "cannot be read" in capsys.readouterr().err
    (tmp_path / "picture.yaml").write_bytes(b"\xff\xd8")
    assert main(["scenario", "check", str(tmp_path / "picture.yaml")]) == 2
    assert "not text" in capsys.readouterr().err


def test_the_programs_scenarios_are_listed_and_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenario", "list"]) == 0
    said = capsys.readouterr().out
    for rules in ("five56mm", "book-and-gun"):
        for scenario in library(rules):
            assert scenario.key in said
            assert scenario.summary in said
    assert main(["scenario", "list", "five56mm", "--json"]) == 0
    assert {each["rules"] for each in json.loads(capsys.readouterr().out)} == {"five56mm"}
    assert main(["scenario", "show", "the mill road"]) == 0
    (tmp_path / "own.yaml").write_text(capsys.readouterr().out)
    assert main(["scenario", "check", str(tmp_path / "own.yaml")]) == 0
    assert main(["scenario", "show", "the mil road"]) == 2
    assert "the-mill-road" in capsys.readouterr().err


def test_the_schema_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenario", "schema", "five56mm"]) == 0
    assert json.loads(capsys.readouterr().out)["title"] == "Scenario of 5.56mm"
