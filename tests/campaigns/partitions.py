"""Today's schema with everything that belongs to a server in hash partitions of that server's number, as a PostgreSQL
of several machines would have it.

What a partitioned table wants is that each of its keys holds the number it is divided by. So each table of a campaign's
gets that number as a column, `home`, and each primary key, unique constraint and foreign key gets it too. The program
knows nothing of that: the number comes from a setting of the connection.
"""

from __future__ import annotations

from collections.abc import Iterable

from alembic import command
from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    ForeignKeyConstraint,
    Index,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    UniqueConstraint,
    event,
    text,
)

from campaigns.database.schema import migrations_config
from campaigns.database.store import Store
from campaigns.tables import metadata
from tests.bench.scale.crowd import of_campaigns

PARTITIONS = 4
HOME = "adjutant.guild"
NOTES = "0055"
"""The migration whose functions stand in no model."""


def divided() -> set[str]:
    """The tables that are in partitions."""
    return {table.name for table in of_campaigns()}


def set_up(connection: Connection) -> None:
    """The whole schema, in an empty database."""
    made = MetaData()
    for table in metadata.sorted_tables:
        _divided(table, made) if table.name in divided() else table.to_metadata(made)
    made.create_all(connection)
    for name in sorted(divided()):
        for number in range(PARTITIONS):
            values = f"WITH (MODULUS {PARTITIONS}, REMAINDER {number})"
            connection.execute(text(f'CREATE TABLE "{name}_p{number}" PARTITION OF "{name}" FOR VALUES {values}'))
    config = migrations_config(connection)
    command.stamp(config, "head")
    notes = _script(config)
    connection.execute(text(notes.NOTE.replace(":=", r"\:=")))
    for name, (when, which, about) in notes.TRIGGERS.items():
        does = f"EXECUTE FUNCTION adjutant_note('{about}')"
        connection.execute(text(f"CREATE TRIGGER {name} AFTER {when} FOR EACH ROW WHEN ({which}) {does}"))


def _script(config: object) -> object:
    from alembic.script import ScriptDirectory

    return ScriptDirectory.from_config(config).get_revision(NOTES).module  # type: ignore[arg-type, union-attr]


def at_home(store: Store, guild_id: int) -> Store:
    """A store whose connections are those of a process that writes for this server alone."""

    def say(_dialect: object, _record: object, _args: object, named: dict[str, object]) -> None:
        named["server_settings"] = {HOME: str(guild_id)}

    event.listen(store.engine.sync_engine, "do_connect", say)
    return store


def _divided(table: Table, made: MetaData) -> Table:
    """The table with its server's number in every key."""
    home = key_of(table)
    columns = [
        Column(each.name, each.type, nullable=each.nullable, server_default=each.server_default, autoincrement=counts)
        for each in table.columns
        for counts in [each.name == "id" and each.primary_key]
    ]
    if home not in table.columns:
        default = text(f"current_setting('{HOME}')::bigint")
        columns.append(Column(home, BigInteger, nullable=False, server_default=default))
    primary = PrimaryKeyConstraint(*(each.name for each in table.primary_key.columns), home, name=f"pk_{table.name}")
    unique = [
        UniqueConstraint(*(each.name for each in one.columns), home, name=str(one.name))
        for one in table.constraints
        if isinstance(one, UniqueConstraint)
    ]
    return Table(
        table.name, made, *columns, primary, *unique, *_keys(table, home), *_indexes(table, home),
        postgresql_partition_by=f"HASH ({home})",
    )  # fmt: skip


def key_of(table: Table) -> str:
    """The column that holds a row's server."""
    return "guild_id" if "guild_id" in table.columns else "home"


def _keys(table: Table, home: str) -> Iterable[ForeignKeyConstraint]:
    for one in table.foreign_key_constraints:
        there = one.referred_table.name
        (mine,), (theirs,) = one.column_keys, [key.column.name for key in one.elements]
        pointed_at = [f"{there}.{theirs}", f"{there}.{key_of(one.referred_table)}"]
        yield ForeignKeyConstraint([mine, home], pointed_at, name=one.name, ondelete=one.ondelete)


def _indexes(table: Table, home: str) -> Iterable[Index]:
    for one in table.indexes:
        of = [text(f'"{each.name}"') if isinstance(each, Column) else text(str(each)) for each in one.expressions]
        of += [text(f'"{home}"')] if one.unique else []
        yield Index(one.name, *of, unique=one.unique, postgresql_where=one.dialect_options["postgresql"]["where"])
