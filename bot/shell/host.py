"""`adjutant run`: the bot on Discord until somebody stops it."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncGenerator, Iterable
from contextlib import asynccontextmanager
from typing import Annotated

import aiohttp
import discord
import structlog
import typer

from bot.client import Adjutant, build_bot
from bot.shell import logs, monitoring, sentry
from bot.shell.database import opened, working_alone
from bot.shell.garbage import unsearched
from bot.shell.permissions import application_of, invitation
from bot.shell.report import REFUSED, ShellError
from bot.shell.settings import HostSettings, load_settings
from bot.shell.shards import Place, asked_for, placed
from bot.shell.signals import until_stopped
from bot.talk.limits import Allowances, Allowed
from campaigns.database.notes import Ear
from campaigns.database.shares import ShardClaim
from campaigns.database.slices import BySeconds
from campaigns.database.store import Store
from campaigns.thinking import give_way
from rules.seam.ruleset import AnyRuleSet

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)


def run(
    shards: Annotated[
        str | None,
        typer.Option(help="One of several processes on one PostgreSQL: 0-3/16, auto/16 or auto.", show_default=False),
    ] = None,
) -> None:
    """Run the bot on Discord. It needs ADJUTANT_TOKEN or ADJUTANT_TOKEN_FILE; a .env file is honoured."""
    settings = load_settings()
    asked = asked_for(settings.shards if shards is None else shards)
    if settings.listen:
        monitoring.address_of(settings.listen)
    token = settings.bot_token()
    logs.configure(settings, *sentry.reporters(settings.sentry_dsn, token))
    asyncio.run(until_stopped(serve(settings, token, asked)))


def prepare(rule_sets: Iterable[AnyRuleSet]) -> None:
    """Have everybody answered while a battle is thought about: threads give way quickly, what reads and writes battles
    is there before the first one, and what the program consists of is no longer searched for garbage (a full search of
    it takes a quarter of a second, with everybody waiting)."""
    give_way()
    for rules in rule_sets:
        for codec in (rules.battle.actions, rules.battle.events, rules.battle.states):
            codec.build()
    gc.collect()
    gc.freeze()


def invite() -> None:
    """Print the link that adds the bot to a server with the least permissions."""
    print(invitation(application_of(load_settings().bot_token())))


async def serve(settings: HostSettings, token: str, asked: ShardClaim | None = None) -> None:
    """Open the database, connect, and stay until SIGINT or SIGTERM. Raises ShellError when it cannot begin."""
    with working_alone(settings.url, "adjutant run"):
        store = Store(settings.url, slices=BySeconds())
        store.most_battles = settings.battles_per_server
        try:
            await opened(store)
            with unsearched():
                prepare(store.rule_sets.values())  # takes its time: from now on others wait for signs of life
            async with placed(store, asked, token) as place:
                await _connect(store, token, place, settings)
        finally:
            await store.close()


async def _connect(store: Store, token: str, place: Place | None, settings: HostSettings) -> None:
    listen = settings.listen
    measured = monitoring.metrics() if listen else None
    bot = build_bot(store, measured and measured.trace(), emblems=True)
    bot.watch = measured or bot.watch
    bot.limits = Allowances(store.clock, Allowed(settings.imports_per_hour, settings.pictures_per_minute))
    monitor = monitoring.Monitor(store, bot, place, measured)
    gc.collect()
    gc.freeze()
    log.info("starting", invite=invitation(application_of(token)))
    try:
        async with monitoring.listening(monitor, listen, measured), bot, _kept(place, bot, settings.notes_url):
            await bot.start(token)
        if place is not None and place.lost:
            raise ShellError(place.lost, code=REFUSED)
    except discord.LoginFailure:
        raise ShellError("Discord refuses the bot token: reset it on the Bot page and set the new one") from None
    except (aiohttp.ClientConnectionError, TimeoutError) as error:
        raise ShellError(f"Discord cannot be reached: {error}", code=REFUSED) from None
    finally:
        log.info("stopped")


@asynccontextmanager
async def _kept(place: Place | None, bot: Adjutant, notes: str | None) -> AsyncGenerator[None]:
    """The process keeps its place meanwhile, and hears at the address `notes` what the others have changed."""
    beside: list[asyncio.Task[None]] = []
    if place is not None:
        ear = Ear(bot.store, notes, bot.hear) if notes else None
        beside = [asyncio.create_task(place.keep(bot, ear), name="keeping the place")]
        beside += [asyncio.create_task(ear.keep(), name="listening to the others")] if ear is not None else []
    try:
        yield
    finally:
        for task in beside:
            task.cancel()
        await asyncio.gather(*beside, return_exceptions=True)
