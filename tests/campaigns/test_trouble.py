"""What ails a database is read from what its server really says: PostgreSQL's states, SQLite's codes."""

from __future__ import annotations

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from campaigns.battle.watch import health
from campaigns.battle.watch.health import LifeSign
from campaigns.database.store import Store
from campaigns.database.trouble import Trouble, Unreachable, in_words, trouble_of
from tests.campaigns.world import START, World, new_store


async def test_a_task_was_well_when_it_last_ran_without_failing(small: World) -> None:
    await health.beat(small.store, {"deadlines": LifeSign(START), "posts": LifeSign(START, 1, "no room")})
    well = {task.name: task.well_at for task in (await health.check(small.store)).tasks}
    assert well == {"deadlines": START, "posts": None}


@pytest.fixture
async def patient(url: str, monkeypatch: pytest.MonkeyPatch) -> Store:
    """A store that waits a twentieth of a second for what somebody else keeps."""
    monkeypatch.setattr("campaigns.database.store.BUSY_SECONDS", 0.05)
    return new_store(url)


async def test_whoever_waits_too_long_for_a_lock_hears_that_the_database_is_busy(patient: Store) -> None:
    change = text("UPDATE alembic_version SET version_num = version_num")
    async with patient.writing() as first:
        await first.exec(change)  # type: ignore[call-overload]
        with pytest.raises(DBAPIError) as refused:
            async with patient.writing() as second:
                await second.exec(change)  # type: ignore[call-overload]
    assert trouble_of(refused.value) is Trouble.BUSY
    async with patient.writing() as third:
        await third.exec(change)  # type: ignore[call-overload]
    await patient.close()


@pytest.mark.parametrize("sockets", ["postgresql"], indirect=True)
@pytest.mark.parametrize(
    ("state", "trouble"),
    [("53100", Trouble.FULL), ("58030", Trouble.FAILING), ("25006", Trouble.READ_ONLY), ("08006", Trouble.AWAY),
     ("23505", None)],
)  # fmt: skip
async def test_a_state_of_postgresql_says_what_ails_it(patient: Store, state: str, trouble: Trouble | None) -> None:
    async def write() -> None:
        async with patient.writing() as session:
            raised = f"DO $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '{state}'; END $$"
            await session.exec(text(raised))  # type: ignore[call-overload]

    with pytest.raises(DBAPIError) as refused:
        await write()
    assert trouble_of(ExceptionGroup("several", [refused.value])) is trouble
    assert in_words(refused.value).startswith(f"{trouble}: " if trouble else repr(refused.value))
    await patient.close()


@pytest.mark.parametrize(
    ("state", "trouble"),
    [("28P01", Trouble.CLOSED), ("3D000", Trouble.CLOSED), ("42501", Trouble.CLOSED), ("57P01", Trouble.AWAY),
     ("08001", Trouble.AWAY)],
)  # fmt: skip
def test_a_server_that_lets_nobody_in_is_told_from_one_that_is_away(state: str, trouble: Trouble) -> None:
    class Refused(Exception):
        sqlstate = state

    assert trouble_of(Refused()) is trouble


async def test_where_nobody_answers_the_database_cannot_be_reached() -> None:
    store = new_store("postgresql+asyncpg://nobody@/nothing?host=/nowhere/at/all")
    with pytest.raises(Unreachable) as unanswered:
        async with store.reading() as session:
            await session.exec(text("SELECT 1"))  # type: ignore[call-overload]
    assert trouble_of(unanswered.value) is Trouble.AWAY
    assert (await health.ails(store)).startswith("the database cannot be reached: ")
    assert trouble_of(ConnectionRefusedError("Discord's")) is None, "it may be anybody's"
    await store.close()
