"""How the clocks of a battle's people run: whose is refilled, when it runs out, who is reminded and called. Pure."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from campaigns.clocks import people
from campaigns.clocks.bank import Account
from campaigns.clocks.clockwork import Wait
from campaigns.clocks.hours import Hours
from campaigns.clocks.roll import Bank
from campaigns.members.policies import Policies

NO_DEADLINE = timedelta(days=1)
"""After so long, where no deadline is half over by then, the others of a side are told what one of them is asked."""


@dataclass(slots=True)
class Ticking:
    """A battle's people with their days and their time."""

    settings: Policies
    now: datetime
    banks: dict[int, Bank]
    days: Mapping[int, Hours]
    known: int | None
    """The newest question of before; what is newer its prompt tells everybody. None: there is no prompt now."""
    waits: dict[int, list[Wait]] = field(default_factory=dict[int, list[Wait]])
    """By person: what waits for him."""
    later: dict[int, set[int]] = field(default_factory=dict[int, set[int]])
    """By person: the questions that somebody else of the side is told of first."""
    freed: set[int] = field(default_factory=set[int])
    """The questions of which nobody is told first any more, since that person is not asked now."""

    @property
    def refill(self) -> timedelta:
        return timedelta(hours=self.settings.deadline_hours)

    def hours(self, user: int) -> Hours:
        return self.days.get(user, people.UNKNOWN)

    def account(self, user: int) -> Account:
        return self.banks[user].account

    def run(self, user: int, *, renew: bool) -> None:
        """His clock runs; it is refilled when something new is asked of him, or when told to."""
        newest, bank = max(row.id for row in self.waits[user]), self.banks[user]
        if self.refill and (renew or newest > bank.refilled_for):
            most = self.refill * (1 + self.settings.saved_percent / 100)
            filled = bank.account.refilled(self.now, self.hours(user), self.refill, most)
            self.banks[user] = replace(bank, account=filled, refilled_for=newest)
        else:
            self.banks[user] = replace(bank, account=bank.account.started(self.now))

    def stop(self, user: int) -> None:
        bank = self.banks[user]
        if bank.account.since is not None:
            self.banks[user] = replace(bank, account=bank.account.stopped(self.now, self.hours(user)))

    def deadline(self, row: Wait, users: Collection[int], gone_since: datetime | None, patience: timedelta) -> datetime:
        """When the time of the last of them runs out; where nobody is in place, `patience` after the last has
        gone."""
        extra = timedelta(seconds=row.extra)
        ends = [self.account(user).runs_out(self.hours(user), extra) for user in users]
        known = [end for end in ends if end is not None]
        if known:
            return max(known)
        since = max(row.since, gone_since) if gone_since is not None else row.since
        return since + patience + extra

    def reminder(self, user: int, deadline: datetime) -> datetime | None:
        """When he is reminded, if he is to be and has not been since his clock began to run."""
        bank, before = self.banks[user], timedelta(hours=self.settings.reminder_hours)
        account = bank.account
        extra = max(timedelta(seconds=row.extra) for row in self.waits[user])
        spare = account.left + extra - before
        if account.since is None or not before or spare <= timedelta():
            return None
        if bank.reminded_at is not None and bank.reminded_at > account.since:
            return None
        at = self.hours(user).next_awake(self.hours(user).after(account.since, spare))
        return at if at < deadline else None

    def call(self, user: int) -> datetime | None:
        """When he is told that it is his turn, where the prompt has not told him. Where another of his side is told
        first: when half of the deadline is over."""
        newest, bank = max(self.waits[user], key=lambda row: row.id), self.banks[user]
        if bank.called_for >= newest.id:
            return None
        days = self.hours(user)
        if newest.id in self.later.get(user, ()):
            return days.next_awake(days.after(newest.since, self.refill / 2 or NO_DEADLINE))
        prompted = self.known is not None and (newest.id > self.known or newest.id in self.freed)
        if prompted and days.awake(self.now):
            self.banks[user] = replace(bank, called_for=newest.id)
            return None
        return days.next_awake(self.now)
