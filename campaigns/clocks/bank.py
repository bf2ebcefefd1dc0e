"""A person's time in a battle: refilled when he is asked, spent while he is, saved up to a point. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from campaigns.clocks.hours import Hours

NOTHING = timedelta()


@dataclass(frozen=True, slots=True)
class Account:
    """`left` was left at `since`; None: the clock stands still."""

    left: timedelta = NOTHING
    since: datetime | None = None

    @classmethod
    def of(cls, left: float, since: datetime | None) -> Account:
        """As a row keeps it, in seconds."""
        return cls(timedelta(seconds=left), since)

    def at(self, now: datetime, hours: Hours) -> timedelta:
        """What is left now: only hours in which he is awake are spent."""
        if self.since is None:
            return self.left
        return max(NOTHING, self.left - hours.worked(self.since, now))

    def stopped(self, now: datetime, hours: Hours) -> Account:
        return Account(self.at(now, hours))

    def started(self, now: datetime) -> Account:
        """The clock runs from now on, if it does not already."""
        return self if self.since is not None else Account(self.left, now)

    def refilled(self, now: datetime, hours: Hours, refill: timedelta, most: timedelta) -> Account:
        """Something new is asked of him: he gets the refill on top of what he has saved, up to `most`."""
        return Account(min(max(most, refill), self.at(now, hours) + refill), now)

    def runs_out(self, hours: Hours, more: timedelta = NOTHING) -> datetime | None:
        """When nothing is left any more, with `more` on top; None while the clock stands still."""
        return None if self.since is None else hours.after(self.since, self.left + more)


EMPTY = Account()
