"""A benchmark is a pair: our work, and the bare work beside it, done by turns in one run so that both meet the same
machine in the same mood. What counts is the ratio; milliseconds are shown to make it imaginable."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from statistics import median
from time import perf_counter


@dataclass(frozen=True, slots=True)
class Pair:
    """`ours` and `bare` do the work once; `most` is the ratio above which something is wrong."""

    name: str
    about: str
    ours: Callable[[], object]
    bare: Callable[[], object]
    most: float


@dataclass(frozen=True, slots=True)
class Measured:
    name: str
    about: str
    ours_ms: float
    bare_ms: float
    ratio: float
    most: float

    @property
    def ok(self) -> bool:
        return self.ratio <= self.most


Bench = Callable[[], AbstractContextManager[Iterator[Pair]]]
"""A module's pairs; what they need is set up before the first and tidied up after the last."""


def measure(pair: Pair, rounds: int) -> Measured:
    """The median of the ratios of single rounds: what disturbs one round disturbs both halves of it."""
    pair.ours(), pair.bare()
    times = [(_once(pair.ours), _once(pair.bare)) for _ in range(rounds)]
    ratio = median(ours / bare for ours, bare in times)
    ours_ms, bare_ms = (1000 * median(column) for column in zip(*times, strict=True))
    return Measured(pair.name, pair.about, ours_ms, bare_ms, ratio, pair.most)


def _once(work: Callable[[], object]) -> float:
    start = perf_counter()
    work()
    return perf_counter() - start
