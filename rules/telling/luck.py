"""Each side's luck: how its dice fell against what was to be expected of them, as one reader was shown them.

Pure, and made of tellings: dice whose number the reader does not know are in none of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt

from rules.kernel.action import SideId
from rules.telling.told import Told

FEW = 10
"""Throws of a side from which nobody can tell anything."""
_VERDICTS = ((2.0, "very lucky"), (1.0, "lucky"), (-1.0, "neither lucky nor unlucky"), (-2.0, "unlucky"))
_WORST = "very unlucky"


@dataclass(frozen=True, slots=True)
class Count:
    """Of `dice` throws for the same `got` did what was wanted, where `expected` were to be expected."""

    what: str
    got: int
    dice: int
    expected: float
    spread: float = 0.0
    """The variance of what was to be expected."""

    @property
    def words(self) -> str:
        """ "hits: 14 of 60 (10.2 expected)"."""
        return f"{self.what}: {self.got} of {self.dice} ({self.expected:.1f} expected)"


@dataclass(frozen=True, slots=True)
class SideLuck:
    """`above`: by how many standard deviations a side has got more than was to be expected, of everything together."""

    side: SideId
    counts: tuple[Count, ...]
    above: float

    @property
    def dice(self) -> int:
        return sum(count.dice for count in self.counts)

    @property
    def band(self) -> tuple[float, float]:
        """Between which numbers of good throws 19 of 20 battles with these dice end, of everything together."""
        expected, reach = sum(count.expected for count in self.counts), 2 * sqrt(sum(one.spread for one in self.counts))
        return max(expected - reach, 0.0), min(expected + reach, float(self.dice))

    @property
    def verdict(self) -> str:
        """ "lucky"."""
        if self.dice < FEW:
            return "too few dice to tell"
        return next((words for least, words in _VERDICTS if self.above >= least), _WORST)

    @property
    def words(self) -> str:
        """ "lucky; hits: 14 of 60 (10.2 expected); checks passed: 5 of 9 (4.1 expected)"."""
        return "; ".join((self.verdict, *(count.words for count in self.counts)))


def luck(tolds: Iterable[Told]) -> tuple[SideLuck, ...]:
    """Of each side whose dice the reader was shown, in the order in which they first threw."""
    counts: dict[SideId, dict[str, Count]] = {}
    for one in (fortune for told in tolds for fortune in told.fortunes if fortune.dice):
        chance = float(one.chance)
        thrown = Count(one.what, one.got, one.dice, one.dice * chance, one.dice * chance * (1 - chance))
        _add(counts.setdefault(one.side, {}), thrown)
    return tuple(_of_side(side, tuple(own.values())) for side, own in counts.items())


def together(lucks: Iterable[SideLuck]) -> tuple[SideLuck, ...]:
    """The luck of several battles as one."""
    counts: dict[SideId, dict[str, Count]] = {}
    for one in lucks:
        for count in one.counts:
            _add(counts.setdefault(one.side, {}), count)
    return tuple(_of_side(side, tuple(own.values())) for side, own in counts.items())


def _add(own: dict[str, Count], more: Count) -> None:
    before = own.get(more.what, Count(more.what, 0, 0, 0.0))
    own[more.what] = Count(
        more.what,
        before.got + more.got,
        before.dice + more.dice,
        before.expected + more.expected,
        before.spread + more.spread,
    )


def _of_side(side: SideId, counts: tuple[Count, ...]) -> SideLuck:
    more, spread = sum(count.got - count.expected for count in counts), sum(count.spread for count in counts)
    return SideLuck(side, counts, more / sqrt(spread) if spread else 0.0)
