"""`adjutant db`: the database brought up to date, copied while the bot runs, and put back."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Generator
from contextlib import ExitStack, closing, contextmanager, nullcontext
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

import typer
from sqlalchemy import NullPool, create_engine, inspect
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from bot.shell.report import REFUSED, ShellError, print_json, shown
from bot.shell.settings import load_settings
from campaigns.database import holding
from campaigns.database.private import make_private
from campaigns.database.store import Store, UnusableDatabase, require_usable

if TYPE_CHECKING:
    from campaigns.campaign.travel.rechecking import Difference

REMEDIES = {
    "28000": "its server does not let this user in: check the address, and the server's pg_hba.conf",
    "28P01": "user or password is wrong: check ADJUTANT_DATABASE_URL",
    "3D000": "there is no such database: make it first, with createdb --encoding=UTF8",
    "42501": "its user may not make tables there: GRANT USAGE, CREATE ON SCHEMA public TO that user",
    "53100": "its server's disk is full: make room there",
}
"""What a host does about PostgreSQL's own states."""
BACKUPS = "backups"
"""The folder beside the database in which its copies lie."""

app = typer.Typer(name="db", help="The database of this host.", no_args_is_help=True, add_completion=False)


@app.command()
def upgrade() -> None:
    """Bring the database up to date (`adjutant run` does so by itself), making it if there is none."""
    url = load_settings().url
    with working_alone(url, "adjutant db upgrade"):
        asyncio.run(_upgrade(url))
    print(f"up to date: {_shown(make_url(url))}")


@app.command()
def backup(
    file: Annotated[Path | None, typer.Argument(help="Where to. Without it: a dated file beside the database.")] = None,
) -> None:
    """Copy the database, also while the bot runs."""
    source = _sqlite_file("pg_dump --format=custom")
    target = file or source.parent / BACKUPS / f"{source.stem}-{_stamp()}.db"
    if target.exists():
        raise ShellError(f"{target} exists already: choose another name")
    copy(source, target)
    print(f"copied to {target}")


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(help="A copy made by `adjutant db backup`.", show_default=False)],
) -> None:
    """Put a copy in the place of the database, if it can be used. What was there is kept. Stop the bot before."""
    target = _sqlite_file("pg_restore --clean")
    require_copy(file)
    with working_alone(load_settings().url, "adjutant db restore"), usable(file, target.parent) as fresh:
        if target.exists():
            kept = target.parent / BACKUPS / f"{target.stem}-before-restore-{_stamp()}.db"
            copy(target, kept)
            print(f"the database as it was: {kept}")
        copy(fresh, target)
    print(f"restored from {file}")


@app.command()
def check(
    repair: Annotated[bool, typer.Option("--repair", help="Rebuild what can be rebuilt. Stop the bot before.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="As a list of JSON objects.")] = False,
) -> None:
    """Recompute from the journals what is kept beside them, and tell what differs. Exit code 0: nothing is left."""

    url = load_settings().url
    found: list[Difference] = []
    with working_alone(url, "adjutant db check --repair") if repair else nullcontext():
        count = asyncio.run(_recheck(url, repair, found))
    if as_json:
        print_json([asdict(each) for each in found])
    else:
        for each in found:
            done = ": repaired" if each.repaired else ""
            print(f"battle {each.battle_id} ({shown(each.title)}): {each.what}{done}")
        left = sum(not each.repaired for each in found)
        print(f"{count} battles checked, {len(found)} differences" + (f", {left} of them left" if found else ""))
    if any(not each.repaired for each in found):
        raise typer.Exit(REFUSED)


async def _recheck(url: str, repair: bool, found: list[Difference]) -> int:
    """How many battles there are."""
    from campaigns.campaign.travel.rechecking import recheck

    store, count = Store(url), 0
    try:
        await store.require_current()
        async for _, differences in recheck(store, repair=repair):
            count += 1
            found += differences
    except UnusableDatabase as error:
        raise ShellError(f"the database cannot be used: {error}") from None
    except (OSError, SQLAlchemyError) as error:
        cause = error.orig if isinstance(error, DBAPIError) else error
        raise ShellError(f"the database cannot be read: {cause}", code=REFUSED) from None
    finally:
        await store.close()
    return count


@contextmanager
def working_alone(url: str, what: str) -> Generator[None]:
    """Hold the database for this process. Raises ShellError: in use by another, or not to be locked."""
    with ExitStack() as held:
        try:
            held.enter_context(holding.alone(url, what))
        except holding.Held as taken:
            raise ShellError(f"{_shown(make_url(url))} cannot be used: {taken}") from None
        except OSError as error:
            raise ShellError(f"{_shown(make_url(url))} cannot be used: {error}", code=REFUSED) from None
        yield


@contextmanager
def usable(file: Path, folder: Path) -> Generator[Path]:
    """A copy of the copy, brought up to date where nothing depends on it. Raises ShellError when that fails."""
    with ExitStack() as afterwards:
        try:
            place = afterwards.enter_context(TemporaryDirectory(prefix="restore-", dir=folder))
        except OSError as error:
            raise ShellError(f"{file} cannot be tried out in {folder}: {error}", code=REFUSED) from None
        fresh = Path(place) / "copy.db"
        copy(file, fresh)
        try:
            asyncio.run(_upgrade(f"sqlite+aiosqlite:///{fresh}"))
        except ShellError as error:
            raise ShellError(f"{file} cannot be used: {error.message}", code=error.exit_code) from None
        yield fresh


def copy(source: Path, target: Path) -> None:
    """A consistent copy by SQLite's own means, whoever writes meanwhile. Raises ShellError."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with closing(_open(source)) as old:
            make_private(target)
            with closing(sqlite3.connect(target)) as new:
                old.backup(new)
    except (OSError, sqlite3.Error) as error:
        raise ShellError(f"{source} cannot be copied to {target}: {error}", code=REFUSED) from None


def require_copy(file: Path) -> None:
    """Raises ShellError unless the file is a whole database of Adjutant's, made by this version or an older one."""
    try:
        with closing(_open(file)) as database:
            sound = database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        engine = create_engine("sqlite://", creator=lambda: _open(file), poolclass=NullPool)
        with engine.connect() as connection:
            if not inspect(connection).get_table_names():
                raise UnusableDatabase("it is empty")
            require_usable(connection)
    except (sqlite3.Error, SQLAlchemyError) as error:
        cause = error.orig if isinstance(error, DBAPIError) else error
        raise ShellError(f"{file} isn't a copy of the database: {cause}") from None
    except UnusableDatabase as error:
        raise ShellError(f"{file} isn't a copy of the database: {error}") from None
    if not sound:
        raise ShellError(f"{file} isn't a copy of the database: it is damaged")


def _open(file: Path) -> sqlite3.Connection:
    # mode=rw: a mistyped name must not make an empty database
    return sqlite3.connect(f"{file.resolve().as_uri()}?mode=rw", uri=True)


def _sqlite_file(elsewhere: str) -> Path:
    url = make_url(load_settings().url)
    if url.get_backend_name() != "sqlite" or not url.database:
        raise ShellError(f"{_shown(url)} isn't an SQLite file: use {elsewhere}")
    return Path(url.database)


def _shown(url: URL) -> str:
    return url.render_as_string(hide_password=True)


def _stamp() -> str:
    return datetime.now(UTC).strftime("%Y%m%d-%H%M%S")


async def _upgrade(url: str) -> None:
    store = Store(url)
    try:
        await opened(store)
    finally:
        await store.close()


async def opened(store: Store) -> None:
    """Open the database, brought up to date. Raises ShellError when that cannot be."""
    try:
        await store.open()
        _close_backups(store.url)
    except UnusableDatabase as error:
        raise ShellError(f"the database cannot be used: {error}") from None
    except (OSError, SQLAlchemyError) as error:
        cause = error.orig if isinstance(error, DBAPIError) else error
        remedy = REMEDIES.get(str(getattr(cause, "sqlstate", "")))
        if remedy is not None:
            raise ShellError(f"{_shown(store.url)} cannot be used: {remedy}") from None
        raise ShellError(f"the database cannot be opened: {cause}", code=REFUSED) from None


def _close_backups(url: URL) -> None:
    """Copies that an earlier version made beside the database may be open to other accounts."""
    if url.get_backend_name() == "sqlite" and url.database:
        file = Path(url.database)
        for kept in (file.parent / BACKUPS).glob(f"{file.stem}-*.db"):
            make_private(kept)
