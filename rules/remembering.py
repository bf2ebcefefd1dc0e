"""What follows from a value that never changes is worked out once, while it is among those last asked about."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")

KEPT = 64


def by_identity(work: Callable[[T], R]) -> Callable[[T], R]:
    """Remembers what `work` gave for the very same object: for large values, which take longer to compare or hash than
    to be worked on. Both have to be immutable."""
    known: dict[int, tuple[T, R]] = {}

    def remembered(value: T) -> R:
        found = known.get(id(value))
        if found is not None and found[0] is value:
            return found[1]
        result = work(value)
        if len(known) >= KEPT:
            known.clear()
        known[id(value)] = (value, result)
        return result

    return remembered
