"""The sandbox's time: it goes on like the wall clock while the sandbox runs, and jumps ahead when a visitor says so."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from time import time

from simcord._clock import Clock  # the type that the virtual Discord's constructor names; it has no public home

EPOCH = datetime(2026, 1, 1, tzinfo=UTC)


class SandboxClock(Clock):
    """Seconds since EPOCH: those of the wall clock, or from `elapsed` on, where a former run stopped.

    It is the clock of the virtual Discord and of the bot's campaigns alike, so that a post's date and a deadline
    agree. While the sandbox is stopped its time stands still, so that no deadline passes unseen.
    """

    def __init__(self, elapsed: float | None = None) -> None:
        self._epoch = EPOCH
        self._began = EPOCH.timestamp() if elapsed is None else time() - elapsed

    @property
    def elapsed(self) -> float:  # type: ignore[override]  # a plain attribute there, which nothing but advance() sets
        return time() - self._began

    def now(self) -> datetime:
        return EPOCH + timedelta(seconds=self.elapsed)

    def advance(self, seconds: float) -> None:
        self._began -= seconds
