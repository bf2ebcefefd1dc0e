"""When somebody is awake: his zone, his quiet hours, his days off, the times for which he is away.

Pure, on plain values. Moments are aware and in UTC; quiet hours and days off are what the clock on his wall says. A
clock that is put forward or back makes a night shorter or longer, and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

DAY = timedelta(days=1)
MOST_QUIET = timedelta(hours=14)
"""Of a day: whoever is awake for less would keep the others waiting for ever."""
MOST_DAYS_OFF = 3
"""Of a week."""
FARTHEST = timedelta(days=3 * 366)
"""How far ahead a moment is looked for."""


@dataclass(frozen=True, slots=True)
class Hours:
    """A person's days. `quiet`: from when to when he is left alone, over midnight too; `off`: days of the week, Monday
    is 0; `away`: spans of absence. Without a zone nothing but absences is known of him."""

    zone: str = ""
    quiet: tuple[time, time] | None = None
    off: frozenset[int] = frozenset()
    away: tuple[tuple[datetime, datetime], ...] = ()

    def awake(self, at: datetime) -> bool:
        """Whether his clock runs at that moment, and he may be called."""
        return not any(start <= at < end for start, end in self.away) and self._up(at)

    def _up(self, at: datetime) -> bool:
        if not self.zone or not (self.quiet or self.off):
            return True
        there = at.astimezone(ZoneInfo(self.zone))
        return there.weekday() not in self.off and not (self.quiet and in_quiet(self.quiet, there.time()))

    def spans(self, since: datetime) -> Iterator[tuple[datetime, datetime]]:
        """The spans from `since` on in which he is awake, in order; at the latest they end at the farthest day."""
        start: datetime | None = None
        for at, up in self._steps(since):
            if up and start is None:
                start = at
            elif not up and start is not None:
                yield start, at
                start = None
        if start is not None:
            yield start, since + FARTHEST

    def _steps(self, since: datetime) -> Iterator[tuple[datetime, bool]]:
        """Every moment from `since` on at which it may change, with whether he is awake from then on."""
        last = since + FARTHEST
        edges = sorted(moment for span in self.away for moment in span if since < moment < last)
        yield since, self.awake(since)
        if not self.zone or not (self.quiet or self.off):
            yield from ((edge, self.awake(edge)) for edge in edges)
            return
        day = since.astimezone(UTC).date() - DAY
        while datetime.combine(day, time(), UTC) < last:
            ends = datetime.combine(day + DAY, time(), UTC)
            begins = ends - DAY
            here = {at for at in _edges(self.zone, self.quiet, day) if since < at < last}
            here |= {edge for edge in edges if begins <= edge < ends}
            yield from ((edge, self.awake(edge)) for edge in sorted(here))
            day += DAY

    def worked(self, since: datetime, until: datetime) -> timedelta:
        """For how long he is awake between two moments; nothing where the second is not the later one."""
        total = timedelta()
        for start, end in self.spans(since):
            if start >= until:
                break
            total += min(end, until) - start
        return total

    def after(self, since: datetime, work: timedelta) -> datetime:
        """The first moment by which he has been awake for that long since then; `since` itself for no time at all."""
        if work <= timedelta():
            return since
        for start, end in self.spans(since):
            if end - start >= work:
                return start + work
            work -= end - start
        return since + FARTHEST

    def next_awake(self, at: datetime) -> datetime:
        """The first moment from then on at which he may be called."""
        return next((start for start, _ in self.spans(at)), at + FARTHEST)


def in_quiet(quiet: tuple[time, time], at: time) -> bool:
    """Whether the hour on the wall lies in the quiet hours; those that end before they begin go over midnight."""
    begins, ends = quiet
    return begins <= at < ends if begins <= ends else at >= begins or at < ends


def length(quiet: tuple[time, time]) -> timedelta:
    """Of the quiet hours on a day on which no clock is changed."""
    begins, ends = (datetime.combine(date.min, hour) for hour in quiet)
    return (ends - begins) % DAY


@lru_cache(maxsize=4096)
def _edges(zone: str, quiet: tuple[time, time] | None, day: date) -> tuple[datetime, ...]:
    """The moments of a day in UTC at which the hours may change: those on the wall, and where the clock is changed."""
    begins = datetime.combine(day, time(), UTC)
    found: set[datetime] = set()
    there = ZoneInfo(zone)
    for near in (day - DAY, day, day + DAY):
        for hour in {time(), *(quiet or ())}:
            for fold in (0, 1):
                found.add(datetime.combine(near, hour, there).replace(fold=fold).astimezone(UTC))
    found.update(_changes(there, begins))
    return tuple(at for at in found if begins <= at < begins + DAY)


def _changes(zone: ZoneInfo, begins: datetime) -> list[datetime]:
    """When the clocks of a zone are changed on the day in UTC that begins then, to the second."""
    changes: list[datetime] = []
    for part in range(8):  # a zone has changed twice within a day, but never within three hours
        low = begins + part * DAY / 8
        high = low + DAY / 8
        if low.astimezone(zone).utcoffset() == high.astimezone(zone).utcoffset():
            continue
        while high - low > timedelta(seconds=1):
            middle = low + timedelta(seconds=int((high - low).total_seconds()) // 2)
            if middle.astimezone(zone).utcoffset() == low.astimezone(zone).utcoffset():
                low = middle
            else:
                high = middle
        changes.append(high)
    return changes
