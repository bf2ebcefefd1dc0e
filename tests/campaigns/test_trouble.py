"""What ails a database is read from what its server really says: PostgreSQL's states, SQLite's codes."""

from __future__ import annotations

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from campaigns.database.store import Store
from campaigns.database.trouble import Trouble, in_words, trouble_of
from tests.campaigns.world import new_store


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
