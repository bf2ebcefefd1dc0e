"""`adjutant resolve five56mm`, as somebody types it who has only the book before him."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bot.main import main


def asked(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    assert main(["resolve", "five56mm", *words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_weapons_light_sights_and_skills_however_they_are_written(capsys: pytest.CaptureFixture[str]) -> None:
    found = asked(
        capsys,
        *("fire", "--weapon", "Druganov SVD", "--range", "30", "--light", "no", "--sights", "Telescopic,night-vision"),
        *("--skills", "sniper, machine gunner", "--aimed", "--chance", "1"),
    )
    # Long (26 in): 5, and 1 for 20 to 40 in through the night sight; Aim with the rifle's own scope +2.
    assert found["outcome"]["target_number"] == 6
    assert found["outcome"]["roll_modifiers"] == ["+0 Weapons", "+2 Aim, telescopic sight"]
    assert (found["outcome"]["die"], found["outcome"]["total"], found["outcome"]["hit"]) == (1, 3, False)
    facts = {fact["name"]: fact for fact in found["facts"]}
    assert facts["light"] == {"name": "light", "value": "No Light", "source": "declared"}
    assert facts["skills"]["value"] == "Sniper, Machine Gunner"


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("M16", "M16"), ("AK 47", "AK47"), ("ak-47", "AK47"), ("FAL", "FN-FAL"), ("FN FAL", "FN-FAL"),
        ("Colt 1911", "Colt 1911"), ("DE .50", "Desert Eagle .50"), (".50", "M82 .50"), ("HEAP", "M82 HEAP"),
        ("Benelli M1", "Benelli M1"), ("psg1", "PSG-1"), ("M249", "SAW"), ("Minimi", "SAW"), ("uzi", "UZI"),
    ],
)  # fmt: skip
def test_every_name_that_the_book_has_for_a_weapon(capsys: pytest.CaptureFixture[str], name: str, title: str) -> None:
    found = asked(capsys, "fire", "--weapon", name, "--range", "9", "--penalty", "2", "--weapons", "2", "--chance", "1")
    assert title in found["outcome"]["modifiers"][0]


def test_a_wound_tells_all_its_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    found = asked(capsys, "injury", "--source", "AK47", "--strength", "1", "--body-armour", "--chance", "d6:4,d6:3")
    outcome = found["outcome"]
    assert (outcome["damage_tn"], outcome["resist_total"], outcome["injury_margin"]) == (8, 5, -3)
    assert [draw["draw"] for event in found["events"] for draw in event["draws"]] == ["d6:4", "d6:3"]


def test_a_deviation_by_a_d3(capsys: pytest.CaptureFixture[str]) -> None:
    found = asked(capsys, "throw", "--grenade", "frag", "--range", "6", "--chance", "d6:3,d3:2,d6:6")
    assert (found["outcome"]["distance"], found["outcome"]["direction"]) == (2, "90 degrees right")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("fire", "--weapon", "M14", "--range", "9"), "There is no weapon “M14”"),
        (("fire", "--weapon", "knife", "--range", "1"), "only in hand-to-hand combat"),
        (("fire", "--weapon", "M16", "--range", "41"), "maximum range of 40 in"),
        (("fire", "--weapon", "M16", "--range", "9", "--auto-fire", "3"), "2 shots in an Auto-Fire"),
        (("injury", "--source", "a stone"), "neither a weapon nor a class of weapons"),
        (("injury",), "How much Damage"),
        (("cross", "--path", "3 lava"), "isn't a stretch of a path"),
        (("hide", "--ground", "lava"), "no ground of the book"),
        (("first-aid", "--wound", "mortal", "--himself"), "cannot help himself"),
    ],
)
def test_refusals_say_what_is_wrong(capsys: pytest.CaptureFixture[str], words: tuple[str, ...], said: str) -> None:
    assert main(["resolve", "five56mm", *words]) == 1
    assert said in capsys.readouterr().err.replace("\n", " ")


@pytest.mark.parametrize("name", ["radio", "Use Radio", "use-radio"])
def test_an_action_goes_by_its_name_or_its_title(capsys: pytest.CaptureFixture[str], name: str) -> None:
    assert main(["resolve", "five56mm", name, "--number", "5", "--chance", "5", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["action"] == "radio"
