"""How Discord slows the whole bot down: a global rate limit holds back whatever is not under way yet."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable
from datetime import datetime, timedelta

import aiohttp
import structlog

from campaigns.clock import Clock

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

TOO_MANY = 429
OF_ONE = ("user", "shared")
"""Scopes of a limit that concern one way or one channel: discord.py waits there, and nobody else has to."""
UNSAID = timedelta(seconds=5)
"""Where Discord does not say for how long."""
LONGEST = timedelta(hours=1)


class Throttle:
    """One per process, fed by the answers that discord.py's client gets. What is asked of Discord waits in discord.py
    itself; nothing more is taken from the outbox meanwhile, so that no post's lease or attempt is spent on waiting.

    `over`: called when the limit has passed. discord.py has whoever ran into a global limit open the door again for all
    when they have slept; one that is given up in its sleep never does, and the whole bot would wait for ever."""

    def __init__(self, clock: Clock, over: Callable[[], object] | None = None) -> None:
        self._clock, self._over = clock, over
        self.until: datetime | None = None
        """Until then nothing new is begun; None: it has never been."""

    @property
    def closed(self) -> bool:
        return self.until is not None and self._clock.now() < self.until

    def watch(self, config: aiohttp.TraceConfig | None) -> aiohttp.TraceConfig:
        """The trace, made if there is none, with this one listening."""
        config = config or aiohttp.TraceConfig()
        config.on_request_end.append(self._heard)
        return config

    async def _heard(self, session: object, context: object, told: aiohttp.TraceRequestEndParams) -> None:
        if told.response.status != TOO_MANY or told.response.headers.get("X-RateLimit-Scope") in OF_ONE:
            return
        wait = _seconds(told.response.headers.get("Retry-After", ""))
        self.until = max(self._clock.now() + wait, self.until or self._clock.now())
        if self._over is not None:
            asyncio.get_running_loop().call_later(wait.total_seconds(), self._over)
        log.warning("rate limited as a whole", seconds=wait.total_seconds())


def _seconds(said: str) -> timedelta:
    try:
        seconds = float(said)
    except ValueError:
        return UNSAID
    return min(timedelta(seconds=seconds), LONGEST) if math.isfinite(seconds) and seconds >= 0 else UNSAID
