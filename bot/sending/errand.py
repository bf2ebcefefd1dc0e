"""Work beside everything else that is done again whenever somebody asks, never twice at the same time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable


class Errand:
    """One at work per process. `kick` starts it and returns at once; `drain` waits until it has rested; `once` is what
    is done for every kick, `rest` follows when no kick is left."""

    def __init__(
        self, name: str, once: Callable[[], Awaitable[object]], rest: Callable[[], Awaitable[object]] | None = None
    ) -> None:
        self._name, self._once, self._rest = name, once, rest
        self._task: asyncio.Task[None] | None = None
        self._again = False

    def kick(self) -> None:
        self._again = True
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._work(), name=self._name)

    async def drain(self) -> None:
        self.kick()
        while self._task is not None and not self._task.done():
            await asyncio.shield(self._task)

    async def close(self) -> None:
        """Stop at once; what was not done is done after the next start."""
        if self._task is not None and not self._task.done():
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _work(self) -> None:
        while self._again:
            self._again = False
            await self._once()
        if self._rest is not None:
            await self._rest()
