"""The scenarios that come with the program: `rules/<rule set>/scenarios/*.yaml`, and the first battle of each book,
`rules/<rule set>/lessons/first-battle.yaml`."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from rules.registry import rule_set
from rules.scenario.reading import read_scenario
from rules.scenario.scenario import Scenario


@cache
def library(rules: str) -> tuple[Scenario, ...]:
    """The scenarios of a rule set, by key. KeyError for an unknown rule set."""
    return _in(rules, "scenarios")


@cache
def first_battle(rules: str) -> Scenario | None:
    """The battle by which a newcomer learns that rule set, alone against the staff; None where it has none. Whoever
    learns plays the first of its sides. KeyError for an unknown rule set."""
    return next(iter(_in(rules, "lessons")), None)


def _in(rules: str, room: str) -> tuple[Scenario, ...]:
    folder = files(f"rules.{rule_set(rules).key.replace('-', '_')}").joinpath(room)
    if not folder.is_dir():
        return ()
    found = [
        read_scenario(entry.read_text(encoding="utf-8"), file=entry.name)
        for entry in folder.iterdir()
        if entry.name.endswith(".yaml")
    ]
    return tuple(sorted(found, key=lambda scenario: scenario.key))
