"""Health, readiness and metrics over HTTP, where the host asks for them: for supervisors and Prometheus.

They tell how the bot fares and nothing of any campaign. Still they are for the host alone: they listen on loopback
unless the address names another interface.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from time import perf_counter
from typing import TYPE_CHECKING

from aiohttp import web
from sqlalchemy.exc import SQLAlchemyError

from bot.client import Adjutant
from bot.shell.report import ShellError
from bot.shell.shards import Place
from campaigns.battle.watch import health as healths
from campaigns.battle.watch.health import Health
from campaigns.database.store import Store
from campaigns.database.trouble import in_words

if TYPE_CHECKING:
    from bot.shell.metrics import Metrics

LOOK = 0.25
"""Seconds between two looks at whether somebody has had the event loop to itself."""
PATIENCE = 5.0
"""Seconds that the database may take to say how it fares."""


def address_of(text: str) -> tuple[str, int]:
    """ "9110" or "0.0.0.0:9110". Raises ShellError."""
    host, _, port = text.rpartition(":")
    if not (port.isascii() and port.isdigit() and 0 < int(port) < 65536):
        raise ShellError(f"ADJUTANT_LISTEN={text}: give a port (9110) or an address with one (127.0.0.1:9110)")
    return host.strip("[]") or "127.0.0.1", int(port)


def metrics() -> Metrics | None:
    """None where Prometheus' client is not installed."""
    try:
        from bot.shell.metrics import Metrics
    except ImportError as error:
        if error.name != "prometheus_client":
            raise
        return None
    return Metrics()


class Monitor:
    """Answers the host's programs."""

    def __init__(self, store: Store, bot: Adjutant, place: Place | None, measured: Metrics | None) -> None:
        self._store, self._bot, self._place, self._measured = store, bot, place, measured

    def app(self) -> web.Application:
        app = web.Application()
        for name, handler in (("health", self.health), ("ready", self.ready), ("metrics", self.metrics)):
            app.router.add_get(f"/{name}", handler)
        return app

    async def health(self, request: web.Request) -> web.Response:
        """Whether everything that recurs runs: restart what is not well."""
        found, ails = await self._look()
        facts = {"well": found is not None and found.well, "database": ails}
        if found is not None:
            facts["tasks"] = {task.name: task.well for task in found.tasks}
            facts |= {"overdue_deadlines": found.overdue, "posts_waiting": found.waiting, "posts_dead": found.dead}
        return web.json_response(facts, status=200 if facts["well"] else 503)

    async def ready(self, request: web.Request) -> web.Response:
        """Whether it is connected to Discord, and to its database as a member of its fleet."""
        _, ails = await self._look()
        lost = self._place.lost if self._place is not None else ""
        connected = self._bot.is_connected()
        facts = {"ready": connected and not ails and not lost, "discord": connected, "database": ails, "lost": lost}
        return web.json_response({**facts, "shards": str(self._store.share)}, status=200 if facts["ready"] else 503)

    async def metrics(self, request: web.Request) -> web.Response:
        if self._measured is None:
            told = "There are no metrics: install Adjutant with its extra, pip install 'adjutant[metrics]'.\n"
            return web.Response(text=told, status=501)
        found, _ = await self._look()
        return web.Response(body=self._measured.page(self._store, self._bot, found), content_type="text/plain")

    async def _look(self) -> tuple[Health | None, str]:
        try:
            async with asyncio.timeout(PATIENCE):
                return await healths.check(self._store), ""
        except (OSError, TimeoutError, SQLAlchemyError) as error:
            return None, in_words(error)


@asynccontextmanager
async def listening(monitor: Monitor, at: str, measured: Metrics | None) -> AsyncGenerator[None]:
    """Answers at that address meanwhile; nowhere if it is empty. Raises ShellError."""
    if not at:
        yield
        return
    host, port = address_of(at)
    runner = web.AppRunner(monitor.app(), access_log=None)
    await runner.setup()
    lag = asyncio.create_task(_measure_lag(measured), name="lag") if measured is not None else None
    try:
        try:
            await web.TCPSite(runner, host, port).start()
        except OSError as error:
            why = error.strerror or error
            raise ShellError(f"ADJUTANT_LISTEN={at}: nothing can listen there ({why}): choose another port") from None
        yield
    finally:
        if lag is not None:
            lag.cancel()
        await runner.cleanup()


async def _measure_lag(measured: Metrics) -> None:
    while True:
        before = perf_counter()
        await asyncio.sleep(LOOK)
        measured.lagged(perf_counter() - before - LOOK)
