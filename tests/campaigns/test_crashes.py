"""The process is killed at the worst moments, and several processes write at once: nothing is lost, nothing is done
twice."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import update
from sqlmodel import col, select

from campaigns.battle import battles
from campaigns.battle.course.settling import settle
from campaigns.battle.course.taking_up import take_up
from campaigns.battle.record import journal
from campaigns.battle.watch import timers
from campaigns.database.store import Store
from campaigns.errors import Refusal, Stale
from campaigns.post import outbox
from campaigns.roster import rosters
from campaigns.tables.battles import Battle, JournalEntry
from rules.kernel.action import Actor
from rules.kernel.violation import RuleViolation
from tests.campaigns.behind import act, pending
from tests.campaigns.toy import Hold, Order
from tests.campaigns.world import BLUE, GM, RED, RED_TOO, World, new_store

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
async def battle(world: World) -> int:
    return await world.battle()


async def die(world: World, moment: str, battle_id: int, posted: Path) -> None:
    url = world.store.url.render_as_string(hide_password=False)
    command = [sys.executable, "-m", "tests.campaigns.dying", url, moment, str(battle_id), str(posted)]
    process = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stderr=subprocess.PIPE)
    _, error = await process.communicate()
    assert process.returncode == 9, error.decode()


async def asked(world: World, battle_id: int) -> int:
    ask = (await battles.load(world.store, battle_id)).prompt.asks[0]
    return BLUE if ask.side == "blue" else RED


async def test_death_between_decision_and_commit_leaves_the_battle_as_it_was(
    world: World, battle: int, tmp_path: Path
) -> None:
    before = await battles.load(world.store, battle)
    posts, set_ = await pending(world.store), await timers.standing(world.store, battle)

    await die(world, "before-commit", battle, tmp_path / "posted")

    assert await battles.load(world.store, battle) == before
    assert await pending(world.store) == posts
    assert await timers.standing(world.store, battle) == set_
    # The retry is the first delivery as far as anybody can tell, with the same dice as the lost attempt.
    acted = await act(world.store, battle, Hold(), await asked(world, battle), interaction_id=7)
    assert not acted.duplicate


async def test_death_between_commit_and_post_loses_neither_the_action_nor_the_post(
    world: World, battle: int, tmp_path: Path
) -> None:
    who = await asked(world, battle)

    await die(world, "after-commit", battle, tmp_path / "posted")

    assert (await battles.load(world.store, battle)).info.version == 3
    assert (await act(world.store, battle, Hold(), who, interaction_id=7)).duplicate
    topics = [post.matter.topic for post in await pending(world.store)]
    assert topics == ["opened", "begun", "sitting", "sitting"]


async def test_death_before_a_claimed_post_is_sent_only_delays_it(world: World, battle: int, tmp_path: Path) -> None:
    await die(world, "after-claim", battle, tmp_path / "posted")
    assert await outbox.claim(world.store, world.store.clock.now()) == ()
    (post,) = await outbox.claim(world.store, world.later(minutes=2))
    assert post.matter.topic == "opened"


async def test_death_after_a_post_is_sent_repeats_it_with_the_same_nonce(
    world: World, battle: int, tmp_path: Path
) -> None:
    posted = tmp_path / "posted"
    await die(world, "after-post", battle, posted)
    (post,) = await outbox.claim(world.store, world.later(minutes=2))
    assert post.nonce == posted.read_text()


# ── Several writers ───────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
async def other(world: World) -> AsyncIterator[Store]:
    """Another process, as far as the database can tell: its own engine and its own locks."""
    store = new_store(world.store.url.render_as_string(hide_password=False), world.store.clock)
    await store.open()
    yield store
    await store.close()


async def test_of_two_who_act_at_once_on_the_same_prompt_one_wins_and_one_is_told(
    world: World, battle: int, other: Store
) -> None:
    for _ in range(2):
        await act(world.store, battle, Hold(), await asked(world, battle))
    seen = (await battles.load(world.store, battle)).info.version

    outcomes = await asyncio.gather(
        act(world.store, battle, Order(stance="assault"), RED, interaction_id=1, seen_version=seen),
        act(other, battle, Order(stance="withdraw"), RED_TOO, interaction_id=2, seen_version=seen),
        return_exceptions=True,
    )

    won = [outcome for outcome in outcomes if isinstance(outcome, battles.Acted)]
    told = [outcome for outcome in outcomes if isinstance(outcome, Stale)]
    assert (len(won), len(told)) == (1, 1)
    assert told[0].version == won[0].version == seen + 1


async def test_of_two_who_act_at_once_without_looking_the_rules_refuse_the_second(
    world: World, battle: int, other: Store
) -> None:
    who = await asked(world, battle)
    outcomes = await asyncio.gather(
        *(act(store, battle, Hold(), who) for store in (world.store, other)), return_exceptions=True
    )
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Acted", "RuleViolation"]


async def test_one_interaction_delivered_to_two_processes_is_done_once(world: World, battle: int, other: Store) -> None:
    who = await asked(world, battle)
    outcomes = await asyncio.gather(
        *(act(store, battle, Hold(), who, interaction_id=5) for store in (world.store, other, world.store))
    )
    assert sorted(outcome.duplicate for outcome in outcomes) == [False, True, True]
    assert {outcome.version for outcome in outcomes} == {3}
    assert (await battles.load(world.store, battle)).info.version == 3


async def test_raising_by_one_interaction_in_two_processes_raises_one_unit(world: World, other: Store) -> None:
    raised = await asyncio.gather(
        *(rosters.raise_unit(store, world.id, RED, "pair", interaction_id=5) for store in (world.store, other))
    )
    assert raised[0].id == raised[1].id
    assert len(await rosters.units_of(world.store, world.id, side="red")) == 2


async def test_a_crowd_of_writers_leaves_a_journal_without_gaps(world: World, battle: int, other: Store) -> None:
    async def push(store: Store, who: int) -> None:
        for _ in range(6):
            try:
                await act(store, battle, Hold(), who)
            except RuleViolation:
                await asyncio.sleep(0)

    await asyncio.gather(
        *(push(store, who) for store in (world.store, other) for who in (RED, RED_TOO, BLUE)),
    )

    rules = world.store.rules("outposts")
    async with world.store.reading() as session:
        seqs = (await session.exec(select(JournalEntry.seq).order_by(col(JournalEntry.seq)))).all()
        entries = await journal.entries(session, rules, battle)
    field = await battles.load(other, battle)
    assert seqs == list(range(1, field.info.version + 1))
    assert field.state == rules.battle.fold(journal.events_of(entries))


async def test_a_version_that_somebody_else_has_moved_is_noticed_at_the_latest_when_settling(
    world: World, battle: int
) -> None:
    """The row lock keeps writers apart; should it ever not, the version still does."""

    async def overtaken() -> None:
        async with world.store.reading() as session:
            field = await take_up(world.store, session, battle)
            await field.key()
        await field.decide(field.prompt.asks[0].default, Actor.player(field.prompt.asks[0].side))
        await field.prepare()
        async with world.store.writing_battle(battle) as session:
            await field.write_in(session)
            await session.exec(update(Battle).where(col(Battle.id) == battle).values(version=9))
            await settle(field)

    with pytest.raises(Stale):
        await overtaken()
    assert (await battles.load(world.store, battle)).info.version == 2


async def test_a_restart_in_the_middle_of_everything_goes_on_where_it_stopped(url: str) -> None:
    store = new_store(url)
    await store.open()
    world = await World.make(store)
    battle_id = await world.battle(turn_limit=5)
    clock = store.clock
    for number in range(200):
        before = await battles.load(store, battle_id)
        if not before.prompt:
            break
        if number % 3 == 0:
            await store.close()
            world.store = store = new_store(url, clock)
            await store.open()
            assert await battles.load(store, battle_id) == before
        if number % 5 == 0:
            world.later(hours=48)
            await timers.fire_due(store, clock.now())
        else:
            await act(store, battle_id, before.prompt.asks[0].default, GM, side=before.prompt.asks[0].side)
    assert (await battles.load(store, battle_id)).info.result is not None
    assert clock.now() - before.info.opened_at > timedelta(days=2)
    with pytest.raises(Refusal):
        await act(store, battle_id, Hold(), RED)
    await store.close()
