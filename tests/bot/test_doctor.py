"""`adjutant doctor`: what is missing is named, with what to do about it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest

from bot.main import main
from bot.shell import doctor
from bot.shell.permissions import LEAST
from bot.shell.settings import HostSettings
from tests.bot.test_sharded import TOKEN
from tests.campaigns.world import START

NOBODY = "http://127.0.0.1:9/"
"""A port at which nobody answers."""


@pytest.fixture(autouse=True)
def host(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    for name in HostSettings.model_fields:
        monkeypatch.delenv(f"ADJUTANT_{name.upper()}", raising=False)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ADJUTANT_DATA", str(tmp_path))
    monkeypatch.setattr(doctor, "DISCORD", NOBODY)
    return tmp_path


def examined(capsys: pytest.CaptureFixture[str]) -> tuple[int, dict[str, Mapping[str, object]]]:
    capsys.readouterr()
    code = main(["doctor", "--json"])
    return code, {each["what"]: each for each in json.loads(capsys.readouterr().out)}


def test_a_new_host_is_told_what_to_do_first(capsys: pytest.CaptureFixture[str]) -> None:
    code, found = examined(capsys)
    assert code == 1
    assert found["discord.com"]["remedy"] == "allow outgoing connections to its port 443"
    assert found["database"]["remedy"] == "adjutant run or adjutant db upgrade makes it"
    assert found["disk"]["well"] is True


def test_a_host_in_order_lacks_a_copy_and_then_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["db", "upgrade"]) == 0
    _, found = examined(capsys)
    assert (found["database"]["well"], found["backups"]["well"]) == (True, False)
    assert found["bot"]["found"] == "nobody is at work on this database"
    assert main(["db", "backup"]) == 0
    assert examined(capsys)[1]["backups"]["found"] == "the newest of 1 is 0 days old"


def test_a_clock_that_is_wrong_is_told() -> None:
    assert doctor._clock("discord.com", START, START + timedelta(seconds=20)).well
    assert not doctor._clock("discord.com", START, START - timedelta(hours=1)).well


async def test_a_server_that_forbids_something_is_named() -> None:
    full, poor = LEAST.value, LEAST.value & ~LEAST.__class__(attach_files=True).value
    guilds = [
        {"id": "5", "name": "Mill", "permissions": str(full)},
        {"id": "7", "name": "Ridge", "permissions": str(poor)},
    ]

    async def get_guilds(limit: int, *, after: int) -> list[dict[str, str]]:
        return [each for each in guilds if int(each["id"]) > after]

    client = SimpleNamespace(http=SimpleNamespace(get_guilds=get_guilds))
    ridge, servers = [each async for each in doctor._servers(client, TOKEN)]  # type: ignore[arg-type]
    assert (ridge.what, ridge.found) == ("server Ridge", "it may not attach files (maps, card pictures, exports)")
    assert "oauth2/authorize" in ridge.remedy
    assert servers.found.startswith("2, ")
