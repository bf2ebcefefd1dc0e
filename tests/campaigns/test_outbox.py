"""The outbox: nothing is lost, nothing overtakes, nothing blocks for ever."""

from __future__ import annotations

import asyncio
import random
from datetime import timedelta
from pathlib import Path

import pytest
from sqlmodel import col, select

from campaigns.battle import battles
from campaigns.battle.record import finding
from campaigns.battle.watch import delivery
from campaigns.errors import Refusal
from campaigns.post import dispatches, outbox, strikes
from campaigns.post.matter import Matter, Said
from campaigns.post.outbox import Post
from campaigns.tables.posts import OutboxPost, PostKind, PostStatus
from campaigns.tables.sides import SideThread
from tests.campaigns.behind import act, dead, pending
from tests.campaigns.toy import Hold
from tests.campaigns.world import BLUE, CHANNEL, GM, RED, STRANGER, THREAD, World, new_store, repeatable_entropy


async def hold(world: World, battle_id: int) -> None:
    ask = (await battles.load(world.store, battle_id)).prompt.asks[0]
    await act(world.store, battle_id, Hold(), BLUE if ask.side == "blue" else RED)


async def drain(world: World, most: int = 100) -> list[Post]:
    sent: list[Post] = []
    for _ in range(most):
        posts = await outbox.claim(world.store, world.store.clock.now())
        if not posts:
            return sent
        for post in posts:
            await outbox.mark_sent(world.store, post.id, 1000 + post.id)
        sent += posts
    raise AssertionError("the outbox is never empty")


async def test_an_act_puts_the_news_with_the_new_question_into_the_outbox(world: World) -> None:
    battle_id = await world.battle()
    await drain(world)
    await hold(world, battle_id)

    (prompt,) = await pending(world.store, battle_id=battle_id)

    assert (prompt.kind, prompt.from_seq, prompt.to_seq, prompt.channel_id) == (PostKind.SITTING, 3, 3, THREAD)
    field = await battles.load(world.store, battle_id)
    (ask,) = field.prompt.asks
    assert prompt.matter.ask_keys == (ask.key,)
    # Of Red's two players one has raised its unit, and is asked.
    assert prompt.matter.users == ((BLUE,) if ask.side == "blue" else (RED,))
    assert prompt.matter.due == world.store.clock.now() + timedelta(hours=48)


async def test_a_battle_s_posts_go_out_one_after_the_other(world: World) -> None:
    battle_id = await world.battle()
    await hold(world, battle_id)
    kinds = [post.matter.topic for post in await drain(world)]
    assert kinds == ["opened", "begun", "sitting", "sitting"]


async def test_only_the_head_of_each_line_is_claimed_and_by_one_only(world: World) -> None:
    await world.battle()
    await outbox.notify(world.store, world.id, Matter(topic="notice", about=Said(text="all")))
    now = world.store.clock.now()

    both = await asyncio.gather(outbox.claim(world.store, now), outbox.claim(world.store, now))

    claimed = [post for posts in both for post in posts]
    assert sorted(post.matter.topic for post in claimed) == ["notice", "opened"]
    assert {post.channel_id for post in claimed} == {THREAD, CHANNEL}
    assert await outbox.claim(world.store, now) == ()


async def test_a_claim_that_is_never_confirmed_runs_out_and_keeps_its_nonce(world: World) -> None:
    await world.battle()
    (first,) = await outbox.claim(world.store, world.store.clock.now())
    assert await outbox.claim(world.store, world.later(minutes=1)) == ()

    (again,) = await outbox.claim(world.store, world.later(minutes=2))

    assert (again.id, again.nonce, again.attempts) == (first.id, first.nonce, 2)
    assert len(first.nonce) <= 25


async def test_nonces_never_repeat(small: World) -> None:
    battle_id = await small.battle()
    dice = random.Random(1)
    for _ in range(10):
        await small.one_move(battle_id, dice)
    other = new_store(f"sqlite+aiosqlite:///{small.store.url.database}2", entropy=repeatable_entropy("elsewhere"))
    await other.open()
    twin = await World.make(other)
    await twin.battle()
    nonces = [post.nonce for world in (small, twin) for post in await drain(world)]
    assert len(set(nonces)) == len(nonces)
    await other.close()


async def nonces_of(file: Path, *told: str) -> dict[str | None, list[str]]:
    """The nonces of what everybody and each side is sent in a small battle, in which these sides are told something."""
    store = new_store(f"sqlite+aiosqlite:///{file}")
    await store.open()
    world = await World.make(store)
    battle_id = await world.battle()
    for side in told:
        async with store.writing() as session:
            row, campaign = await finding.battle_row(session, battle_id)
            said = Matter(topic="side-words", about=Said(text="Look out"))
            await dispatches.tell_sides_of(session, campaign, row, (side,), said, store.clock.now())
    await hold(world, battle_id)
    await hold(world, battle_id)
    sent = await drain(world)
    await store.close()
    return {side: [post.nonce for post in sent if post.audience == side] for side in (None, "blue", "red")}


async def test_what_one_side_is_told_alone_moves_no_nonce_of_the_others(tmp_path: Path) -> None:
    told = await nonces_of(tmp_path / "told", "blue", "red", "blue")
    plain = await nonces_of(tmp_path / "plain", "red")
    assert len(plain[None]) >= 4
    assert told[None] == plain[None]
    assert (len(told["blue"]), len(plain["red"])) == (2, 1)
    assert told["red"] == plain["red"]
    every = [nonce for each in told.values() for nonce in each]
    assert len(set(every)) == len(every)


async def test_failures_wait_longer_each_time_and_do_not_let_the_next_post_overtake(world: World) -> None:
    await world.battle()
    waits: list[float] = []
    for _ in range(4):
        (post,) = await outbox.claim(world.store, world.store.clock.now())
        assert post.matter.topic == "opened"
        await outbox.mark_failed(world.store, post.id, "503")
        failed_at = world.store.clock.now()
        due = await outbox.next_due(world.store)
        assert due is not None
        (waiting, *_) = await pending(world.store)
        assert waiting.problem == "503"
        for _ in range(1000):
            if await outbox.claim(world.store, world.later(seconds=1)):
                break
        waits.append((world.store.clock.now() - failed_at).total_seconds())
        await outbox.mark_failed(world.store, post.id, "503", retry_after=timedelta(0))
    assert waits[0] == 5
    assert waits == sorted(waits)
    assert waits[-1] > waits[0]


async def test_discord_s_own_word_on_when_to_retry_is_kept(small: World) -> None:
    await small.battle()
    (post,) = await outbox.claim(small.store, small.store.clock.now())
    await outbox.mark_failed(small.store, post.id, "429", retry_after=timedelta(seconds=90))
    assert await outbox.claim(small.store, small.later(seconds=89)) == ()
    assert len(await outbox.claim(small.store, small.later(seconds=1))) == 1


async def test_a_hopeless_post_becomes_a_dead_letter_that_the_gm_sees_and_may_retry(world: World) -> None:
    battle_id = await world.battle()
    (post,) = await outbox.claim(world.store, world.store.clock.now())
    await outbox.mark_failed(world.store, post.id, "404 unknown channel", hopeless=True)

    (letter,) = await dead(world.store, world.id)
    (stuck,) = await delivery.undelivered(world.store, world.id, GM)
    assert (letter.id, letter.status, letter.problem) == (post.id, PostStatus.DEAD, "404 unknown channel")
    assert (stuck.dead, stuck.problem) == (1, "404 unknown channel")
    for who, code in ((RED, "umpire-only"), (STRANGER, "no-campaign")):
        with pytest.raises(Refusal) as refused:
            await delivery.undelivered(world.store, world.id, who)
        assert refused.value.code == code
    assert [p.matter.topic for p in await drain(world)] == ["begun", "sitting"]

    with pytest.raises(Refusal, match="no such campaign"):
        await delivery.retry(world.store, world.id, STRANGER)
    assert await delivery.retry(world.store, world.id, GM) == 1

    assert [p.matter.topic for p in await drain(world)] == ["opened"]
    assert await dead(world.store, world.id) == ()
    assert await delivery.retry(world.store, world.id, GM) == 0
    assert (await battles.load(world.store, battle_id)).info.version == 2


async def test_a_dead_letter_is_tried_anew_at_once_where_its_reader_is_now(small: World) -> None:
    """A battle's goes to its thread, a campaign's own to its channel, a side's to the thread that is found for it."""
    battle_id = await small.battle()
    now = small.store.clock.now()
    async with small.store.writing() as session:
        battle, of = await finding.battle_row(session, battle_id)
        told = Matter(topic="notice", about=Said(text="Once more"))
        letters = {
            await outbox.put(session, of, battle, PostKind.NOTICE, told, now): THREAD,
            await outbox.put(session, of, None, PostKind.NOTICE, told, now): CHANNEL,
            await outbox.put(session, of, battle, PostKind.SIDE, told, now, audience="red"): 0,
        }
        for letter in letters:
            row = await session.get_one(OutboxPost, letter)
            row.status, row.attempts, row.channel_id = PostStatus.DEAD, outbox.MOST_ATTEMPTS, 77
            row.due = now + timedelta(days=1)

    await delivery.retry(small.store, small.id, GM)

    async with small.store.reading() as session:
        rows = [await session.get_one(OutboxPost, letter) for letter in letters]
    assert {row.id: row.channel_id for row in rows} == letters
    assert {(row.status, row.attempts, row.due) for row in rows} == {(PostStatus.PENDING, 0, now)}


async def test_what_a_battle_could_not_post_comes_to_its_new_place_as_it_was(world: World) -> None:
    """In its order, to the end of the line, with all that it tells of; the first, which was given up, too."""
    battle_id = await world.battle()
    await hold(world, battle_id)
    await hold(world, battle_id)
    before = await pending(world.store, battle_id=battle_id)
    assert [post.matter.topic for post in before] == ["opened", "begun", "sitting", "sitting", "sitting"]
    (first,) = await outbox.claim(world.store, world.store.clock.now())
    await outbox.mark_failed(world.store, first.id, "404 unknown channel", hopeless=True)
    world.later(hours=1)

    await delivery.rehouse(world.store, battle_id, GM, THREAD + 9, instead_of=THREAD)

    assert await dead(world.store, world.id) == ()
    moved, *after, asked = await pending(world.store, battle_id=battle_id)
    assert (moved.matter.topic, asked.matter.topic) == ("moved", "prompt")
    assert {post.channel_id for post in (moved, *after, asked)} == {THREAD + 9}
    told = [(p.kind, p.matter, p.from_seq, p.to_seq, p.sitting, p.audience, p.recipient) for p in after]
    assert told == [(p.kind, p.matter, p.from_seq, p.to_seq, p.sitting, p.audience, p.recipient) for p in before]
    assert [(post.from_seq, post.to_seq, post.sitting != "") for post in after[-2:]] == [(3, 3, True), (4, 4, True)]
    assert max(post.id for post in before) < moved.id
    assert {(post.attempts, post.problem, post.created_at) for post in after} == {(0, "", world.store.clock.now())}
    assert [post.id for post in await drain(world)] == [moved.id, *(post.id for post in after), asked.id]
    assert not {post.nonce for post in before} & {post.nonce for post in (moved, *after, asked)}
    shown = await delivery.rehouse(world.store, battle_id, GM, THREAD + 8, instead_of=THREAD)
    assert shown.channel_id == THREAD + 9, "who has seen it in the old place moves it no more"


async def test_a_question_that_was_settled_before_it_could_be_posted_is_struck_out_in_its_new_place(
    world: World,
) -> None:
    battle_id = await world.battle()
    await drain(world)
    async with world.store.writing() as session:
        row, of = await finding.battle_row(session, battle_id)
        question, now = Matter(topic="notice", about=Said(text="Agreed?")), world.store.clock.now()
        old = await outbox.put(session, of, row, PostKind.NOTICE, question, now)
        await strikes.strike(session, old, "settled", now)

    await delivery.rehouse(world.store, battle_id, GM, THREAD + 9, instead_of=THREAD)
    await drain(world)

    claimed = await strikes.claim(world.store, world.store.clock.now())
    (spent,) = [each for each in claimed if each.fate == "settled"]
    assert spent.post_id > old
    assert spent.channel_id == THREAD + 9


async def test_trying_ends_some_day_even_when_no_attempt_is_ever_confirmed(small: World) -> None:
    await small.battle()
    tries = 0
    for _ in range(100):
        claimed = await outbox.claim(small.store, small.later(hours=2))
        if not claimed or claimed[0].matter.topic != "opened":
            break
        tries += 1
    assert tries == outbox.MOST_ATTEMPTS
    (letter,) = await dead(small.store, small.id)
    assert "never confirmed" in letter.problem


async def test_sent_stays_sent(small: World) -> None:
    await small.battle()
    (post,) = await outbox.claim(small.store, small.store.clock.now())
    await outbox.mark_sent(small.store, post.id, 5)
    await outbox.mark_failed(small.store, post.id, "too late")
    await outbox.mark_sent(small.store, post.id)
    assert post.id not in [p.id for p in await pending(small.store)]
    await outbox.mark_sent(small.store, 999_999)


async def test_the_last_of_so_many_attempts_that_fail_makes_a_dead_letter_at_once(small: World) -> None:
    await small.battle()
    for attempt in range(1, outbox.MOST_ATTEMPTS + 1):
        (post,) = await outbox.claim(small.store, small.later(hours=24))
        assert (post.attempts, await dead(small.store, small.id)) == (attempt, ())
        await outbox.mark_failed(small.store, post.id, "503")
    (letter,) = await dead(small.store, small.id)
    assert (letter.id, letter.problem) == (post.id, "503")


async def test_a_failure_that_is_told_too_late_says_nothing_of_what_was_settled_meanwhile(small: World) -> None:
    await small.battle()
    (post,) = await outbox.claim(small.store, small.store.clock.now())
    await outbox.mark_failed(small.store, post.id, "404 unknown channel", hopeless=True)
    await outbox.mark_failed(small.store, post.id, "503")
    (letter,) = await dead(small.store, small.id)
    assert letter.problem == "404 unknown channel"


async def test_a_question_in_somebody_s_hands_may_be_overtaken_and_still_be_confirmed(small: World) -> None:
    battle_id = await small.battle()
    for _ in range(2):
        (post,) = await outbox.claim(small.store, small.store.clock.now())
        await outbox.mark_sent(small.store, post.id, 1)
    (prompt,) = await outbox.claim(small.store, small.store.clock.now())
    assert prompt.kind is PostKind.SITTING
    await hold(small, battle_id)
    await outbox.mark_sent(small.store, prompt.id, 2)
    assert [p.matter.topic for p in await drain(small)] == ["sitting"]


async def test_threads_that_are_made_in_one_moment_stand_one_behind_the_other(world: World) -> None:
    """Each says first what it is, in the campaign's own line."""
    async with world.store.writing() as session:
        rows = [SideThread(campaign_id=world.id, side=side.key) for side in world.campaign.sides]
        session.add_all(rows)
    doors = [row.id for row in rows]
    made = [dispatches.made(world.store, number or 0, 9000 + place) for place, number in enumerate(doors)]
    assert await asyncio.gather(*made) == [True] * len(doors)
    async with world.store.reading() as session:
        own = select(OutboxPost.position).where(OutboxPost.campaign_id == world.id, col(OutboxPost.battle_id).is_(None))
        places = sorted((await session.exec(own)).all())
    assert places == list(range(1, len(places) + 1))
