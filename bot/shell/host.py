"""`adjutant run`: the bot on Discord until somebody stops it."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterable

import aiohttp
import discord
import structlog

from bot.client import build_bot
from bot.shell import logs
from bot.shell.database import opened, working_alone
from bot.shell.permissions import application_of, invitation
from bot.shell.report import REFUSED, ShellError
from bot.shell.settings import HostSettings, load_settings
from bot.shell.signals import until_stopped
from campaigns.database.slices import BySeconds
from campaigns.database.store import Store
from campaigns.thinking import give_way
from rules.seam.ruleset import AnyRuleSet

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)


def run() -> None:
    """Run the bot on Discord. It needs ADJUTANT_TOKEN or ADJUTANT_TOKEN_FILE; a .env file is honoured."""
    settings = load_settings()
    token = settings.bot_token()
    logs.configure(settings)
    asyncio.run(until_stopped(serve(settings, token)))


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


async def serve(settings: HostSettings, token: str) -> None:
    """Open the database, connect, and stay until SIGINT or SIGTERM. Raises ShellError when it cannot begin."""
    with working_alone(settings.url, "adjutant run"):
        store = Store(settings.url, slices=BySeconds())
        try:
            await opened(store)
            await _connect(store, token)
        finally:
            await store.close()


async def _connect(store: Store, token: str) -> None:
    bot = build_bot(store)
    prepare(store.rule_sets.values())
    log.info("starting", invite=invitation(application_of(token)))
    try:
        async with bot:
            await bot.start(token)
    except discord.LoginFailure:
        raise ShellError("Discord refuses the bot token: reset it on the Bot page and set the new one") from None
    except (aiohttp.ClientConnectionError, TimeoutError) as error:
        raise ShellError(f"Discord cannot be reached: {error}", code=REFUSED) from None
    finally:
        log.info("stopped")
