"""The scenarios that come with the program, read by whoever plays one: a process that collects tests reads none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

import pytest

from rules.scenario import Scenario, library

RULES = MappingProxyType(
    {
        "market-day": "book-and-gun",
        "route-amber": "book-and-gun",
        "the-mill-road": "book-and-gun",
        "the-schoolhouse": "book-and-gun",
        "brick-kiln": "five56mm",
        "last-bird": "five56mm",
        "bamboo-track": "infantry-action",
        "canal-bridge": "infantry-action",
        "sea-wall-battery": "infantry-action",
        "don-village": "red-actions",
        "zbruch-ridge": "red-actions",
    }
)
"""The rule set of each: their keys are wanted before anything is read."""


class _Library(Mapping[str, Scenario]):
    """By key. Their number and keys cost nothing; the first of a rule set that is asked for has all of its own read."""

    def __getitem__(self, key: str) -> Scenario:
        return next(scenario for scenario in library(RULES[key]) if scenario.key == key)

    def __iter__(self) -> Iterator[str]:
        return iter(RULES)

    def __len__(self) -> int:
        return len(RULES)


LIBRARY = _Library()

_USUAL = ("the-mill-road", "last-bird", "bamboo-track", "don-village")
ONE_A_BOOK = tuple(pytest.param(key, marks=() if key in _USUAL else pytest.mark.long) for key in RULES)
"""For a test whose battle takes many seconds: one scenario of each rule set in an ordinary run, all with `--long`."""
