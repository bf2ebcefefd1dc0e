"""The time of day for tests: it passes when it is told to."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

PATIENCE = 600
"""Seconds after which a real process, thread or browser counts as hung. Only a broken program takes that long: a busy
machine fails no test."""


class ManualClock:
    """A clock that moves only when told to."""

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
