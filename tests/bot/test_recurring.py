"""What must go on for ever lives through whatever goes wrong: it waits a little, longer each time, and goes on."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from campaigns.battle.watch import health
from campaigns.post import outbox
from tests.bot.opened import battle_of
from tests.bot.toy import TOY
from tests.bot.world import Person, World, said, world
from tests.campaigns.behind import next_timer, pending


@pytest.fixture
async def hasty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[World]:
    """The club on a database that soon says that somebody else is writing, instead of waiting for 15 seconds."""
    monkeypatch.setattr("campaigns.database.store.BUSY_SECONDS", 0.2)
    async with world(tmp_path, {"toy": TOY}) as made:
        yield made


@contextmanager
def somebody_writes(club: World) -> Iterator[None]:
    """Another process holds the write lock."""
    with closing(sqlite3.connect(str(club.store.url.database), isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@contextmanager
def broken(club: World, statement: str) -> Iterator[None]:
    """The disk fails whenever a statement of that kind is carried out."""

    def fail(_connection: Any, _cursor: Any, sql: str, *_: Any) -> None:
        if statement in " ".join(sql.split()):
            raise sqlite3.OperationalError("disk I/O error")

    engine = club.store.engine.sync_engine
    event.listen(engine, "before_cursor_execute", fail)
    yield
    event.remove(engine, "before_cursor_execute", fail)


def expected(club: World, *events: str) -> list[dict[str, Any]]:
    """The errors that were logged under these names: they belong to the story, and are taken off the list."""
    found = [entry for entry in club.log if entry["log_level"] == "error" and entry["event"] in events]
    for entry in found:
        club.log.remove(entry)
    return found


async def test_a_database_that_is_locked_over_a_deadline_stops_the_clock_for_as_long_only(hasty: World) -> None:
    fight = await battle_of(hasty)
    version = await fight.version()

    await hasty.passes(hours=47, minutes=55)
    with somebody_writes(hasty):
        await hasty.passes(minutes=10)
        assert await fight.version() == version
        assert not (await health.check(hasty.store)).well
    await hasty.passes(minutes=6)

    assert await fight.version() > version
    assert "did not answer in time" in "\n".join(hasty.texts())
    assert (await health.check(hasty.store)).well
    failed = expected(hasty, "task failed")
    assert {entry["task"] for entry in failed} >= {"deadlines"}


async def test_failures_are_waited_out_longer_and_longer(hasty: World) -> None:
    await battle_of(hasty)
    await hasty.passes(hours=47, minutes=55)
    with somebody_writes(hasty):
        await hasty.passes(minutes=12)
    await hasty.passes(minutes=6)
    waits = [entry["again"] for entry in expected(hasty, "task failed") if entry["task"] == "deadlines"]
    assert waits[:4] == ["0:00:05", "0:00:10", "0:00:20", "0:00:40"]
    assert waits[-1] == "0:05:00"


async def test_a_post_is_sent_although_the_outbox_could_not_be_read_when_it_was_due(club: World) -> None:
    fight = await battle_of(club)
    with broken(club, "UPDATE outboxpost SET attempts"):
        await (await fight.player()).slash(club.thread, "hold")
    assert not any("holds" in text for text in club.texts())

    await club.passes(seconds=10)

    assert any("holds" in text for text in club.texts())
    assert [entry["task"] for entry in expected(club, "task failed")] == ["posts"]


async def test_a_post_that_was_sent_but_not_ticked_off_is_not_sent_a_second_time(club: World) -> None:
    fight = await battle_of(club)
    with broken(club, "SET status=?, message_id=?"):
        await (await fight.player()).slash(club.thread, "hold")
        await club.passes(minutes=5)
    await club.passes(minutes=10)
    assert sum("holds" in text for text in club.texts()) == 1
    assert await pending(club.store) == ()
    assert await outbox.last_prompt(club.store, fight.id) == await fight.version()
    assert expected(club, "task failed")


async def test_when_even_the_alarm_cannot_be_read_it_is_set_all_the_same(club: World) -> None:
    fight = await battle_of(club)
    version = await fight.version()
    await club.passes(hours=47, minutes=55)
    with broken(club, "SELECT min("):
        await club.passes(minutes=10)
    await club.passes(minutes=6)
    assert await fight.version() > version
    assert expected(club, "no alarm", "task failed")


async def test_a_heartbeat_that_cannot_be_written_stops_nothing(club: World) -> None:
    fight = await battle_of(club)
    version = await fight.version()
    with broken(club, "heartbeat"):
        await club.passes(hours=48, minutes=1)
    assert await fight.version() > version


async def test_the_gm_is_told_of_a_deadline_that_fails_and_it_is_tried_again(club: World) -> None:
    fight = await battle_of(club)
    version = await fight.version()
    await club.passes(hours=47, minutes=55)
    with broken(club, "UPDATE battle SET version"):
        await club.passes(hours=1)
        tried = len(expected(club, "timers"))
        assert 3 < tried < 12  # in an hour: after 1, 2, 4, 8, 16 and 32 minutes
        listed = said(await club.gm.slash(club.thread, "gm undelivered"))
        assert "A deadline of **Battle 1**" in listed
        assert "could not be carried out" in listed
        assert "/gm answer" in listed
    await club.passes(hours=1)
    assert await fight.version() > version
    assert await next_timer(club.store) is not None
    assert "A deadline" not in said(await club.gm.slash(club.thread, "gm undelivered"))
    expected(club, "timers")


async def test_after_an_idle_hour_a_failure_is_not_tried_a_thousand_times(club: World) -> None:
    fight = await battle_of(club)
    await club.passes(minutes=59)
    counted: list[str] = []

    def count(_connection: Any, _cursor: Any, sql: str, *_: Any) -> None:
        counted.append(sql)

    club.env.inject_error("POST", f"/channels/{club.thread.id}/messages", status=502, times=1)
    event.listen(club.store.engine.sync_engine, "before_cursor_execute", count)
    await (await fight.player()).slash(club.thread, "hold")
    await club.passes(seconds=10)

    assert any("holds" in text for text in club.texts())
    assert sum("FROM timer" in sql and "min(" in sql for sql in counted) < 20


async def test_a_rule_set_s_commands_are_published_although_another_server_s_fail(club: World) -> None:
    other = club.env.create_guild("The Thursday Club", owner=club.gm.user)
    place = other.create_text_channel("campaign")
    club.env.inject_error("PUT", f"/applications/*/guilds/{club.guild.id}/commands", status=500, times=None)
    await club.gm.slash(club.channel, "campaign create", name="Bosnia 1993")
    gwen = Person(club.env, other, club.gm.user)
    await gwen.slash(place, "campaign create", name="Kosovo")
    assert gwen.can_order(place, "fire")
    assert not club.ada.can_order(club.channel, "fire")
    club.env.backend.faults.clear()
    await club.passes(minutes=5)
    assert club.ada.can_order(club.channel, "fire")


# ── Signs of life ─────────────────────────────────────────────────────────────────────────────────────────────────


@contextmanager
def counted(club: World) -> Iterator[list[str]]:
    """What is written to the table of the signs of life: a word a transaction."""
    engine, told = club.store.engine.sync_engine, list[str]()
    now = set[str]()

    def asked(_connection: Any, _cursor: Any, sql: str, *_: Any) -> None:
        if "heartbeat" in sql and not sql.startswith("SELECT"):
            now.add("heartbeat")

    def committed(_connection: Any) -> None:
        told.extend(now)
        now.clear()

    event.listen(engine, "before_cursor_execute", asked)
    event.listen(engine, "commit", committed)
    yield told
    event.remove(engine, "before_cursor_execute", asked)
    event.remove(engine, "commit", committed)


async def test_all_tasks_give_their_signs_of_life_together_once_an_hour(club: World) -> None:
    await club.passes(hours=1)
    with counted(club) as told:
        await club.passes(hours=6)
    assert 6 <= len(told) <= 7, "an hour is the longest between two ticks"
    found = await health.check(club.store)
    assert found.well
    assert len(found.tasks) == 6
    assert len({task.seen_at for task in found.tasks}) == 1


async def test_a_task_that_never_comes_back_is_missed_and_the_others_are_not(club: World) -> None:
    await club.passes(hours=1)
    club.bot.calendar.kick = lambda: None
    await club.passes(hours=3)
    found = await health.check(club.store)
    assert [task.name for task in found.tasks if task.silent] == ["calendar"]
