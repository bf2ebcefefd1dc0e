"""How long a run may be before what has been done so far is written down: the battle's other doors open meanwhile.

A slice ends only after an entry that everybody may know of, and what is counted are such entries: so that where it ends
tells nobody what happened in secret.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

SECONDS = 1.0
"""Of a slice, where a program plays for people who wait."""


class Slice(Protocol):
    """One slice, from when it is begun."""

    def full(self, known: int) -> bool:
        """Whether it ends here. `known`: entries of it that everybody may know of, at least one."""
        ...


class Slices(Protocol):
    """Begins them."""

    def begin(self) -> Slice: ...


@dataclass(frozen=True, slots=True)
class BySeconds:
    """So long, by that clock."""

    seconds: float = SECONDS
    clock: Callable[[], float] = time.monotonic

    def begin(self) -> Slice:
        return _Until(self.clock() + self.seconds, self.clock)


@dataclass(frozen=True, slots=True)
class _Until:
    end: float
    clock: Callable[[], float]

    def full(self, known: int) -> bool:
        return self.clock() >= self.end
