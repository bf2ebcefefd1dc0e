"""Facts: numbers and states of the tabletop that a rule needs, and where each came from.

Every fact comes, in this order, from the umpire's ruling on the spot, an option the player gave, the digital table,
or the rule set's default. An outcome shows which facts it used.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

MINUS = "\u2212"


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
        unit = self.unit.removesuffix("s") if self.value == 1 else self.unit
        return f"{self.name} {value}{' ' + unit if unit else ''}"

    def __str__(self) -> str:
        return f"{self.words} ({self.source.value})"


def in_short(facts: Iterable[Fact]) -> str:
    """Several facts, the values of one name together: "range 23.1 to 25.6 in, target class II or III (measured)"."""
    together: dict[tuple[str, str, Source], list[Fact]] = {}
    for fact in dict.fromkeys(facts):
        together.setdefault((fact.name, fact.unit, fact.source), []).append(fact)
    by_source: dict[Source, list[str]] = {}
    for (_, _, source), same in together.items():
        by_source.setdefault(source, []).append(_together(same))
    return "; ".join(f"{', '.join(words)} ({source.value})" for source, words in by_source.items())


def _together(same: list[Fact]) -> str:
    if len(same) == 1:
        return same[0].words
    first = same[0]
    numbers = [fact.value for fact in same if isinstance(fact.value, int | float) and not isinstance(fact.value, bool)]
    if len(numbers) == len(same):
        return f"{first.name} {round(min(numbers), 2):g} to {round(max(numbers), 2):g} {first.unit}".rstrip()
    values = sorted({fact.words.removeprefix(f"{fact.name} ") for fact in same})
    return f"{first.name} {', '.join(values[:-1])} or {values[-1]}"


YES = ("on", "yes", "y", "true")
NO = ("off", "no", "n", "false")
"""Words that mean the same wherever something is or is not: facts of the table, house rules."""


def plain(number: float) -> str:
    """ "6", "−1", "2.5": the one minus sign of all that people read."""
    return f"{round(number, 2):g}".replace("-", MINUS)


def signed(number: float) -> str:
    """ "+2", "−1"."""
    return f"{round(number, 2):+g}".replace("-", MINUS)


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
        words = [f"{plain(first.amount)} {first.reason}"]
        words += [f"{signed(i.amount)} {i.reason}" for i in rest]
        if self.label and not rest:
            return f"{self.label} {plain(self.value)} ({first.reason})"
        return f"{self.label} {plain(self.value)} = ".lstrip() + " · ".join(words)
