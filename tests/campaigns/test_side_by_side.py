"""Processes are upgraded one after the other: for a while two versions work on one schema.

`older/statements-….json.gz` holds every statement of the version before, for each database (`recording` writes it).
Whatever that version asks of today's schema must still be answered, and migrations since then only add.
"""

from __future__ import annotations

import ast
import gzip
import json
import re
import sqlite3
import warnings
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import asyncpg
import pytest
from alembic import command
from alembic.script import Script
from sqlalchemy import Connection, create_engine, inspect, make_url, text

from campaigns.database import fleet, schema
from campaigns.database.contracting import contracts, in_the_way
from campaigns.database.schema import UnusableDatabase, migrations_config
from campaigns.database.shares import ShardClaim
from campaigns.database.store import Store
from tests.campaigns.lending import lent
from tests.campaigns.world import new_store
from tests.charts import chart

(RECORDED,) = (Path(__file__).parent / "older").glob("statements-*.json.gz")
INSERTED = re.compile(r'INSERT INTO "?(\w+)"? \(([^)]*)\)')


@cache
def recorded() -> dict[str, Any]:
    return json.loads(gzip.decompress(RECORDED.read_bytes()))


# ── What the version before asks ──────────────────────────────────────────────────────────────────────────────────


async def test_postgresql_still_plans_every_statement_of_the_version_before(postgres: str) -> None:
    unanswered: dict[str, str] = {}
    async with lent(postgres, "migrated") as url:
        connection = await asyncpg.connect(user="postgres", database=make_url(url).database, host=postgres)
        for statement in recorded()["postgresql"]:
            try:
                await connection.execute(f"EXPLAIN (GENERIC_PLAN) {statement}")
            except asyncpg.PostgresError as error:
                unanswered[statement] = str(error)
        await connection.close()
    assert len(recorded()["postgresql"]) > 600
    assert unanswered == {}


def test_sqlite_still_prepares_every_statement_of_the_version_before(url: str, sockets: str | None) -> None:
    if sockets is not None:
        pytest.skip("PostgreSQL has a test of its own")
    unanswered: dict[str, str] = {}
    connection = sqlite3.connect(url.partition("///")[2])
    for statement in recorded()["sqlite"]:
        try:
            connection.execute(f"EXPLAIN {statement}", [None] * statement.count("?"))
        except sqlite3.Error as error:
            unanswered[statement] = str(error)
    connection.close()
    assert len(recorded()["sqlite"]) > 600
    assert unanswered == {}


async def test_what_the_version_before_leaves_out_of_a_new_row_may_be_left_out(url: str, sockets: str | None) -> None:
    store = new_store(url)
    said = recorded()["sqlite" if sockets is None else "postgresql"]

    def missing(connection: Connection) -> list[str]:
        found = inspect(connection)
        tables = {name: found.get_columns(name) for name in found.get_table_names()}
        return [
            f"{table}.{column['name']}"
            for statement in said
            for table, names in INSERTED.findall(statement)
            for column in tables[table]
            if column["name"] not in names.replace('"', "").split(", ")
            and not (column["nullable"] or column["default"] or column.get("primary_key") or column["name"] == "id")
        ]

    async with store.engine.connect() as connection:
        assert await connection.run_sync(missing) == []
    await store.close()


# ── What a migration may do ───────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Shape:
    """What a version may rest on: of each table its columns, and what rows must fulfil. A column: its type, and
    whether it may be left out of a new row."""

    columns: Mapping[str, Mapping[str, tuple[str, bool]]]
    rules: Mapping[str, frozenset[str]]


def shape(connection: Connection) -> Shape:
    found, columns, rules = inspect(connection), {}, {}
    for table in found.get_table_names():
        columns[table] = {
            each["name"]: (str(each["type"]), bool(each["nullable"] or each["default"]))
            for each in found.get_columns(table)
        }
        unique = [tuple(each["column_names"]) for each in found.get_unique_constraints(table)]
        unique += [tuple(each["column_names"]) for each in found.get_indexes(table) if each["unique"]]
        rules[table] = frozenset(
            [f"unique {', '.join(map(str, each))}" for each in unique]
            + [f"key {', '.join(found.get_pk_constraint(table)['constrained_columns'])}"]
            + [f"reference {each['constrained_columns']}" for each in found.get_foreign_keys(table)]
            + [f"check {each['sqltext']}" for each in found.get_check_constraints(table)]
        )
    return Shape(columns, rules)


def taken_away(before: Shape, after: Shape) -> list[str]:
    """What a version that knows the shape before cannot do any more."""
    found: list[str] = []
    for table, columns in before.columns.items():
        now = after.columns.get(table)
        if now is None:
            found.append(f"{table} is gone")
            continue
        for name, (kind, optional) in columns.items():
            if name not in now:
                found.append(f"{table}.{name} is gone")
            elif now[name][0] != kind:
                found.append(f"{table}.{name} has another type")
            elif optional and not now[name][1]:
                found.append(f"{table}.{name} may not be left out any more")
        found += [f"{table}.{name} is required" for name in now.keys() - columns if not now[name][1]]
        found += [f"{table}: {rule} is new" for rule in sorted(after.rules[table] - before.rules[table])]
        found += [f"{table}: {rule} is gone" for rule in sorted(before.rules[table] - after.rules[table])]
    return found


REWRITES = re.compile(r"\b(?:UPDATE\s+\w+\s+SET|DELETE\s+FROM|DROP\s|RENAME\s|ALTER\s+(?:TABLE|COLUMN))", re.IGNORECASE)


def rewrites(source: str) -> list[str]:
    """Statements that a migration writes itself and that change what is there: the version before would go on writing
    what they have just put right."""
    module = ast.parse(source)
    module.body = [node for node in module.body if getattr(node, "name", "") != "downgrade"]
    texts = [node.value for node in ast.walk(module) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    return [each for each in texts if REWRITES.search(each)]


def since_recorded() -> list[Script]:
    """The migrations that the version before does not know, the oldest first."""
    return [*schema.migration_scripts().iterate_revisions("head", recorded()["schema"])][::-1]


def test_migrations_only_add_to_what_the_version_before_knows(tmp_path: Path) -> None:
    warnings.filterwarnings("ignore", "Skipped unsupported reflection")  # of an index that is not unique
    engine = create_engine(f"sqlite:///{tmp_path}/steps.db")
    with engine.begin() as connection:
        command.upgrade(migrations_config(connection), recorded()["schema"])
        before = shape(connection)
        for script in since_recorded():
            command.upgrade(migrations_config(connection), script.revision)
            after = shape(connection)
            against = taken_away(before, after) + rewrites(Path(script.path).read_text(encoding="utf-8"))
            assert not against or contracts(script), f"{script.revision} contracts: {against}"
            before = after
    engine.dispose()


def test_whatever_contracts_names_the_schema_that_has_done_without_it() -> None:
    """So that a release lies between: whoever upgrades step by step loses nothing."""
    scripts = schema.migration_scripts()
    for script in scripts.walk_revisions():
        if (first := contracts(script)) is not None:
            assert first in {each.revision for each in scripts.iterate_revisions(str(script.down_revision), "base")}


UNIT = "CREATE TABLE unit (id INTEGER PRIMARY KEY, name VARCHAR(40) NOT NULL, side VARCHAR(9) DEFAULT '')"


@chart(
    ("change", "against"),
    [
        ("ALTER TABLE unit ADD COLUMN note TEXT", []),
        ("ALTER TABLE unit ADD COLUMN note TEXT NOT NULL DEFAULT ''", []),
        ("CREATE TABLE story (id INTEGER PRIMARY KEY, unit_id INTEGER NOT NULL UNIQUE)", []),
        ("CREATE INDEX ix_unit_name ON unit (name)", []),
        ("DROP TABLE unit", ["unit is gone"]),
        ("ALTER TABLE unit RENAME TO squad", ["unit is gone"]),
        ("ALTER TABLE unit DROP COLUMN side", ["unit.side is gone"]),
        ("ALTER TABLE unit RENAME COLUMN name TO title", ["unit.name is gone", "unit.title is required"]),
        ("CREATE UNIQUE INDEX ux_unit_name ON unit (name)", ["unit: unique name is new"]),
    ],
)
def test_a_change_that_takes_something_away_is_found(change: str, against: list[str]) -> None:
    assert _found(UNIT, lambda connection: connection.execute(text(change))) == against


@chart(
    ("made", "against"),
    [
        (UNIT.replace("name VARCHAR(40)", "name VARCHAR(20)"), ["unit.name has another type"]),
        (UNIT.replace("DEFAULT ''", "NOT NULL"), ["unit.side may not be left out any more"]),
        (UNIT.replace("DEFAULT ''", "DEFAULT '' CHECK (side <> 'x')"), ["unit: check side <> 'x' is new"]),
        (UNIT.replace(")", ", army INTEGER NOT NULL)").replace("(40, army INTEGER NOT NULL)", "(40)")
         .replace("(9, army INTEGER NOT NULL)", "(9)"), ["unit.army is required"]),
    ],
)  # fmt: skip
def test_a_table_made_anew_is_held_against_what_it_was(made: str, against: list[str]) -> None:
    def anew(connection: Connection) -> None:
        connection.execute(text("DROP TABLE unit"))
        connection.execute(text(made))

    assert _found(UNIT, anew) == against


def _found(first: str, change: Callable[[Connection], object]) -> list[str]:
    engine = create_engine("sqlite://")
    with engine.begin() as connection:
        connection.execute(text(first))
        before = shape(connection)
        change(connection)
        found = taken_away(before, shape(connection))
    engine.dispose()
    return found


@chart(
    ("source", "found"),
    [
        ("def upgrade():\n    op.execute('UPDATE draft SET side = 1')", 1),
        ("GONE = 'delete  from draft'\ndef upgrade():\n    op.execute(GONE)", 1),
        ("def upgrade():\n    op.execute(f'ALTER TABLE {name} ADD side')", 1),
        ("def upgrade():\n    op.execute('CREATE TRIGGER t AFTER UPDATE ON post')", 0),
        ("def downgrade():\n    op.execute('DROP TRIGGER t')", 0),
    ],
)
def test_a_migration_that_rewrites_rows_by_hand_is_found(source: str, found: int) -> None:
    assert len(rewrites(source)) == found


# ── Who contracts waits for those that would be left behind ───────────────────────────────────────────────────────


def script(revision: str, first: str | None) -> Any:
    return SimpleNamespace(revision=revision, module=SimpleNamespace(**({"contracts": first} if first else {})))


async def test_what_a_process_at_work_needs_is_not_taken_away(postgres: str) -> None:
    async with lent(postgres, "migrated") as url:
        store = new_store(url)

        async def says(pending: Iterable[Any]) -> str | None:
            async with store.engine.connect() as connection:
                return await connection.run_sync(in_the_way, pending, ["0040", "0055"])

        taking = [script("0090", None), script("0091", "0060")]
        assert await says(taking) is None, "nobody is at work"
        await fleet.join(store, ShardClaim(2), "process 4711 on mill")
        said = await says(taking)
        assert said is not None
        assert said.startswith("process 4711 on mill works on it and needs what schema 0091 takes away: stop all")
        assert await says([script("0091", "0055")]) is None, "that version does without"
        assert await says([script("0090", None)]) is None
        await store.close()


async def test_the_program_refuses_to_take_it_away(postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    head = next(iter(since_recorded()[-1:]))
    monkeypatch.setattr(head.module, "contracts", head.revision, raising=False)
    async with lent(postgres, "migrated") as url:
        older, newer = new_store(url), new_store(url)
        await fleet.join(older, ShardClaim(2), "process 4711 on mill")
        await _say(newer, f"UPDATE alembic_version SET version_num = '{head.down_revision}'")
        with pytest.raises(UnusableDatabase, match="process 4711 on mill works on it"):
            await newer.open()
        await fleet.leave(older)
        await _say(newer, f"UPDATE alembic_version SET version_num = '{head.revision}'")
        await newer.open()
        for store in (older, newer):
            await store.close()


async def _say(store: Store, statement: str) -> None:
    async with store.engine.begin() as connection:
        await connection.execute(text(statement))
