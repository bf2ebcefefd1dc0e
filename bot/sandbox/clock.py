"""The sandbox's time: the wall clock, plus the days that a visitor has let pass."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from simcord._clock import Clock  # the type that the virtual Discord's constructor names; it has no public home

EPOCH = datetime(2026, 1, 1, tzinfo=UTC)


class SandboxClock(Clock):
    """Goes on by itself, unlike simcord's own, and jumps ahead when told to. `skipped` is in seconds.

    It is the clock of the virtual Discord and of the bot's campaigns alike, so that a post's date and a deadline
    agree. A restart gets the `skipped` of the run before, so that time never runs backwards.
    """

    def __init__(self, skipped: float = 0.0) -> None:
        self._epoch = EPOCH
        self.skipped = skipped

    @property
    def elapsed(self) -> float:  # type: ignore[override]  # a plain attribute there, which nothing but advance() sets
        return (datetime.now(UTC) - EPOCH).total_seconds() + self.skipped

    def now(self) -> datetime:
        return EPOCH + timedelta(seconds=self.elapsed)

    def advance(self, seconds: float) -> None:
        self.skipped += seconds
