"""Rows of the version before a migration, on both databases: what was read out of words then is data now."""

from __future__ import annotations

from alembic import command
from sqlmodel import select

from campaigns.database.schema import migrations_config
from campaigns.database.store import Store
from campaigns.tables.sides import SideThread
from tests.campaigns.world import START, World


async def taken_down(store: Store, revision: str) -> None:
    async with store.engine.begin() as connection:
        await connection.run_sync(lambda c: command.downgrade(migrations_config(c), revision))


async def test_a_threads_problem_that_might_pass_still_may(world: World) -> None:
    problems = {
        "red": "Discord does not do it now (DiscordServerError)",
        "blue": "I need the permission Create Private Threads in <#1> (Missing Permissions)",
    }
    async with world.store.writing() as session:
        for side, problem in problems.items():
            session.add(SideThread(campaign_id=world.id, side=side, due=START, attempts=1, problem=problem))
    await taken_down(world.store, "0019")

    await world.store.open()

    async with world.store.reading() as session:
        rows = (await session.exec(select(SideThread))).all()
    assert {row.side: (row.problem, row.passing) for row in rows} == {
        "red": (problems["red"], True),
        "blue": (problems["blue"], False),
    }
