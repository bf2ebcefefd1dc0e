"""A benchmark is a pair: our work, and the bare work beside it, done by turns in one run so that both meet the same
machine in the same mood. What counts is the ratio; milliseconds are shown to make it imaginable."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from statistics import median
from time import perf_counter


@dataclass(frozen=True, slots=True)
class Pair:
    """`ours` and `bare` do the work once; `most` is the ratio above which something is wrong, `on_top` the milliseconds
    that ours may take more than the bare work. `clock`: seconds, of the wall or of the processor."""

    name: str
    about: str
    ours: Callable[[], object]
    bare: Callable[[], object]
    most: float
    on_top: float | None = None
    clock: Callable[[], float] = perf_counter


@dataclass(frozen=True, slots=True)
class Measured:
    name: str
    about: str
    ours_ms: float
    bare_ms: float
    ratio: float
    most: float
    on_top: float | None = None

    @property
    def ok(self) -> bool:
        return self.ratio <= self.most and (self.on_top is None or self.ours_ms - self.bare_ms <= self.on_top)


Bench = Callable[[], AbstractContextManager[Iterator[Pair]]]
"""A module's pairs; what they need is set up before the first and tidied up after the last."""


def measure(pair: Pair, rounds: int) -> Measured:
    """The median of the ratios of single rounds: what disturbs one round disturbs both halves of it."""
    pair.ours(), pair.bare()
    times = [(_once(pair.ours, pair.clock), _once(pair.bare, pair.clock)) for _ in range(rounds)]
    ratio = median(ours / bare for ours, bare in times)
    ours_ms, bare_ms = (1000 * median(column) for column in zip(*times, strict=True))
    return Measured(pair.name, pair.about, ours_ms, bare_ms, ratio, pair.most, pair.on_top)


def _once(work: Callable[[], object], clock: Callable[[], float]) -> float:
    start = clock()
    work()
    return clock() - start


def processor() -> float:
    """Seconds of the processor that this program and those that it has started have used: however busy the machine
    is with other things."""
    own, children = getrusage(RUSAGE_SELF), getrusage(RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime
