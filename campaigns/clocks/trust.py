"""How reliably somebody answers: what he kept and what he missed, and both fade. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

HALF_LIFE = timedelta(days=45)
"""After this long an answer, or a missed one, counts for half."""
ONE_SITTING = timedelta(hours=1)
"""Answers closer to each other than this are one."""


@dataclass(frozen=True, slots=True)
class TrustRecord:
    """How much was kept and missed, as it counts at that moment."""

    kept: float = 0.0
    missed: float = 0.0
    at: datetime | None = None

    def faded(self, now: datetime) -> TrustRecord:
        """The same as it counts now; a clock that went back changes nothing."""
        if self.at is None or now <= self.at:
            return TrustRecord(self.kept, self.missed, self.at or now)
        fade: float = 0.5 ** ((now - self.at) / HALF_LIFE)
        return TrustRecord(self.kept * fade, self.missed * fade, now)

    def answered(self, now: datetime) -> TrustRecord:
        faded = self.faded(now)
        if self.kept and self.at is not None and now - self.at < ONE_SITTING:
            return self
        return TrustRecord(faded.kept + 1, faded.missed, faded.at)

    def let_pass(self, now: datetime) -> TrustRecord:
        faded = self.faded(now)
        return TrustRecord(faded.kept, faded.missed + 1, faded.at)

    def plus(self, other: TrustRecord) -> TrustRecord:
        """Of two campaigns; both have been faded to the same moment."""
        return TrustRecord(self.kept + other.kept, self.missed + other.missed, self.at or other.at)

    @property
    def known(self) -> bool:
        """Enough has happened lately to speak of it."""
        return self.kept + self.missed >= 1

    @property
    def share(self) -> float:
        """Of ten questions, how many he answered in time, from 0 to 1. Somebody of whom nothing is known starts as
        one who has answered twice, and what has faded counts for as little."""
        return (self.kept + 2) / (self.kept + self.missed + 2)
