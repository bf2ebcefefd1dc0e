"""What is fought for a benchmark."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from rules.ruleset import AnyRuleSet


@dataclass(frozen=True, slots=True)
class Plan:
    """A battle to be fought: a scenario of the library, or units of one kind a side on a generated board."""

    name: str
    rules: str
    scenario: str = ""
    kinds: tuple[str | tuple[str, ...], str | tuple[str, ...]] = ("", "")
    """A kind a side, or several that are raised together."""
    each: int = 0
    board: tuple[str, float, float] = ("village", 48, 36)
    turns: int = 8


class Table(Protocol):
    """A battle as hands look at it, whoever keeps it."""

    @property
    def rules(self) -> AnyRuleSet: ...

    @property
    def state(self) -> Any: ...
