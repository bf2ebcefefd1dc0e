"""While processes are upgraded one after the other, a battle that the newer version has gone on with is its own: the
older one says so, writes nothing, and leaves the battle's clocks and posts to it."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from sqlmodel import col, select

from bot.client import build_bot
from campaigns.battle import battles
from campaigns.battle.watch import health
from campaigns.database.store import Store
from campaigns.errors import Newer
from campaigns.post import outbox
from campaigns.post.matter import Matter
from campaigns.tables.battles import JournalEntry
from campaigns.tables.posts import OutboxPost, PostStatus, Timer
from tests.bot.opened import Fight, battle_of
from tests.bot.toy import TOY, Hold
from tests.bot.world import World, ids_of, refused, said, text_of
from tests.campaigns.behind import act

NEWER = replace(TOY, version="10")
"""Newer than "9" as well: versions are numbers."""
WORDS = "A newer version of me looks after this battle by now."


@pytest.fixture
async def fight(club: World) -> Fight:
    """A battle in which the newer version has carried out one order, beside the older one that is still at work."""
    fight = await battle_of(club)
    field = await fight.field()
    await club.env.settle()
    newer = other(club)
    asked = field.prompt.asks[0]
    who = club.ada if asked.side == "army" else club.ivo
    await act(newer, fight.id, Hold(), who.id, side=asked.side)
    assert (await battles.load(newer, fight.id)).info.version > field.info.version
    await newer.close()
    return fight


def other(club: World) -> Store:
    """The store of a process of the newer version on the same database."""
    return Store(str(club.store.url), club.store.clock, club.store.entropy, {"toy": NEWER})


async def upgrade(club: World) -> None:
    """The older process has stopped, and one of the newer version takes over."""
    await club.store.close()
    club.store = other(club)
    await club.store.open()
    await club.env.restart_bot(build_bot(club.store))
    await club.env.settle()


async def written(club: World) -> tuple[list[str], int]:
    """By which version each entry of the journal was written; how many posts were sent."""
    async with club.store.reading() as session:
        entries = await session.exec(select(JournalEntry.rules_version).order_by(col(JournalEntry.seq)))
        sent = await session.exec(select(OutboxPost.id).where(OutboxPost.status == PostStatus.SENT))
        return list(entries.all()), len(sent.all())


async def test_the_older_one_says_so_in_a_sentence_and_writes_nothing(club: World, fight: Fight) -> None:
    before = await written(club)
    assert before[0][-1] == "10"
    stood = club.prompt()
    for who in (club.ada, club.ivo):
        answers = [
            await who.slash(club.thread, "hold"),
            await who.slash(club.thread, "now"),
            await who.slash(club.thread, "status"),
            await who.click(stood, custom_id=ids_of(stood, "map")[0]),
        ]
        for answer in answers:
            words = refused(answer)
            assert WORDS in words
            assert "Try again in a minute." in words
    await club.passes(minutes=5)
    assert await written(club) == before


async def test_clocks_and_posts_wait_for_the_newer_one_and_then_go_on(club: World, fight: Fight) -> None:
    entries, sent = await written(club)
    club.env.backend.advance_clock(timedelta(hours=49).total_seconds())
    await club.passes(minutes=3)
    assert (await written(club))[0] == entries, "no default is carried out"
    texts = "\n".join(club.texts())
    assert "did not answer in time" not in texts
    async with club.store.reading() as session:
        waiting = (await session.exec(select(OutboxPost).where(OutboxPost.status == PostStatus.PENDING))).all()
        timers = (await session.exec(select(Timer).where(col(Timer.problem) != ""))).all()
    assert waiting
    assert {(post.attempts, post.problem) for post in waiting} == {(0, "")}, "nobody has tried them in vain"
    assert timers == []

    await upgrade(club)
    await club.passes(minutes=2)

    texts = "\n".join(club.texts())
    assert texts.count("did not answer in time") == 1
    assert "holds by default" in texts
    now, sent_now = await written(club)
    assert now[: len(entries)] == entries
    assert set(now[len(entries) :]) == {"10"}
    assert sent_now > sent
    await club.agrees(fight.id)


async def test_other_battles_go_on_meanwhile(club: World, fight: Fight) -> None:
    """And `/now` lists them, with a word about the one that it cannot look into."""
    first = club.thread
    for who, kind in ((club.ada, "squad"), (club.ivo, "cell")):
        await who.slash(club.channel, "unit raise", kind=kind)
    await club.gm.slash(club.channel, "battle begin", title="The second")
    assert WORDS in refused(await club.ada.slash(first, "now"))
    listed = said(await club.gm.slash(club.channel, "now"))
    assert "A newer version of me looks after 1 more battle: try again in a minute." in listed
    assert "The second" in listed


async def test_a_post_that_only_a_newer_version_can_read_holds_up_nobody(club: World) -> None:
    fight = await battle_of(club)
    await club.env.settle()
    info = await battles.info_of(club.store, fight.id)
    await outbox.notify(club.store, info.campaign_id, Matter(topic="notice"))
    async with club.store.writing() as session:
        (post,) = (await session.exec(select(OutboxPost).where(OutboxPost.status == PostStatus.PENDING))).all()
        post.matter = post.matter.replace('"notice"', '"moon-landing"')
    await (await fight.player()).slash(club.thread, "hold")
    await club.passes(minutes=3)
    assert "holds" in text_of(club.posts()[-1]) + "\n".join(club.texts())
    async with club.store.reading() as session:
        (post,) = (await session.exec(select(OutboxPost).where(OutboxPost.status == PostStatus.PENDING))).all()
    assert (post.attempts, post.problem) == (0, "")


async def test_a_timer_of_a_kind_that_only_a_newer_version_knows_is_left_to_it(club: World) -> None:
    """It neither holds up the deadlines nor goes when the battle goes on."""
    fight = await battle_of(club)
    async with club.store.writing() as session:
        now = club.store.clock.now()
        session.add(Timer(battle_id=fight.id, ask_key="moon", side="army", kind="tide", due=now))
    await (await fight.player()).slash(club.thread, "hold")
    club.env.backend.advance_clock(timedelta(hours=49).total_seconds())
    await club.passes(minutes=3)
    assert "did not answer in time" in "\n".join(club.texts())
    async with club.store.reading() as session:
        (left,) = (await session.exec(select(Timer).where(Timer.kind == "tide"))).all()
    assert (left.fired_at, left.cancelled_at, left.tries, left.problem) == (None, None, 0, "")
    found = await health.check(club.store)
    assert (found.overdue, found.put_off) == (0, ())
    assert found.well


async def test_a_campaign_of_a_rule_book_that_only_a_newer_version_knows_is_left_to_it(club: World) -> None:
    fight = await battle_of(club)
    stood, offered = club.prompt(), set(club.ada.available_commands(club.thread))
    await club.store.close()
    club.store = Store(str(club.store.url), club.store.clock, club.store.entropy, {"other": replace(TOY, key="other")})
    await club.store.open()
    await club.env.restart_bot(build_bot(club.store))
    await club.env.settle()
    assert set(club.ada.available_commands(club.thread)) == offered, "the newer one gives the server its commands"
    entries, _ = await written(club)
    for answer in (
        await club.ada.slash(club.thread, "now"),
        await club.ada.slash(club.thread, "status"),
        await club.ada.click(stood, custom_id=ids_of(stood, "map")[0]),
    ):
        assert "A newer version of me looks after this campaign by now." in refused(answer)
    club.env.backend.advance_clock(timedelta(hours=49).total_seconds())
    await club.passes(minutes=3)
    assert (await written(club))[0] == entries
    async with club.store.reading() as session:
        timers = (await session.exec(select(Timer).where(col(Timer.problem) != ""))).all()
        posts = (await session.exec(select(OutboxPost).where(OutboxPost.status == PostStatus.PENDING))).all()
    assert timers == []
    assert {(post.attempts, post.problem) for post in posts} <= {(0, "")}
    assert (await health.check(club.store)).well

    await club.store.close()
    club.store = Store(str(club.store.url), club.store.clock, club.store.entropy, {"toy": TOY})
    await club.store.open()
    await club.env.restart_bot(build_bot(club.store))
    await club.passes(minutes=2)
    assert "\n".join(club.texts()).count("did not answer in time") == 1
    await club.agrees(fight.id)


async def test_only_what_is_newer_is_left(club: World) -> None:
    """An older version's entries are read: a battle outlives every upgrade."""
    fight = await battle_of(club)
    await upgrade(club)
    await (await fight.player()).slash(club.thread, "hold")
    entries, _ = await written(club)
    assert (entries[0], entries[-1]) == ("1", "10")
    club.store._rule_sets = {"toy": replace(TOY, version="9")}
    with pytest.raises(Newer):
        await battles.load(club.store, fight.id)
