"""A scenario that came with the program is read from its YAML once in a process, whatever battle is fought by it."""

from __future__ import annotations

import pytest

from campaigns.scenario import scenarios
from rules.registry import rule_set
from rules.scenario import library, read_scenario


async def test_a_battles_scenario_of_the_library_is_the_one_that_has_been_read(monkeypatch: pytest.MonkeyPatch) -> None:
    shipped = library("book-and-gun")[0]

    def read_again(*_: object, **__: object) -> None:
        raise AssertionError("it is read a second time")

    monkeypatch.setattr(scenarios, "read_scenario", read_again)
    assert await scenarios.read(rule_set("book-and-gun"), shipped.text, shipped.key) is shipped


async def test_a_file_of_ones_own_is_read_as_it_is() -> None:
    shipped = library("book-and-gun")[0]
    changed = shipped.text.replace(shipped.title, "Another road")
    own = await scenarios.read(rule_set("book-and-gun"), changed, shipped.key)
    assert own.title == "Another road"
    assert own == read_scenario(changed, file=f"{shipped.key}.yaml")
