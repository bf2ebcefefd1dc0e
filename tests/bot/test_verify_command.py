"""`adjutant verify` on a real battle's export, and on one in which somebody has changed a card."""

from __future__ import annotations

import asyncio
import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.main import main
from campaigns.battle import battles
from campaigns.battle.proof import verification
from campaigns.battle.record import chain
from campaigns.campaign import campaign
from campaigns.database.store import Store
from campaigns.roster import rosters
from tests.campaigns.behind import act
from tests.clocks import ManualClock

GM, ADA, IVO = 1, 2, 3


async def fought(folder: Path) -> str:
    """A battle of the Book and the Gun that the GM ends once the first cards have been turned, as JSON."""
    store = Store(f"sqlite+aiosqlite:///{folder}/battle.db", ManualClock(datetime(2026, 5, 1, tzinfo=UTC)))
    await store.open()
    view = await campaign.create(store, 1, 2, GM, "Proof", "book-and-gun")
    for who, side, kind in ((ADA, "army", "us-infantry-squad"), (IVO, "insurgents", "insurgent-cell")):
        await campaign.join(store, view.id, who, side, interaction_id=100 + who)
        await rosters.raise_unit(store, view.id, who, kind)
    info = await battles.open_battle(store, view.id, GM, "Proof", channel_id=2)
    await battles.ready(store, info.id, ADA, "first light")
    await battles.begin(store, info.id, GM)
    (ask,) = (await battles.load(store, info.id)).prompt.asks
    await act(store, info.id, ask.default, {"army": ADA, "insurgents": IVO}[ask.side])
    await battles.end(store, info.id, GM)
    exported = await verification.export(store, info.id)
    await store.close()
    return exported.model_dump_json()


@pytest.fixture(scope="module")
def export(tmp_path_factory: pytest.TempPathFactory) -> str:
    return asyncio.run(fought(tmp_path_factory.mktemp("battle")))


def test_an_honest_battle_passes_every_check(export: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "battle.json").write_text(export)
    assert main(["verify", str(tmp_path / "battle.json")]) == 0
    said = capsys.readouterr().out
    assert "✓" in said
    assert "✗" not in said
    assert main(["verify", str(tmp_path / "battle.json"), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["ok"]
    assert len(document["checks"]) > 3


def test_a_changed_card_is_found(export: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    document = json.loads(export)
    draw = next(draw for entry in document["entries"] for draw in entry["draws"] if draw["among"])
    draw["value"] = next(card for card in draw["among"] if card != draw["value"])
    (tmp_path / "battle.json").write_text(json.dumps(document))
    assert main(["verify", str(tmp_path / "battle.json"), "--json"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert not report["ok"]
    assert any(not check["ok"] for check in report["checks"])


@pytest.mark.parametrize("content", [None, b"", b"{}", b"[1]", b"\xff\xfe", b'{"format": "other"}'])
def test_what_is_no_export_is_refused_in_one_line(
    content: bytes | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "battle.json"
    if content is not None:
        file.write_bytes(content)
    assert main(["verify", str(file)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert str(file) in said.err


def test_an_export_of_an_unknown_rule_set_is_refused(
    export: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document = json.loads(export)
    document["rules"] = "chess"
    (tmp_path / "battle.json").write_text(json.dumps(document))
    assert main(["verify", str(tmp_path / "battle.json")]) == 2
    assert "no rule set 'chess'" in capsys.readouterr().err


def test_it_prints_what_stands_in_the_channel_and_holds_the_file_against_it(
    export: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "battle.json").write_text(export)
    document = json.loads(export)
    commitment, head = document["seeds"][0]["commitment"], document["seal"]
    assert main(["verify", str(tmp_path / "battle.json")]) == 0
    said = capsys.readouterr().out
    assert "Compare with what was posted in the channel" in said
    assert commitment in said
    assert head in said
    given = ["verify", str(tmp_path / "battle.json"), "--commitment", commitment.upper(), "--commitment", f"`{head}`"]
    assert main(given) == 0
    assert "Compare with" not in capsys.readouterr().out
    assert main(["verify", str(tmp_path / "battle.json"), "--commitment", "0" * 64]) == 1
    assert "another battle or was changed" in capsys.readouterr().out


def test_a_battle_forged_by_its_own_host_agrees_with_itself_and_not_with_the_channel(
    export: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The host knows the seed, writes another winner into the end and makes the chain anew."""
    document = json.loads(export)
    posted = document["seal"]
    last, outcome = document["entries"][-1], document["outcome"]
    outcome["reason"] = last["intent"]["reason"] = "the other side gave up"
    key = chain.chain_key(bytes.fromhex(document["seeds"][0]["seed"]))
    plain = {**last, "at": datetime.fromisoformat(last["at"])}
    last["head"] = chain.linked(
        key, document["entries"][-2]["head"], plain, last["intent"], last["draws"], last["events"]
    )
    document["seal"] = chain.closed(key, last["head"], datetime.fromisoformat(document["ended_at"]), outcome)
    (tmp_path / "battle.json").write_text(json.dumps(document))
    assert main(["verify", str(tmp_path / "battle.json")]) == 0
    capsys.readouterr()
    assert main(["verify", str(tmp_path / "battle.json"), "--commitment", posted]) == 1
    assert "✗ channel" in capsys.readouterr().out


def test_what_another_version_has_decided_is_unchecked(
    export: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document = json.loads(export)
    for entry in document["entries"]:
        entry["rules_version"] = "0"
    (tmp_path / "battle.json").write_text(json.dumps(document))
    assert main(["verify", str(tmp_path / "battle.json"), "--json"]) == 1
    report = json.loads(capsys.readouterr().out)
    states = {check["name"]: check["state"] for check in report["checks"]}
    assert (states["decisions"], states["chain"], states["fold"]) == ("unchecked", "failed", "passed")


@pytest.mark.parametrize("where", ["commitment", "name", "rules"])
def test_no_file_writes_over_what_the_check_says(
    where: str, export: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """An escape code would clear the screen, a mark of direction turn the line round."""
    document, forged = json.loads(export), "\x1b[2J\u202e\x9b1Aall is well"
    match where:
        case "commitment":
            document["seeds"][0]["commitment"] = forged
        case "name":
            document[forged] = 1
        case _:
            document["rules"] = forged
    (tmp_path / "battle.json").write_text(json.dumps(document))
    assert main(["verify", str(tmp_path / "battle.json")]) != 0
    said = "".join(capsys.readouterr())
    assert not {"\x1b", "\u202e", "\x9b"} & set(said)
    assert "all is well" in said
