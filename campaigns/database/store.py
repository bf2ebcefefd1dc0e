"""The database: engine, transactions, and one writer per battle.

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
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

from sqlalchemy import Connection, event, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection, DBAPICursor
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.orm import Session
from sqlalchemy.pool import ConnectionPoolEntry
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.clock import Clock, Entropy, SystemClock, system_entropy
from campaigns.database import sqlite
from campaigns.database.private import make_private
from campaigns.database.schema import UnusableDatabase, bring_up, require_newest
from campaigns.database.shares import WHOLE
from campaigns.database.slices import Slices
from campaigns.database.trouble import Unreachable
from campaigns.errors import Fenced, Newer, Refusal
from campaigns.states import Recitals, States
from rules.registry import rule_sets
from rules.seam.ruleset import AnyRuleSet

BUSY_SECONDS = 15
SILENT_SECONDS = 20
"""Of a process that is in a transaction and has gone silent, before the database ends that."""
THINKING_SECONDS = 120
"""Of a process that holds a battle and has gone silent, before the database frees it."""
HELD_AT_ONCE = 4
"""Battles that a process holds at a time; others wait."""
OLDEST = 13
"""Of PostgreSQL's versions that will do."""
NO_STATEMENTS = "prepared_statement_cache_size"
"""In an address, with the value 0: that of a pooler of transactions which keeps no prepared statements."""
_MIGRATION_LOCK = 0x41444A  # any number that no other program on the same PostgreSQL server uses
_LIMITS = (
    "set_config('lock_timeout', :patience, true), set_config('idle_in_transaction_session_timeout', :silence, true)"
)
_HOLD = text("SELECT pg_advisory_xact_lock(4277582, :battle)")
_TRY = text("SELECT pg_try_advisory_xact_lock_shared(4277582, :battle)")
"""Locks of a transaction: they end with it, and a pooler may stand between."""
_PATIENCE = text(f"SELECT {_LIMITS}")
_FENCED = text(
    "SELECT (SELECT id FROM fleetmember WHERE id = :number FOR KEY SHARE), "
    f"set_config('adjutant.member', :member, true), {_LIMITS}"
)
"""A sign of life changes no key of that row and waits for nobody; whoever takes the row away waits for all of these."""


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
        self.most_battles = 0
        """Open and running ones of a server together, as its host allows; 0: as many as it likes."""
        self.share = WHOLE
        """The servers that this process looks after."""
        self.fence: int | None = None
        """This process's number in the fleet: without its row there nothing is written. None: it is in none."""
        self.states = States()
        self.recitals = Recitals()
        self.engine = _engine(url)
        # Of its own: whoever holds a battle needs another connection, and must not wait for those who wait for it.
        self._locking = _engine(url, HELD_AT_ONCE) if self.engine.dialect.name == "postgresql" else None
        self._held: set[int] = set()
        self._limits = {"patience": f"{int(BUSY_SECONDS * 1000)}ms", "silence": f"{SILENT_SECONDS}s"}
        postgresql = self.engine.dialect.name == "postgresql"
        # A reader sees one moment: SQLite's transactions always do, PostgreSQL's when asked to.
        self._reading = self.engine.execution_options(isolation_level="REPEATABLE READ") if postgresql else self.engine
        self._asking = self.engine.execution_options(isolation_level="AUTOCOMMIT") if postgresql else self.engine

    async def open(self) -> None:
        """Connect and bring the schema up to date. Raises UnusableDatabase; then nothing has been changed."""
        async with self.upgrading():
            pass

    @asynccontextmanager
    async def upgrading(self) -> AsyncGenerator[AsyncConnection]:
        """One transaction that begins with bringing the schema up to date, and in which SQLite does not look at foreign
        keys. Committed at the end of the block, taken back wholly when anything is raised. Raises UnusableDatabase."""
        if self.engine.dialect.name == "sqlite" and self.url.database not in (None, "", ":memory:"):
            file = Path(self.url.database or "")
            file.parent.mkdir(parents=True, exist_ok=True)
            make_private(file)
        async with self.engine.connect() as connection, _rebuilding(connection), connection.begin():
            await _to_write(connection)
            if self.engine.dialect.name == "postgresql":
                await _require_fit(connection)
                await connection.execute(text("SET LOCAL lock_timeout = 0"))  # a long upgrade is waited for
                await connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _MIGRATION_LOCK})
            await connection.run_sync(bring_up)
            yield connection

    async def require_current(self) -> None:
        """Raises UnusableDatabase unless the database is there and its schema is this version's. Changes nothing."""
        if self.engine.dialect.name == "sqlite" and not _there(self.url):
            raise UnusableDatabase(f"there is none at {self.url.database}")
        async with self.engine.connect() as connection:
            await connection.run_sync(require_newest)

    async def close(self) -> None:
        await self.engine.dispose()
        if self._locking is not None:
            await self._locking.dispose()

    @property
    def rule_sets(self) -> Mapping[str, AnyRuleSet]:
        """The rule sets that campaigns may play, by key."""
        return rule_sets() if self._rule_sets is None else self._rule_sets

    def rules(self, key: str) -> AnyRuleSet:
        """The rule set of a campaign that is there. Raises Newer where this version has none of that key."""
        try:
            return self.rule_sets[key]
        except KeyError:
            raise Newer("campaign") from None

    def chosen_rules(self, key: str) -> AnyRuleSet:
        """The rule set that somebody has named. Raises Refusal "no-rules" with the known ones."""
        if key not in self.rule_sets:
            known = ", ".join(self.rule_sets)
            raise Refusal("no-rules", f"There is no rule set {key!r}.", f"Choose one of: {known}.")
        return self.rule_sets[key]

    @asynccontextmanager
    async def reading(self) -> AsyncGenerator[AsyncSession]:
        """A session that sees one moment and writes nothing."""
        async with _session(self._reading) as session:
            yield session

    @asynccontextmanager
    async def asking(self) -> AsyncGenerator[AsyncConnection]:
        """A connection for one question, which sees one moment by itself: no transaction is begun and ended for it."""
        async with self._asking.connect() as connection:
            yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncGenerator[AsyncSession]:
        """One transaction: committed at the end of the block, taken back wholly when anything is raised. Raises Fenced
        where another process has taken this one's place."""
        async with _session(self.engine) as session, session.begin():
            await self._to_write(session)
            yield session

    @asynccontextmanager
    async def rehearsing(self) -> AsyncGenerator[AsyncSession]:
        """One transaction that is taken back at the end of the block, whatever happens: what would come of it?"""
        async with _session(self.engine) as session:
            await self._to_write(session)
            yield session

    async def _to_write(self, session: AsyncSession) -> None:
        """The transaction that begins now writes. On PostgreSQL it waits for a lock no longer than on SQLite, and is
        ended where its process has gone silent in the midst of it; all that holds for it alone, so that a pooler may
        give the connection to somebody else afterwards. Until it ends nobody puts this process out of the fleet."""
        if self.engine.dialect.name != "postgresql":
            await _to_write(session)
            return
        connection = await session.connection()
        if self.fence is None:
            await connection.execute(_PATIENCE, self._limits)
            return
        said = {"number": self.fence, "member": str(self.fence), **self._limits}
        if (await connection.execute(_FENCED, said)).one()[0] is None:
            raise Fenced

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
    async def holding(self, battle_id: int) -> AsyncGenerator[None]:
        """While no other process writes down what it has thought about the battle, where several may; no transaction is
        open yet. Raises what the database says when another process holds it for too long."""
        if self._locking is None:
            yield
            return
        async with self._locking.connect() as connection, connection.begin():
            await connection.execute(_PATIENCE, {**self._limits, "silence": f"{THINKING_SECONDS}s"})
            await connection.execute(_HOLD, {"battle": battle_id})
            self._held.add(battle_id)
            try:
                yield
            finally:
                self._held.discard(battle_id)

    async def is_held(self, session: AsyncSession, battle_id: int) -> bool:
        """Whether another process holds the battle. If not, none will until this transaction has ended."""
        if self._locking is None or battle_id in self._held:
            return False
        found = await (await session.connection()).execute(_TRY, {"battle": battle_id})
        return not found.scalar_one()

    @asynccontextmanager
    async def writing_battle(self, battle_id: int) -> AsyncGenerator[AsyncSession]:
        """One transaction on a battle while nobody else in this process writes to it."""
        async with self.alone(battle_id), self.writing() as session:
            yield session


def _session(engine: AsyncEngine) -> AsyncSession:
    """It ends with its block: whoever went on in it would take a connection that nobody gives back."""
    return AsyncSession(engine, expire_on_commit=False, close_resets_only=False)


def _engine(url: str, most: int | None = None) -> AsyncEngine:
    """`most`: connections at a time."""
    parsed = make_url(url)
    name = parsed.get_backend_name()
    if name == "sqlite":
        engine = create_async_engine(url, connect_args={"timeout": BUSY_SECONDS, "async_creator_fn": sqlite.connect})
        event.listen(engine.sync_engine, "connect", _prepare_sqlite)
        return engine
    if name == "postgresql":
        connect: dict[str, Any] = {"async_creator_fn": _call_up}
        if parsed.query.get(NO_STATEMENTS) == "0":
            # Nothing is prepared under a name: the next transaction may get a connection that does not know it.
            connect |= {"statement_cache_size": 0, "prepared_statement_name_func": str}
        pool = {} if most is None else {"pool_size": most, "max_overflow": 0}
        engine = create_async_engine(
            url, isolation_level="READ COMMITTED", pool_pre_ping=True, connect_args=connect, **pool
        )
        engine.dialect.do_ping = _answers
        return engine
    raise ValueError(f"no database of the kind {name!r}: use sqlite+aiosqlite or postgresql+asyncpg")


async def _call_up(*where: Any, **named: Any) -> Any:
    """A connection to PostgreSQL. Raises Unreachable where nobody answers: the driver says that in errors which could
    be anybody's."""
    import asyncpg  # pyright: ignore[reportMissingTypeStubs]  # who keeps to SQLite has it not installed

    try:
        return await asyncpg.connect(*where, **named)  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
    except OSError as error:
        raise Unreachable(f"nobody answers: {error}") from error


def _answers(dbapi_connection: Any) -> bool:
    """Whether a connection of the pool still does. SQLAlchemy's own question is a transaction: three messages to the
    server and back, before whatever is to be asked."""
    import asyncpg  # pyright: ignore[reportMissingTypeStubs]  # likewise

    try:
        dbapi_connection.run_async(_ask_nothing)
    except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError):
        return False
    return True


async def _ask_nothing(driver: Any) -> None:
    await driver.execute("SELECT")


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


async def _require_fit(connection: AsyncConnection) -> None:
    """Raises UnusableDatabase for a server that is too old, or a database that cannot hold every letter."""
    asked = "SELECT current_setting('server_version_num')::int, current_setting('server_version'), "
    number, version, encoding = (await connection.execute(text(asked + "current_setting('server_encoding')"))).one()
    if number < OLDEST * 10_000:
        raise UnusableDatabase(f"PostgreSQL {version} is too old: install {OLDEST} or later")
    if encoding != "UTF8":
        raise UnusableDatabase(f"its encoding is {encoding}: make one by createdb -E UTF8 -T template0")


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


def _there(url: URL) -> bool:
    return bool(url.database) and Path(url.database or "").exists()
