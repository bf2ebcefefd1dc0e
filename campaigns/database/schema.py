"""The schema: which one a database has, and its way to this version's by the migrations."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect
from sqlalchemy.schema import CreateIndex, CreateTable

from campaigns import tables
from campaigns.database.contracting import in_the_way

MIGRATIONS = Path(__file__).parents[1] / "migrations"
OURS = frozenset({"alembic_version", "campaign", "battle", "journalentry", "outboxpost"})
"""Tables that every version of the schema has."""


class UnusableDatabase(Exception):
    """The database cannot be this program's: a newer version made it, or it holds something else. One line."""


def bring_up(connection: Connection) -> None:
    """Run the migrations that the database has not seen, in its transaction. Raises UnusableDatabase.

    A new SQLite file has no past: today's tables are made at once, which takes a tenth of the time. The migrations
    lead to exactly the same ones. On PostgreSQL they also make functions, which stand in no model.
    """
    require_usable(connection)
    if connection.dialect.name == "sqlite" and not inspect(connection).get_table_names():
        _make(connection)
        command.stamp(migrations_config(connection), "head")
    elif not _is_newest(connection):
        _require_nobody_left_behind(connection)
        command.upgrade(migrations_config(connection), "head")


def _make(connection: Connection) -> None:
    """Today's tables. Of two indexes that serve a question alike SQLite takes the newer one: those of some rows alone,
    which are read in less time, are made last, as the migrations did."""
    for table in tables.metadata.sorted_tables:
        connection.execute(CreateTable(table))
        made = sorted(
            table.indexes, key=lambda index: (index.dialect_options["sqlite"]["where"] is not None, str(index.name))
        )
        for index in made:
            connection.execute(CreateIndex(index))


def _require_nobody_left_behind(connection: Connection) -> None:
    """Raises UnusableDatabase while a process is at work that would lose what it needs."""
    scripts, found = migration_scripts(), MigrationContext.configure(connection).get_current_heads()
    if not found:
        return
    pending = [script for script in scripts.iterate_revisions("head", found) if script.revision not in found]
    known = {script.revision for script in scripts.iterate_revisions(found, "base")}
    if words := in_the_way(connection, pending, known):
        raise UnusableDatabase(words)


@cache
def migration_scripts() -> ScriptDirectory:
    return ScriptDirectory(str(MIGRATIONS))


def _is_newest(connection: Connection) -> bool:
    return MigrationContext.configure(connection).get_current_heads() == (migration_scripts().get_current_head(),)


def require_usable(connection: Connection) -> None:
    """Raises UnusableDatabase unless the database is empty, or was made by this version or an older one."""
    found = set(MigrationContext.configure(connection).get_current_heads())
    present = set(inspect(connection).get_table_names())
    # On a PostgreSQL server somebody else's tables may stand beside ours.
    others = bool(present - {"alembic_version"}) and connection.dialect.name == "sqlite"
    if (found or others) and OURS - present:
        raise UnusableDatabase("it holds something else than Adjutant's data")
    scripts = migration_scripts()
    if unknown := found - {script.revision for script in scripts.walk_revisions()}:
        schema = f"schema {', '.join(sorted(unknown))}; this one knows up to {scripts.get_current_head()}"
        raise UnusableDatabase(f"a newer Adjutant made it ({schema}): install that version")


def require_newest(connection: Connection) -> None:
    """Raises UnusableDatabase unless the schema is this version's."""
    require_usable(connection)
    if not _is_newest(connection):
        raise UnusableDatabase("an older Adjutant made it: bring it up to date with adjutant db upgrade")


def migrations_config(connection: Connection) -> Config:
    """Alembic's configuration for work on this connection, inside its transaction."""
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return config
