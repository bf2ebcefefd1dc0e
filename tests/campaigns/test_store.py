"""The database beneath: schema, migrations, times, and what a transaction promises."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import BigInteger, Connection, DateTime, String, create_engine, inspect, text
from sqlalchemy.exc import IntegrityError, InvalidRequestError, StatementError
from sqlmodel import select
from sqlmodel.sql.sqltypes import AutoString

from campaigns.database.schema import bring_up, migrations_config
from campaigns.database.store import Store
from campaigns.errors import Refusal
from campaigns.tables.base import metadata
from campaigns.tables.campaigns import GM as GMRow
from campaigns.tables.campaigns import Campaign
from tests.campaigns.world import START, World, new_store
from tests.databases import as_shipped


def a_campaign(uid: str = "u", guild_id: int = 1, channel_id: int = 2, created_at: datetime = START) -> Campaign:
    return Campaign(
        uid=uid,
        guild_id=guild_id,
        channel_id=channel_id,
        name="n",
        rules="outposts",
        settings="{}",
        created_at=created_at,
    )


@pytest.fixture
async def store(empty_url: str):
    store = new_store(empty_url)
    await store.open()
    yield store
    await store.close()


@pytest.fixture
async def migrated(empty_url: str):
    """Brought up by all migrations, one after the other: the file is not quite empty, so that it may have a past."""
    store = new_store(empty_url)
    async with store.engine.begin() as connection:
        await connection.execute(text("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)"))
    await store.open()
    yield store
    await store.close()


async def test_the_migrations_lead_to_exactly_the_models(migrated: Store) -> None:
    def differences(connection: Connection) -> list[object]:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        return list(compare_metadata(context, metadata))

    async with migrated.engine.connect() as connection:
        assert await connection.run_sync(differences) == []


async def test_each_table_is_known_by_the_same_key_in_the_migrations_and_the_models(migrated: Store) -> None:
    """Comparing the two says nothing of it: two guests of one thread would be one row."""

    def keys(connection: Connection) -> dict[str, list[str]]:
        found = inspect(connection)
        return {name: sorted(found.get_pk_constraint(name)["constrained_columns"]) for name in metadata.tables}

    async with migrated.engine.connect() as connection:
        found = await connection.run_sync(keys)
    assert found == {name: sorted(table.primary_key.columns.keys()) for name, table in metadata.tables.items()}
    assert all(found.values())


@pytest.mark.filterwarnings("ignore:Skipped unsupported reflection of expression-based index")
def test_a_new_file_has_the_same_schema_as_one_that_all_migrations_made() -> None:
    """It is made at once from the models, which takes a tenth of the time."""
    migrated, made = create_engine("sqlite://"), create_engine("sqlite://")
    with migrated.begin() as old, made.begin() as new:
        command.upgrade(migrations_config(old), "head")
        bring_up(new)
        assert in_full(new) == in_full(old)
        assert {table for table, _ in in_full(new)} > set(metadata.tables)


def in_full(connection: Connection) -> dict[tuple[str, str], object]:
    """All that a file's schema says, by table and part; in whatever order its columns stand."""
    found: dict[tuple[str, str], object] = {}
    inspector = inspect(connection)
    for name, about in connection.execute(text("SELECT name, sql FROM sqlite_master WHERE type = 'table'")).all():
        found[name, "counts on"] = "AUTOINCREMENT" in about
        found[name, "rows"] = connection.execute(text(f'SELECT * FROM "{name}"')).all() if "alembic" in name else []
        found[name, "columns"] = {column["name"]: str(column) for column in inspector.get_columns(name)}
        found[name, "key"] = inspector.get_pk_constraint(name)
        found[name, "references"] = sorted(map(str, inspector.get_foreign_keys(name)))
        found[name, "checks"] = sorted(map(str, inspector.get_check_constraints(name)))
        found[name, "unique"] = sorted(map(str, inspector.get_unique_constraints(name)))
    for name, about in connection.execute(text("SELECT name, sql FROM sqlite_master WHERE type != 'table'")).all():
        found[name, "index"] = about
    return found


async def test_the_schema_can_be_taken_down_again_and_put_up_again(migrated: Store) -> None:
    async with migrated.engine.begin() as connection:
        await connection.run_sync(lambda c: command.downgrade(migrations_config(c), "base"))
        left = await connection.run_sync(lambda c: inspect(c).get_table_names())
    assert left == ["alembic_version"]

    await migrated.open()

    async with migrated.engine.connect() as connection:
        tables = await connection.run_sync(lambda c: set(inspect(c).get_table_names()))
    assert set(metadata.tables) <= tables


async def test_opening_again_and_at_the_same_time_is_harmless(empty_url: str) -> None:
    stores = [new_store(empty_url) for _ in range(3)]
    await asyncio.gather(*(store.open() for store in stores))
    await stores[0].open()
    for store in stores:
        await store.close()


async def test_times_come_back_aware_and_in_utc(store: Store) -> None:
    elsewhere = datetime(2031, 5, 4, 11, 30, 15, 123456, tzinfo=timezone(timedelta(hours=2)))
    async with store.writing() as session:
        session.add(a_campaign(created_at=elsewhere))
    async with store.reading() as session:
        row = (await session.exec(select(Campaign))).one()
    assert row.created_at == elsewhere
    assert row.created_at.tzinfo is UTC
    assert row.closed_at is None


async def test_a_time_without_a_zone_is_refused(store: Store) -> None:
    with pytest.raises(StatementError, match="without a zone"):
        async with store.writing() as session:
            session.add(a_campaign(created_at=datetime(2031, 1, 1)))  # noqa: DTZ001


async def test_snowflakes_fit(store: Store) -> None:
    async with store.writing() as session:
        session.add(a_campaign(guild_id=2**63 - 1))
    async with store.reading() as session:
        assert (await session.exec(select(Campaign.guild_id))).one() == 2**63 - 1


async def test_foreign_keys_are_enforced(store: Store) -> None:
    with pytest.raises(IntegrityError):
        async with store.writing() as session:
            session.add(GMRow(campaign_id=12345, user_id=1, appointed_at=START))


async def test_what_fails_half_way_leaves_nothing(store: Store) -> None:
    async def fail() -> None:
        async with store.writing() as session:
            session.add(a_campaign())
            await session.flush()
            raise Refusal("test", "on purpose")

    with pytest.raises(Refusal, match="on purpose"):
        await fail()
    async with store.reading() as session:
        assert (await session.exec(select(Campaign))).all() == []


async def test_sqlite_is_set_up_to_lose_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("campaigns.database.store._engine", as_shipped)
    store = new_store(f"sqlite+aiosqlite:///{tmp_path}/deep/down/adjutant.db")
    await store.open()
    async with store.engine.connect() as connection:
        found = {
            pragma: (await connection.execute(text(f"PRAGMA {pragma}"))).scalar_one()
            for pragma in ("journal_mode", "foreign_keys", "busy_timeout", "synchronous")
        }
    await store.close()
    assert found == {"journal_mode": "wal", "foreign_keys": 1, "busy_timeout": 15_000, "synchronous": 2}


async def test_two_writers_queue_instead_of_failing(url: str) -> None:
    stores = [new_store(url), new_store(url)]
    for store in stores:
        await store.open()

    async def write(store: Store, number: int) -> None:
        async with store.writing() as session:
            session.add(a_campaign(uid=f"u{number}", channel_id=number))
            await asyncio.sleep(0)

    await asyncio.gather(*(write(stores[number % 2], number) for number in range(12)))

    async with stores[0].reading() as session:
        assert len((await session.exec(select(Campaign))).all()) == 12
    for store in stores:
        await store.close()


async def test_an_unknown_rule_set_is_refused_with_the_known_ones(tmp_path: Path) -> None:
    store = new_store(f"sqlite+aiosqlite:///{tmp_path}/adjutant.db")
    with pytest.raises(Refusal) as refused:
        store.chosen_rules("chess")
    assert "outposts" in refused.value.remedy
    await store.close()


def test_another_kind_of_database_is_refused() -> None:
    with pytest.raises(ValueError, match="sqlite"):
        Store("mysql://localhost/x")


def test_columns_of_discords_numbers_have_room_for_them() -> None:
    """They have more than 32 bits, and PostgreSQL refuses what a plain integer cannot hold."""
    names = {"guild_id", "channel_id", "thread_id", "message_id", "user_id", "interaction_id"}
    columns = [column for table in metadata.sorted_tables for column in table.columns if column.name in names]
    assert {column.name for column in columns} == names
    assert [str(column) for column in columns if not isinstance(column.type, BigInteger)] == []


def test_each_text_says_how_long_it_may_be_and_each_moment_is_utc() -> None:
    """PostgreSQL holds what SQLite only reads; a text without an end is said to be one (`Text`)."""
    every = [column for table in metadata.sorted_tables for column in table.columns]
    lengths = {
        str(column): column.type.impl_instance.length
        for column in every
        if isinstance(column.type, AutoString) and isinstance(column.type.impl_instance, String)
    }
    assert len(lengths) > 80
    assert [name for name, length in lengths.items() if length is None] == []
    assert [str(column) for column in every if isinstance(column.type, DateTime)] == []


async def test_a_session_ends_with_its_block(world: World) -> None:
    """Whoever went on in it would take a connection that nobody gives back."""
    async with world.store.reading() as session:
        await session.exec(select(Campaign.id))
    with pytest.raises(InvalidRequestError):
        await session.exec(select(Campaign.id))
