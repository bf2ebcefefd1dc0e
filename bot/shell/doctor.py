"""`adjutant doctor`: everything that a bot needs of its host and of Discord, with what to do about what is missing. It
changes nothing, and may run beside the bot."""

from __future__ import annotations

import asyncio
import shutil
import socket
from collections.abc import AsyncIterator, Callable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Annotated

import aiohttp
import discord
import typer
from sqlalchemy import text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from bot.shell.database import REMEDIES, copies_of
from bot.shell.monitoring import address_of
from bot.shell.permissions import REASONS, application_of, invitation
from bot.shell.report import REFUSED, SettingsError, ShellError, print_json
from bot.shell.settings import HostSettings, load_settings
from campaigns.battle.watch import health as healths
from campaigns.database import fleet, holding
from campaigns.database.schema import UnusableDatabase
from campaigns.database.shares import spelled
from campaigns.database.store import Store
from campaigns.database.trouble import in_words

ROOM = 500 * 1024 * 1024
"""Bytes that should be free where the database lies."""
OLD = timedelta(days=2)
"""Of the newest copy."""
SKEW = timedelta(seconds=30)
"""Between this machine's clock and another's: posts and deadlines go by it."""
DISCORD = "https://discord.com/api/v10/gateway"
SIGN_INS = 50
"""Left today, below which something starts again and again."""
PAGE = 200
"""Servers that Discord tells of at a time."""
PATIENCE = 20.0
"""Seconds for one look."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What was looked at, whether it will do, what was found, and what to do about it."""

    what: str
    well: bool
    found: str
    remedy: str = ""


def doctor(
    as_json: Annotated[bool, typer.Option("--json", help="As a list of JSON objects, for a collector.")] = False,
) -> None:
    """Look at token, servers, clock, database, disk, backups, ports; say what to do. Exit code 0: well, 1: not."""
    findings = asyncio.run(examined(load_settings()))
    if as_json:
        print_json([asdict(each) for each in findings])
    else:
        for each in findings:
            remedy = f"\n   → {each.remedy}" if each.remedy else ""
            print(f"{'✔' if each.well else '✘'} {each.what}: {each.found}{remedy}")
    if not all(each.well for each in findings):
        raise typer.Exit(REFUSED)


async def examined(settings: HostSettings) -> list[Finding]:
    """All findings, in the order in which they matter."""
    looks: tuple[tuple[str, Callable[[HostSettings], AsyncIterator[Finding]]], ...] = (
        ("token", _discord),
        ("database", _database),
        ("disk", _disk),
        ("backups", _backups),
        ("port", _port),
    )
    return [each for what, look in looks for each in await _within(what, look(settings))]


async def _within(what: str, findings: AsyncIterator[Finding]) -> list[Finding]:
    found: list[Finding] = []
    try:
        async with asyncio.timeout(PATIENCE):
            found += [each async for each in findings]
    except TimeoutError:
        found.append(Finding(what, False, f"no answer within {PATIENCE:.0f} seconds", "see whether it can be reached"))
    return found


# ── Discord ───────────────────────────────────────────────────────────────────────────────────────────────────────


async def _discord(settings: HostSettings) -> AsyncIterator[Finding]:
    try:
        async with aiohttp.ClientSession() as session, session.get(DISCORD) as answer:
            yield _clock("discord.com", parsedate_to_datetime(answer.headers["Date"]), datetime.now(UTC))
    except (aiohttp.ClientError, OSError, KeyError, ValueError) as error:
        yield Finding("discord.com", False, f"not reached ({error})", "allow outgoing connections to its port 443")
        return
    try:
        token = settings.bot_token()
    except SettingsError as error:
        yield Finding("token", False, str(error), "copy it from the Bot page of discord.com/developers/applications")
        return
    async with discord.Client(intents=discord.Intents.none()) as client:
        try:
            await client.login(token)
        except discord.LoginFailure:
            yield Finding("token", False, "Discord refuses it", "reset it on the Bot page and set the new one")
            return
        yield Finding("token", True, f"of {client.user}")
        shards, _, starts = await client.http.get_bot_gateway()
        yield Finding(
            "sign-ins",
            starts["remaining"] >= SIGN_INS,
            f"{starts['remaining']} of {starts['total']} left today, {shards} shards recommended",
            "" if starts["remaining"] >= SIGN_INS else "something starts again and again: look at the log",
        )
        async for each in _servers(client, token):
            yield each


async def _servers(client: discord.Client, token: str) -> AsyncIterator[Finding]:
    """What the bot's roles do not allow it on each server, whatever channels say."""
    count, last = 0, 0
    while page := await client.http.get_guilds(PAGE, after=last):
        for guild in page:
            missing = _lacking(discord.Permissions(int(guild.get("permissions", "0"))))
            if missing:
                lacks = ", ".join(f"{name.replace('_', ' ')} ({REASONS[name]})" for name in missing)
                remedy = f"invite it again: {invitation(application_of(token))}"
                yield Finding(f"server {guild['name']}", False, f"it may not {lacks}", remedy)
        count, last = count + len(page), max(int(guild["id"]) for guild in page)
    yield Finding("servers", True, f"{count}, and the bot asks for no privileged intent")


def _lacking(rights: discord.Permissions) -> list[str]:
    return [] if rights.administrator else [name for name in REASONS if not getattr(rights, name)]


def _clock(whose: str, theirs: datetime, ours: datetime) -> Finding:
    apart = abs(ours - theirs)
    words = f"reached, and its clock is {apart.total_seconds():.0f} s from this machine's"
    remedy = "" if apart <= SKEW else "have this machine's clock set by NTP (timedatectl set-ntp true)"
    return Finding(whose, apart <= SKEW, words, remedy)


# ── The host ──────────────────────────────────────────────────────────────────────────────────────────────────────


async def _database(settings: HostSettings) -> AsyncIterator[Finding]:
    store = Store(settings.url)
    shown = store.url.render_as_string(hide_password=True)
    try:
        await store.require_current()
        version, now = await _server(store)
        yield Finding("database", True, f"{shown} ({version}), its schema is this version's")
        if now is not None:
            yield _clock("database's server", now, datetime.now(UTC))
        ails = await healths.ails(store)
        if ails:
            yield Finding("database", False, f"nothing can be written: {ails}", "make room, or give its user the right")
        async for each in _at_work(store, settings.url):
            yield each
    except UnusableDatabase as error:
        yield Finding("database", False, f"{shown}: {error}", "adjutant run or adjutant db upgrade makes it")
    except (OSError, SQLAlchemyError) as error:
        cause = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
        remedy = REMEDIES.get(str(getattr(cause, "sqlstate", "")), "start it, or check ADJUTANT_DATABASE_URL")
        yield Finding("database", False, f"{shown}: {in_words(cause)}", remedy)
    finally:
        await store.close()


async def _server(store: Store) -> tuple[str, datetime | None]:
    async with store.reading() as session:
        connection = await session.connection()
        if not fleet.can_share(store):
            return f"SQLite {(await connection.execute(text('SELECT sqlite_version()'))).scalar_one()}", None
        told = text("SELECT current_setting('server_version'), clock_timestamp()")
        version, now = (await connection.execute(told)).one()
        return f"PostgreSQL {version}", now


async def _at_work(store: Store, url: str) -> AsyncIterator[Finding]:
    found = await healths.check(store)
    tasks = ", ".join(task.name for task in found.tasks if not task.well)
    held = holding.holder(url)
    if fleet.can_share(store):
        for berth in await fleet.berths(store):
            shards = f"shards {spelled(berth.held) or 'none'} of {berth.member.claim.shards}"
            yield Finding(berth.member.name, not berth.late, "no sign of life" if berth.late else shards)
        held = "; ".join(berth.member.name for berth in await fleet.berths(store) if not berth.late) or None
    if held is None:
        yield Finding("bot", True, "nobody is at work on this database")
        return
    words = f"at work is {held}" if found.well else f"not well: {tasks or 'deadlines or posts wait for nobody'}"
    yield Finding("bot", found.well, words, "" if found.well else "adjutant health says more")


async def _disk(settings: HostSettings) -> AsyncIterator[Finding]:
    url = make_url(settings.url)
    if url.get_backend_name() != "sqlite":
        return
    folder = Path(url.database or "").parent
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    free = shutil.disk_usage(folder).free
    remedy = "" if free >= ROOM else f"make room there: {ROOM // 2**20} MB should be free"
    yield Finding("disk", free >= ROOM, f"{free // 2**20} MB free in {folder}", remedy)


async def _backups(settings: HostSettings) -> AsyncIterator[Finding]:
    url = make_url(settings.url)
    if url.get_backend_name() != "sqlite":
        yield Finding("backups", True, "PostgreSQL's own: see that pg_dump runs daily, and try one with pg_restore")
        return
    yield _copies(Path(url.database or ""))


def _copies(file: Path) -> Finding:
    copies = copies_of(file)
    if not copies:
        return Finding("backups", not file.exists(), "there is no copy", "run adjutant db backup every night, by cron")
    age = datetime.now(UTC) - datetime.fromtimestamp(copies[-1].stat().st_mtime, UTC)
    remedy = "" if age <= OLD else "run adjutant db backup every night, by cron"
    return Finding("backups", age <= OLD, f"the newest of {len(copies)} is {age.days} days old", remedy)


async def _port(settings: HostSettings) -> AsyncIterator[Finding]:
    if not settings.listen:
        return
    try:
        host, port = address_of(settings.listen)
        with socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET):
            yield Finding("port", True, f"{host}:{port} is free for the bot")
    except ShellError as error:
        yield Finding("port", False, error.message)
    except OSError as error:
        busy = f"{settings.listen} is in use ({error.strerror})"
        yield Finding("port", True, f"{busy}: by the bot, if it runs")
