"""Facts: numbers and states of the tabletop that a rule needs, and where each came from.

Every fact comes, in this order, from the umpire's ruling on the spot, an option the player gave, the digital table,
or the rule set's default. An outcome shows which facts it used.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class Source(StrEnum):
    RULING = "GM's ruling"
    DECLARED = "declared"
    MEASURED = "measured"
    ROSTER = "roster"
    DEFAULT = "default"


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact as it was used: "range", 14.2, "in", measured."""

    name: str
    value: str | int | float | bool
    source: Source
    unit: str = ""

    @property
    def words(self) -> str:
        """ "range 14.2 in", "in arc yes"."""
        value = f"{round(self.value, 2):g}" if isinstance(self.value, float) else str(self.value)
        if isinstance(self.value, bool):
            value = "yes" if self.value else "no"
        return f"{self.name} {value}{' ' + self.unit if self.unit else ''}"

    def __str__(self) -> str:
        return f"{self.words} ({self.source.value})"


def in_words(facts: Iterable[Fact]) -> str:
    """Several facts, each source said once: "range 9.5 in, in arc yes (measured); night no (declared)".

    Facts said already are left out.
    """
    by_source: dict[Source, dict[str, None]] = {}
    for fact in facts:
        by_source.setdefault(fact.source, {})[fact.words] = None
    return "; ".join(f"{', '.join(words)} ({source.value})" for source, words in by_source.items())


@dataclass(frozen=True, slots=True)
class Item:
    """One line of an itemised number: (+7, "assault rifle, short, Class I", "BG-X.3.chart")."""

    amount: int
    reason: str
    citation: str = ""


@dataclass(frozen=True, slots=True)
class Itemised:
    """A number with the reasons for it. Its value is the sum of the items, within `least` and `most` if given.
    `label`: what it is called where it stands by itself, "TN"."""

    items: tuple[Item, ...]
    least: int | None = None
    most: int | None = None
    label: str = ""

    @property
    def value(self) -> int:
        total = sum(item.amount for item in self.items)
        if self.least is not None:
            total = max(total, self.least)
        if self.most is not None:
            total = min(total, self.most)
        return total

    def __str__(self) -> str:
        first, *rest = self.items or (Item(0, "nothing"),)
        words = [f"{first.amount} {first.reason}"]
        words += [f"{'−' if i.amount < 0 else '+'}{abs(i.amount)} {i.reason}" for i in rest]
        if self.label and not rest:
            return f"{self.label} {self.value} ({first.reason})"
        return f"{self.label} {self.value} = ".lstrip() + " · ".join(words)
