"""How a task that must go on for ever lives through whatever goes wrong: it is logged, waited out, and tried again."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

import structlog

from campaigns.battle.watch import health
from campaigns.database.store import Store
from campaigns.database.trouble import in_words, to_log

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

FIRST_WAIT, LONGEST_WAIT = timedelta(seconds=5), timedelta(minutes=5)
"""Before a task that failed is tried again: doubled at each failure in a row."""
BEAT_EVERY = timedelta(minutes=15)
"""A heartbeat is written no oftener, but for one that tells of a first failure or of recovery."""


class Setback(Exception):
    """Somebody outside would not do what a task asked for, which has been logged where it was seen."""


class Pulse:
    """One recurring task. `again`: how long to wait after the last failure; None when it went well."""

    def __init__(self, store: Store, task: str) -> None:
        self._store = store
        self._task = task
        self._failures = 0
        self._beat_at: datetime | None = None
        self._told = 0
        """The number of failures that the last heartbeat told of."""

    @property
    def again(self) -> timedelta | None:
        return min(FIRST_WAIT * 2 ** min(self._failures - 1, 10), LONGEST_WAIT) if self._failures else None

    @property
    def beat_due(self) -> bool:
        """Whether the next sign of life is due: then the work is to be done although nothing waits for it."""
        return self._beat_at is None or self._store.clock.now() - self._beat_at >= BEAT_EVERY

    async def keep(self, work: Callable[[], Awaitable[None]]) -> bool:
        """Do the work once. False when it failed, whatever it was: then it is due again after `again`."""
        problem = ""
        try:
            await work()
        except Exception as error:  # a recurring task ends with the process and not before
            self._failures += 1
            problem = in_words(error)
            about = {"task": self._task, "failures": self._failures, "again": str(self.again), **to_log(error)}
            if isinstance(error, Setback):
                log.warning("task set back", **about, why=str(error))
            else:
                log.error("task failed", **about, exc_info=error)
        else:
            if self._failures:
                log.info("task goes on", task=self._task, failures=self._failures)
            self._failures = 0
        await self._beat(problem)
        return not problem

    async def _beat(self, problem: str) -> None:
        now = self._store.clock.now()
        news = bool(self._failures) != bool(self._told)
        if not news and not self.beat_due:
            return
        try:
            await health.beat(self._store, self._task, failures=self._failures, problem=problem)
        except Exception as error:  # the sign of life must not end what it tells of; its absence tells enough
            log.warning("no heartbeat", task=self._task, **to_log(error), exc_info=error)
        else:
            self._beat_at, self._told = now, self._failures
