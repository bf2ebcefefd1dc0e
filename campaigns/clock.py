"""The time of day and the source of entropy, both injected: nothing in campaigns/ asks the machine for either."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Protocol

Entropy = Callable[[int], bytes]
"""`entropy(n)` gives n random bytes."""


class Clock(Protocol):
    def now(self) -> datetime:
        """The present moment, aware, in UTC."""
        ...


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        return datetime.now(UTC)


class ManualClock:
    """A clock that moves only when told to: for tests, and for the sandbox where a day passes at a click."""

    def __init__(self, start: datetime) -> None:
        if start.tzinfo is None:
            raise ValueError("a clock needs an aware datetime")
        self._now = start.astimezone(UTC)

    def now(self) -> datetime:
        return self._now

    def advance(self, by: timedelta) -> datetime:
        """Let time pass; it never runs backwards."""
        if by < timedelta(0):
            raise ValueError("time does not run backwards")
        self._now += by
        return self._now


system_entropy: Entropy = secrets.token_bytes
