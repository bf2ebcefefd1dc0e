"""The rulings that players are shown: each once, in order, and those of ours in both places."""

from __future__ import annotations

import re
from pathlib import Path

import rules.infantry_action
from rules.infantry_action.book.rulings import RULINGS
from rules.infantry_action.book.switches import SWITCHES


def test_rulings_stand_once_and_in_order() -> None:
    numbers = [int(ruling.id.removeprefix("IA-R")) for ruling in RULINGS]
    assert numbers[:168] == list(range(1, 169))
    assert numbers == sorted(set(numbers))


def test_our_own_rulings_are_written_down_with_their_reasons() -> None:
    page = Path(rules.infantry_action.__file__).with_name("RULINGS.md").read_text(encoding="utf-8")
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in re.findall(r"^\| IA-R.*$", page, re.M)]
    assert {row[0]: (row[1], row[2]) for row in rows} == {
        ruling.id: (", ".join(ruling.about), ruling.text) for ruling in RULINGS[168:]
    }
    assert len(rows) == len(RULINGS[168:])
    assert all(len(row) == 4 and row[3] for row in rows)


def test_every_switch_belongs_to_a_ruling() -> None:
    assert {switch.ruling for switch in SWITCHES} == {ruling.id for ruling in RULINGS if ruling.switch}
