"""A full disk, a locked database, a disk that fails: people are told in words, nothing has changed, and
what recurs goes on when it is over. The faults are real: SQLite itself is out of pages, locked, or may not write."""

from __future__ import annotations

import resource
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from campaigns.battle.watch import health
from tests.bot.opened import Fight, battle_of
from tests.bot.toy import TOY
from tests.bot.world import World, said, world
from tests.campaigns.behind import pending

Fault = Callable[[World], AbstractContextManager[None]]


@pytest.fixture
async def hasty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[World]:
    """The club on a database that soon says that somebody else is writing, instead of waiting for 15 seconds."""
    monkeypatch.setattr("campaigns.database.store.BUSY_SECONDS", 0.05)
    async with world(tmp_path, {"toy": TOY}) as made:
        yield made


@contextmanager
def full(club: World) -> Iterator[None]:
    """SQLite may have no page more than it has: it says the same as on a full disk."""
    engine = club.store.engine.sync_engine
    most = [1]  # read as: as many as there are

    def allow(driver: Any, *_: Any) -> None:
        cursor = driver.cursor()
        cursor.execute(f"PRAGMA max_page_count={most[0]}")
        cursor.close()

    event.listen(engine, "checkout", allow)
    yield
    most[0] = 1_000_000


@contextmanager
def locked(club: World) -> Iterator[None]:
    """Another process holds the write lock."""
    with closing(sqlite3.connect(str(club.store.url.database), isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@contextmanager
def failing(club: World) -> Iterator[None]:
    """The system lets no file grow any more: what SQLite writes fails in the middle of it."""
    before, log = resource.getrlimit(resource.RLIMIT_FSIZE), Path(f"{club.store.url.database}-wal")
    resource.setrlimit(resource.RLIMIT_FSIZE, (max(log.stat().st_size, 100_000), before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


FAULTS = [
    pytest.param(full, "The host's disk is full", id="full"),
    pytest.param(locked, "The database is busy", id="locked"),
    pytest.param(failing, "The host's disk does not do what it should", id="failing"),
]


def mishaps(club: World) -> list[dict[str, Any]]:
    """The errors that were logged: they belong to the story, and are taken off the list."""
    found = [entry for entry in club.log if entry["log_level"] == "error"]
    for entry in found:
        club.log.remove(entry)
    return found


async def held(fight: Fight) -> str:
    """The one whose turn it is holds by the command: what they are told."""
    return said(await (await fight.player()).slash(fight.world.thread, "hold"))


async def pressed(fight: Fight) -> str:
    """The one whose turn it is presses the first quick button below the prompt: what they are told."""
    prompt, button = fight.quick()
    return said(await (await fight.player()).click(prompt, custom_id=button))


@pytest.mark.parametrize("answer", [held, pressed])
@pytest.mark.parametrize(("fault", "words"), FAULTS)
async def test_people_hear_what_ails_the_database_and_nothing_has_changed(
    hasty: World, fault: Fault, words: str, answer: Callable[[Fight], Awaitable[str]]
) -> None:
    fight = await battle_of(hasty)
    with fault(hasty):
        for _ in range(60):
            version = await fight.version()
            told = await answer(fight)
            if await fight.version() == version:
                break
        assert await fight.version() == version
        assert f"**{words}.** Nothing has changed." in told
    (mishap, *_) = [entry for entry in mishaps(hasty) if entry["event"] == "mishap"]
    assert str(mishap["trouble"]).lower() == words.lower()
    assert mishap["id"] in told
    assert "went wrong" not in told

    await hasty.passes(minutes=16)  # the bot has waited out its own failures
    version = await fight.version()
    await held(fight)
    assert await fight.version() > version
    assert await pending(hasty.store) == ()
    mishaps(hasty)


@pytest.mark.parametrize(("fault", "words"), FAULTS)
async def test_deadlines_and_posts_go_on_afterwards_and_nothing_is_lost_or_doubled(
    hasty: World, fault: Fault, words: str
) -> None:
    fight = await battle_of(hasty)
    with fault(hasty):
        version = -1
        while await fight.version() != version:  # room that is left still is used up
            version = await fight.version()
            await held(fight)
    mishaps(hasty)
    await hasty.passes(hours=47, minutes=55)
    with fault(hasty):
        await hasty.passes(minutes=6)
        assert await fight.version() == version, "the deadline has passed, and nobody could answer it"
        assert (await health.ails(hasty.store)).startswith(words[0].lower() + words[1:])
    told = [entry.get("trouble", "") for entry in mishaps(hasty) if entry["event"] in ("task failed", "timers")]
    assert words.lower() in {str(each).lower() for each in told}

    await hasty.passes(minutes=70)
    assert await health.ails(hasty.store) == ""
    assert (await health.check(hasty.store)).well
    assert await fight.version() > version, "the deadline has answered"
    assert await pending(hasty.store) == ()
    texts = hasty.texts()
    assert sum("did not answer in time" in text for text in texts) == 1
    assert len(texts) == len(set(texts)), "no post stands twice"
