"""Rulings and house-rule switches: complete, well named, and each switch asked for somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import rules.book_and_gun
from rules.book_and_gun.book.rulings import RULINGS
from rules.book_and_gun.book.switches import HOUSE, SWITCHES, switch
from rules.kernel.violation import RuleViolation
from tests.charts import chart

PACKAGE = Path(rules.book_and_gun.__file__).parent


def test_the_rulings_of_the_ledger_are_all_there_and_every_ruling_has_its_own_number() -> None:
    numbers = [int(ruling.id[4:]) for ruling in RULINGS]
    assert numbers[:140] == list(range(1, 141))
    assert len(set(numbers)) == len(numbers) >= 147
    assert all(ruling.text.endswith(".") and ruling.about for ruling in RULINGS)


def test_additions_have_their_reasons_written_down() -> None:
    written = set(re.findall(r"^\| (BG-R\d+) \|", (PACKAGE / "RULINGS.md").read_text(), re.M))
    assert written == {ruling.id for ruling in RULINGS if int(ruling.id[4:]) > 140}


def test_a_ruling_with_an_option_carries_its_switch() -> None:
    by_id = {ruling.id: ruling.switch for ruling in RULINGS}
    assert by_id["BG-R69"] is HOUSE.by_key["national-efficiency"]
    assert by_id["BG-R74"] is None
    assert {s.ruling for s in SWITCHES if s.ruling.startswith("BG-R")} <= set(by_id)


@chart("key", list(HOUSE.by_key))
def test_every_switch_is_asked_for_where_its_chapter_is(key: str) -> None:
    sources = [path for path in PACKAGE.rglob("*.py") if path.name not in ("switches.py",)]
    assert any(f'"{key}"' in path.read_text() for path in sources)
    each = HOUSE.by_key[key]
    assert each.default in each.choices
    assert len(set(each.choices)) == len(each.choices) > 1


def test_a_choice_is_found_in_options_and_in_what_carries_them() -> None:
    class Carrier:
        options = (("pace", "card"),)

    assert switch((), "pace") == "run"
    assert switch((("pace", "card"),), "pace") == "card"
    assert switch(Carrier(), "pace") == "card"
    with pytest.raises(KeyError):
        switch((), "no-such-switch")


def test_unknown_house_rules_are_refused_with_the_known_ones() -> None:
    assert HOUSE.checked([("pace", "card")]) == (("pace", "card"),)
    with pytest.raises(RuleViolation) as unknown:
        HOUSE.checked([("weather", "fine")])
    assert "pace" in unknown.value.remedy
    with pytest.raises(RuleViolation) as wrong:
        HOUSE.checked([("pace", "gallop")])
    assert "run, card" in wrong.value.remedy
