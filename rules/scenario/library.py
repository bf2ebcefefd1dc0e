"""The scenarios that come with the program: `rules/<rule set>/scenarios/*.yaml`."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from rules.registry import rule_set
from rules.scenario.reading import read_scenario
from rules.scenario.scenario import Scenario


@cache
def library(rules: str) -> tuple[Scenario, ...]:
    """The scenarios of a rule set, by key. KeyError for an unknown rule set."""
    folder = files(f"rules.{rule_set(rules).key.replace('-', '_')}").joinpath("scenarios")
    if not folder.is_dir():
        return ()
    found = [
        read_scenario(entry.read_text(encoding="utf-8"), file=entry.name)
        for entry in folder.iterdir()
        if entry.name.endswith(".yaml")
    ]
    return tuple(sorted(found, key=lambda scenario: scenario.key))
