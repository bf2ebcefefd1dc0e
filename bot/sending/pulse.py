"""How a task that must go on for ever lives through whatever goes wrong: it is logged, waited out, and tried again."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

import structlog

from campaigns.battle.watch import health
from campaigns.battle.watch.health import Sign
from campaigns.database.store import Store
from campaigns.database.trouble import in_words, to_log

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

FIRST_WAIT, LONGEST_WAIT = timedelta(seconds=5), timedelta(minutes=5)
"""Before a task that failed is tried again: doubled at each failure in a row."""
BEAT_EVERY = timedelta(minutes=15)
"""Signs of life are written no oftener, but for one that tells of a first failure or of recovery."""
A_LITTLE = timedelta(minutes=1)
"""For all tasks to give theirs."""


class Setback(Exception):
    """Somebody outside would not do what a task asked for, which has been logged where it was seen."""


class Signs:
    """The signs of life of a process's recurring tasks. `ask` for them whenever the process is awake anyway: when all
    have given theirs, they are written in one transaction. A task that never comes back holds up nobody else's."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._tasks: set[str] = set()
        self._missing: set[str] = set()
        self._noted: dict[str, Sign] = {}
        self._asked_at: datetime | None = None
        self._failures = 0
        """To write, in a row."""

    @property
    def again(self) -> timedelta | None:
        """How long to wait before those that were given are written, although others are missing or the database would
        not have them; None: nothing waits."""
        return min(A_LITTLE * 2 ** min(self._failures, 10), BEAT_EVERY) if self._noted else None

    def expects(self, task: str) -> None:
        self._tasks.add(task)

    def wants(self, task: str) -> bool:
        """Whether this task is to run although nothing waits for it."""
        return task in self._missing

    async def ask(self) -> None:
        """Ask for all of them, unless that was done a short while ago; write what was given then and waits still."""
        if self._noted:
            await self._write()
        now = self._store.clock.now()
        if self._asked_at is None or now - self._asked_at >= BEAT_EVERY:
            self._asked_at = now
            self._missing = set(self._tasks)

    async def note(self, task: str, failures: int, problem: str, *, at_once: bool) -> bool:
        """A task's sign. `at_once`: it is news. False where it should have been written and could not be."""
        self._noted[task] = Sign(self._store.clock.now(), failures, problem)
        self._missing.discard(task)
        return await self._write() if at_once or not self._missing else True

    async def _write(self) -> bool:
        noted, self._noted = self._noted, {}
        try:
            await health.beat(self._store, noted)
        except Exception as error:  # the sign of life must not end what it tells of; its absence tells enough
            log.warning("no heartbeat", tasks=sorted(noted), **to_log(error), exc_info=error)
            self._noted = {**noted, **self._noted}
            self._failures += 1
            return False
        self._failures = 0
        return True


class Pulse:
    """One recurring task. `again`: how long to wait after the last failure; None when it went well. `signs`: those of
    its process; without them it tells of failures only."""

    def __init__(self, store: Store, task: str, signs: Signs | None = None) -> None:
        self._task = task
        self._signs = signs or Signs(store)
        self._signs.expects(task)
        self._failures = 0
        self._told = 0
        """The number of failures that the last sign of life told of."""

    @property
    def again(self) -> timedelta | None:
        return min(FIRST_WAIT * 2 ** min(self._failures - 1, 10), LONGEST_WAIT) if self._failures else None

    @property
    def beat_due(self) -> bool:
        """Whether the next sign of life is due: then the work is to be done although nothing waits for it."""
        return self._signs.wants(self._task)

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
        news = bool(self._failures) != bool(self._told)
        if (news or self.beat_due) and await self._signs.note(self._task, self._failures, problem, at_once=news):
            self._told = self._failures
