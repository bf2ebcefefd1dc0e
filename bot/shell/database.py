"""`adjutant db`: the database brought up to date, copied while the bot runs, put back, checked, and moved."""

from __future__ import annotations

import asyncio
import re
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
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError

from bot.shell.report import REFUSED, ShellError, print_json, shown
from bot.shell.settings import load_settings, wrong_with
from campaigns.database import holding
from campaigns.database.private import make_private
from campaigns.database.schema import UnusableDatabase, require_usable
from campaigns.database.store import Store

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
DATED = re.compile(r"\d{8}-\d{6}\.db")
"""How the names of copies end that were given none."""

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
    keep: Annotated[
        int | None, typer.Option(min=1, help="Then keep so many of the newest dated files, and delete older ones.")
    ] = None,
) -> None:
    """Copy the database, also while the bot runs."""
    source = _sqlite_file("pg_dump --format=custom")
    if file is not None and keep is not None:
        raise ShellError("--keep is for dated copies: leave out the file's name, or --keep")
    target = file or source.parent / BACKUPS / f"{source.stem}-{_stamp()}.db"
    if target.exists():
        raise ShellError(f"{target} exists already: choose another name")
    copy(source, target)
    print(f"copied to {target}")
    if keep is not None:
        _thin_out(source, keep)


@app.command()
def drill(
    file: Annotated[Path | None, typer.Argument(help="A copy. Without it: the newest beside the database.")] = None,
) -> None:
    """Prove that a copy can be put back: it opens, comes up to date, and its battles fold. Changes nothing."""
    source = _sqlite_file("pg_restore into another database, and adjutant db check there")
    chosen = file or next(iter(reversed(copies_of(source))), None)
    if chosen is None:
        raise ShellError(f"no copy lies in {source.parent / BACKUPS}: make one with adjutant db backup", code=REFUSED)
    try:
        require_copy(chosen)
        with usable(chosen, chosen.parent) as fresh:
            count, found = _folded(chosen, fresh)
    except ShellError as error:
        raise ShellError(error.message, code=REFUSED) from None
    if found:
        first = found[0]
        more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
        raise ShellError(f"{chosen}: battle {first.battle_id} ({first.title}): {first.what}{more}", code=REFUSED)
    print(f"{chosen} can be put back: {count} battles fold")


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


@app.command()
def move(
    target: Annotated[
        str,
        typer.Argument(
            envvar="ADJUTANT_MOVE_TO",
            help="Address of the new database, as ADJUTANT_DATABASE_URL has it.",
            show_default=False,
        ),
    ],
) -> None:
    """Move the database from SQLite to an empty PostgreSQL, or back, all or nothing. Stop the bots before."""
    url, new = load_settings().url, _other_kind(target)
    with working_alone(url, "adjutant db move"), working_alone(target, "adjutant db move"):
        made = new.database if new.get_backend_name() == "sqlite" and not Path(new.database or "").exists() else None
        try:
            rows = asyncio.run(_move(url, target))
        except BaseException:
            for end in ("", "-wal", "-shm") if made else ():
                Path(f"{made}{end}").unlink(missing_ok=True)
            raise
    print(f"moved {rows} rows to {_shown(new)}: set ADJUTANT_DATABASE_URL to it. The old database is as it was.")


def _other_kind(target: str) -> URL:
    """The new database's address. Raises ShellError unless it is one, of the other kind than today's."""
    if wrong := wrong_with(target):
        raise ShellError(f"the new database's address {wrong}")
    try:
        new = make_url(target)
    except (ArgumentError, ValueError):
        raise ShellError("the new database's address is malformed: write it as ADJUTANT_DATABASE_URL") from None
    if new.database in (None, "", ":memory:"):
        raise ShellError("the new database's address names no database")
    if new.get_backend_name() == make_url(load_settings().url).get_backend_name():
        raise ShellError("both are of the same kind: use adjutant db backup and restore, or pg_dump and pg_restore")
    return new


async def _move(url: str, target: str) -> int:
    """How many rows there were."""
    from campaigns.database.moving import CannotMove, Checksum, Unlike, move

    moved: list[Checksum] = []

    def tell(table: str, found: Checksum) -> None:
        moved.append(found)
        print(f"{table}: {found.rows} rows, hash {found.digest[:12]}", flush=True)

    source, new = Store(url), Store(target)
    try:
        await _require_current(source)
        await move(source, new, tell)
    except CannotMove as error:
        raise ShellError(str(error)) from None
    except UnusableDatabase as error:
        raise ShellError(f"{_shown(new.url)} cannot be used: {error}") from None
    except Unlike as error:
        raise ShellError(f"nothing was moved: {error}", code=REFUSED) from None
    except (OSError, SQLAlchemyError) as error:
        raise _failed(new, error, "nothing was moved") from None
    finally:
        await source.close()
        await new.close()
    return sum(each.rows for each in moved)


async def _require_current(store: Store) -> None:
    try:
        await store.require_current()
    except UnusableDatabase as error:
        raise ShellError(f"the database cannot be used: {error}") from None
    except (OSError, SQLAlchemyError) as error:
        raise _failed(store, error, "the database cannot be read") from None


def _folded(chosen: Path, fresh: Path) -> tuple[int, list[Difference]]:
    """How many battles a copy has, and what differs in them without anybody's having meant it. Raises ShellError."""
    found: list[Difference] = []
    try:
        count = asyncio.run(_recheck(f"sqlite+aiosqlite:///{fresh}", False, found))
    except ShellError as error:
        raise ShellError(f"{chosen}: {error.message}", code=error.exit_code) from None
    except Exception as error:  # noqa: BLE001  # whatever a damaged journal raises is the drill's answer
        said = f"{type(error).__name__}: {str(error)[:200]}"
        raise ShellError(f"{chosen}: its battles do not fold: {said}", code=REFUSED) from None
    return count, [each for each in found if not each.meant]


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
        raise _failed(store, error, "the database cannot be opened") from None


def _failed(store: Store, error: Exception, what: str) -> ShellError:
    """What the host reads about an error of a database, with a remedy where we know one."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    remedy = REMEDIES.get(str(getattr(cause, "sqlstate", "")))
    if remedy is not None:
        return ShellError(f"{_shown(store.url)} cannot be used: {remedy}")
    return ShellError(f"{what}: {cause}", code=REFUSED)


def _close_backups(url: URL) -> None:
    """Copies that an earlier version made beside the database may be open to other accounts."""
    if url.get_backend_name() == "sqlite" and url.database:
        for kept in copies_of(Path(url.database)):
            make_private(kept)


def copies_of(file: Path) -> list[Path]:
    """The copies beside a database's file, the newest last."""
    return sorted((file.parent / BACKUPS).glob(f"{file.stem}-*.db"), key=lambda each: (each.stat().st_mtime, each.name))


def _thin_out(file: Path, keep: int) -> None:
    """Delete the older of the dated copies; those that were kept before a restore stay."""
    dated = [each for each in copies_of(file) if DATED.fullmatch(each.name.removeprefix(f"{file.stem}-"))]
    for old in dated[:-keep]:
        try:
            old.unlink()
        except OSError as error:
            raise ShellError(f"{old} cannot be deleted: {error}", code=REFUSED) from None
        print(f"deleted {old}")
