"""A database that was lent before is like one that nobody has had."""

from __future__ import annotations

import asyncpg
import pytest

from tests.campaigns.lending import lent, url_of

ROWS = "SELECT * FROM {} ORDER BY ctid"


async def connected(sockets: str, url: str) -> asyncpg.Connection:
    name = url.removeprefix(url_of("", "").partition("?")[0]).partition("?")[0]
    return await asyncpg.connect(user="postgres", database=name, host=sockets)


async def contents(sockets: str, url: str) -> dict[str, list[tuple[object, ...]]]:
    """Each table's rows in the order in which they lie, and how far each counter has come."""
    connection = await connected(sockets, url)
    tables = await connection.fetch("SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1")
    found = {row[0]: [tuple(each) for each in await connection.fetch(ROWS.format(row[0]))] for row in tables}
    counters = await connection.fetch("SELECT sequencename FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1")
    for (name,) in counters:
        found[name] = [tuple(each) for each in await connection.fetch(f"SELECT last_value, is_called FROM {name}")]
    await connection.close()
    return found


@pytest.mark.parametrize("template", ["migrated", "made"])
async def test_who_borrows_a_database_finds_nothing_of_whoever_had_it_before(postgres: str, template: str) -> None:
    async with lent(postgres, template) as first:
        before = await contents(postgres, first)
        connection = await connected(postgres, first)
        for number in range(3):
            await connection.execute(
                "INSERT INTO campaign (uid, guild_id, channel_id, name, rules, settings, created_at)"
                f" VALUES ('{number}', 1, {number}, 'n{number}', 'r', '{{}}', now())"
            )
        await connection.execute("DELETE FROM campaign WHERE name = 'n1'; UPDATE campaign SET name = name || 'x'")
        await connection.execute("BEGIN; LOCK TABLE campaign")  # and goes without a word
        assert await contents_of_campaign(connection) != before["campaign"]
    async with lent(postgres, template) as second:
        assert second == first
        assert await contents(postgres, second) == before
    assert connection.is_closed()


async def contents_of_campaign(connection: asyncpg.Connection) -> list[tuple[object, ...]]:
    return [tuple(each) for each in await connection.fetch(ROWS.format("campaign"))]


async def test_a_database_whose_tables_were_changed_is_lent_to_nobody_else(postgres: str) -> None:
    async with lent(postgres, "migrated") as first:
        connection = await connected(postgres, first)
        await connection.execute("ALTER TABLE campaign ADD COLUMN motto text")
        await connection.close()
    async with lent(postgres, "migrated") as second:
        assert second != first
        connection = await connected(postgres, second)
        assert await connection.fetchval("SELECT count(*) FROM pg_attribute WHERE attname = 'motto'") == 0
        await connection.close()
