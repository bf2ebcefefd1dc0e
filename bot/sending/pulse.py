"""How a task that must go on for ever lives through whatever goes wrong: it is logged, waited out, and tried again."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

import structlog

from campaigns.battle.watch import health
from campaigns.battle.watch.health import LifeSign
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
        self._noted: dict[str, LifeSign] = {}
        self._failing: set[str] = set()
        """The tasks of which the database says that they fail."""
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

    async def note(self, task: str, failures: int, problem: str) -> None:
        """A task has run, so often in a row without success. Written at once where that is news."""
        before = self._noted.get(task)
        news = bool(failures) != (task in self._failing)
        if not news and before is None and not self.wants(task):
            return
        self._noted[task] = LifeSign(self._store.clock.now(), failures, problem)
        self._missing.discard(task)
        out_of_date = before is not None and before.failures > 0
        if news or out_of_date or not self._missing:
            await self._write()

    async def _write(self) -> None:
        noted, self._noted = self._noted, {}
        try:
            await health.beat(self._store, noted)
        except Exception as error:  # the sign of life must not end what it tells of; its absence tells enough
            log.warning("no heartbeat", tasks=sorted(noted), **to_log(error), exc_info=error)
            self._noted = {**noted, **self._noted}
            self._failures += 1
            return
        self._failures = 0
        self._failing = {*self._failing, *noted} - {task for task, sign in noted.items() if not sign.failures}


class Pulse:
    """One recurring task. `again`: how long to wait after the last failure; None when it went well. `signs`: those of
    its process; without them it tells of failures only."""

    def __init__(self, store: Store, task: str, signs: Signs | None = None) -> None:
        self._task = task
        self._signs = signs or Signs(store)
        self._signs.expects(task)
        self._failures = 0

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
        await self._signs.note(self._task, self._failures, problem)
        return not problem
