"""The database: engine, transactions, migrations, and one writer per battle.

SQLite by default: write-ahead log, foreign keys on, a busy timeout, full synchronisation, and write transactions that
take the write lock at their beginning, so that two writers queue instead of failing half-way. PostgreSQL for a larger
host. Both get the same models and the same migrations.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, event, inspect, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection, DBAPICursor
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.orm import Session
from sqlalchemy.pool import ConnectionPoolEntry
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.clock import Clock, Entropy, SystemClock, system_entropy
from campaigns.database import sqlite
from campaigns.database.private import make_private
from campaigns.database.slices import Slices
from campaigns.database.trouble import Unreachable
from campaigns.errors import Refusal
from campaigns.states import Recitals, States
from rules.registry import rule_sets
from rules.seam.ruleset import AnyRuleSet

MIGRATIONS = Path(__file__).parents[1] / "migrations"
BUSY_SECONDS = 15
OURS = frozenset({"alembic_version", "campaign", "battle", "journalentry", "outboxpost"})
"""Tables that every version of the schema has."""
_MIGRATION_LOCK = 0x41444A  # any number that no other program on the same PostgreSQL server uses


class UnusableDatabase(Exception):
    """The database cannot be this program's: a newer version made it, or it holds something else. One line."""


class Store:
    """Where everything that lasts is kept: one per process, opened once.

    `url` is "sqlite+aiosqlite:////path/to/file.db" or "postgresql+asyncpg://…". `rule_sets`: those that campaigns may
    play, all that are registered when not given. `slices`: how long a run may be before it is written down in part;
    None: it is carried out whole.
    """

    def __init__(
        self,
        url: str,
        clock: Clock | None = None,
        entropy: Entropy = system_entropy,
        rule_sets: Mapping[str, AnyRuleSet] | None = None,
        slices: Slices | None = None,
    ) -> None:
        self.url = make_url(url)
        self.slices = slices
        self.clock: Clock = clock or SystemClock()
        self.entropy = entropy
        self._rule_sets = rule_sets
        self._locks: WeakValueDictionary[tuple[str | int, ...], asyncio.Lock] = WeakValueDictionary()
        self.states = States()
        self.recitals = Recitals()
        self.engine = _engine(url)
        postgresql = self.engine.dialect.name == "postgresql"
        # A reader sees one moment: SQLite's transactions always do, PostgreSQL's when asked to.
        self._reading = self.engine.execution_options(isolation_level="REPEATABLE READ") if postgresql else self.engine

    async def open(self) -> None:
        """Connect and bring the schema up to date. Raises UnusableDatabase; then nothing has been changed."""
        if self.engine.dialect.name == "sqlite" and self.url.database not in (None, "", ":memory:"):
            file = Path(self.url.database or "")
            file.parent.mkdir(parents=True, exist_ok=True)
            make_private(file)
        async with self.engine.connect() as connection, _rebuilding(connection), connection.begin():
            await _to_write(connection)
            if self.engine.dialect.name == "postgresql":
                await connection.execute(text("SET LOCAL lock_timeout = 0"))  # a long upgrade is waited for
                await connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _MIGRATION_LOCK})
            await connection.run_sync(_upgrade)

    async def require_current(self) -> None:
        """Raises UnusableDatabase unless the database is there and its schema is this version's. Changes nothing."""
        if self.engine.dialect.name == "sqlite" and not _there(self.url):
            raise UnusableDatabase(f"there is none at {self.url.database}")
        async with self.engine.connect() as connection:
            await connection.run_sync(_require_current)

    async def close(self) -> None:
        await self.engine.dispose()

    @property
    def rule_sets(self) -> Mapping[str, AnyRuleSet]:
        """The rule sets that campaigns may play, by key."""
        return rule_sets() if self._rule_sets is None else self._rule_sets

    def rules(self, key: str) -> AnyRuleSet:
        """The rule set of that key. Raises Refusal "no-rules" with the known ones."""
        try:
            return self.rule_sets[key]
        except KeyError:
            known = ", ".join(self.rule_sets)
            raise Refusal("no-rules", f"There is no rule set {key!r}.", f"Choose one of: {known}.") from None

    @asynccontextmanager
    async def reading(self) -> AsyncGenerator[AsyncSession]:
        """A session that sees one moment and writes nothing."""
        async with AsyncSession(self._reading, expire_on_commit=False) as session:
            yield session

    @asynccontextmanager
    async def writing(self) -> AsyncGenerator[AsyncSession]:
        """One transaction: committed at the end of the block, taken back wholly when anything is raised."""
        async with AsyncSession(self.engine, expire_on_commit=False) as session, session.begin():
            await _to_write(session)
            yield session

    @asynccontextmanager
    async def rehearsing(self) -> AsyncGenerator[AsyncSession]:
        """One transaction that is taken back at the end of the block, whatever happens: what would come of it?"""
        async with AsyncSession(self.engine, expire_on_commit=False) as session:
            await _to_write(session)
            yield session

    @asynccontextmanager
    async def alone(self, battle_id: int) -> AsyncGenerator[None]:
        """While nobody else in this process writes to the battle; no transaction is open yet."""
        async with self.in_turn("battle", battle_id):
            yield

    @asynccontextmanager
    async def in_turn(self, *what: str | int) -> AsyncGenerator[None]:
        """While nobody else in this process does this; whoever comes later waits. No transaction is open yet."""
        lock = self._locks.get(what)
        if lock is None:
            lock = self._locks[what] = asyncio.Lock()
        async with lock:
            yield

    @asynccontextmanager
    async def writing_battle(self, battle_id: int) -> AsyncGenerator[AsyncSession]:
        """One transaction on a battle while nobody else in this process writes to it."""
        async with self.alone(battle_id), self.writing() as session:
            yield session


def _engine(url: str) -> AsyncEngine:
    name = make_url(url).get_backend_name()
    if name == "sqlite":
        engine = create_async_engine(url, connect_args={"timeout": BUSY_SECONDS, "async_creator_fn": sqlite.connect})
        event.listen(engine.sync_engine, "connect", _prepare_sqlite)
        return engine
    if name == "postgresql":
        # Who waits for a lock waits no longer than on SQLite; PostgreSQL by itself would let it wait for ever.
        patience = {"server_settings": {"lock_timeout": f"{int(BUSY_SECONDS * 1000)}ms"}}
        connect = {**patience, "async_creator_fn": _call_up}
        return create_async_engine(url, isolation_level="READ COMMITTED", pool_pre_ping=True, connect_args=connect)
    raise ValueError(f"no database of the kind {name!r}: use sqlite+aiosqlite or postgresql+asyncpg")


async def _call_up(*where: Any, **named: Any) -> Any:
    """A connection to PostgreSQL. Raises Unreachable where nobody answers: the driver says that in errors which could
    be anybody's."""
    import asyncpg  # pyright: ignore[reportMissingTypeStubs]  # who keeps to SQLite has it not installed

    try:
        return await asyncpg.connect(*where, **named)  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
    except OSError as error:
        raise Unreachable(f"nobody answers: {error}") from error


def _prepare_sqlite(connection: DBAPIConnection, record: ConnectionPoolEntry) -> None:
    # pysqlite would begin transactions by itself, late and never for reading: BEGIN is ours.
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in (f"busy_timeout={BUSY_SECONDS * 1000}", "foreign_keys=ON", "synchronous=FULL"):
        cursor.execute(f"PRAGMA {pragma}")
    _write_ahead(cursor)
    cursor.close()
    driver = record.driver_connection
    assert isinstance(driver, sqlite.Connection)
    driver.transactions = True


def _write_ahead(cursor: DBAPICursor) -> None:
    """The file's journal is written ahead. Who changes that while somebody else does is refused at once, whatever the
    busy timeout."""
    for left in reversed(range(int(BUSY_SECONDS * 20) + 1)):
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as error:
            if not left or "locked" not in str(error):
                raise
            time.sleep(0.05)


async def _to_write(asked: AsyncConnection | AsyncSession) -> None:
    """The transaction that begins now writes. Said so, not by an event of SQLAlchemy's: with one it looks for listeners
    at every statement."""

    def say(asked: Connection | Session) -> None:
        connection = asked if isinstance(asked, Connection) else asked.connection()
        driver = connection.connection.driver_connection
        if isinstance(driver, sqlite.Connection):
            driver.writes()

    await asked.run_sync(say)


@asynccontextmanager
async def _rebuilding(connection: AsyncConnection) -> AsyncGenerator[None]:
    """While tables may be made anew. SQLite takes a row away with whatever pointed at the table that held it, unless
    foreign keys are off; it switches them outside a transaction only."""
    if connection.dialect.name != "sqlite":
        yield
        return
    driver = (await connection.get_raw_connection()).driver_connection
    assert isinstance(driver, sqlite.Connection)
    await driver.execute("PRAGMA foreign_keys=OFF")
    try:
        yield
    finally:
        await driver.execute("PRAGMA foreign_keys=ON")


def _upgrade(connection: Connection) -> None:
    require_usable(connection)
    if not _is_current(connection):
        command.upgrade(migrations_config(connection), "head")


@cache
def _scripts() -> ScriptDirectory:
    return ScriptDirectory(str(MIGRATIONS))


def _is_current(connection: Connection) -> bool:
    return MigrationContext.configure(connection).get_current_heads() == (_scripts().get_current_head(),)


def require_usable(connection: Connection) -> None:
    """Raises UnusableDatabase unless the database is empty, or was made by this version or an older one."""
    found = set(MigrationContext.configure(connection).get_current_heads())
    tables = set(inspect(connection).get_table_names())
    # On a PostgreSQL server somebody else's tables may stand beside ours.
    others = bool(tables - {"alembic_version"}) and connection.dialect.name == "sqlite"
    if (found or others) and OURS - tables:
        raise UnusableDatabase("it holds something else than Adjutant's data")
    scripts = _scripts()
    if unknown := found - {script.revision for script in scripts.walk_revisions()}:
        schema = f"schema {', '.join(sorted(unknown))}; this one knows up to {scripts.get_current_head()}"
        raise UnusableDatabase(f"a newer Adjutant made it ({schema}): install that version")


def _there(url: URL) -> bool:
    return bool(url.database) and Path(url.database or "").exists()


def _require_current(connection: Connection) -> None:
    require_usable(connection)
    if not _is_current(connection):
        raise UnusableDatabase("an older Adjutant made it: bring it up to date with adjutant db upgrade")


def migrations_config(connection: Connection) -> Config:
    """Alembic's configuration for work on this connection, inside its transaction."""
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return config
